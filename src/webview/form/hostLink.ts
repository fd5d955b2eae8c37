import * as z from 'zod/mini';
import type { FormChange } from '../../protocol/formChange.ts';
import { type HostMessage, HostMessageSchema } from '../../protocol/hostMessages.ts';
import type { PageMessage } from '../../protocol/pageMessages.ts';
import type { Unsigned } from '../../protocol/unsigned.ts';
import { firstMessages } from '../dom/firstMessages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: StoredState): void;
};

const StateSchema = z.object({
  /** The page that stored this. */
  page: z.optional(z.string()),
  scrollTop: z.number(),
  focus: z.string(),
});
type StoredState = z.infer<typeof StateSchema>;

/** All that a page stores while it is hidden: the scroll position and the focus. The document has the text. */
export type PageState = Pick<StoredState, 'scrollTop' | 'focus'>;

export const firstField = 'field-name';

/** The page's only way to the host. */
export class HostLink {
  readonly #api = acquireVsCodeApi();
  readonly #page = document.body.dataset['page'] ?? '';
  #sequence = 0;
  #acknowledged = 0;

  /** Passes on the messages inside the page and those to it; anything else is ignored. */
  listen(receive: (message: HostMessage) => void): void {
    const read = (raw: unknown) => {
      const reading = HostMessageSchema.safeParse(raw);
      if (!reading.success || reading.data.page !== this.#page) return false;
      if (reading.data.type === 'document') this.#acknowledged = reading.data.acknowledged;
      receive(reading.data);
      return true;
    };
    // A page that was hidden is loaded as it was at first.
    const isAgain = this.#stored?.page === this.#page;
    if (!isAgain) this.keep(this.state ?? { scrollTop: 0, focus: firstField });
    const first = isAgain ? [] : firstMessages().filter(read);
    window.addEventListener('message', event => read(event.data));
    this.send({ type: 'ready', hasContents: first.length > 0 });
  }

  /** Whether the host has yet to put a change into the document. */
  get isWaiting(): boolean {
    return this.#acknowledged < this.#sequence;
  }

  /** Sends a change; returns the number under which it will be acknowledged. */
  change(change: FormChange): number {
    this.#sequence += 1;
    this.send({ type: 'change', sequence: this.#sequence, change });
    return this.#sequence;
  }

  send(message: Unsigned<PageMessage>): void {
    this.#api.postMessage({ ...message, page: this.#page });
  }

  get state(): PageState | undefined {
    return this.#stored;
  }

  keep({ scrollTop, focus }: PageState): void {
    this.#api.setState({ page: this.#page, scrollTop, focus });
  }

  get #stored(): StoredState | undefined {
    const reading = StateSchema.safeParse(this.#api.getState());
    return reading.success ? reading.data : undefined;
  }
}
