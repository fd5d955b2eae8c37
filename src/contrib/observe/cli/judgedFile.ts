import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { isMissing } from '../../../base/fileErrors.ts';
import { jsonOrUndefined } from '../../../base/json.ts';
import { makePrivateFolder, privateFileMode } from '../../../base/privateFiles.ts';

const JudgedSchema = z.object({ judgedMs: z.number().check(z.nonnegative()) });

/** Stores until when planned runs have been judged, so that a restart judges none of them twice and leaves out none. */
export class JudgedFile {
  readonly #path: string;
  readonly #onFailure: (error: unknown) => void;

  constructor(path: string, onFailure: (error: unknown) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
  }

  /** `undefined` if nothing was ever judged, or if the file cannot be read. */
  async read(): Promise<number | undefined> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if (!isMissing(error)) this.#onFailure(error);
      return '';
    });
    return JudgedSchema.safeParse(jsonOrUndefined(text)).data?.judgedMs;
  }

  /** Resolves in any case: a verdict that cannot be recorded is still reported. */
  async save(judgedMs: number): Promise<void> {
    const draft = `${this.#path}.${process.pid}.new`;
    try {
      await makePrivateFolder(dirname(this.#path));
      await writeFile(draft, JSON.stringify({ judgedMs }), { mode: privateFileMode });
      await rename(draft, this.#path);
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
