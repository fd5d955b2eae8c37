import type { Event } from '../../base/emitter.ts';
import type { FormNote } from '../../pages/protocol/hostMessages.ts';
import type { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import type { ServerSession } from '../../store/serverSession.ts';

/** What a contribution says at the schedule in the form of a job. */
export interface FormNotes {
  notesOf(jobId: number, session: ServerSession, outlook: ScheduleOutlook): readonly FormNote[];
  /** Fires with the jobs of a server of which it may say something else; without any for all. */
  readonly onDidChange: Event<{ readonly serverId: string; readonly jobIds: readonly number[] }>;
}
