import * as vscode from 'vscode';
import { pageHtml, randomName } from '../platform/pages/pageHtml.ts';
import type { FormChange } from '../protocol/formChange.ts';
import type { HostMessage } from '../protocol/hostMessages.ts';
import { type FormAction, type PageMessage, PageMessageSchema } from '../protocol/pageMessages.ts';
import type { Unsigned } from '../protocol/signature.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { messagesSent } from '../util/afterSending.ts';
import { assertNever } from '../util/assertNever.ts';
import { DocumentWriter } from './documentWriter.ts';
import { rememberFold } from './foldMemory.ts';
import { FormContents } from './formContents.ts';
import type { FormParts, FormTarget } from './formParts.ts';
import { KnownSender } from './knownSender.ts';

/** One form of one document: shows its text, and turns the user's changes into text edits. */
export class FormSession implements vscode.Disposable {
  readonly #parts: FormParts;
  readonly #document: vscode.TextDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #target: FormTarget;
  readonly #page = randomName();
  readonly #writer: DocumentWriter;
  readonly #contents: FormContents;
  readonly #known: KnownSender;
  readonly #subscriptions: vscode.Disposable[];
  #acknowledged = 0;
  #isClosed = false;
  #wasHidden = false;
  #hasLoaded = false;
  /** The text, and whether it was unsaved, when the messages embedded in the page were created. */
  #embedded = '';
  #isReady = false;
  /** Messages embedded in the page; `undefined` once it has loaded. */
  #first: HostMessage[] | undefined;
  #shownLive = '';
  #shownName: string;

