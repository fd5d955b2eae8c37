/**
 * As much of VS Code as the extension needs to run in plain Node: its storage goes to files, prompts are answered by
 * the test, and everything that is only displayed does nothing.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

/** Can be called, constructed and read, and does nothing. */
const nothing: object = new Proxy(() => undefined, {
  get: (_, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : nothing),
  apply: () => nothing,
  construct: () => nothing,
  set: () => true,
});

/** A namespace with the known members; everything else in it does nothing. */
function namespace(known: object): object {
  return new Proxy(known, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : nothing),
  });
}

export class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
  static from(...parts: { dispose(): void }[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

function prefixed(sign: string, text: string): string {
  return text === '' ? '' : `${sign}${text}`;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor({ scheme, authority = '', path, query = '', fragment = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }
  static file(path: string): Uri {
    return new Uri({ scheme: 'file', authority: '', path });
  }
  static parse(text: string): Uri {
    const [, scheme = '', authority = '', path = '', query = ''] =
      /^([^:]+):(?:\/\/([^/]*))?([^?]*)\??(.*)$/.exec(text) ?? [];
    return new Uri({ scheme, authority, path: decodeURIComponent(path), query });
  }
  static joinPath(uri: Uri, ...parts: string[]): Uri {
    return uri.with({ path: posix.join(uri.path, ...parts) });
  }
  get fsPath(): string {
    return this.path;
  }
  with(change: Partial<UriParts>): Uri {
    return new Uri({ ...this.toJSON(), ...change });
  }
  toJSON(): UriParts {
    const { scheme, authority, path, query, fragment } = this;
    return fragment === ''
      ? { scheme, authority, path, query }
      : { scheme, authority, path, query, fragment };
  }
  toString(): string {
    const path = this.path.split('/').map(encodeURIComponent).join('/');
    return `${this.scheme}://${this.authority}${path}${prefixed('?', this.query)}${prefixed('#', this.fragment)}`;
  }
}

export class FileSystemError extends Error {
  readonly code: string;
  constructor(code: string, what: unknown) {
    super(String(what));
    this.code = code;
  }
  static FileExists = (what?: unknown) => new FileSystemError('FileExists', what);
  static FileIsADirectory = (what?: unknown) => new FileSystemError('FileIsADirectory', what);
  static FileNotADirectory = (what?: unknown) => new FileSystemError('FileNotADirectory', what);
  static FileNotFound = (what?: unknown) => new FileSystemError('FileNotFound', what);
  static NoPermissions = (what?: unknown) => new FileSystemError('NoPermissions', what);
  static Unavailable = (what?: unknown) => new FileSystemError('Unavailable', what);
}

/** A position in an editor with a command to run. */
export class CodeLens {
  readonly range: Range;
  readonly command: unknown;
  constructor(range: Range, command: unknown) {
    this.range = range;
    this.command = command;
  }
}

export const CodeActionKind = { QuickFix: { value: 'quickfix' } };

export class DocumentLink {
  readonly range: Range;
  readonly target: Uri;
  constructor(range: Range, target: Uri) {
    this.range = range;
    this.target = target;
  }
}

/** What is dragged, by type; there may be several items of one type. */
export class DataTransfer {
  readonly #items: [string, DataTransferItem][] = [];
  set(type: string, item: DataTransferItem): void {
    this.#items.push([type, item]);
  }
  get(type: string): DataTransferItem | undefined {
    return this.#items.find(([found]) => found === type)?.[1];
  }
  [Symbol.iterator](): Iterator<[string, DataTransferItem]> {
    return this.#items.values();
  }
}

export class DataTransferItem {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
  async asString(): Promise<string> {
    return String(this.value);
  }
}

/** The content of an editor tab. */
export class TabInputText {
  readonly uri: Uri;
  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputCustom {
  readonly uri: Uri;
  readonly viewType: string;
  constructor(uri: Uri, viewType: string) {
    this.uri = uri;
    this.viewType = viewType;
  }
}

export class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;
  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

/** A tree row. */
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  constructor(range: Range, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class Location {
  readonly uri: Uri;
  readonly range: Range;
  constructor(uri: Uri, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

export class DiagnosticRelatedInformation {
  readonly location: Location;
  readonly message: string;
  constructor(location: Location, message: string) {
    this.location = location;
    this.message = message;
  }
}

export class CodeAction {
  readonly title: string;
  readonly kind: unknown;
  constructor(title: string, kind: unknown) {
    this.title = title;
    this.kind = kind;
  }
}

export class CompletionItem {
  readonly label: unknown;
  readonly kind: number;
  constructor(label: unknown, kind: number) {
    this.label = label;
    this.kind = kind;
  }
}

export class Hover {
  readonly contents: MarkdownString;
  constructor(contents: MarkdownString) {
    this.contents = contents;
  }
}

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class FileDecoration {
  readonly badge: string;
  readonly tooltip: string;
  readonly color: ThemeColor | undefined;
  constructor(badge: string, tooltip: string, color?: ThemeColor) {
    this.badge = badge;
    this.tooltip = tooltip;
    this.color = color;
  }
}

export class WorkspaceEdit {
  readonly replacements: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];
  replace(uri: Uri, range: Range, text: string): void {
    this.replacements.push({ uri, range, text });
  }
}

export class MarkdownString {
  value = '';

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const FilePermission = { Readonly: 1 };
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const ConfigurationTarget = { Global: 1 };
export const ProgressLocation = { Notification: 15 };
export const CompletionItemKind = { Value: 11 };
export const DiagnosticTag = { Unnecessary: 1 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2 };
export const EndOfLine = { LF: 1, CRLF: 2 };
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
export const InputBoxValidationSeverity = { Info: 1, Error: 3 };
export const ExtensionKind = { UI: 1, Workspace: 2 };
export const StatusBarAlignment = {};
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const ViewColumn = {};

/** A JSON file that is always written completely, as VS Code's own stores are. Without a path it is in memory only. */
export class JsonFile {
  readonly #path: string | undefined;
  readonly values: Map<string, unknown>;

  constructor(path?: string) {
    this.#path = path;
    this.values = new Map(Object.entries(path === undefined ? {} : readJson(path)));
  }

  write(): void {
    if (this.#path === undefined) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(`${this.#path}.new`, JSON.stringify(Object.fromEntries(this.values)));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readJson(path: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // A new profile has no such file.
    return {};
  }
}

function emptyList<T>(): T[] {
  return [];
}

/** Accepts a list of ticked rows, or closes it. */
export function closeQuickPick(list: FakeQuickPick): void {
  if (user.accepts(list.title)) list.pressEnter();
  else {
    user.pick(list.title);
    list.hide();
  }
}

/** What a test sets, on behalf of the user, before the extension starts. */
export const user = {
  /** Whether the workspace is trusted. */
  isTrusted: true,
  settings: new JsonFile(),
  /** Workspace settings, by their full names. */
  workspaceSettings: new Map<string, unknown>(),
  /** Called with each setting, or section of the settings, that the extension inspects. */
  inspected: (_name: string): void => undefined,
  /** The button that is pressed, if any. */
  answer: (_message: string, _actions: readonly string[]): string | undefined => undefined,
  /** The text typed in an input box, if any. */
  input: (_title: string): string | undefined => undefined,
  /** The item chosen from a list. */
  pick: (_title: string): undefined => undefined,
  /** Whether a list of ticked rows is accepted unchanged. */
  accepts: (_title: string): boolean => false,
  /** Called with each quick pick that is shown. */
  quickPick: closeQuickPick,
  /** Called with text shown in a separate editor. */
  shown: (_text: string, _uri: Uri): void => undefined,
  /** Called with the VS Code commands that the extension runs. */
  ran: (_id: string, _args: readonly unknown[]): void => undefined,
  /** Called with the options of progress that is shown. */
  progress: (_options: object): void => undefined,
  /** The text that was last copied. */
  copied: '',
  /** The addresses that were opened in the browser. */
  browsed: emptyList<string>(),
  documents: emptyList<FakeDocument>(),
  /** Editor tab groups. */
  tabGroups: emptyList<FakeTabGroup>(),
  /** Called with the tabs that the extension closes. */
  closed: (_tabs: readonly FakeTab[]): void => undefined,
  /** Visible editors. */
  editors: emptyList<{ readonly document: FakeDocument }>(),
  /** Code lens providers. */
  lenses: emptyList<LensProvider>(),
  /** Providers of quick fixes. */
  fixes: emptyList<FixProvider>(),
  /** Diagnostics of documents, by URI. */
  diagnostics: new Map<string, readonly Diagnostic[]>(),
  /** Extensions, by ID. */
  extensions: new Map<string, FakeExtension>(),
  /** Documents whose language the extension changed. */
  languages: emptyList<string>(),
  /** Content providers of read-only documents, by scheme. */
  contents: new Map<string, ContentProvider>(),
  /** Read-only file systems, by scheme. */
  files: new Map<string, { readFile(uri: Uri): Uint8Array }>(),
  /** File systems whose files the extension reads and writes through VS Code, by scheme; of local files, only `stat`. */
  fileSystems: new Map<string, FakeFileSystem>(),
  /** The folders of the workspace. */
  folders: emptyList<{ readonly uri: Uri }>(),
  /** Whether VS Code applies a workspace edit. */
  applies: async (_edit: WorkspaceEdit): Promise<boolean> => true,
  /** What VS Code does when the extension saves a document through it. */
  save: async (_uri: { toString(): string }): Promise<void> => undefined,
};

export interface FakeTab {
  readonly input: unknown;
  readonly label: string;
  readonly isActive: boolean;
  readonly isPreview: boolean;
  readonly group: FakeTabGroup;
}

export interface FakeTabGroup {
  readonly viewColumn: number;
  readonly isActive: boolean;
  tabs: readonly FakeTab[];
}

/** Sets the extension's package.json; `undefined` if VS Code does not know the extension. */
export function manifestIs(packageJSON: unknown): void {
  const id = 'device-automation.device-automation';
  if (packageJSON === undefined) user.extensions.delete(id);
  else user.extensions.set(id, { isActive: true, packageJSON, activate: async () => undefined });
}

/** A file system provider, as far as the extension uses one. */
export interface FakeFileSystem {
  readonly isReadonly?: boolean;
  stat(uri: Uri): unknown;
  readDirectory(uri: Uri): unknown;
  readFile(uri: Uri): unknown;
  writeFile(uri: Uri, content: Uint8Array): unknown;
  createDirectory(uri: Uri): unknown;
  delete(uri: Uri): unknown;
}

function fileSystemOf({ scheme }: Uri): FakeFileSystem {
  const found = user.fileSystems.get(scheme);
  if (found === undefined) throw FileSystemError.Unavailable(`ENOPRO: No file system provider for ${scheme}`);
  return found;
}

/** Like VS Code, creates the folders above as well. */
async function createFolders(uri: Uri): Promise<void> {
  const above = Uri.joinPath(uri, '..');
  const system = fileSystemOf(uri);
  try {
    await system.stat(uri);
  } catch {
    if (above.path !== uri.path) await createFolders(above);
    await system.createDirectory(uri);
    return;
  }
}

interface FakeExtension {
  readonly isActive: boolean;
  readonly packageJSON?: unknown;
  activate(): Promise<void>;
}

interface LensProvider {
  provideCodeLenses(document: unknown): unknown;
}

interface FixProvider {
  provideCodeActions(document: unknown, range: unknown, context: unknown): unknown;
}

interface ContentProvider {
  provideTextDocumentContent(uri: Uri): string;
}

export interface FakeDocument {
  readonly uri: { toString(): string };
  isDirty: boolean;
  isClosed: boolean;
  text: string;
  getText(): string;
}

const events = {
  configured: new EventEmitter<{ affectsConfiguration(section: string): boolean }>(),
  changed: new EventEmitter<unknown>(),
  opened: new EventEmitter<FakeDocument>(),
  willSave: new EventEmitter<{ readonly document: FakeDocument; readonly reason: number }>(),
  saved: new EventEmitter<FakeDocument>(),
  closed: new EventEmitter<FakeDocument>(),
  selected: new EventEmitter<{ readonly textEditor: { readonly document: FakeDocument } }>(),
  tabs: new EventEmitter<{ readonly opened: readonly FakeTab[]; readonly changed: readonly FakeTab[] }>(),
  visible: new EventEmitter<void>(),
  windowState: new EventEmitter<{ readonly focused: boolean }>(),
  written: new EventEmitter<void>(),
  trusted: new EventEmitter<void>(),
};
export const documentEvents = events;

export class RelativePattern {}

function ask(message: string, ...rest: unknown[]): Promise<string | undefined> {
  const actions = rest.filter(part => typeof part === 'string');
  return Promise.resolve(user.answer(message, actions));
}

export const workspace = namespace({
  get textDocuments() {
    return user.documents;
  },
  get workspaceFolders() {
    return user.folders;
  },
  fs: {
    stat: async (uri: Uri) => (uri.scheme === 'file' ? statSync(uri.path) : fileSystemOf(uri).stat(uri)),
    readDirectory: async (uri: Uri) => fileSystemOf(uri).readDirectory(uri),
    readFile: async (uri: Uri) => fileSystemOf(uri).readFile(uri),
    writeFile: async (uri: Uri, content: Uint8Array) => fileSystemOf(uri).writeFile(uri, content),
    createDirectory: createFolders,
    delete: async (uri: Uri) => fileSystemOf(uri).delete(uri),
    isWritableFileSystem: (scheme: string) => {
      if (scheme === 'file') return true;
      const system = user.fileSystems.get(scheme);
      return system && system.isReadonly !== true;
    },
  },
  save: (uri: Uri) => user.save(uri),
  applyEdit: (edit: WorkspaceEdit) => user.applies(edit),
  get isTrusted() {
    return user.isTrusted;
  },
  onDidGrantWorkspaceTrust: events.trusted.event,
  onDidChangeConfiguration: events.configured.event,
  onDidOpenTextDocument: events.opened.event,
  onDidChangeTextDocument: events.changed.event,
  onWillSaveTextDocument: events.willSave.event,
  onDidSaveTextDocument: events.saved.event,
  onDidCloseTextDocument: events.closed.event,
  createFileSystemWatcher: () =>
    namespace({
      onDidChange: events.written.event,
      onDidCreate: () => nothing,
      onDidDelete: () => nothing,
      dispose: () => undefined,
    }),
  registerTextDocumentContentProvider: (scheme: string, provider: ContentProvider) => {
    user.contents.set(scheme, provider);
    return nothing;
  },
  openTextDocument: async (uri: Uri) => {
    const provider = user.contents.get(uri.scheme);
    if (provider !== undefined) user.shown(provider.provideTextDocumentContent(uri), uri);
    const content = user.files.get(uri.scheme)?.readFile(uri);
    if (content !== undefined) user.shown(new TextDecoder().decode(content), uri);
    return user.documents.find(open => open.uri.toString() === uri.toString()) ?? nothing;
  },
  getConfiguration: (section = '') => {
    const whole = (name: string) => (section === '' ? name : `${section}.${name}`);
    const get = (name: string) =>
      valueIn(user.workspaceSettings, name) ?? valueIn(user.settings.values, name);
    return {
      inspect: (name: string) => {
        user.inspected(whole(name));
        return {
          globalValue: valueIn(user.settings.values, whole(name)),
          workspaceValue: valueIn(user.workspaceSettings, whole(name)),
        };
      },
      get: (name: string, fallback?: unknown) => get(whole(name)) ?? fallback,
      update: async (name: string, value: unknown) => {
        if (value === undefined) user.settings.values.delete(whole(name));
        else user.settings.values.set(whole(name), value);
        user.settings.write();
      },
    };
  },
});

/** A setting, or the settings of a section as one object. */
function valueIn(values: ReadonlyMap<string, unknown>, name: string): unknown {
  if (values.has(name)) return values.get(name);
  const parts = [...values].filter(([key]) => key.startsWith(`${name}.`));
  return parts.length === 0
    ? undefined
    : Object.fromEntries(parts.map(([key, value]) => [key.slice(name.length + 1), value]));
}

interface QuickPickLine {
  readonly label: string;
  readonly value: string;
  readonly buttons?: readonly { readonly tooltip: string }[];
}

interface QuickPickButton {
  readonly iconPath: { readonly id: string };
  readonly tooltip: string;
}

export const QuickPickItemKind = { Separator: -1, Default: 0 };

/** A fake of VS Code's quick pick, which a test operates as a user would. */
export class FakeQuickPick {
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  ignoreFocusOut = false;
  buttons: readonly QuickPickButton[] = [];
  activeItems: readonly QuickPickLine[] = [];
  isShown = false;
  isDisposed = false;
  #items: readonly QuickPickLine[] = [];
  #selectedItems: readonly QuickPickLine[] = [];
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #typed = new EventEmitter<string>();
  readonly #selected = new EventEmitter<readonly QuickPickLine[]>();
  readonly #pressed = new EventEmitter<QuickPickButton | undefined>();
  readonly #rowButton = new EventEmitter<{ readonly item: QuickPickLine; readonly button: object }>();
  readonly onDidTriggerItemButton = this.#rowButton.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidTriggerButton = this.#pressed.event;

  get items(): readonly QuickPickLine[] {
    return this.#items;
  }

  /** Unchecks everything, as VS Code does. */
  set items(items: readonly QuickPickLine[]) {
    this.#items = items;
    this.#selectedItems = [];
  }

  get selectedItems(): readonly QuickPickLine[] {
    return this.#selectedItems;
  }

  set selectedItems(lines: readonly QuickPickLine[]) {
    this.#selectedItems = lines;
  }

  show(): void {
    this.isShown = true;
    user.quickPick(this);
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire();
  }

  /** Reports that the list is hidden before it returns, as VS Code does. */
  dispose(): void {
    this.hide();
    this.isDisposed = true;
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  tick(...values: string[]): void {
    this.#selectedItems = this.#items.filter(({ value }) => values.includes(value));
    this.#selected.fire(this.#selectedItems);
  }

  pressEnter(): void {
    this.#accepted.fire();
  }

  /** Presses Enter on the first line with this text. */
  pressEnterOn(text: string): void {
    this.activeItems = this.#items.filter(({ label }) => label.includes(text)).slice(0, 1);
    this.pressEnter();
  }

  /** Presses a button of the first line that has it. */
  pressRowButton(tooltip: string): void {
    const isWanted = (button: { readonly tooltip: string }) => button.tooltip === tooltip;
    const item = this.#items.find(({ buttons }) => buttons?.some(isWanted));
    const button = item?.buttons?.find(isWanted);
    if (item !== undefined && button !== undefined) this.#rowButton.fire({ item, button });
  }

  /** The button with this tooltip; the first one by default. */
  pressButton(tooltip?: string): void {
    this.#pressed.fire(this.buttons.find(button => tooltip === undefined || button.tooltip === tooltip));
  }

  get shownValues(): readonly string[] {
    return this.#items.map(({ value }) => value);
  }

  get tickedValues(): readonly string[] {
    return this.#selectedItems.map(({ value }) => value);
  }
}

export const window = namespace({
  get visibleTextEditors() {
    return user.editors;
  },
  onDidChangeVisibleTextEditors: events.visible.event,
  createQuickPick: () => new FakeQuickPick(),
  tabGroups: namespace({
    get all() {
      return user.tabGroups;
    },
    get activeTabGroup() {
      const active = user.tabGroups.find(group => group.isActive);
      return { activeTab: active?.tabs.find(tab => tab.isActive) };
    },
    onDidChangeTabs: events.tabs.event,
    close: async (tabs: readonly FakeTab[]) => user.closed(tabs),
  }),
  onDidChangeTextEditorSelection: events.selected.event,
  state: { focused: true },
  onDidChangeWindowState: events.windowState.event,
  showInformationMessage: ask,
  showWarningMessage: ask,
  showErrorMessage: ask,
  showQuickPick: async (_choices: unknown, { title = '' }: { title?: string }) => user.pick(title),
  showOpenDialog: async ({ openLabel }: { openLabel: string }) => user.pick(openLabel),
  showInputBox: async ({ title = '' }: { title?: string }) => user.input(title),
  withProgress: (options: object, task: (progress: object, token: object) => unknown) => {
    user.progress(options);
    return task(nothing, nothing);
  },
});

export const commands = namespace({
  executeCommand: async (id: string, ...args: unknown[]) => user.ran(id, args),
});
type Marks = readonly (readonly [Uri, readonly Diagnostic[] | undefined])[];

/** VS Code drops what exceeds this number in one call. */
const markersAtMost = 1_100;

function setDiagnostics(entries: Marks): void {
  let count = 0;
  for (const [uri, marks] of entries) {
    count += marks?.length ?? 0;
    if (count > markersAtMost) return;
    if (marks === undefined) user.diagnostics.delete(uri.toString());
    else user.diagnostics.set(uri.toString(), marks);
  }
}

export const languages = namespace({
  createDiagnosticCollection: () =>
    namespace({
      set: (where: Uri | Marks, marks: readonly Diagnostic[]) => {
        if (where instanceof Uri) user.diagnostics.set(where.toString(), marks);
        else setDiagnostics(where);
      },
      delete: (uri: Uri) => user.diagnostics.delete(uri.toString()),
      dispose: () => user.diagnostics.clear(),
    }),
  setTextDocumentLanguage: async (document: FakeDocument, language: string) => {
    user.languages.push(`${document.uri.toString()} ${language}`);
    return document;
  },
  registerCodeActionsProvider: (_selector: unknown, provider: FixProvider) => {
    user.fixes.push(provider);
    return nothing;
  },
  registerCodeLensProvider: (_selector: unknown, provider: LensProvider) => {
    user.lenses.push(provider);
    return nothing;
  },
});
export const scm = namespace({});
export const extensions = namespace({ getExtension: (id: string) => user.extensions.get(id) });
export const env = {
  language: 'en',
  openExternal: async (uri: Uri) => user.browsed.push(uri.toString()) > 0,
  clipboard: {
    writeText: async (text: string) => {
      user.copied = text;
    },
    readText: async () => user.copied,
  },
};
export const l10n = { t: (message: string) => message };
