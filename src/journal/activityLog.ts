import { randomBytes } from 'node:crypto';
import { appendFile, chmod, lstat, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { unlessMissing } from '../util/fileErrors.ts';
import { jsonOrUndefined } from '../util/json.ts';
import { makePrivateFolder, privateFileMode, readRegularFile } from './privateFiles.ts';

const ActivityEntrySchema = z.looseObject({
  time: z.string().check(z.refine(text => !Number.isNaN(Date.parse(text)))),
  server: z.string(),
  /** Absent in entries of earlier versions. */
  serverId: z.exactOptional(z.string()),
  act: z.string(),
  request: z.string(),
  outcome: z.string(),
  /** The values of the written fields before and after; absent if unknown. */
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
});

export type ActivityEntry = z.infer<typeof ActivityEntrySchema>;

const maxFileBytes = 1024 * 1024;
/** Of all older files. */
const maxOlderBytes = 2 * maxFileBytes;
const maxEntryCharacters = 32 * 1024;
const maxFieldName = 200;

/** Earlier versions had one older file, without a number. */
const olderName = /^activity\.older(\.[0-9a-f-]+)?\.jsonl$/;

/**
 * A log of all writes to servers. When its file is full, it is renamed, to a name that no other process uses, and the
 * oldest are deleted. Each entry is one line, appended in one operation, so that several windows can write.
 */
export class ActivityLog {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  #madePrivate: Promise<void> | undefined;

  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Never fails and need not be awaited: no write depends on its log entry. */
  add(entry: ActivityEntry): void {
    // The leading line break separates the entry from a line that a crash or a full disk cut off.
    const line = `\n${lineOf(entry)}\n`;
    this.#last = this.#last.then(() => this.#append(line)).catch(this.#onFailure);
  }

  /** All stored entries, newest first. Unreadable lines are skipped. */
  async entries(): Promise<readonly ActivityEntry[]> {
    await this.#last;
    const handle = unlessMissing(this.#onFailure);
    const older = (await this.#olderFiles().catch(handle)) ?? [];
    const texts: string[] = [];
    for (const path of [...older.map(file => file.path), this.#newer])
      texts.push((await readRegularFile(path).catch(handle)) ?? '');
    const lines = texts.flatMap(text => text.split('\n')).filter(line => line !== '');
    return lines.flatMap(entryOf).reverse();
  }

  /** Resolves when all added entries are in the file. */
  settled(): Promise<void> {
    return this.#last;
  }

  get #newer(): string {
    return join(this.#folder, 'activity.jsonl');
  }

  /** The oldest first. */
  async #olderFiles(): Promise<readonly { readonly path: string; readonly size: number }[]> {
    const names = (await readdir(this.#folder).catch(unlessMissing(throwIt))) ?? [];
    const files = await Promise.all(
      names
        .filter(name => olderName.test(name))
        .map(async name => {
          const path = join(this.#folder, name);
          const found = await lstat(path).catch(unlessMissing(throwIt));
          return found?.isFile() === true ? [{ path, size: found.size, mtimeMs: found.mtimeMs }] : [];
        }),
    );
    return files.flat().sort((one, other) => one.mtimeMs - other.mtimeMs);
  }

  /** If another process has already done so, this moves a shorter file, which loses nothing either. */
  async #rotate(): Promise<void> {
    const name = `activity.older.${Date.now()}-${randomBytes(4).toString('hex')}.jsonl`;
    await rename(this.#newer, join(this.#folder, name)).catch(unlessMissing(throwIt));
    const older = await this.#olderFiles();
    let bytes = older.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of older) {
      if (bytes <= maxOlderBytes) return;
      bytes -= size;
      await unlink(path).catch(unlessMissing(throwIt));
    }
  }

  /** Files that earlier versions created may be readable by other users. */
  async #makePrivate(): Promise<void> {
    const older = (await this.#olderFiles()).map(({ path }) => path);
    for (const path of [...older, this.#newer])
      await chmod(path, privateFileMode).catch(unlessMissing(throwIt));
  }

  async #append(line: string): Promise<void> {
    this.#madePrivate ??= this.#makePrivate();
    await this.#madePrivate;
    await makePrivateFolder(this.#folder);
    const found = await lstat(this.#newer).catch(unlessMissing(throwIt));
    const isFull = found !== undefined && found.size + Buffer.byteLength(line) > maxFileBytes;
    // Anything but a file, such as a pipe, is moved away, because writing to it might never end.
    if (isFull || found?.isFile() === false) await this.#rotate();
    await appendFile(this.#newer, line, { mode: privateFileMode });
  }
}

/** The entry of a very large object only has the names of its fields. */
function lineOf(entry: ActivityEntry): string {
  const line = JSON.stringify(entry);
  if (line.length <= maxEntryCharacters) return line;
  const fields = typeof entry.after === 'object' && entry.after !== null ? Object.keys(entry.after) : [];
  const { before: _, after: __, ...rest } = entry;
  return JSON.stringify({
    ...rest,
    fields: fields.slice(0, 100).map(name => name.slice(0, maxFieldName)),
    tooLong: line.length,
  });
}

/** Empty for a line that a crash cut off. */
function entryOf(line: string): ActivityEntry[] {
  const reading = ActivityEntrySchema.safeParse(jsonOrUndefined(line));
  return reading.success ? [reading.data] : [];
}

function throwIt(error: unknown): never {
  throw error;
}
