import { JSDOM, VirtualConsole } from 'jsdom';
import { addMissingParts } from './missingParts.ts';

/** The globals used by page scripts and their libraries. */
const pageGlobals = [
  'CustomEvent',
  'Document',
  'DocumentFragment',
  'Element',
  'Event',
  'HTMLButtonElement',
  'HTMLDetailsElement',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
  'KeyboardEvent',
  'MouseEvent',
  'MutationObserver',
  'Node',
  'ShadowRoot',
  'customElements',
  'document',
  'navigator',
] as const;

/** Errors in page scripts, which a browser would only log. */
export const pageErrors: unknown[] = [];

const virtualConsole = new VirtualConsole().on('jsdomError', error => pageErrors.push(error));

/** The only window of this process: custom elements are defined in it once. */
export const browser = new JSDOM('<!DOCTYPE html>', {
  pretendToBeVisual: true,
  url: 'https://page.example/',
  virtualConsole,
}).window;
addMissingParts(browser);

const former = new Map<string, PropertyDescriptor | undefined>();

/** Makes the window the global one for page scripts, while the tests of a file run. */
export function enterBrowser(): void {
  const values: [string, unknown][] = pageGlobals.map(name => [name, browser[name]]);
  for (const [name, value] of [...values, ['window', browser]] as const) setGlobal(name, value);
}

/** Restores plain Node for the other files that this process runs. */
export function leaveBrowser(): void {
  for (const [name, descriptor] of former) {
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
  }
  former.clear();
}

export function setGlobal(name: string, value: unknown): void {
  if (!former.has(name)) former.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
