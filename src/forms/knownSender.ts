import type * as vscode from 'vscode';
import type { OpenDocument } from '../documents/openDocument.ts';
import type { ListField, ListItem } from '../fields/objectFields.ts';
import type { Choice } from '../protocol/hostMessages.ts';
import type { ScheduledCall } from '../util/clock.ts';
import type { FormParts } from './formParts.ts';
import { choicesFor, findKnownChoices } from './knownChoices.ts';

/** Debounce of changes that arrive together. */
const pauseMs = 150;

export interface KnownReceiver {
  send(field: ListField, choices: readonly Choice[]): void;
  /** Called after something was sent, to refresh texts that depend on known objects. */
  sent(): void;
}

/** Sends a page the choices for its lists, and again only if they have changed. */
export class KnownSender implements vscode.Disposable {
  readonly #parts: FormParts;
  readonly #document: OpenDocument;
  readonly #receiver: KnownReceiver;
  readonly #sent = new Map<ListField, string>();
  readonly #subscriptions: vscode.Disposable[];
  #pending: ScheduledCall | undefined;
  #hasBegun = false;

  constructor(parts: FormParts, document: OpenDocument, receiver: KnownReceiver) {
    this.#parts = parts;
    this.#document = document;
    this.#receiver = receiver;
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
    const session = this.#document.knownSession;
    if (session === undefined) return;
    for (const [field, items] of chosen) {
      const members = new Set(items);
      const isMember = ({ value, alias }: Choice) =>
        (value !== null && members.has(value)) || (alias !== undefined && members.has(alias));
      this.#receiver.send(field, choicesFor(session, this.#parts.labels, field).filter(isMember));
    }
  }

  /** Call when a page has loaded: sends what is known immediately, and the rest once it is read. */
  async begin(): Promise<void> {
    this.#hasBegun = true;
    this.#sent.clear();
    this.#send();
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
      this.#send();
    });
  }

  dispose(): void {
    this.#pending?.dispose();
    this.#hasBegun = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #send(): void {
    const session = this.#document.knownSession;
    if (session === undefined) return;
    let hasNews = false;
    for (const [field, choices] of findKnownChoices(
      session,
      this.#parts.labels,
      this.#document.ref.objectKind,
    )) {
      const signature = JSON.stringify(choices);
      if (this.#sent.get(field) === signature) continue;
      this.#sent.set(field, signature);
      this.#receiver.send(field, choices);
      hasNews = true;
    }
    if (hasNews) this.#receiver.sent();
  }
}
