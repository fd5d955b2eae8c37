import type { ErrorNotices } from '../notices/errorNotices.ts';
import type { CommandId } from '../platform/ids.ts';
import type { ReadPageFiles } from '../platform/pages/pageFiles.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { Clock } from '../util/clock.ts';

/** The timeline's dependencies, provided by the composition root. */
export interface TimelineParts {
  readonly pageFiles: ReadPageFiles;
  readonly sessions: Pick<SessionRegistry, 'active' | 'onDidChange' | 'onDidChangeObjects'>;
  readonly schedules: Schedules;
  readonly labels: Pick<Labels, 'text' | 'onDidChange'>;
  readonly notices: Pick<ErrorNotices, 'note' | 'show'>;
  readonly clock: Clock;
  runCommand(id: CommandId, ...args: readonly unknown[]): Promise<void>;
}
