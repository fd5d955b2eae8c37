import { createHash } from 'node:crypto';
import { lstat, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { DraftSchema } from '../../api/model/draft.ts';
import { isMissing, unlessMissing } from '../../base/fileErrors.ts';
import { parseJson } from '../../base/json.ts';
import { makePrivateFolder, privateFileMode, readRegularFile } from '../../base/privateFiles.ts';
import { JournalError } from './openRun.ts';

const RecordSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  /** The text that was sent. */
  draft: DraftSchema,
  /** The object as the server stored it, and the server's URL. */
  stored: z.exactOptional(DraftSchema),
  origin: z.exactOptional(z.string()),
  /** URI of the created object; absent while the outcome is unknown. */
  target: z.exactOptional(z.string()),
});

export type CreateRecord = Omit<z.infer<typeof RecordSchema>, 'version'>;

const keptAtMost = 500;

/**
 * Records in files which new documents were sent and what was created from them. After a crash, the text is restored
 * as unsaved, and saving it must not create a second object.
 */
export class CreateRecords {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  #tidied: Promise<void> | undefined;

  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Await this before sending the create; rejects if it cannot be recorded. */
  async write(uri: string, record: CreateRecord): Promise<void> {
    try {
      await makePrivateFolder(this.#folder);
      // Tidies first, so that the result does not depend on whether the new file exists yet.
      this.#tidied ??= this.#tidy();
      await this.#tidied;
      const path = this.#path(uri);
      await writeFile(`${path}.new`, JSON.stringify({ version: 1, ...record }), { mode: privateFileMode });
      await rename(`${path}.new`, path);
    } catch (error) {
      throw new JournalError(error);
    }
  }

  /** `undefined` if the document was never sent. */
  async read(uri: string): Promise<CreateRecord | undefined> {
    try {
      const text = await readRegularFile(this.#path(uri));
      const reading = RecordSchema.safeParse(parseJson(text ?? ''));
      // Even an unreadable record proves that something was sent.
      return reading.success ? reading.data : { name: '', draft: {} };
    } catch (error) {
      if (isMissing(error)) return undefined;
      this.#onFailure(error);
      return { name: '', draft: {} };
    }
  }

  async forget(uri: string): Promise<void> {
    await unlink(this.#path(uri)).catch(unlessMissing(this.#onFailure));
  }

  /** Deletes the oldest ones. Their age does not matter, because the clock may be wrong. */
  async #tidy(): Promise<void> {
    const handle = unlessMissing(this.#onFailure);
    const names = await readdir(this.#folder);
    const files = await Promise.all(
      names.map(async name => {
        const path = join(this.#folder, name);
        const found = await lstat(path).catch(handle);
        return found?.isFile() === true ? [{ path, mtimeMs: found.mtimeMs }] : [];
      }),
    );
    const newestFirst = files.flat().sort((one, other) => other.mtimeMs - one.mtimeMs);
    await Promise.all(newestFirst.slice(keptAtMost).map(({ path }) => unlink(path).catch(handle)));
  }

  #path(uri: string): string {
    return join(this.#folder, `${createHash('sha256').update(uri).digest('hex').slice(0, 32)}.json`);
  }
}
