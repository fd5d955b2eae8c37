import type { Unsigned } from '../../../pages/protocol/signature.ts';
import { randomName } from '../../../workbench/platform/pages/pageHtml.ts';
import type { TimelineHostMessage, TimelineOverview } from '../protocol/timelineOverview.ts';

type Setup = Extract<Unsigned<TimelineHostMessage>, { type: 'setup' }>;

/** Sends messages to the page, and stores the timeline until the page is ready. */
export class TimelineOutbox {
  /** The name of the page, in all messages to and from it. */
  readonly page = randomName();
  readonly #post: (message: TimelineHostMessage) => void;
  readonly #setup: () => Setup;
  #isReady = false;
  /** The texts inside the page, and those that it currently shows. */
  #firstSetup = '';
  #shownSetup = '';
  #stored: Unsigned<TimelineOverview> | undefined;

  constructor(post: (message: TimelineHostMessage) => void, setup: () => Setup) {
    this.#post = post;
    this.#setup = setup;
  }

  /** Whether a timeline, or a part of it, is stored for the page. */
  get hasTimeline(): boolean {
    return this.#stored !== undefined;
  }

  /** The messages inside the page: its texts, and the timeline as far as it is computed. */
  first(): TimelineHostMessage[] {
    const setup = this.#setup();
    this.#firstSetup = JSON.stringify(setup);
    const overview = this.#takeStored();
    const messages = overview === undefined ? [setup] : [setup, overview];
    return messages.map(message => ({ ...message, page: this.page }));
  }

  /** The page is ready. Sends the stored timeline; false if there is none. */
  open(): boolean {
    this.#isReady = true;
    this.#shownSetup = this.#firstSetup;
    const overview = this.#takeStored();
    if (overview === undefined) return false;
    this.updateSetup();
    this.send(overview);
    return true;
  }

  /** The page was unloaded. */
  close(): void {
    this.#isReady = false;
    this.#stored = undefined;
  }

  /** Sends the texts of the page if they have changed. */
  updateSetup(): void {
    const setup = this.#setup();
    const shown = JSON.stringify(setup);
    if (!this.#isReady || shown === this.#shownSetup) return;
    this.#shownSetup = shown;
    this.send(setup);
  }

  present(overview: Unsigned<TimelineOverview>): void {
    if (this.#isReady) this.send(overview);
    else this.#stored = overview;
  }

  send(message: Unsigned<TimelineHostMessage>): void {
    if (this.#isReady) this.#post({ ...message, page: this.page });
  }

  #takeStored(): Unsigned<TimelineOverview> | undefined {
    const overview = this.#stored;
    this.#stored = undefined;
    return overview;
  }
}
