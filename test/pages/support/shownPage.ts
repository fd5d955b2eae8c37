import assert from 'node:assert/strict';
import { userEvent } from '@testing-library/user-event';
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';
import { createManualClock } from '../../support/manualClock.ts';
import { browser, pageErrors, setGlobal } from './browserWindow.ts';
import { keyboard, scrolledIntoView } from './missingParts.ts';
import { isShown } from './shown.ts';

const { document } = browser;
// Once per document: its listeners stay, unlike those of pages.
userEvent.setup({ document });

export interface PageOptions {
  /** The page as the host creates it. */
  readonly html: string;
  /** The state that VS Code stored when the page was hidden. */
  readonly state?: unknown;
  /** Receives the messages that the page sends to its host. */
  readonly receive: (message: unknown) => void;
}

/** A page as in VS Code: what the user sees and does in it, and the messages between it and its host. */
export class ShownPage {
  readonly #user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 });
  readonly #clock = createManualClock(0);
  readonly #removeListeners = [browser.window, document].map(recordListeners);
  readonly #inbox: unknown[] = [];
  /** The state that VS Code restores when the page is shown again. */
  state: unknown;

  constructor({ html, state, receive }: PageOptions) {
    this.state = state;
    const { body, documentElement } = new browser.DOMParser().parseFromString(html, 'text/html');
    document.documentElement.lang = documentElement.lang;
    document.body.replaceWith(document.adoptNode(body));
    this.#setTimers();
    setGlobal('acquireVsCodeApi', () => ({
      postMessage: (message: unknown) => receive(structuredClone(message)),
      getState: () => this.state,
      setState: (value: unknown) => {
        this.state = structuredClone(value);
      },
    }));
  }

