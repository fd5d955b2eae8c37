import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { ExplainedError } from '../../../base/explainedError.ts';
import { isMissing } from '../../../base/fileErrors.ts';
import { jsonOrUndefined } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { makePrivateFolder, privateFileMode } from '../../../base/privateFiles.ts';
import { withProcessLock } from '../../../store/runs/processLock.ts';

const MomentSchema = z.int();

const PauseSchema = z.object({
  job: z.int().check(z.minimum(0)),
  /** The name that the job had. */
  name: z.string(),
  fromMs: MomentSchema,
  untilMs: MomentSchema,
  /** '' for none. */
  reason: z.string(),
  /** What was added to its schedule. */
  added: z.object({
    exceptionRules: z.readonly(z.array(z.object({ rule: z.string(), untilMs: MomentSchema }))),
    exceptionDates: z.readonly(z.array(MomentSchema)),
    dates: z.readonly(z.array(MomentSchema)),
  }),
  /** The exception dates that its schedule had before: a move of the schedule moves them, too. */
  others: z.exactOptional(z.readonly(z.array(MomentSchema))),
  /** It was disabled instead, because its schedule alone does not say when it runs. */
  isDisabled: z.exactOptional(z.literal(true)),
});

/** A pause of one job: until when it does not run, and what was changed for that. */
export type Pause = z.infer<typeof PauseSchema>;

const FileSchema = z.object({ version: z.literal(1), pauses: z.array(PauseSchema) });

/** The file with the pauses is not as this program writes it. */
export class PauseFileError extends ExplainedError {
  override readonly name = 'PauseFileError';
  readonly #path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot read ${path}`, { cause });
    this.#path = path;
  }

  explain({ t }: Localizer): string {
    return t(
      'The file with the pauses of this server cannot be read, so nothing was changed: {path}. Move it away to begin anew; schedules stay as they are.',
      { path: this.#path },
    );
  }
}

/** Pauses that ended longer ago are forgotten, unless the job still has to be enabled. */
const keptMs = 30 * 86_400_000;
const lockTimeoutMs = 10_000;

export type PausesByJob = ReadonlyMap<number, Pause>;

/**
 * The pauses of one server's jobs, in a file that windows and command lines share. A schedule says what is paused; only
 * the file says why, and which exceptions somebody else had made before.
 */
export class PauseFile {
  readonly path: string;
  readonly #url: string;
  readonly #folder: string;

  /** `stateFolder`: that of this user's programs; `url`: of the server. */
  constructor(stateFolder: string, url: string) {
    this.#url = url;
    this.#folder = join(stateFolder, 'pauses');
    this.path = join(this.#folder, `${fingerprintOf(url)}.json`);
  }

  /** Rejects if the file cannot be read; what is in it is not replaced then. */
  async read(): Promise<PausesByJob> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (text === undefined) return new Map();
    const { data, error } = FileSchema.safeParse(jsonOrUndefined(text));
    if (data === undefined) throw new PauseFileError(this.path, error);
    return new Map(data.pauses.map(pause => [pause.job, pause]));
  }

  /** Adds pauses, each instead of an earlier one of its job, and forgets those of other jobs. */
  async change(add: readonly Pause[], forget: readonly number[], nowMs: number): Promise<PausesByJob> {
    const change = async () => {
      const pauses = new Map(await this.read());
      for (const job of forget) pauses.delete(job);
      for (const pause of add) pauses.set(pause.job, pause);
      for (const [job, { untilMs, isDisabled }] of pauses)
        if (untilMs < nowMs - keptMs && isDisabled !== true) pauses.delete(job);
      const draft = `${this.path}.${process.pid}.new`;
      await makePrivateFolder(dirname(this.path));
      const content = JSON.stringify({ version: 1, pauses: [...pauses.values()] });
      await writeFile(draft, content, { mode: privateFileMode });
      await rename(draft, this.path);
      return pauses;
    };
    return withProcessLock(
      {
        folder: this.#folder,
        url: this.#url,
        creates: { kind: 'pauses', name: '' },
        timeoutMs: lockTimeoutMs,
      },
      change,
    );
  }
}
