import { html, nothing, render, type TemplateResult } from 'lit';
import type { FormStatus, LiveFacts } from '../../protocol/hostMessages.ts';
import type { FormAction } from '../../protocol/pageMessages.ts';
import { make } from '../dom/dom.ts';
import type { FormContext } from './formControl.ts';

/** The actions of the header's buttons. */
export interface HeaderActions {
  readonly action: (action: FormAction) => void;
  /** Saves over the server version that the header shows. */
  readonly overwrite: (version: number) => void;
}

const nothingYet: FormStatus = {
  kind: 'idle',
  text: '',
  isDirty: false,
  conflict: '',
  keepBoth: 'no',
  version: 0,
};

/** The title of the form, its state compared with the server, and its actions. */
export class FormHeader {
  readonly element = make('header');
  readonly #context: FormContext;
  readonly #title: string;
  readonly #actions: HeaderActions;
  #status = nothingYet;
  #live: LiveFacts = { status: '', since: '', next: '' };
  #devices = '';

  constructor(context: FormContext, title: string, actions: HeaderActions) {
    this.#context = context;
    this.#title = title;
    this.#actions = actions;
    this.#draw();
  }

  /** The status of the job, which changes while the form is open. */
  showLive(live: LiveFacts): void {
    this.#live = live;
    this.#draw();
  }

  /** Shows the number of devices that the job runs on. */
  showDevices(devices: string): void {
    this.#devices = devices;
    this.#draw();
  }

  show(status: FormStatus): void {
    this.#status = status;
    this.#draw();
  }

  /** A live region is announced when its text changes, and lit only writes changes. */
  #draw(): void {
    const { kind, text } = this.#status;
    this.element.setAttribute('aria-busy', String(kind === 'saving'));
    const { texts } = this.#context;
    const parts = html`<div class="header-line">
        <div class="header-title">
          <h1>${this.#title}</h1>
          ${this.#facts()}
        </div>
        <div class="buttons">
          <span class="status" role="status">${kind === 'failed' ? '' : text}</span>
          ${button(texts.openJson, true, () => this.#actions.action('openJson'))}
          ${button(texts.save, false, () => this.#actions.action('save'))}
        </div>
      </div>
      ${this.#failure()}${this.#conflict()}`;
    render(parts, this.element);
  }

  /** Announces only a new status, because the times change too often. */
  #facts(): TemplateResult {
    const { status, since, next } = this.#live;
    const others = [since, this.#devices, next].filter(fact => fact !== '').map(fact => ` · ${fact}`);
    return html`<p class="live" ?hidden=${status === ''}>
      <span role="status">${status}</span>${others}
    </p>`;
  }

  /** A conflict replaces the message and offers ways to resolve it. */
  #failure(): TemplateResult {
    const { kind, text, conflict } = this.#status;
    const isHidden = kind !== 'failed' || conflict !== '';
    return html`<div class="banner failure" role="alert" ?hidden=${isHidden}>
      ${isHidden ? nothing : html`<span class="codicon codicon-error" aria-hidden="true"></span><span>${text}</span>`}
    </div>`;
  }

  #conflict(): TemplateResult {
    const { conflict, keepBoth, version } = this.#status;
    const { texts } = this.#context;
    const { action, overwrite } = this.#actions;
    const both = button(texts.keepBoth, keepBoth !== 'default', () => action('keepBoth'));
    const choices = html`<div class="buttons">
      ${keepBoth === 'no' ? nothing : both}
      ${button(texts.compare, true, () => action('compare'))}
      ${button(texts.overwrite, true, () => overwrite(version))}
      ${button(texts.takeServers, true, () => action('takeServers'))}
    </div>`;
    return html`<div class="banner conflict" role="alert" ?hidden=${conflict === ''}>
      <span class="codicon codicon-warning" aria-hidden="true"></span>
      <div><span>${conflict}</span>${conflict === '' ? nothing : choices}</div>
    </div>`;
  }
}

function button(text: string, isSecondary: boolean, click: () => void): TemplateResult {
  return html`<vscode-button .secondary=${isSecondary} @click=${click}>${text}</vscode-button>`;
}
