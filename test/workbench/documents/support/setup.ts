import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ObjectKind } from '../../../../src/api/fields/objectFields.ts';
import type { Draft } from '../../../../src/api/model/draft.ts';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import type { CreateRecord } from '../../../../src/store/runs/createRecords.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import type { OpenDocument } from '../../../../src/workbench/documents/openDocument.ts';
import type { NewObject } from '../../../../src/workbench/notices/lostCreates.ts';
import { existing } from '../../../support/http/clients.ts';
import { asTextDocument } from '../../../support/vscode/asVSCode.ts';
import { FakeMemento } from '../../../support/vscode/fakeMemento.ts';
import { withMemoryServer } from '../../commands/support/memoryServer.ts';

const { EditorInNode } = await import('../../../support/vscode/editorInNode.ts');
const fake = await import('../../../support/vscode/vscodeFake.ts');
const { BaseMemory } = await import('../../../../src/workbench/documents/baseMemory.ts');
const { fileNameOf, objectUri } = await import('../../../../src/workbench/documents/documentUri.ts');
const { NewObjects } = await import('../../../../src/workbench/documents/newObjects.ts');
const { ObjectFileSystem } = await import('../../../../src/workbench/documents/objectFileSystem.ts');
const { OpenDocuments } = await import('../../../../src/workbench/documents/openDocuments.ts');
const { Saves } = await import('../../../../src/workbench/documents/save.ts');
const { formViewTypes } = await import('../../../../src/workbench/platform/ids.ts');
const { Memory } = await import('../../../../src/workbench/platform/memory.ts');

const { documentEvents, user, TabInputCustom, TabInputText, TabInputTextDiff, Uri } = fake;

export const serverUrl = 'https://plant.example';
export const jobUri = objectUri('plant', 'job', 1, 'One');
export const jobPath = '/automation/api/job/1/';

/** A text that VS Code holds, for tests without files. */
export class TestDocument {
  readonly eol = 1;
  readonly version = 3;
  isDirty = false;
  isClosed = false;
  readonly uri: vscode.Uri;
  text: string;

  constructor(uri: vscode.Uri, text: string) {
    this.uri = uri;
    this.text = text;
  }

  getText(): string {
    return this.text;
  }

  /** As VS Code passes it to the extension. */
  get asVscode(): vscode.TextDocument {
    return asTextDocument(this);
  }
}

/** The documents of a window; a window that is reloaded has the same memento. */
export function createDocuments(sessions = new Map<string, ServerSession>(), memento = new FakeMemento()) {
  const fail = (problem: unknown) => assert.fail(String(problem));
  const memory = new BaseMemory(new Memory(memento, fail, fail));
  const documents = new OpenDocuments({ get: id => sessions.get(id) }, memory);
  return { documents, memento, document: (uri = jobUri) => existing(documents.of(uri)) };
}

/** VS Code closes the document; a change of its language closes it only for a moment. */
export function close(uri: vscode.Uri, isClosed = true): void {
  const document = new TestDocument(uri, '');
  document.isClosed = isClosed;
  documentEvents.closed.fire(document);
}

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];
export type Setup = ReturnType<typeof createSetup>;

/** Documents over a server in memory. Everything but the server, VS Code and the user is real. */
export async function withDocuments(
  use: (setup: Setup) => Promise<void>,
  marks?: Pick<ServerConfig, 'production'>,
): Promise<void> {
  await withMemoryServer(async given => {
    const setup = createSetup(given);
    try {
      await use(setup);
    } finally {
      setup.fileSystem.dispose();
      setup.documents.dispose();
      user.documents.length = 0;
      user.save = async () => undefined;
    }
  }, marks);
}

