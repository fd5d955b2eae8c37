import type { Unsigned } from '../../protocol/signature.ts';
import {
  type TimelineHostMessage,
  TimelineHostMessageSchema,
  type TimelinePageMessage,
  type TimelineState,
  TimelineStateSchema,
} from '../../protocol/timeline.ts';
import { firstMessages } from '../dom/firstMessages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: TimelinePageMessage): void;
  getState(): unknown;
  setState(state: TimelineState): void;
};

/** The only connection of the page to the host. */
export class TimelineLink {
  readonly #api = acquireVsCodeApi();
  readonly #page = document.body.dataset['page'] ?? '';

  /** Passes on the messages embedded in the page and those posted to it; ignores anything else. */
  listen(receive: (message: TimelineHostMessage) => void): void {
    const read = (raw: unknown) => {
      const reading = TimelineHostMessageSchema.safeParse(raw);
      return reading.success && reading.data.page === this.#page ? [reading.data] : [];
    };
    // A page that was hidden is reloaded with its original messages, of which only the texts are still valid.
    const isAgain = this.state?.page === this.#page;
    const first = firstMessages()
      .flatMap(read)
      .filter(({ type }) => type === 'setup' || !isAgain);
    // Must precede the page's requests for contents.
    this.send({ type: 'ready', hasContents: first.some(({ type }) => type === 'overview') });
    for (const message of first) receive(message);
    window.addEventListener('message', event => {
      for (const message of read(event.data)) receive(message);
    });
  }

  send(message: Unsigned<TimelinePageMessage>): void {
    this.#api.postMessage({ ...message, page: this.#page });
  }

  get state(): TimelineState | undefined {
    return TimelineStateSchema.safeParse(this.#api.getState()).data;
  }

  keep(state: Omit<TimelineState, 'page'>): void {
    this.#api.setState({ ...state, page: this.#page });
  }
}
