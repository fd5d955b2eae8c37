import type { VscodeButton } from '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import type { FormStatus } from '../../protocol/hostMessages.ts';
import type { FormAction } from '../../protocol/pageMessages.ts';
import { icon, make } from '../dom/dom.ts';
import type { FormContext } from './formControl.ts';

/** What its buttons do. */
export interface HeaderActions {
  readonly action: (action: FormAction) => void;
  /** Saves over this version of the server, which the header shows. */
  readonly overwrite: (version: number) => void;
}

/** What is edited, how it stands with the server, and what can be done about it. */
export class FormHeader {
  readonly element: HTMLElement;
  readonly #status = make('span', { className: 'status', attributes: { role: 'status' } });
  readonly #failure = make('div', { className: 'banner failure', attributes: { role: 'alert' } });
  readonly #conflict = make('div', { className: 'banner conflict', attributes: { role: 'alert' } });
  readonly #conflictText = make('span');
  readonly #live = make('p', { className: 'live', attributes: { role: 'status' } });
  readonly #save: HTMLElement;
  readonly #keepBoth: VscodeButton;
  /** The version of the server that is shown as in conflict. */
  #version = 0;

  constructor(context: FormContext, title: string, actions: HeaderActions) {
    const { texts } = context;
    const button = (name: FormAction, text: string, isSecondary: boolean): VscodeButton =>
      makeButton(text, isSecondary, () => actions.action(name));
    this.#save = button('save', texts.save, false);
    this.#keepBoth = button('keepBoth', texts.keepBoth, true);
    const choices = make(
      'div',
      { className: 'buttons' },
      this.#keepBoth,
      button('compare', texts.compare, true),
      makeButton(texts.overwrite, true, () => actions.overwrite(this.#version)),
      button('takeServers', texts.takeServers, true),
    );
    this.#conflict.append(icon('warning'), make('div', {}, this.#conflictText, choices));
    this.#conflict.hidden = true;
    this.#failure.hidden = true;
    this.#live.hidden = true;
    this.element = make(
      'header',
      {},
      make('h1', { text: title }),
      this.#live,
      make(
        'div',
        { className: 'buttons' },
        this.#save,
        button('openJson', texts.openJson, true),
        this.#status,
      ),
      this.#failure,
      this.#conflict,
    );
  }

  /** What the job does, which changes while the form is open. */
  showLive(text: string): void {
    this.#live.hidden = text === '';
    setText(this.#live, text);
  }

  show({ kind, text, conflict, keepBoth, version }: FormStatus): void {
    this.#version = version;
    this.element.setAttribute('aria-busy', String(kind === 'saving'));
    setText(this.#status, kind === 'failed' ? '' : text);
    // A conflict is shown below, with the ways to resolve it.
    this.#failure.hidden = kind !== 'failed' || conflict !== '';
    if (kind === 'failed' && this.#failure.textContent !== text) {
      this.#failure.replaceChildren(icon('error'), make('span', { text }));
    }
    this.#conflict.hidden = conflict === '';
    this.#keepBoth.hidden = keepBoth === 'no';
    this.#keepBoth.secondary = keepBoth !== 'default';
    setText(this.#conflictText, conflict);
  }
}

function makeButton(text: string, isSecondary: boolean, click: () => void): VscodeButton {
  const element = make('vscode-button', { text });
  element.secondary = isSecondary;
  element.addEventListener('click', click);
  return element;
}

/** A live region is read out again when it is written, so it is written only when it changes. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
