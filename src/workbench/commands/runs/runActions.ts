import type { RunJournal } from '../../../store/runs/runJournal.ts';
import type { RunOperation, RunRecord } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { ReportAction } from '../../reports/reports.ts';

/** A button of the notification about a run that has ended. */
export interface RunAction {
  readonly label: string;
  /** What the notification says besides, if anything. */
  readonly text?: string;
  run(): Promise<void>;
}

/** Does the rest of a run, after a prompt. */
export type Rest = () => Promise<void>;

/**
 * Finds what a run has not done with the objects as they are; resolves with `undefined` if nothing is left. The rest is
 * recorded in `journal`.
 */
export type Retry = (
  session: ServerSession,
  run: RunRecord,
  journal: Pick<RunJournal, 'begin' | 'ended' | 'ongoing' | 'since'>,
) => Promise<Rest | undefined>;

/** What a contribution can do about runs that have ended. */
export interface RunActions {
  /** For the notification about the run. */
  offer?(run: RunRecord, session: ServerSession): Promise<readonly RunAction[]>;
  /** For the report of the run, which outlives the window: its actions are commands. */
  commandsFor?(run: RunRecord): readonly ReportAction[];
  /** By the operations whose rest it can do. */
  readonly retries?: Readonly<Partial<Record<RunOperation, Retry>>>;
}
