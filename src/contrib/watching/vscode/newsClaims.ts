import { join } from 'node:path';
import * as z from 'zod/mini';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { isMissing } from '../../../base/fileErrors.ts';
import { jsonOrUndefined } from '../../../base/json.ts';
import { readRegularFile, writePrivateFile } from '../../../base/privateFiles.ts';
import { withProcessLock } from '../../../store/runs/processLock.ts';

/** Something that the user is to be notified of. */
export interface News {
  /** What it is about, such as the end of job 12. */
  readonly subject: string;
  /** It is not new if news about the same subject reached at least until then. */
  readonly afterMs: number;
  readonly untilMs: number;
}

/** Subjects, and until when the user was notified of them. */
const ClaimsSchema = z.array(z.tuple([z.string(), z.number()]));

const keptAtMost = 3_000;
const timeoutMs = 5_000;

/** Lets only one of the windows notify the user of anything. VS Code's own storage cannot decide that. */
export class NewsClaims {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;

  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Resolves with the news that this window reports; after a failure with all, because none must be missed. */
  async claim<T extends News>(url: string, news: readonly T[]): Promise<readonly T[]> {
    if (news.length === 0) return [];
    try {
      const creates = { kind: 'notification', name: '' };
      return await withProcessLock({ folder: this.#folder, url, creates, timeoutMs }, () =>
        this.#take(url, news),
      );
    } catch (error) {
      this.#onFailure(error);
      return news;
    }
  }

  async #take<T extends News>(url: string, news: readonly T[]): Promise<readonly T[]> {
    const path = join(this.#folder, `${fingerprintOf(url)}.json`);
    const text = await readRegularFile(path).catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw error;
    });
    const claims = new Map(ClaimsSchema.safeParse(jsonOrUndefined(text ?? '')).data);
    const own = takeNew(claims, news);
    if (own.length > 0) writePrivateFile(path, JSON.stringify([...claims].slice(-keptAtMost)));
    return own;
  }
}

/** The news that nobody has claimed, which are claimed by that. */
export function takeNew<T extends News>(claims: Map<string, number>, news: readonly T[]): readonly T[] {
  const own = news.filter(({ subject, afterMs }) => (claims.get(subject) ?? -Infinity) < afterMs);
  for (const { subject, untilMs } of own) {
    claims.delete(subject);
    claims.set(subject, untilMs);
  }
  return own;
}
