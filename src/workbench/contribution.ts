import type * as vscode from 'vscode';
import type { ObjectKind } from '../api/fields/objectFields.ts';
import type { FilterTerm } from '../store/filter/filterTerm.ts';
import type { Args, CommandContext, RunCommand } from './commands/commandContext.ts';
import type { CommandHelpers } from './commands/commandHelpers.ts';
import type { RunActions } from './commands/runs/runActions.ts';
import type { OpenDocuments } from './documents/openDocuments.ts';
import type { FormNotes } from './forms/formNotes.ts';
import type { Host } from './host.ts';
import type { Dragging } from './platform/activation/lazyTree.ts';
import type { MarkSource } from './platform/rows/objectMarks.ts';
import type { GroupsTree } from './trees/groupsTree.ts';
import type { FactSource, JobPart } from './trees/jobPoints.ts';
import type { JobsTree } from './trees/jobsTree.ts';

/** What is there before the first rows. */
export interface EarlyWorkbench extends Host {
  readonly jobsView: JobsTree;
  readonly groupsView: GroupsTree;
  readonly runCommand: RunCommand;
}

/** Everything. */
export type Workbench = EarlyWorkbench &
  CommandContext &
  CommandHelpers & { readonly openDocuments: OpenDocuments };

/** Runs with unparsed arguments. The user is told of its errors. */
type Command = (workbench: Workbench, args: Args) => Promise<void> | void;

/** By ID, as package.json has them. */
export type Commands = Readonly<Record<string, Command>>;

/** What a contribution adds. The kernel calls it, without knowing whose it is. */
export interface Part {
  readonly commands?: Commands;
  readonly marks?: readonly MarkSource[];
  /** What the terms of the job filter find whose code the first rows do not need, by their names. */
  readonly findTerms?: Readonly<Record<string, FilterTerm['find']>>;
  readonly jobParts?: readonly JobPart[];
  readonly factSources?: readonly FactSource[];
  readonly formNotes?: readonly FormNotes[];
  readonly runActions?: readonly RunActions[];
  /** JSON schemas by the name in their URLs. */
  readonly schemas?: ReadonlyMap<string, (kind: ObjectKind) => string>;
  /** The webview panels that VS Code restores, by their view type; package.json has `onWebviewPanel` for each. */
  readonly panels?: Readonly<Record<string, vscode.WebviewPanelSerializer>>;
  /** The tools for language models, by the names that package.json gives them. */
  readonly tools?: Readonly<Record<string, vscode.LanguageModelTool<object>>>;
  /** What is dragged from and dropped on the trees. */
  readonly dragAndDrop?: Dragging;
  readonly disposables?: readonly { dispose(): unknown }[];
  /** What has to run again before the first rows are read. */
  readonly ready?: Promise<void>;
  /** Called when every part is `ready`. */
  resume?(): unknown;
  /** VS Code waits for this when the window closes. */
  close?(): Promise<void>;
}

/** A contribution that the first rows need. */
export type EarlyContribution = (workbench: EarlyWorkbench) => Part;

export type Contribution = (workbench: Workbench) => Part;

/** The commands of a contribution whose functions use more than the workbench. */
export function commandsWith<Own extends object>(
  own: Own,
  functions: Readonly<Record<string, (context: Workbench & Own, args: Args) => Promise<void> | void>>,
): Commands {
  return Object.fromEntries(
    Object.entries(functions).map(([id, run]) => [
      id,
      (workbench: Workbench, args: Args) => run({ ...workbench, ...own }, args),
    ]),
  );
}

/** Gives the kernel what parts add to rows and forms. Dispose the results to remove the marks. */
export function addPoints(
  { marks, jobParts, factSources, formNotes }: Pick<Host, 'marks' | 'jobParts' | 'factSources' | 'formNotes'>,
  parts: readonly Part[],
): { dispose(): void }[] {
  jobParts.push(...parts.flatMap(part => part.jobParts ?? []));
  factSources.push(...parts.flatMap(part => part.factSources ?? []));
  formNotes.push(...parts.flatMap(part => part.formNotes ?? []));
  return parts.flatMap(part => (part.marks ?? []).map(source => marks.add(source)));
}
