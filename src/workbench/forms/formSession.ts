import * as vscode from 'vscode';
import { messagesSent } from '../../base/afterSending.ts';
import { assertNever } from '../../base/assertNever.ts';
import type { HostMessage } from '../../pages/protocol/hostMessages.ts';
import {
  type FormAction,
  type FormChange,
  type PageMessage,
  PageMessageSchema,
} from '../../pages/protocol/pageMessages.ts';
import type { Unsigned } from '../../pages/protocol/signature.ts';
import { fileNameOf } from '../documents/documentUri.ts';
import type { OpenDocument } from '../documents/openDocument.ts';
import { tabName } from '../documents/tabNames.ts';
import type { CommandId } from '../platform/ids.ts';
import { pageHtml, pageOptions, randomName } from '../platform/pages/pageHtml.ts';
import { DocumentWriter } from './documentWriter.ts';
import { FormContents } from './formContents.ts';
import type { FormParts } from './formParts.ts';
import { sendKnown } from './knownSender.ts';

/** Shows forms in the editors that VS Code opens for job and group documents. */
export function formProvider(parts: FormParts) {
  return {
    resolveCustomTextEditor: (text: vscode.TextDocument, panel: vscode.WebviewPanel): void => {
      panel.webview.options = pageOptions;
      const document = parts.documents.ofText(text);
      // A document that forms cannot edit, such as the server's version in a comparison.
      if (document === undefined) return void parts.tabs.openJson(text.uri);
      const session = new FormSession(parts, document, text, panel);
      panel.onDidDispose(() => session.dispose());
    },
  } satisfies vscode.CustomTextEditorProvider;
}

/** One form of one document: shows its text, and turns the user's changes into text edits. */
export class FormSession implements vscode.Disposable {
  readonly #parts: FormParts;
  readonly #document: OpenDocument;
  readonly #text: vscode.TextDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #page = randomName();
  readonly #writer: DocumentWriter;
  readonly #contents: FormContents;
  readonly #known: ReturnType<typeof sendKnown>;
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
    document: OpenDocument,
    text: vscode.TextDocument,
    panel: vscode.WebviewPanel,
  ) {
    this.#parts = parts;
    this.#document = document;
    this.#text = text;
    this.#panel = panel;
    this.#shownName = fileNameOf(document.uri);
    this.#writer = new DocumentWriter(text);
    this.#contents = new FormContents(parts, document, text);
    this.#known = sendKnown(
      parts,
      document,
      (field, choices) => this.#post({ type: 'choices', field, choices }),
      () => this.#showDocument(),
    );
    const showIfMine = ({ uri }: Pick<vscode.TextDocument, 'uri'>) => {
      if (uri.toString() === document.uri.toString()) this.#showAll();
    };
    this.#subscriptions = [
      this.#known,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#wasHidden = true;
      }),
      vscode.workspace.onDidChangeTextDocument(event => showIfMine(event.document)),
      vscode.workspace.onDidSaveTextDocument(showIfMine),
      parts.documents.onDidChange(showIfMine),
      parts.sessions.onDidChangeStatuses(({ server }) => {
        if (server.id === document.ref.serverId) this.#showLive();
      }),
      ...parts.formNotes.map(({ onDidChange }) =>
        onDidChange(({ serverId, jobIds }) => {
          const { id, ref } = document;
          if (serverId !== ref.serverId || id === undefined) return;
          if (jobIds.length === 0 || jobIds.includes(id)) this.#showLive();
        }),
      ),
      parts.documents.onDidRejectSave(({ document: rejected, fields }) => {
        // A form next to the saved editor must not take the focus from it.
        if (rejected === document && fields.length > 0 && panel.active)
          this.#post({ type: 'reveal', fields: [...fields] });
      }),
    ];
    this.#report(this.#open());
  }

  dispose(): void {
    this.#isClosed = true;
    this.#isReady = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #report(operation: Promise<unknown>): void {
    void operation.catch((error: unknown) =>
      this.#parts.notices.show(error, this.#document.knownSession?.server),
    );
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
    this.#report(this.#handle(reading.data));
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
        return this.#parts.nameId(this.#document.ref.serverId, message.field, message.id);
      case 'fold':
        return this.#parts.folds.set({ ...this.#parts.folds.get(), [message.id]: message.isOpen });
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
    this.#panel.webview.html = pageHtml(this.#page, files, first);
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
    return `${this.#text.isDirty} ${this.#text.getText()}`;
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
    const { saves, tabs } = this.#parts;
    const { uri } = this.#document;
    await this.#writer.settled();
    switch (action) {
      case 'undo':
      case 'redo':
        return void (await vscode.commands.executeCommand(action));
      case 'save':
        return void (await vscode.workspace.save(uri));
      case 'stop':
        return void (await vscode.commands.executeCommand(
          'deviceAutomation.job.stop' satisfies CommandId,
          uri,
        ));
      case 'keepBoth':
        return saves.keepBoth(this.#document);
      case 'openJson':
        return tabs.openJson(uri);
      case 'compare':
        return tabs.compare(uri);
      case 'takeServers':
        return tabs.revert(uri);
      default:
        return assertNever(action);
    }
  }

  async #overwrite(version: number): Promise<void> {
    const shown = this.#contents.shown(version);
    await this.#writer.settled();
    await this.#parts.saves.overwrite(this.#document, shown);
  }

  async #findGroup(key: string): Promise<void> {
    const session = this.#document.knownSession;
    const group = session?.groups.entry(key)?.group;
    if (group === undefined || session === undefined) return;
    const id = await this.#parts.findGroupId(session, group);
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
    const name = tabName(this.#text) ?? this.#shownName;
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
