import type * as vscode from 'vscode';
import type { ErrorNotices } from '../host/errorNotices.ts';
import type { CommandId } from '../host/ids.ts';
import type { Labels } from '../host/labels.ts';
import type { Schedules } from '../host/schedules.ts';
import type { SessionRegistry } from '../host/sessions.ts';

/** What the timeline works with; the composition root hands it in. */
export interface TimelineParts {
  readonly extensionUri: vscode.Uri;
  readonly sessions: SessionRegistry;
  readonly schedules: Schedules;
  readonly labels: Labels;
  readonly notices: ErrorNotices;
  runCommand(id: CommandId, ...args: readonly unknown[]): Promise<void>;
}
