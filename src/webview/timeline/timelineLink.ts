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

  /** Listens to messages for this page; anything else is ignored. */
  listen(receive: (message: TimelineHostMessage) => void): void {
    const read = (raw: unknown) => {
      const reading = TimelineHostMessageSchema.safeParse(raw);
      if (reading.success && reading.data.page === this.#page) receive(reading.data);
    };
    for (const message of firstMessages()) read(message);
    window.addEventListener('message', event => read(event.data));
    this.send({ type: 'ready' });
  }

  send(message: Unsigned<TimelinePageMessage>): void {
    this.#api.postMessage({ ...message, page: this.#page });
  }

  get state(): TimelineState | undefined {
    const reading = TimelineStateSchema.safeParse(this.#api.getState());
    return reading.success ? reading.data : undefined;
  }

  keep(state: TimelineState): void {
    this.#api.setState(state);
  }
}
