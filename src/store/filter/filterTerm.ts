import type { Job } from '../../api/model/job.ts';
import type { Event } from '../../base/emitter.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { Slices } from '../../base/slices.ts';
import type { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import type { ServerSession } from '../serverSession.ts';
import type { SinceTime } from './sinceTime.ts';

/** The jobs of a server, and what decides which of them match a filter. */
export interface FilterSource {
  readonly session: ServerSession;
  readonly jobs: readonly Job[];
  readonly outlook: ScheduleOutlook;
  /** Finds the user's time zone, whose name `Intl` takes as long to load as reading a page of jobs takes. */
  readonly findReaderZone: () => string;
  readonly nowMs: number;
}

/** A term of the job filter that a contribution adds. */
export interface FilterTerm {
  /** In English, as typed after an `@`. The name of a status, such as `failed`, is this term only before a time. */
  readonly name: string;
  /** Its word in the user's language, and what it means; a status has its own. */
  readonly text?: (localizer: Localizer) => readonly [word: string, meaning: string];
  /** Whether a time can follow: `@failed since yesterday`. */
  readonly takesTime?: boolean;
  /** Whether it depends on which jobs reach which devices, so that `session.targets` must be up to date. */
  readonly isAboutReach?: boolean;
  /** The IDs of the jobs that meet it. */
  find(source: FilterSource, slices: Slices, since?: SinceTime): Promise<ReadonlySet<number>>;
  /** Reads what it needs besides the lists. Views do not wait for it: they filter again when `onDidChange` fires. */
  readonly load?: (session: ServerSession) => Promise<void>;
  /** Fires when it may find other jobs although the lists have not changed. */
  readonly onDidChange?: (session: ServerSession) => Event<unknown>;
  /** Says how much could be searched. Terms with the same function have one sentence, for the times of all of them. */
  readonly searchedText?: (
    source: FilterSource,
    times: readonly SinceTime[],
    localizer: Localizer,
  ) => Promise<string>;
}