  constructor(
    parts: FormParts,
    document: vscode.TextDocument,
    panel: vscode.WebviewPanel,
    target: FormTarget,
  ) {
    this.#parts = parts;
    this.#document = document;
    this.#panel = panel;
    this.#target = target;
    this.#shownName = document.uri.path.split('/').at(-1) ?? '';
    this.#writer = new DocumentWriter(document);
    this.#contents = new FormContents(parts, document, target);
    this.#known = new KnownSender(parts, target, {
      send: (field, choices) => this.#post({ type: 'choices', field, choices: [...choices] }),
      sent: () => this.#showDocument(),
    });
    const isMine = (uri: vscode.Uri) => uri.toString() === document.uri.toString();
    const showIfMine = (uri: vscode.Uri) => {
      if (isMine(uri)) this.#showAll();
    };
    this.#subscriptions = [
      this.#known,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#wasHidden = true;
      }),
      vscode.workspace.onDidChangeTextDocument(event => showIfMine(event.document.uri)),
      vscode.workspace.onDidSaveTextDocument(saved => showIfMine(saved.uri)),
      parts.documents.onDidChangeState(showIfMine),
      parts.sessions.onDidChangeStatuses(({ server }) => {
        if (server.id === target.serverId) this.#showLive();
      }),
      parts.documents.onDidRejectFields(({ uri, fields }) => {
        // A form next to the saved editor must not take the focus from it.
        if (isMine(uri) && panel.active) this.#post({ type: 'reveal', fields: [...fields] });
      }),
    ];
    void this.#open().catch((error: unknown) => parts.notices.show(error, this.#session?.server));
  }

  dispose(): void {
    this.#isClosed = true;
    this.#isReady = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #session(): ServerSession | undefined {
    return this.#parts.sessions.get(this.#target.serverId);
  }

  #post(message: Unsigned<HostMessage>): void {
    if (!this.#isReady) return;
    const signed = { ...message, page: this.#page };
    if (this.#first === undefined) void this.#panel.webview.postMessage(signed);
    else this.#first.push(signed);
  }

  #receive(raw: unknown): void {
    const reading = PageMessageSchema.safeParse(raw);
    // Ignores messages from replaced pages, and anything else on this channel.
    if (!reading.success || reading.data.page !== this.#page) return;
    void this.#handle(reading.data).catch((error: unknown) =>
      this.#parts.notices.show(error, this.#session?.server),
    );
  }

  async #handle(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#pageLoaded(message.hasContents);
      case 'change':
        return this.#change(message.change, message.sequence);
      case 'action':
        return this.#runAction(message.action);
      case 'overwrite':
        return this.#overwrite(message.version);
      case 'nameId':
        return this.#parts.nameId(this.#target.serverId, message.field, message.id);
      case 'fold':
        return rememberFold(this.#parts.folds, message.id, message.isOpen);
      case 'describe':
        return this.#post(this.#contents.descriptions(message.schedules));
      case 'findGroup':
        return this.#findGroup(message.key);
      default:
        return assertNever(message);
    }
  }

  /** Shows a page with embedded contents. VS Code queues posted messages until the page has loaded. */
  async #open(): Promise<void> {
    // VS Code then creates the page's frame in parallel with the rest.
    const [files] = await Promise.all([this.#parts.pageFiles(), messagesSent()]);
    if (this.#isClosed) return;
    const first: HostMessage[] = [];
    this.#first = first;
    this.#begin();
    this.#embedded = this.#documentState();
    this.#known.sendChosen(this.#contents.chosen());
    this.#first = undefined;
    // Hiding the tab before its page existed did not outdate the page's contents.
    this.#wasHidden = !this.#panel.visible;
    this.#panel.webview.html = pageHtml({ page: this.#page, files, first });
    await this.#known.begin();
  }

  /**
   * Shows everything again if the embedded contents are outdated: the tab was hidden, VS Code has created the page
   * again, or it has restored unsaved text while the page loaded. What was posted until then may not have arrived.
   */
  async #pageLoaded(hasContents: boolean): Promise<void> {
    const isOutdated = this.#wasHidden || this.#hasLoaded || this.#embedded !== this.#documentState();
    this.#hasLoaded = true;
    if (hasContents && !isOutdated) return;
    this.#begin();
    await this.#known.begin();
  }

  #documentState(): string {
    const { isDirty } = this.#document;
    return `${isDirty} ${this.#document.getText()}`;
  }

  #begin(): void {
    this.#isReady = true;
    this.#acknowledged = 0;
    this.#shownLive = '';
    this.#post(this.#contents.setup());
    this.#showAll();
  }

  async #change(change: FormChange, sequence: number): Promise<void> {
    let notice = '';
    try {
      await this.#writer.write(change, () => {
        notice = this.#contents.notice(change);
        this.#acknowledged = sequence;
      });
    } finally {
      // A change that was not made must not stay on the page.
      this.#showDocument();
    }
    if (notice !== '' && 'items' in change) this.#post({ type: 'notice', field: change.field, text: notice });
  }

  async #runAction(action: FormAction): Promise<void> {
    await this.#writer.settled();
    if (action === 'undo' || action === 'redo') await vscode.commands.executeCommand(action);
    else await this.#parts.documents[action](this.#document.uri);
  }

  async #overwrite(version: number): Promise<void> {
    const shown = this.#contents.shown(version);
    await this.#writer.settled();
    await this.#parts.documents.overwrite(this.#document.uri, shown);
  }

  async #findGroup(key: string): Promise<void> {
    const group = this.#session?.groups.entry(key)?.group;
    if (group === undefined || this.#session === undefined) return;
    const id = await this.#parts.findGroupId(this.#session, group);
    if (id === undefined) return;
    await this.#writer.write({ kind: 'add', field: 'groups', items: [id] });
    this.#known.sendSoon();
  }

  #showAll(): void {
    this.#showName();
    this.#showDocument();
    this.#post(this.#contents.status());
  }

  /** After a rename, the URI has the old name; newer versions of VS Code show this title in the tab. */
  #showName(): void {
    const name = this.#parts.documents.tabName(this.#document) ?? this.#shownName;
    if (name === this.#shownName) return;
    this.#shownName = name;
    this.#panel.title = name;
  }

  #showLive(): void {
    const live = this.#contents.live();
    const shown = JSON.stringify(live);
    if (shown === this.#shownLive || !this.#isReady) return;
    this.#shownLive = shown;
    this.#post(live);
  }

  #showDocument(): void {
    // Messages to a page that has not loaded would count as sent.
    if (!this.#isReady) return;
    this.#post(this.#contents.document(this.#acknowledged));
    this.#showLive();
  }
}
