import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from './clock.ts';
import { createFolder, hasCode } from './createFolder.ts';
import type { Delay } from './delay.ts';

export interface FolderLockParts {
  /** The folder that exists while the lock is held. It must stay empty. */
  readonly path: string;
  readonly clock: Pick<Clock, 'steadyMs'>;
  readonly delay: Delay;
}

const pauseMs = 20;
/** Holders need a tenth of a second. One that takes this long has exited without releasing the lock. */
const abandonedMs = 3_000;

/**
 * A lock across all processes of this computer, based on the fact that only one of them can create a folder. It is
 * best effort: where no folder can be created, tasks run without the lock.
 */
export class FolderLock {
  readonly #parts: FolderLockParts;

  constructor(parts: FolderLockParts) {
    this.#parts = parts;
  }

  /** Runs the task once no other process holds the lock. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const isHeld = await this.#acquire();
    try {
      return await task();
    } finally {
      if (isHeld) await removed(this.#parts.path);
    }
  }

  async #acquire(): Promise<boolean> {
    const { path, clock, delay } = this.#parts;
    // If this fails, creating the lock's folder fails too.
    await createFolder(dirname(path)).catch(() => undefined);
    for (let round = 0; round < 2; round++) {
      const untilMs = clock.steadyMs() + abandonedMs;
      while (clock.steadyMs() < untilMs) {
        const result = await created(path);
        if (result !== 'exists') return result === 'created';
        await delay(pauseMs);
      }
      await removed(path);
    }
    return false;
  }
}

async function created(path: string): Promise<'created' | 'exists' | 'failed'> {
  try {
    await mkdir(path);
    return 'created';
  } catch (error) {
    return hasCode(error, 'EEXIST') ? 'exists' : 'failed';
  }
}

/** Another process that waited too long may already have removed it. */
async function removed(path: string): Promise<void> {
  await rmdir(path).catch(() => undefined);
}
