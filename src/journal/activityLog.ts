import { appendFile, chmod, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isMissing } from '../util/createFolder.ts';
import { jsonOrUndefined } from '../util/json.ts';
import { makePrivateFolder, privateFileMode } from './privateFiles.ts';

const ActivityEntrySchema = z.looseObject({
  time: z.string(),
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
const maxEntryCharacters = 32 * 1024;
const maxFieldName = 200;

/**
 * A log of all writes to servers, in two files of limited size: when the newer one is full, it replaces the older
 * one. Each entry is one line, appended in one operation, so that several windows can write.
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
    const texts = await Promise.all([this.#older, this.#newer].map(readOrNothing));
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

  get #older(): string {
    return join(this.#folder, 'activity.older.jsonl');
  }

  /** Replaces the older file with the newer one, unless another window has already done so. */
  async #rotate(): Promise<void> {
    await rename(this.#newer, this.#older).catch(unlessMissing);
  }

  /** Files that earlier versions created may be readable by other users. */
  async #makePrivate(): Promise<void> {
    for (const file of [this.#older, this.#newer]) await chmod(file, privateFileMode).catch(unlessMissing);
  }

  async #append(line: string): Promise<void> {
    this.#madePrivate ??= this.#makePrivate();
    await this.#madePrivate;
    await makePrivateFolder(this.#folder);
    const { size } = await stat(this.#newer).catch(() => ({ size: 0 }));
    if (size + Buffer.byteLength(line) > maxFileBytes) await this.#rotate();
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

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function readOrNothing(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
