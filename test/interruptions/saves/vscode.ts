/** The fake of VS Code with the documents, tabs, settings and commands that the rounds of saves need. */

import { AsyncLocalStorage } from 'node:async_hooks';
import * as fake from '../../support/vscode/vscodeFake.ts';
import type { TextEditor } from './textEditor.ts';

export * from '../../support/vscode/vscodeFake.ts';

export class WorkspaceEdit {
  readonly replacements: { uri: fake.Uri; range: fake.Range; text: string }[] = [];
  replace(uri: fake.Uri, range: fake.Range, text: string): void {
    this.replacements.push({ uri, range, text });
  }
}

export class TabInputCustom extends fake.TabInputText {}
export class TabInputTextDiff {}

export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const EndOfLine = { LF: 1, CRLF: 2 };

/** What the window of a round does for the extension. */
export interface Setup {
  /** Which of the user's windows it is. */
  readonly slot: number;
  readonly editors: readonly TextEditor[];
  /** The editor with the keyboard focus. */
  active: TextEditor | undefined;
  show(uri: fake.Uri): Promise<TextEditor>;
  close(editor: TextEditor): void;
  compare(server: fake.Uri, typed: fake.Uri): Promise<void>;
  settings: Map<string, unknown>;
  /** A prompt or a notification, answered when the round says so. */
  ask(message: string, actions: readonly string[]): Promise<string | undefined>;
  /** What the user types over the value in an input box. */
  type(value: string): string | undefined;
}

const emptySetup: Setup = {
  slot: -1,
  editors: [],
  active: undefined,
  show: () => Promise.reject(new Error('no window')),
  close: () => undefined,
  compare: async () => undefined,
  settings: new Map(),
  ask: async () => undefined,
  type: () => undefined,
};

const setups = new AsyncLocalStorage<Setup>();

/** The window in which the running code started: each has its own extension host. */
export const setup = {
  get current(): Setup {
    return setups.getStore() ?? emptySetup;
  },
};

/** Runs a function in the context of a window, along with everything that it starts. */
export function inWindow<T>(window: Setup, run: () => T): T {
  return setups.run(window, run);
}

export const willSave = new fake.EventEmitter<unknown>();
export const configured = new fake.EventEmitter<unknown>();
export const opened = new fake.EventEmitter<unknown>();

/** The known members, with the base for all others. */
function over(base: object, known: object): object {
  return new Proxy(known, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(base, name)),
  });
}

/** Events of a window are reported in that window only. */
function ofWindow<T>(emitter: fake.EventEmitter<T>) {
  return (listener: (event: T) => unknown) => {
    const owner = setup.current;
    return emitter.event(event => {
      if (setup.current === owner) listener(event);
    });
  };
}

const editorOf = (uri: fake.Uri) =>
  setup.current.editors.find(editor => editor.uri.toString() === uri.toString());

export const workspace = over(fake.workspace, {
  get textDocuments() {
    return setup.current.editors.filter(({ isResolved }) => isResolved);
  },
  onWillSaveTextDocument: ofWindow(willSave),
  onDidChangeConfiguration: ofWindow(configured),
  onDidOpenTextDocument: ofWindow(opened),
  onDidChangeTextDocument: ofWindow(fake.documentEvents.changed),
  onDidSaveTextDocument: ofWindow(fake.documentEvents.saved),
  onDidCloseTextDocument: ofWindow(fake.documentEvents.closed),
  save: async (uri: fake.Uri) => ((await editorOf(uri)?.save('hand')) ? uri : undefined),
  applyEdit: async (edit: WorkspaceEdit) => {
    for (const { uri, range, text } of edit.replacements)
      (await setup.current.show(uri)).replace(range, text);
    return true;
  },
  openTextDocument: async (given: fake.Uri | { content: string }) =>
    given instanceof fake.Uri ? setup.current.show(given) : given,
  getConfiguration: (section = '') => {
    const key = (name: string) => (section === '' ? name : `${section}.${name}`);
    const get = (name: string, fallback?: unknown) => setup.current.settings.get(key(name)) ?? fallback;
    return {
      get,
      has: (name: string) => get(name) !== undefined,
      inspect: (name: string) => ({ globalValue: get(name) }),
      update: async (name: string, value: unknown) => void setup.current.settings.set(key(name), value),
    };
  },
});

const ask = (message: string, ...rest: unknown[]) =>
  setup.current.ask(
    message,
    rest.filter(part => typeof part === 'string'),
  );

export const window = over(fake.window, {
  onDidChangeWindowState: ofWindow(fake.documentEvents.windowState),
  showInformationMessage: ask,
  showWarningMessage: ask,
  showErrorMessage: ask,
  showInputBox: async ({ value = '' }: { value?: string }) => setup.current.type(value),
  tabGroups: {
    get all() {
      return [{ tabs: setup.current.editors.map(({ tab }) => tab) }];
    },
    get activeTabGroup() {
      return { activeTab: setup.current.active?.tab };
    },
    onDidChangeTabs: () => new fake.Disposable(() => undefined),
    close: async (tab: { input: unknown; isDirty: boolean }) => {
      const editor = setup.current.editors.find(other => other.tab === tab);
      // VS Code asks about unsaved text, and the user cancels.
      if (editor !== undefined && !editor.isDirty) setup.current.close(editor);
      return editor?.isDirty === false;
    },
  },
});

export const commands = over(fake.commands, {
  executeCommand: async (command: string, ...args: unknown[]) => {
    const [first, second] = args;
    if (command === 'vscode.open' && first instanceof fake.Uri)
      setup.current.active = await setup.current.show(first);
    if (command === 'vscode.diff' && first instanceof fake.Uri && second instanceof fake.Uri)
      await setup.current.compare(first, second);
    if (command === 'workbench.action.files.revert') await setup.current.active?.revert();
    if (command === 'workbench.action.files.save') await setup.current.active?.save('hand');
  },
});
