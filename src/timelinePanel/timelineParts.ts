import type * as vscode from 'vscode';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import type { CommandId } from '../platform/ids.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { SessionRegistry } from '../servers/sessions.ts';

/** The timeline's dependencies, provided by the composition root. */
export interface TimelineParts {
  readonly extensionUri: vscode.Uri;
  readonly sessions: SessionRegistry;
  readonly schedules: Schedules;
  readonly labels: Labels;
  readonly notices: ErrorNotices;
  runCommand(id: CommandId, ...args: readonly unknown[]): Promise<void>;
}
