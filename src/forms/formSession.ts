import * as vscode from 'vscode';
import { localizer } from '../host/localize.ts';
import { markedName } from '../host/serverMarks.ts';
import type { FormChange } from '../protocol/formChange.ts';
import type { LabelledField } from '../protocol/formFields.ts';
import type { HostMessage } from '../protocol/hostMessages.ts';
import { type FormAct, type PageMessage, PageMessageSchema } from '../protocol/pageMessages.ts';
import type { ScheduleOutlook } from '../schedule/scheduleOutlook.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { assertNever } from '../util/assertNever.ts';
import { displayText } from '../util/displayText.ts';
import { additionNotice } from './additionNotice.ts';
import { DeviceNames } from './deviceCount.ts';
import { DocumentWriter } from './documentWriter.ts';
import { formHtml, randomName } from './formHtml.ts';
import type { FormParts, FormTarget } from './formParts.ts';
import { formProblems, formValues, readForm } from './formReading.ts';
import { formTexts } from './formTexts.ts';
import { knownDevices } from './knownChoices.ts';
import { KnownSender } from './knownSender.ts';
import { issueTexts, scheduleTexts } from './scheduleTexts.ts';
import { scheduleView } from './scheduleView.ts';
import { SentValues } from './sentValues.ts';
import { statusText } from './statusText.ts';
import { conflictText, deviceCountText, deviceListWarning, unnamedDevices } from './targetText.ts';

type Unsigned<Message> = Message extends unknown ? Omit<Message, 'page'> : never;

