import type * as vscode from 'vscode';
import { choicesFor } from '../documents/listChoices.ts';
import type { OpenDocument } from '../documents/openDocument.ts';
import { deviceFields, jobListFields, type ListField, type ListItem } from '../fields/objectFields.ts';
import type { Choice } from '../protocol/hostMessages.ts';
import type { ScheduledCall } from '../util/clock.ts';
import type { FormParts } from './formParts.ts';

/** Debounce of changes that arrive together. */
const pauseMs = 150;

/** Sends a page the choices for its lists, and again only if they have changed. */
export class KnownSender implements vscode.Disposable {
  readonly #parts: FormParts;
  readonly #document: OpenDocument;
  readonly #send: (field: ListField, choices: readonly Choice[]) => void;
  /** Refreshes the texts that depend on known objects. */
  readonly #refresh: () => void;
  readonly #sent = new Map<ListField, string>();
  readonly #subscriptions: vscode.Disposable[];
  #pending: ScheduledCall | undefined;
  #hasBegun = false;

  constructor(
    parts: FormParts,
    document: OpenDocument,
    send: (field: ListField, choices: readonly Choice[]) => void,
    refresh: () => void,
  ) {
    this.#parts = parts;
    this.#document = document;
    this.#send = send;
    this.#refresh = refresh;
    this.#subscriptions = [
      parts.labels.onDidChange(() => this.sendSoon()),
      parts.sessions.onDidChange(() => this.sendSoon()),
      parts.sessions.onDidChangeObjects(session => {
        if (session.server.id === document.ref.serverId) this.sendSoon();
      }),
    ];
  }

  /** Sends the choices for these list members; all other choices follow later. */
  sendChosen(chosen: ReadonlyMap<ListField, readonly ListItem[]>): void {
    for (const [field, items] of chosen) {
      const members = new Set(items);
      const isMember = ({ value, alias }: Choice) =>
        (value !== null && members.has(value)) || (alias !== undefined && members.has(alias));
      const choices = this.#choices(field);
      if (choices !== undefined && items.length > 0) this.#send(field, choices.filter(isMember));
    }
  }

  /** Call when a page has loaded: sends what is known immediately, and the rest once it is read. */
  async begin(): Promise<void> {
    this.#hasBegun = true;
    this.#sent.clear();
    this.#sendNews();
    const session = this.#document.knownSession;
    if (session === undefined) return;
    try {
      await Promise.all([session.groups.ensureLoaded(), session.jobs.ensureLoaded()]);
      await session.groups.identity.resolveFromJobs();
    } catch (error) {
      // Forms work without suggestions; the views report an unreadable server.
      await this.#parts.notices.note(error, session.server);
    }
    this.sendSoon();
  }

  sendSoon(): void {
    if (!this.#hasBegun) return;
    this.#pending ??= this.#parts.clock.schedule(pauseMs, () => {
      this.#pending = undefined;
      this.#sendNews();
    });
  }

  dispose(): void {
    this.#pending?.dispose();
    this.#hasBegun = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #choices(field: ListField): readonly Choice[] | undefined {
    const session = this.#document.knownSession;
    return session === undefined ? undefined : choicesFor(session, this.#parts.labels, field);
  }

  #sendNews(): void {
    let hasNews = false;
    for (const field of this.#document.ref.objectKind === 'job' ? jobListFields : [deviceFields.group]) {
      const choices = this.#choices(field);
      const signature = JSON.stringify(choices);
      if (choices === undefined || this.#sent.get(field) === signature) continue;
      this.#sent.set(field, signature);
      this.#send(field, choices);
      hasNews = true;
    }
    if (hasNews) this.#refresh();
  }
}