  /** Cleans up for the next page; fails if an error occurred in this one. */
  close(): void {
    for (const remove of this.#removeListeners) remove();
    const { focused } = this;
    if (focused instanceof browser.HTMLElement) focused.blur();
    document.documentElement.scrollTop = 0;
    document.body.replaceWith(document.createElement('body'));
    keyboard.isHere = true;
    scrolledIntoView.length = 0;
    assert.deepEqual(pageErrors.splice(0), []);
  }

  /**
   * Loads the page again with its stored state, as VS Code does when it is shown again. Returns the new page and the
   * messages that it sends.
   */
  loadedAgain(html: string): { readonly again: ShownPage; readonly sent: readonly unknown[] } {
    const { state } = this;
    this.close();
    const sent: unknown[] = [];
    return { again: new ShownPage({ html, state, receive: message => sent.push(message) }), sent };
  }

  /** Delivers a message from the host, or from any other source; each is a separate event. */
  async deliver(data: unknown): Promise<void> {
    this.#inbox.push(data);
    if (this.#inbox.length === 1) setImmediate(() => this.#read());
    await this.settled();
  }

  /** The visible elements with this role, and with this name if given; headings of sections are buttons. */
  all(role: string, name?: string | RegExp, within: Element = document.body): HTMLElement[] {
    return [...within.querySelectorAll<HTMLElement>('*')].filter(
      element =>
        getRole(element) === role && isShown(element) && (name === undefined || isNamed(element, name)),
    );
  }

  /** The only such element. */
  get(role: string, name?: string | RegExp, within?: Element): HTMLElement {
    const found = this.all(role, name, within);
    const [first] = found;
    if (first !== undefined && found.length === 1) return first;
    const names = this.all(role).map(element => nameOf(element));
    return assert.fail(`${found.length} × ${role} “${name ?? ''}”; there are: ${names.join(', ')}`);
  }

  /** What the user reads in the page, or in a part of it; without the values of its fields. */
  text(within: Element = document.body): string {
    const parts = [...within.childNodes].map(node => {
      if (node.nodeType === browser.Node.TEXT_NODE) return node.textContent ?? '';
      return node instanceof browser.Element && isShown(node) ? this.text(node) : '';
    });
    return parts.join(' ').replace(/\s+/g, ' ').trim();
  }

  get focused(): Element | null {
    return document.activeElement;
  }

  /** Elements that were scrolled into view, and to where; includes those that a browser scrolls to on focus. */
  get revealed(): typeof scrolledIntoView {
    return scrolledIntoView;
  }

  async click(element: Element): Promise<void> {
    await this.#user.click(element);
    await this.settled();
  }

  /** Clicks into a field and types after its text; `{…}` are keys. */
  async type(element: Element, text: string): Promise<void> {
    await this.#user.type(element, text);
    await this.settled();
  }

  /** Replaces the text of a field. */
  async fill(element: Element, text: string): Promise<void> {
    const initialSelectionEnd = 'value' in element ? String(element.value).length : 0;
    const keys = text === '' ? '{Backspace}' : text;
    await this.#user.type(element, keys, { initialSelectionStart: 0, initialSelectionEnd });
    await this.settled();
  }

  /** Presses keys at the focused element: `{Enter}`, `{Control>}s{/Control}`, or text. */
  async press(keys: string): Promise<void> {
    await this.#user.keyboard(keys);
    await this.settled();
  }

  async paste(text: string): Promise<void> {
    await this.#user.paste(text);
    await this.settled();
  }

  /** Chooses the entry with this text from a drop-down list. */
  async choose(element: Element, label: string): Promise<void> {
    const options = [...element.querySelectorAll('option')];
    const option = options.find(({ text }) => text === label);
    await this.#user.selectOptions(
      element,
      option ?? assert.fail(options.map(({ text }) => text).join(', ')),
    );
    await this.settled();
  }

  /** Whether the page or another editor has the keyboard focus. */
  async setKeyboard(isHere: boolean): Promise<void> {
    keyboard.isHere = isHere;
    browser.dispatchEvent(new browser.Event(isHere ? 'focus' : 'blur'));
    await this.settled();
  }

  scroll(element: Element, scrollTop: number): void {
    element.scrollTop = scrollTop;
    element.dispatchEvent(new browser.Event('scroll'));
  }

  /** Lets time pass for the page: the debounce time of typing is 250 ms. */
  async wait(ms: number): Promise<void> {
    this.#clock.advance(ms);
    await this.settled();
  }

  /** Resolves when every started operation has ended, in the page and in its host. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 6 || this.#inbox.length > 0; turn++)
      await new Promise(resolve => setImmediate(resolve));
  }

  #read(): void {
    const [data] = this.#inbox;
    browser.dispatchEvent(new browser.MessageEvent('message', { data }));
    this.#inbox.shift();
    if (this.#inbox.length > 0) setImmediate(() => this.#read());
  }

  #setTimers(): void {
    const timers: { dispose(): void }[] = [];
    const set = (run: () => void, ms = 0) => timers.push(this.#clock.schedule(ms, run));
    const clear = (id: number | undefined) => timers[(id ?? 0) - 1]?.dispose();
    const setInterval = (run: () => void, ms: number) =>
      set(() => {
        run();
        setInterval(run, ms);
      }, ms);
    for (const [name, value] of Object.entries({ setTimeout: set, clearTimeout: clear, setInterval }))
      Object.defineProperty(browser, name, { value, configurable: true, writable: true });
  }
}

/** An element's accessible name. */
export function nameOf(element: Element): string {
  return computeAccessibleName(element).trim();
}

/** An element's accessible description. */
export function descriptionOf(element: Element): string {
  return computeAccessibleDescription(element).trim();
}

function isNamed(element: Element, name: string | RegExp): boolean {
  return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
}

/** Records listeners added from now on; the returned function removes them. */
function recordListeners(target: EventTarget): () => void {
  const added: Parameters<EventTarget['addEventListener']>[] = [];
  Object.defineProperty(target, 'addEventListener', {
    value: (...args: Parameters<EventTarget['addEventListener']>) => {
      added.push(args);
      Object.getPrototypeOf(target).addEventListener.apply(target, args);
    },
    configurable: true,
  });
  return () => {
    Reflect.deleteProperty(target, 'addEventListener');
    for (const [type, listener, options] of added) target.removeEventListener(type, listener, options);
  };
}
