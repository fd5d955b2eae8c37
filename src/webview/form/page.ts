import type { HostMessage } from '../../protocol/hostMessages.ts';
import type { FormAction } from '../../protocol/pageMessages.ts';
import { assertNever } from '../../util/assertNever.ts';
import { make } from '../dom/dom.ts';
import { Folds } from '../dom/folds.ts';
import { markMilestone } from '../dom/milestones.ts';
import type { FormContext } from './formControl.ts';
import { FormHeader } from './formHeader.ts';
import type { HostLink } from './hostLink.ts';
import { ObjectForm } from './objectForm.ts';
import { rememberPlace, restorePlace, revealFirst, startPlace } from './place.ts';

type Setup = Extract<HostMessage, { type: 'setup' }>;

/** The page of one form: built once from the host's setup message, then updated from the document. */
export class Page {
  readonly #link: HostLink;
  readonly #main: HTMLElement;
  #header: FormHeader | undefined;
  #body: ObjectForm | undefined;
  #unreadable: HTMLElement | undefined;
  #hasDocument = false;

  constructor(link: HostLink, main: HTMLElement) {
    this.#link = link;
    this.#main = main;
    link.listen('document', message => this.#receive(message));
    link.keep(link.state ?? startPlace);
    document.addEventListener('keydown', event => this.#keyDown(event), { capture: true });
    window.addEventListener('blur', () => this.#body?.flush());
    document.addEventListener('visibilitychange', () => this.#body?.flush());
  }

  #receive(message: HostMessage): void {
    switch (message.type) {
      case 'setup':
        this.#setUp(message);
        break;
      case 'document':
        this.#showDocument(message);
        break;
      case 'unreadable':
        this.#showUnreadable(message.problems);
        break;
      case 'status':
        this.#header?.show(message.status);
        break;
      case 'choices':
        this.#body?.picker(message.field)?.showChoices(message.choices);
        break;
      case 'live':
        this.#header?.showLive(message.facts);
        break;
      case 'reveal':
        if (this.#body !== undefined) revealFirst(this.#body.element, message.fields);
        break;
      case 'descriptions':
        this.#body?.showDescriptions(message.descriptions);
        break;
      case 'notice':
        this.#body?.picker(message.field)?.showNotice(message.text);
        break;
      default:
        assertNever(message);
    }
  }

  #setUp({ title, texts, fields, folds: stored, schedule }: Setup): void {
    const folds = new Folds(stored, (id, isOpen) => this.#link.send({ type: 'fold', id, isOpen }));
    const context: FormContext = { link: this.#link, texts, folds, fields, schedule };
    this.#header = new FormHeader(context, title, {
      action: action => this.#runAction(action),
      overwrite: version => {
        this.#body?.flush();
        this.#link.send({ type: 'overwrite', version });
      },
    });
    this.#body = new ObjectForm(context);
    this.#unreadable = make('div', { className: 'unreadable', attributes: { role: 'alert' } });
    this.#unreadable.dataset['text'] = texts.unreadable;
    this.#unreadable.hidden = true;
    this.#body.element.hidden = true;
    this.#main.replaceChildren(this.#header.element, this.#unreadable, this.#body.element);
  }

  #showDocument(message: Extract<HostMessage, { type: 'document' }>): void {
    if (this.#body === undefined || this.#unreadable === undefined) return;
    this.#link.acknowledge(message.acknowledged);
    this.#body.receive(message);
    this.#header?.showDevices(message.devices);
    this.#unreadable.hidden = true;
    this.#body.element.hidden = false;
    if (this.#hasDocument) return;
    this.#hasDocument = true;
    markMilestone('form-usable');
    restorePlace(this.#link);
    rememberPlace(this.#link);
  }

  /** The text is not valid JSON at the moment, so nothing can be edited here. */
  #showUnreadable(problems: readonly string[]): void {
    if (this.#body === undefined || this.#unreadable === undefined) return;
    this.#unreadable.replaceChildren(
      make('p', { text: this.#unreadable.dataset['text'] ?? '' }),
      make('ul', {}, ...problems.map(text => make('li', { text }))),
    );
    this.#unreadable.hidden = false;
    this.#body.element.hidden = true;
  }

  #runAction(action: FormAction): void {
    this.#body?.flush();
    this.#link.send({ type: 'action', action });
  }

  /**
   * Saving or undoing while input is pending would leave that input out, so the host is asked to do it after the last
   * change. Otherwise VS Code handles these keys.
   */
  #keyDown(event: KeyboardEvent): void {
    const action = event.ctrlKey || event.metaKey ? actionOfKey(event) : undefined;
    if (action === undefined || this.#body === undefined) return;
    this.#body.flush();
    if (!this.#link.isWaiting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#link.send({ type: 'action', action });
  }
}

function actionOfKey({ code, shiftKey }: KeyboardEvent): FormAction | undefined {
  if (code === 'KeyS' && !shiftKey) return 'save';
  if (code === 'KeyZ') return shiftKey ? 'redo' : 'undo';
  return code === 'KeyY' ? 'redo' : undefined;
}
