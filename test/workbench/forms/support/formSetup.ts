import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Draft } from '../../../../src/api/model/draft.ts';
import type { DraftProblem } from '../../../../src/api/model/drafts.ts';
import type { SaveState } from '../../../../src/api/model/saveErrors.ts';
import { messagesSent } from '../../../../src/base/afterSending.ts';
import type { FoldStates, HostMessage } from '../../../../src/pages/protocol/hostMessages.ts';
import type { PageMessage } from '../../../../src/pages/protocol/pageMessages.ts';
import type { Unsigned } from '../../../../src/pages/protocol/signature.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import type { RejectedSave } from '../../../../src/workbench/documents/openDocuments.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { firstIn } from '../../../support/pageHtml.ts';
import { asWebviewPanel } from '../../../support/vscode/asVSCode.ts';
import { FakeMemento } from '../../../support/vscode/fakeMemento.ts';
import { withMemoryServer } from '../../commands/support/memoryServer.ts';
import { TestDocument } from '../../documents/support/setup.ts';

const fake = await import('../../../support/vscode/vscodeFake.ts');
const { BaseMemory } = await import('../../../../src/workbench/documents/baseMemory.ts');
const { newObjectUri, objectUri, parseDocumentUri } = await import(
  '../../../../src/workbench/documents/documentUri.ts'
);
const { OpenDocument } = await import('../../../../src/workbench/documents/openDocument.ts');
const { SaveOutcome } = await import('../../../../src/workbench/documents/documentErrors.ts');
const { formProvider } = await import('../../../../src/workbench/forms/formSession.ts');
const { Memory } = await import('../../../../src/workbench/platform/memory.ts');
const { Schedules } = await import('../../../../src/workbench/servers/schedules.ts');

type MemoryServer = Parameters<Parameters<typeof withMemoryServer>[0]>[0];
type MessageOf<Type extends HostMessage['type']> = Extract<HostMessage, { type: Type }>;

/** A VS Code document that edits change. */
class EditedDocument extends TestDocument {
  positionAt(offset: number) {
    return new fake.Position(0, offset);
  }

  apply({ replacements }: InstanceType<typeof fake.WorkspaceEdit>): void {
    for (const { range, text } of replacements) {
      const { start, end } = range;
      this.text = this.text.slice(0, start.character) + text + this.text.slice(end.character);
    }
    this.isDirty = true;
    fake.documentEvents.changed.fire({ document: this, contentChanges: [{}] });
  }
}

export interface FormOptions {
  readonly kind?: 'job' | 'group';
  readonly isNew?: boolean;
  readonly text?: string;
}

/** The form of a document over a server in memory; the test plays its page. */
export async function withForm(
  use: (given: MemoryServer & ReturnType<typeof createForm>) => Promise<void>,
  options: FormOptions = {},
): Promise<void> {
  await withMemoryServer(async memoryServer => {
    const form = createForm(memoryServer, options);
    try {
      await use({ ...memoryServer, ...form });
    } finally {
      form.close();
      fake.user.applies = async () => true;
      fake.user.ran = () => undefined;
      fake.user.save = async () => undefined;
      fake.user.documents.length = 0;
    }
  });
}

type Versions = InstanceType<typeof OpenDocument>['versions'];

/** An open document whose state the test sets. */
function documentOf(uri: vscode.Uri, sessions: ReadonlyMap<string, ServerSession>, state: FormState) {
  const ref = parseDocumentUri(uri);
  if (ref === undefined || ref.kind === 'schema') assert.fail('it is the URI of an object');
  const memory = new BaseMemory(
    new Memory(
      new FakeMemento(),
      () => undefined,
      () => undefined,
    ),
  );
  const host = {
    sessions: { get: (id: string) => sessions.get(id) },
    memory,
    onChange: () => undefined,
    onRejected: () => undefined,
  };
  class SetOutcome extends SaveOutcome {
    override get state() {
      return state.save;
    }
    override get serverProblems() {
      return state.problems;
    }
  }
  class SetDocument extends OpenDocument {
    override readonly outcome = new SetOutcome(
      () => undefined,
      () => undefined,
    );
    override get isDeleted() {
      return state.isDeleted;
    }
    override get versions() {
      return state.versions;
    }
  }
  return new SetDocument(uri, ref, host);
}

/** What the form is shown with, which tests change. */
interface FormState {
  save: SaveState;
  isDeleted: boolean;
  versions: Versions;
  problems: readonly DraftProblem[];
  groupId: number | undefined;
  folds: FoldStates;
  isEditable: boolean;
  readonly names: Map<number, string>;
}

