import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { lstat, open, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nameKey } from '../../api/model/difference.ts';
import { dateAndTime } from '../../base/clockFormat.ts';
import { delay } from '../../base/delay.ts';
import { displayText } from '../../base/displayText.ts';
import { ExplainedError } from '../../base/explainedError.ts';
import { hasCode } from '../../base/fileErrors.ts';
import { foldText } from '../../base/foldText.ts';
import { jsonOrUndefined } from '../../base/json.ts';
import type { Localizer } from '../../base/localizer.ts';
import { makePrivateFolder, privateFileMode, readRegularFile } from '../../base/privateFiles.ts';
import { isUriText } from '../../base/userPath.ts';
import { isProcess } from './liveProcess.ts';
import { JournalError } from './openRun.ts';

const HolderSchema = z.object({ host: z.string(), pid: z.int(), since: z.string() });

/** The process that has a lock: its computer, ID, and when it began (ISO 8601). */
export type LockHolder = z.infer<typeof HolderSchema>;

/** Another process does the same on the same server, so nothing was sent. */
export class LockedError extends ExplainedError {
  override readonly name = 'LockedError';
  readonly holder: LockHolder;
  /** The name of the object to create; `undefined` if files are applied. */
  readonly creates: string | undefined;

  constructor(holder: LockHolder, creates: string | undefined) {
    super(`locked by process ${holder.pid} on ${holder.host}`);
    this.holder = holder;
    this.creates = creates;
  }

  /** Says who applies the files, or creates the object. */
  explain({ t, language }: Localizer): string {
    const { host, pid, since } = this.holder;
    const words = {
      pid: String(pid),
      host: displayText(host, 60),
      time: dateAndTime(Date.parse(since), language),
    };
    return this.creates === undefined
      ? t(
          'These files are already being applied to this server, by process {pid} on {host} since {time}. Nothing was sent.',
          words,
        )
      : t(
          '“{name}” is already being created on this server, by process {pid} on {host} since {time}. Nothing was sent.',
          { ...words, name: displayText(this.creates, 80) },
        );
  }
}

export interface LockOptions {
  /** Where locks are stored; the extension and the command line share it. */
  readonly folder: string;
  /** The server's URL. */
  readonly url: string;
  /** The folder of the files, a path or a URI; `undefined` for a copy from another server, and for a create. */
  readonly files?: string | undefined;
  /** The object to create. */
  readonly creates?: { readonly kind: string; readonly name: string };
  /** How long to wait for another process; by default not at all. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const pollMs = 200;
/** A lock is written right after it is created; an empty one that is older was left by a crash. */
const unreadableMs = 10_000;

/**
 * Runs one operation at a time, in all processes: for a server and a set of files, or for a create of a name. A lock of a
 * process that no longer exists does not count.
 * Rejects with `LockedError` if another process has it for too long, and with `JournalError` if it cannot be
 * stored.
 */
export async function withProcessLock<T>(options: LockOptions, run: () => Promise<T>): Promise<T> {
  const { folder, timeoutMs = 0, signal } = options;
  const path = join(folder, `${createHash('sha256').update(keyOf(options)).digest('hex').slice(0, 16)}.lock`);
  const endsMs = performance.now() + timeoutMs;
  for (;;) {
    const holder = await acquire(folder, path).catch((error: unknown) => {
      throw new JournalError(error);
    });
    if (holder === undefined) break;
    if (performance.now() >= endsMs) throw new LockedError(holder, options.creates?.name);
    await delay(pollMs, signal);
  }
  try {
    return await run();
  } finally {
    await remove(path);
  }
}

/** A file that cannot be deleted ends with this process, because only live processes have locks. */
async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}

function keyOf({ url, files, creates }: LockOptions): string {
  const { origin, pathname } = new URL(url);
  const server = `${origin}${pathname.replace(/\/$/, '')}`;
  // Servers may not tell apart what differs only in case.
  if (creates !== undefined) return `${server}\n${creates.kind} ${foldText(nameKey(creates.name))}`;
  if (files === undefined) return `${server}\ncopy`;
  return `${server}\n${isUriText(files) ? files : realpathSync(files)}`;
}

/** Creates the lock; resolves with its holder if a live process has it. */
async function acquire(folder: string, path: string): Promise<LockHolder | undefined> {
  await makePrivateFolder(folder);
  const own: LockHolder = { host: hostname(), pid: process.pid, since: new Date().toISOString() };
  if (await createFile(path, own)) return undefined;
  const holder = await liveHolder(path);
  if (holder !== undefined) return holder;
  // Only one process may replace a lock that was left behind, lest it replaces a new one.
  const guard = `${path}.guard`;
  if (!(await createFile(guard, own))) {
    if ((await liveHolder(guard)) === undefined) await remove(guard);
    return own;
  }
  try {
    const now = await liveHolder(path);
    if (now !== undefined) return now;
    await remove(path);
    return (await createFile(path, own)) ? undefined : own;
  } finally {
    await remove(guard);
  }
}

/** False if the file exists. */
async function createFile(path: string, holder: LockHolder): Promise<boolean> {
  try {
    const file = await open(path, 'wx', privateFileMode);
    await file.writeFile(JSON.stringify(holder)).finally(() => file.close());
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** The holder, unless the process is known to have exited. Nothing is known of processes on other computers. */
async function liveHolder(path: string): Promise<LockHolder | undefined> {
  const text = await readRegularFile(path).catch(() => undefined);
  if (text === undefined) return undefined;
  const holder = HolderSchema.safeParse(jsonOrUndefined(text)).data;
  if (holder === undefined) {
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: 0 }));
    const since = new Date(mtimeMs).toISOString();
    return Date.now() - mtimeMs < unreadableMs ? { host: hostname(), pid: 0, since } : undefined;
  }
  return holder.host === hostname() && !isProcess(holder.pid) ? undefined : holder;
}
