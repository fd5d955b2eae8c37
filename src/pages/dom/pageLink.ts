import {
  isFromHost,
  isStored,
  type Signed,
  type Stored,
  stateVersion,
  type Unsigned,
} from '../protocol/signature.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: object): void;
  getState(): unknown;
  setState(state: object): void;
};

/** The only connection of a page to its host, and to what VS Code stores of the page while it is hidden. */
export class PageLink<
  In extends Signed & { readonly type: string },
  Out extends Signed,
  State extends object,
> {
  readonly #api = acquireVsCodeApi();
  readonly #page = document.body.dataset['page'] ?? '';

  /**
   * Passes on the messages embedded in the page and those posted to it; ignores anything else. `contents` is the type
   * of the message without which the page is empty.
   */
  listen(contents: In['type'], receive: (message: In) => void): void {
    const read = (raw: unknown) => {
      if (isFromHost<In>(raw, this.#page)) receive(raw);
    };
    const element = document.getElementById('first');
    const embedded: unknown = JSON.parse(element?.textContent ?? '[]');
    element?.remove();
    // A page that was hidden is reloaded with its original messages, of which only the setup is still valid.
    const isAgain = this.state?.page === this.#page;
    const first = (Array.isArray(embedded) ? embedded : [])
      .filter((raw: unknown) => isFromHost<In>(raw, this.#page))
      .filter(({ type }) => type === 'setup' || !isAgain);
    // Must precede the page's requests for contents.
    this.#api.postMessage({
      type: 'ready',
      page: this.#page,
      hasContents: first.some(({ type }) => type === contents),
    });
    for (const message of first) receive(message);
    window.addEventListener('message', event => read(event.data));
  }

  send(message: Unsigned<Out>): void {
    this.#api.postMessage({ ...message, page: this.#page });
  }

  /** What this page, or an earlier one in the same editor, has stored. */
  get state(): Stored<State> | undefined {
    const state = this.#api.getState();
    return isStored<State>(state) ? state : undefined;
  }

  keep(state: State): void {
    this.#api.setState({ ...state, page: this.#page, version: stateVersion });
  }
}
