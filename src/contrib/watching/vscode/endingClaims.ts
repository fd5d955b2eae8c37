import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isMissing } from '../../../base/fileErrors.ts';
import { jsonOrUndefined } from '../../../base/json.ts';
import { readRegularFile, writePrivateFile } from '../../../base/privateFiles.ts';
import { withProcessLock } from '../../../store/runs/processLock.ts';
import type { Ending } from '../../../store/statuses/statusEvents.ts';

/** IDs of jobs, and when the end that the user was last notified of was seen. */
const ClaimsSchema = z.array(z.tuple([z.int(), z.number()]));

const keptAtMost = 1_000;
const timeoutMs = 5_000;

/** Lets only one of the windows notify the user of the end of a run. VS Code's own storage cannot decide that. */
export class EndingClaims {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;

  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Resolves with the endings that this window reports; after a failure with all, because none must be missed. */
  async claim(url: string, endings: readonly Ending[]): Promise<readonly Ending[]> {
    try {
      const creates = { kind: 'notification', name: '' };
      return await withProcessLock({ folder: this.#folder, url, creates, timeoutMs }, () =>
        this.#take(url, endings),
      );
    } catch (error) {
      this.#onFailure(error);
      return endings;
    }
  }

  async #take(url: string, endings: readonly Ending[]): Promise<readonly Ending[]> {
    const path = join(this.#folder, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`);
    const text = await readRegularFile(path).catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw error;
    });
    const claims = new Map(ClaimsSchema.safeParse(jsonOrUndefined(text ?? '')).data);
    // An end that was claimed after this window last saw the job before its end is the same.
    const own = endings.filter(({ id, beforeMs }) => (claims.get(id) ?? -Infinity) < beforeMs);
    for (const { id, status } of own) {
      claims.delete(id);
      claims.set(id, status.asOfMs);
    }
    if (own.length > 0) writePrivateFile(path, JSON.stringify([...claims].slice(-keptAtMost)));
    return own;
  }
}
