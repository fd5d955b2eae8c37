import {
  type TimelineHostMessage,
  TimelineHostMessageSchema,
  type TimelinePageMessage,
  type TimelineState,
  TimelineStateSchema,
} from '../../protocol/timeline.ts';
import type { Unsigned } from '../../protocol/unsigned.ts';
import { firstMessages } from '../dom/firstMessages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: TimelinePageMessage): void;
  getState(): unknown;
  setState(state: TimelineState): void;
};

/** The page's only way to the host. */
export class TimelineLink {
  readonly #api = acquireVsCodeApi();
  readonly #page = document.body.dataset['page'] ?? '';

  /** Passes on the messages inside the page and those to it; anything else is ignored. */
  listen(receive: (message: TimelineHostMessage) => void): void {
    const read = (raw: unknown) => {
      const reading = TimelineHostMessageSchema.safeParse(raw);
      return reading.success && reading.data.page === this.#page ? [reading.data] : [];
    };
    // A page that was hidden is loaded as it was at first; only its texts are still right.
    const isAgain = this.state?.page === this.#page;
    const first = firstMessages()
      .flatMap(read)
      .filter(({ type }) => type === 'setup' || !isAgain);
    // Sent before the page's requests for contents.
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
    const reading = TimelineStateSchema.safeParse(this.#api.getState());
    return reading.success ? reading.data : undefined;
  }

  keep(state: Omit<TimelineState, 'page'>): void {
    this.#api.setState({ ...state, page: this.#page });
  }
}