function createSetup({ memoryServer: server, user, session }: Given) {
  const sessions = new Map([[session.server.id, session]]);
  const { documents, memento, document } = createDocuments(sessions);
  const records = new Map<string, CreateRecord>();
  const disk = { failsAfter: Number.POSITIVE_INFINITY };
  /** What was asked of the part that sends creates, and how it fails instead of sending. */
  const creates: { asked: Omit<NewObject<unknown>, 'send' | 'session'>[]; failures: unknown[] } = {
    asked: [],
    failures: [],
  };
  const logged: string[] = [];
  const errors: string[] = [];
  const compared: string[] = [];
  const replaced: string[] = [];
  const groups: string[] = [];
  const fired: string[] = [];
  const swapped: unknown[][] = [];
  const parts = {
    dialogs: user.dialogs,
    notices: { text: describeError },
    log: { info: (text: string) => void logged.push(text), error: (text: string) => void errors.push(text) },
    compare: async (uri: vscode.Uri) => void compared.push(uri.toString()),
    replace: async (uri: vscode.Uri) => void replaced.push(uri.toString()),
  };
  const newObjects = new NewObjects({
    ...parts,
    creates: {
      create: async ({ send, session: _, ...more }) => {
        creates.asked.push(more);
        const failure = creates.failures.shift();
        if (failure === undefined) return send();
        await send().catch(() => undefined);
        throw failure;
      },
    },
    records: {
      read: async key => records.get(key),
      write: async (key, record) => {
        if (disk.failsAfter-- <= 0) throw new Error('disk full');
        records.set(key, record);
      },
      forget: async key => void records.delete(key),
    },
    onGroupCreated: (_, name) => groups.push(name),
    onCreated: (from, to, savedText) => swapped.push([String(from), to?.toString(), savedText]),
  });
  const saves = new Saves({ ...parts, newObjects, saveReasons: { requireManualSave: () => undefined } });
  const fileSystem = new ObjectFileSystem({
    ...parts,
    documents,
    saves,
    newObjects,
    schemas: new Map([['extra.json', kind => `schema of a ${kind}`]]),
  });
  fileSystem.onDidChangeFile(changes => {
    for (const { type, uri } of changes) fired.push(`${type} ${uri.toString()}`);
  });
  const uriOf = (kind: ObjectKind, id: number) => objectUri('plant', kind, id, 'One');
  /** Reads the object without showing it in an editor. */
  const open = async (kind: ObjectKind = 'job', id = 1): Promise<OpenDocument> => {
    await fileSystem.readFile(uriOf(kind, id));
    return document(uriOf(kind, id));
  };
  const edit = (uri = jobUri) => EditorInNode.open({ fileSystem }, uri);
  /** Writes the text of the object with this edit; VS Code itself checks nothing. */
  const save = async (kind: ObjectKind, id: number, changes: Draft) => {
    const written = document(uriOf(kind, id));
    const text = JSON.stringify({ ...written.base?.text, ...changes });
    await fileSystem.writeFile(written.uri, new TextEncoder().encode(text));
  };
  /** Has the store read the job, as views do. */
  const store = async (row: Parameters<typeof server.jobs.set>[1]) => {
    server.jobs.set(1, row);
    await session.jobs.read(1);
  };
  return {
    server,
    user,
    session,
    sessions,
    documents,
    document,
    memento,
    records,
    disk,
    creates,
    logged,
    errors,
    compared,
    replaced,
    groups,
    fired,
    swapped,
    newObjects,
    saves,
    fileSystem,
    open,
    edit,
    save,
    store,
  };
}

/** For example, `HttpStatusError 403`. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'Error' || error.name === '') return error.message;
  if ('status' in error) return `${error.name} ${error.status}`;
  return 'code' in error ? `${error.name} ${error.code}` : error.name;
}

/** Resolves when every started operation has sent its request. */
export const settled = () => new Promise(resolve => setImmediate(resolve));

type Tab = (typeof user.tabGroups)[number]['tabs'][number];

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
export class EditorTabs {
  /** VS Code commands that were run, each with its arguments in short form. */
  readonly ran: unknown[][] = [];
  readonly closed: string[] = [];

  constructor() {
    user.ran = (id, args) => this.ran.push([id, ...args.map(shortOf)]);
    user.closed = tabs => this.closed.push(...tabs.map(({ input }) => nameOf(input)));
  }

  /** Sets what VS Code shows, without reporting it. */
  set(tabs: readonly TestTab[], activeColumn = 1): void {
    const columns = [...new Set(tabs.map(({ column = 1 }) => column))];
    user.tabGroups = columns.map(viewColumn => {
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
    const opened = user.tabGroups.flatMap(group => group.tabs);
    documentEvents.tabs.fire({ opened, changed: [] });
  }

  /** Has VS Code hold the text of the document. */
  hold(uri: vscode.Uri, text = '{}', isDirty = false): TestDocument {
    const document = new TestDocument(uri, text);
    document.isDirty = isDirty;
    user.documents.push(document);
    return document;
  }

  end(): void {
    user.ran = () => undefined;
    user.closed = () => undefined;
    user.tabGroups = [];
    user.documents.length = 0;
    user.editors = [];
  }
}

function inputOf(uri: vscode.Uri, is: NonNullable<TestTab['is']>): unknown {
  const { scheme, authority, path, query } = uri;
  const shown = new Uri({ scheme, authority, path, query });
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
  return argument instanceof Uri ? argument.toString() : argument;
}
