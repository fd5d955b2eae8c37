import type * as vscode from 'vscode';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import type { RunJournal } from '../../store/runs/runJournal.ts';
import type { DocumentTabs } from '../documents/documentTabs.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import type { LostCreates } from '../notices/lostCreates.ts';
import type { CommandId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { AllDialogs } from '../platform/pickers.ts';
import type { Reports } from '../reports/reports.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { ServerMemories } from '../servers/serverMemories.ts';
import type { ServerRegistry } from '../servers/servers.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { TokenStore } from '../servers/tokens.ts';
import type { GroupsTree } from '../trees/groupsTree.ts';
import type { JobsTree } from '../trees/jobsTree.ts';
import type { ListFrame } from '../trees/listFrame.ts';
import type { RunActions } from './runs/runActions.ts';

/** The rows of a selection are unparsed, like any argument. */
type ViewFrame = Pick<
  ListFrame,
  'focus' | 'show' | 'selection' | 'selectedAt' | 'focusedRows' | 'activateFocused'
>;

/** What commands need of the views of jobs and groups. */
export type ListView = Pick<
  JobsTree | GroupsTree,
  'filter' | 'filterVocabulary' | 'setFilter' | 'refresh' | 'showMore'
> & { readonly frame: ViewFrame; readonly saveFilter?: JobsTree['saveFilter'] };

export type JobsListView = ListView &
  Pick<
    JobsTree,
    'filteredJobs' | 'removeFilter' | 'arrangementOf' | 'arrange' | 'readStatuses' | 'pinnedOf' | 'setPinned'
  >;

export type GroupsListView = ListView &
  Pick<GroupsTree, 'sortOf' | 'setSort' | 'reveal' | 'pinnedOf' | 'setPinned'>;

/** For commands that show jobs when they are done. */
export interface JobsShowing {
  readonly jobsView: { readonly frame: Pick<ViewFrame, 'show'> };
}

/** What commands need of the documents of jobs and groups. */
export interface Documents
  extends Pick<DocumentTabs, 'open' | 'openNew' | 'compare' | 'revert' | 'openJson' | 'openForm'> {
  /** The job or group document in the active editor. */
  activeUri(): vscode.Uri | undefined;
  /** The object of a document; the ID of a new one is `undefined`. */
  objectOf(
    uri: vscode.Uri,
  ): { readonly serverId: string; readonly kind: ObjectKind; readonly id: number | undefined } | undefined;
  /** Replaces the object with the document's text (PUT), after the user has seen and confirmed the changes. */
  replace(uri: vscode.Uri): Promise<void>;
}

/** Runs a command of this extension by its ID. */
export type RunCommand = (id: string, ...args: Args) => Promise<void>;

/**
 * Everything that commands use, created by the composition root. Only the command table receives all of it; each
 * function declares the members that it uses.
 */
export interface CommandContext {
  readonly servers: Pick<
    ServerRegistry,
    'servers' | 'active' | 'get' | 'isTemporary' | 'setActive' | 'add' | 'edit' | 'remove'
  >;
  readonly sessions: Pick<SessionRegistry, 'active' | 'get'>;
  readonly tokens: Pick<TokenStore, 'get' | 'set' | 'delete'>;
  /** Those of client certificates. */
  readonly passphrases: Pick<TokenStore, 'get' | 'set' | 'setTemporary' | 'delete'>;
  readonly notices: Pick<ErrorNotices, 'text' | 'show' | 'note' | 'forget'>;
  readonly dialogs: AllDialogs;
  readonly creates: Pick<LostCreates, 'create'>;
  readonly log: Pick<Log, 'error' | 'exchange' | 'show'>;
  readonly journal: Pick<RunJournal, 'begin' | 'ended' | 'ongoing' | 'since'>;
  /** What contributions can do about runs that have ended. */
  readonly runActions: readonly RunActions[];
  readonly labels: Pick<Labels, 'get' | 'set' | 'ids' | 'text'>;
  readonly schedules: Pick<Schedules, 'of'>;
  readonly recentPlaces: ServerMemories['recentPlaces'];
  readonly jobsView: JobsListView;
  readonly groupsView: GroupsListView;
  readonly documents: Documents;
  readonly reports: Pick<Reports, 'show' | 'compare' | 'refresh' | 'uriOf' | 'textOf'>;
  /** Text in untitled and other editors of VS Code. */
  readonly newText: {
    show(text: string, language: 'json' | 'plaintext'): Promise<void>;
    active(): string | undefined;
  };
  readonly clipboard: { writeText(text: string): Thenable<void>; readText(): Thenable<string> };
  /** Tells the user that no server is configured, and offers to add one. */
  readonly offerServer: () => Promise<void>;
}

/** The members of the context that a function uses. */
export type Uses<Member extends keyof CommandContext> = Pick<CommandContext, Member>;

/** The unparsed arguments of a command. */
export type Args = readonly unknown[];

export type Handler = (context: CommandContext, args: Args) => Promise<void> | void;

/** The handlers of all of the kernel's commands of these nouns: a table without one of them does not compile. */
export type CommandsOf<Noun extends string> = Readonly<
  Record<Extract<CommandId, `deviceAutomation.${Noun}.${string}`>, Handler>
>;