/** One form over one document: shows its text, and turns what a person does into edits of that text. */
export class FormSession implements vscode.Disposable {
  readonly #parts: FormParts;
  readonly #document: vscode.TextDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #target: FormTarget;
  readonly #page = randomName();
  readonly #writer: DocumentWriter;
  readonly #sent = new SentValues();
  readonly #known: KnownSender;
  readonly #subscriptions: vscode.Disposable[];
  #acknowledged = 0;
  #isReady = false;

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
    this.#writer = new DocumentWriter(document);
    this.#known = new KnownSender(parts, target, {
      send: (field, choices) => this.#post({ type: 'choices', field, choices: [...choices] }),
      sent: () => this.#showDocument(),
    });
    const isMine = (uri: vscode.Uri) => uri.toString() === document.uri.toString();
    this.#subscriptions = [
      this.#known,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      vscode.workspace.onDidChangeTextDocument(event => {
        if (isMine(event.document.uri)) this.#showAll();
      }),
      vscode.workspace.onDidSaveTextDocument(saved => {
        if (isMine(saved.uri)) this.#showAll();
      }),
      parts.documents.onDidChangeState(uri => {
        if (isMine(uri)) this.#showAll();
      }),
    ];
    panel.webview.html = formHtml(panel.webview, parts.extensionUri, this.#page);
    // VS Code keeps messages until the page is there, which saves asking for them.
    void this.#begin();
  }

  dispose(): void {
    this.#isReady = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #session(): ServerSession | undefined {
    return this.#parts.sessions.get(this.#target.serverId);
  }

  get #outlook(): ScheduleOutlook {
    return this.#parts.schedules.of(this.#session?.server);
  }

  #post(message: Unsigned<HostMessage>): void {
    if (this.#isReady) void this.#panel.webview.postMessage({ ...message, page: this.#page });
  }

  #receive(raw: unknown): void {
    const reading = PageMessageSchema.safeParse(raw);
    // A page that was replaced, or anything else that reaches this channel, has no say.
    if (!reading.success || reading.data.page !== this.#page) return;
    void this.#answer(reading.data).catch((error: unknown) =>
      this.#parts.notices.show(error, this.#session?.server),
    );
  }

  #answer(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#begin();
      case 'change':
        return this.#change(message.change, message.sequence);
      case 'act':
        return this.#act(message.act);
      case 'nameId':
        return this.#nameId(message.field, message.id);
      case 'findGroup':
        return this.#findGroup(message.key);
      default:
        return assertNever(message);
    }
  }

  async #begin(): Promise<void> {
    this.#isReady = true;
    this.#acknowledged = 0;
    this.#sent.forget();
    const { kind, id } = this.#target;
    this.#post({
      type: 'setup',
      kind,
      isNew: id === undefined,
      title: this.#title(),
      texts: formTexts(),
      schedule: { texts: scheduleTexts(), issues: issueTexts() },
    });
    this.#showAll();
    await this.#known.begin();
  }

  #title(): string {
    const { t } = localizer;
    const { kind, id, serverId } = this.#target;
    const config = this.#session?.server;
    const server = config === undefined ? displayText(serverId, 80) : markedName(config);
    if (kind === 'job') {
      return id === undefined
        ? t('New job on {server}', { server })
        : t('Job #{id} on {server}', { id, server });
    }
    return id === undefined
      ? t('New group on {server}', { server })
      : t('Group #{id} on {server}', { id, server });
  }

  async #change(change: FormChange, sequence: number): Promise<void> {
    let notice = '';
    await this.#writer.write(change, () => {
      notice = this.#notice(change);
      this.#acknowledged = sequence;
    });
    this.#showDocument();
    if (notice !== '' && 'items' in change) this.#post({ type: 'notice', field: change.field, text: notice });
  }

  /** What came of adding devices: how many were new, already there, and not known. */
  #notice(change: FormChange): string {
    if (change.kind !== 'add' || (change.field !== 'peers' && change.field !== 'server_set')) return '';
    const reading = this.#read();
    const present = reading.kind === 'readable' ? reading.draft[change.field] : undefined;
    const session = this.#session;
    const known = session === undefined ? undefined : new DeviceNames(knownDevices(session));
    return additionNotice(change.items, Array.isArray(present) ? present : [], name =>
      known === undefined ? true : known.isKnown(name),
    );
  }

  async #act(act: FormAct): Promise<void> {
    const { documents } = this.#parts;
    const { uri } = this.#document;
    await this.#writer.settled();
    switch (act) {
      case 'save':
        return documents.save(uri);
      case 'undo':
      case 'redo':
        return void (await vscode.commands.executeCommand(act));
      case 'openJson':
        return documents.openJson(uri);
      case 'compare':
        return documents.compare(uri);
      case 'overwrite':
        return documents.overwrite(uri);
      case 'takeServers':
        return documents.takeServers(uri);
      case 'readAgain':
        return this.#known.readAgain();
      default:
        return assertNever(act);
    }
  }

  #nameId(field: LabelledField, id: number): Promise<void> {
    return this.#parts.nameId(this.#target.serverId, field, id);
  }

  async #findGroup(key: string): Promise<void> {
    const group = this.#session?.groups.entry(key)?.group;
    if (group === undefined || this.#session === undefined) return;
    const id = await this.#parts.findGroupId(this.#session, group);
    if (id === undefined) return;
    await this.#writer.write({ kind: 'add', field: 'groups', items: [id] });
    this.#known.sendSoon();
  }

  #read() {
    return readForm(this.#document.getText(), this.#target.kind, this.#target.id === undefined);
  }

  #showAll(): void {
    this.#showDocument();
    this.#showStatus();
  }

  #showDocument(): void {
    if (!this.#isReady) return;
    const reading = this.#read();
    if (reading.kind === 'unreadable') {
      this.#sent.forget();
      this.#post({ type: 'unreadable', problems: [...reading.problems] });
      return;
    }
    const { draft } = reading;
    const { kind, id } = this.#target;
    const server = this.#parts.documents.serverProblems(this.#document.uri);
    // A new form does not begin with complaints that nothing is filled in.
    const isUntouched = id === undefined && !this.#document.isDirty;
    const unnamed = id === undefined ? 0 : unnamedDevices(this.#session, kind, id);
    this.#post({
      type: 'document',
      acknowledged: this.#acknowledged,
      values: this.#sent.news(formValues(draft, kind)),
      problems: isUntouched ? [] : formProblems([...reading.problems, ...server], draft),
      ...(kind === 'job' ? { schedule: scheduleView(String(draft['params'] ?? ''), this.#outlook) } : {}),
      deviceCount: kind === 'job' ? deviceCountText(draft, this.#session) : '',
      deviceWarning: deviceListWarning(
        draft,
        kind === 'job' ? 'peers' : 'server_set',
        this.#parts.documents.versions(this.#document.uri),
        unnamed,
      ),
    });
  }

  #showStatus(): void {
    const { documents } = this.#parts;
    const { uri, isDirty } = this.#document;
    const save = documents.saveState(uri);
    const reading = this.#read();
    const conflict =
      reading.kind === 'readable' && isDirty ? conflictText(reading.draft, documents.versions(uri)) : '';
    const text = save.kind === 'failed' ? save.text : statusText(save.kind, isDirty, this.#target.id);
    this.#post({
      type: 'status',
      status: { kind: save.kind, text: displayText(text, 1_000), isDirty, conflict },
    });
  }
}
