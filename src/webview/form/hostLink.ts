import * as z from 'zod/mini';
import type { LabelledField } from '../../fields/objectFields.ts';
import type { FoldId } from '../../protocol/folds.ts';
import type { FormChange } from '../../protocol/formChange.ts';
import { type HostMessage, HostMessageSchema } from '../../protocol/hostMessages.ts';
import type { FormAction, PageMessage } from '../../protocol/pageMessages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: PageState): void;
};

const StateSchema = z.object({ scrollTop: z.number(), focus: z.string() });
/** All that a page stores while it is hidden: the scroll position and the focus. The document has the text. */
export type PageState = z.infer<typeof StateSchema>;

const setupTimeoutMs = 60;

/** The page's only way to the host. */
export class HostLink {
  readonly #api = acquireVsCodeApi();
  readonly #page = document.body.dataset['page'] ?? '';
  #sequence = 0;
  #acknowledged = 0;

  /** Listens to messages for this page; anything else is ignored. */
  listen(receive: (message: HostMessage) => void): void {
    let isSetUp = false;
    window.addEventListener('message', event => {
      const reading = HostMessageSchema.safeParse(event.data);
      if (!reading.success || reading.data.page !== this.#page) return;
      if (reading.data.type === 'document') this.#acknowledged = reading.data.acknowledged;
      isSetUp ||= reading.data.type === 'setup';
      receive(reading.data);
    });
    // The host sets up the first page of a form by itself; a page that was hidden has to request it.
    window.setTimeout(() => {
      if (!isSetUp) this.#api.postMessage({ type: 'ready', page: this.#page });
    }, setupTimeoutMs);
  }

  /** Whether the host has yet to put a change into the document. */
  get isWaiting(): boolean {
    return this.#acknowledged < this.#sequence;
  }

  /** Sends a change; gives the number under which it will be acknowledged. */
  change(change: FormChange): number {
    this.#sequence += 1;
    this.#api.postMessage({ type: 'change', page: this.#page, sequence: this.#sequence, change });
    return this.#sequence;
  }

  action(action: FormAction): void {
    this.#api.postMessage({ type: 'action', page: this.#page, action });
  }

  overwrite(version: number): void {
    this.#api.postMessage({ type: 'overwrite', page: this.#page, version });
  }

  nameId(field: LabelledField, id: number): void {
    this.#api.postMessage({ type: 'nameId', page: this.#page, field, id });
  }

  /** The sentences come as a message of type `descriptions`. */
  describe(schedules: readonly string[]): void {
    this.#api.postMessage({ type: 'describe', page: this.#page, schedules: [...schedules] });
  }

  fold(id: FoldId, isOpen: boolean): void {
    this.#api.postMessage({ type: 'fold', page: this.#page, id, isOpen });
  }

  findGroup(key: string): void {
    this.#api.postMessage({ type: 'findGroup', page: this.#page, key });
  }

  get state(): PageState | undefined {
    const reading = StateSchema.safeParse(this.#api.getState());
    return reading.success ? reading.data : undefined;
  }

  keep(state: PageState): void {
    this.#api.setState(state);
  }
}
