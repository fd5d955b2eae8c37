import * as z from 'zod/mini';
import type { FormChange } from '../../protocol/formChange.ts';
import { type HostMessage, HostMessageSchema } from '../../protocol/hostMessages.ts';
import type { PageMessage } from '../../protocol/pageMessages.ts';
import type { Unsigned } from '../../protocol/signature.ts';
import { firstMessages } from '../dom/firstMessages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: StoredState): void;
};

/** All that a page stores while it is hidden: scroll position and focus. The text is in the document. */
const StateSchema = z.object({
  /** The ID of the page that stored this state. */
  page: z.optional(z.string()),
  scrollTop: z.number(),
  focus: z.string(),
});
type StoredState = z.infer<typeof StateSchema>;

export const firstField = 'field-name';

/** The only connection of the page to the host. */
export class HostLink {
  readonly #api = acquireVsCodeApi();
  readonly #page = document.body.dataset['page'] ?? '';
  #sequence = 0;
  #acknowledged = 0;

  /** Passes on the messages embedded in the page and those posted to it; ignores anything else. */
  listen(receive: (message: HostMessage) => void): void {
    const read = (raw: unknown) => {
      const reading = HostMessageSchema.safeParse(raw);
      if (!reading.success || reading.data.page !== this.#page) return false;
      if (reading.data.type === 'document') this.#acknowledged = reading.data.acknowledged;
      receive(reading.data);
      return true;
    };
    // A page that was hidden is reloaded with its original messages, which are outdated.
    const isAgain = this.state?.page === this.#page;
    if (!isAgain) this.keep(this.state ?? { scrollTop: 0, focus: firstField });
    const first = isAgain ? [] : firstMessages().filter(read);
    window.addEventListener('message', event => read(event.data));
    this.send({ type: 'ready', hasContents: first.length > 0 });
  }

  /** Whether the host has not yet applied all changes to the document. */
  get isWaiting(): boolean {
    return this.#acknowledged < this.#sequence;
  }

  /** Sends a change; returns the sequence number with which it will be acknowledged. */
  change(change: FormChange): number {
    this.#sequence += 1;
    this.send({ type: 'change', sequence: this.#sequence, change });
    return this.#sequence;
  }

  send(message: Unsigned<PageMessage>): void {
    this.#api.postMessage({ ...message, page: this.#page });
  }

  get state(): StoredState | undefined {
    return StateSchema.safeParse(this.#api.getState()).data;
  }

  keep(state: Omit<StoredState, 'page'>): void {
    this.#api.setState({ ...state, page: this.#page });
  }
}
