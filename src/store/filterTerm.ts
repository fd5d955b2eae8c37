import type { Job } from '../model/job.ts';
import type { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import type { Event } from '../util/emitter.ts';
import type { Localizer } from '../util/localizer.ts';
import type { Slices } from '../util/slices.ts';
import type { ServerSession } from './serverSession.ts';
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
  /** In English, as typed after an `@`. */
  readonly name: string;
  /** Its word in the user's language and what it means; absent for a status, which is this term if a time follows. */
  readonly text?: (localizer: Localizer) => readonly [word: string, meaning: string];
  /** Whether a time can follow: `@failed since yesterday`. */
  readonly takesTime?: boolean;
  /** Whether it depends on which jobs reach which devices: then it finds the index of `source.session` up to date. */
  readonly isAboutReach?: boolean;
  /** The IDs of the jobs that meet it. */
  find(source: FilterSource, slices: Slices, since?: SinceTime): Promise<ReadonlySet<number>>;
  /** Reads what it needs besides the lists. A view does not wait for it, but filters again `onDidChange`. */
  readonly load?: (session: ServerSession) => Promise<void>;
  /** Fires when it may find other jobs of the session, even if the lists have not changed. */
  readonly onDidChange?: (session: ServerSession) => Event<unknown>;
  /** Says how much was searched by the terms with this function, which are followed by these times. */
  readonly searchedText?: (
    source: FilterSource,
    times: readonly SinceTime[],
    localizer: Localizer,
  ) => Promise<string>;
}