function createForm(
  { session, user }: MemoryServer,
  { kind = 'job', isNew = false, text = '{}' }: FormOptions,
) {
  const uri = isNew ? newObjectUri('plant', kind, 1, 'New') : objectUri('plant', kind, 1, 'One');
  const document = new EditedDocument(uri, text);
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const state: FormState = {
    save: { kind: 'idle' },
    isDeleted: false,
    versions: undefined,
    problems: [],
    groupId: undefined,
    folds: {},
    isEditable: true,
    names: new Map(),
  };
  const called: unknown[][] = [];
  const noted: unknown[] = [];
  const note = (name: string) => async (_: unknown, more?: Draft) =>
    void called.push(more === undefined ? [name] : [name, more]);
  const sessions = new Map([['plant', session]]);
  const events = {
    state: new fake.EventEmitter<vscode.Uri>(),
    rejected: new fake.EventEmitter<{ readonly uri: vscode.Uri; readonly fields: readonly string[] }>(),
    labels: new fake.EventEmitter<void>(),
    sessions: new fake.EventEmitter<void>(),
    objects: new fake.EventEmitter<ServerSession>(),
    statuses: new fake.EventEmitter<ServerSession>(),
    fromPage: new fake.EventEmitter<unknown>(),
    toPage: new fake.EventEmitter<HostMessage>(),
    closed: new fake.EventEmitter<void>(),
    viewState: new fake.EventEmitter<void>(),
  };
  const changed = new fake.EventEmitter<InstanceType<typeof OpenDocument>>();
  const rejected = new fake.EventEmitter<RejectedSave>();
  const open = new Map<string, InstanceType<typeof OpenDocument>>();
  const openDocument = (of: vscode.Uri) => {
    const known = open.get(of.toString()) ?? documentOf(of, sessions, state);
    open.set(of.toString(), known);
    return known;
  };
  events.state.event(of => changed.fire(openDocument(of)));
  events.rejected.event(({ uri: of, fields }) => rejected.fire({ document: openDocument(of), fields }));
  const provider = formProvider({
    folds: {
      get: () => state.folds,
      set: async folds => {
        state.folds = folds;
      },
    },
    pageFiles: async () => ({ style: '', script: '' }),
    sessions: {
      onDidChange: events.sessions.event,
      onDidChangeObjects: events.objects.event,
      onDidChangeStatuses: events.statuses.event,
    },
    labels: {
      get: (_, field, id) => (field === 'policies' ? state.names.get(id) : undefined),
      ids: (_, field) => (field === 'policies' ? [...state.names.keys()] : []),
      onDidChange: events.labels.event,
    },
    formNotes: [],
    schedules: new Schedules(),
    notices: {
      show: async error => void user.messages.push({ kind: 'error', text: String(error), actions: [] }),
      note: async error => void noted.push(error),
    },
    clock,
    documents: {
      ofText: ({ uri: of }) => (state.isEditable ? openDocument(of) : undefined),
      onDidChange: changed.event,
      onDidRejectSave: rejected.event,
    },
    saves: { overwrite: note('overwrite'), keepBoth: note('keepBoth') },
    tabs: { openJson: note('openJson'), compare: note('compare'), revert: note('revert') },
    findGroupId: async () => state.groupId,
    nameId: async (...args) => void called.push(['nameId', ...args]),
  });
  const messages: HostMessage[] = [];
  const panel = {
    active: true,
    visible: true,
    title: '',
    webview: {
      options: {},
      html: '',
      cspSource: 'https://files.example',
      onDidReceiveMessage: events.fromPage.event,
      postMessage: async (message: HostMessage) => {
        messages.push(message);
        events.toPage.fire(message);
        return true;
      },
      asWebviewUri: (of: vscode.Uri) => of,
    },
    onDidChangeViewState: events.viewState.event,
    onDidDispose: events.closed.event,
  };
  fake.user.documents.push(document);
  fake.user.save = note('save');
  fake.user.applies = async edit => {
    document.apply(edit);
    return true;
  };
  /** Resolves when every started operation has ended. */
  const settled = () => new Promise<void>(resolve => setImmediate(resolve));
  const begin = () => provider.resolveCustomTextEditor(document.asVscode, asWebviewPanel(panel));
  return {
    document,
    clock,
    state,
    sessions,
    called,
    noted,
    events,
    messages,
    panel,
    settled,
    begin,
    open: async () => {
      begin();
      await messagesSent();
      // What was read is sent after a delay; from a server that was removed, nothing is read.
      while (clock.pending === 0 && sessions.size > 0 && state.isEditable) await settled();
      await settled();
      messages.unshift(...firstIn<HostMessage>(panel.webview.html));
      clock.advance(150);
    },
    close: () => events.closed.fire(),
    send: async (message: Unsigned<PageMessage>, page = messages[0]?.page) => {
      events.fromPage.fire({ ...message, page });
      for (let turn = 0; turn < 5; turn++) await settled();
    },
    last: <Type extends HostMessage['type']>(type: Type): MessageOf<Type> =>
      messages.filter((message): message is MessageOf<Type> => message.type === type).at(-1) ??
      assert.fail(`no message of type ${type}`),
    /** The types of the messages received since the last call. */
    news: () => messages.splice(1).map(({ type }) => type),
  };
}
