import type * as vscode from 'vscode';
import '../../../support/vscode/vscodeInNode.ts';
import { TestDocument } from './fileSystemDesk.ts';

const fake = await import('../../../support/vscode/vscodeFake.ts');
const { fileNameOf } = await import('../../../../src/documents/documentUri.ts');
const { formViewTypes } = await import('../../../../src/platform/ids.ts');

const { documentEvents, person, TabInputCustom, TabInputText, TabInputTextDiff } = fake;
type Tab = (typeof person.tabGroups)[number]['tabs'][number];

/** A tab as a test describes it; editor groups are numbered from 1. */
export interface TestTab {
  readonly uri: vscode.Uri;
  readonly is?: 'text' | 'form' | 'diff' | 'other';
  readonly label?: string;
  readonly isBehind?: boolean;
  readonly isPreview?: boolean;
  readonly column?: number;
}

/** The editors of a window; the first group is active unless the test says otherwise. */
export class TabDesk {
  /** VS Code commands that were run, each with its arguments in short form. */
  readonly ran: unknown[][] = [];
  readonly closed: string[] = [];

  constructor() {
    person.ran = (id, args) => this.ran.push([id, ...args.map(shortOf)]);
    person.closed = tabs => this.closed.push(...tabs.map(({ input }) => nameOf(input)));
  }

  /** Sets what VS Code shows, without reporting it. */
  set(tabs: readonly TestTab[], activeColumn = 1): void {
    const columns = [...new Set(tabs.map(({ column = 1 }) => column))];
    person.tabGroups = columns.map(viewColumn => {
      const group: { viewColumn: number; isActive: boolean; tabs: readonly Tab[] } = {
        viewColumn,
        isActive: viewColumn === activeColumn,
        tabs: [],
      };
      group.tabs = tabs
        .filter(({ column = 1 }) => column === viewColumn)
        .map(({ uri, is = 'text', label = fileNameOf(uri), isBehind = false, isPreview = false }) => ({
          input: inputOf(uri, is),
          label,
          isActive: !isBehind,
          isPreview,
          group,
        }));
      return group;
    });
  }

  /** Sets the tabs that VS Code shows, and reports the change. */
  change(tabs: readonly TestTab[]): void {
    this.set(tabs);
    const opened = person.tabGroups.flatMap(group => group.tabs);
    documentEvents.tabs.fire({ opened, changed: [] });
  }

  /** Has VS Code hold the text of the document. */
  hold(uri: vscode.Uri, text = '{}', isDirty = false): TestDocument {
    const document = new TestDocument(uri, text);
    document.isDirty = isDirty;
    person.documents.push(document);
    return document;
  }

  end(): void {
    person.ran = () => undefined;
    person.closed = () => undefined;
    person.tabGroups = [];
    person.documents.length = 0;
    person.editors = [];
  }
}

function inputOf(uri: vscode.Uri, is: NonNullable<TestTab['is']>): unknown {
  const { scheme, authority, path, query } = uri;
  const shown = new fake.Uri({ scheme, authority, path, query });
  if (is === 'text') return new TabInputText(shown);
  if (is === 'form') return new TabInputCustom(shown, formViewTypes.job);
  return is === 'diff' ? new TabInputTextDiff(shown.with({ query: 'server' }), shown) : {};
}

/** For example, `form One.job.json`. */
function nameOf(input: unknown): string {
  if (input instanceof TabInputCustom) return `form ${input.uri.path.split('/').at(-1)}`;
  if (input instanceof TabInputText) return `text ${input.uri.path.split('/').at(-1)}`;
  return 'other';
}

function shortOf(argument: unknown): unknown {
  return argument instanceof fake.Uri ? argument.toString() : argument;
}
