import { html, render, type TemplateResult } from 'lit';
import { assertNever } from '../../base/assertNever.ts';
import { returnFocus } from '../dom/dom.ts';
import { Folds } from '../dom/foldParts.ts';
import type { HostMessage } from '../protocol/hostMessages.ts';
import type { FormAction } from '../protocol/pageMessages.ts';
import type { FieldControls, FormContext, HostLink, Place } from './formControl.ts';
import { formHeader, type HeaderState } from './formHeader.ts';
import { ObjectForm } from './objectForm.ts';

const emptyHeader: HeaderState = {
  title: '',
  place: '',
  isProduction: false,
  status: { kind: 'idle', text: '', canSave: false, conflict: '', keepBoth: 'no', version: 0 },
  live: { status: '', since: '', next: '', isExecuting: false },
  devices: '',
  errors: 0,
};

interface Form {
  readonly context: FormContext;
  readonly fields: ObjectForm;
}

/** The page of one form: what it shows, all of which is drawn again whenever something changes. */
export class FormPage {
  readonly #link: HostLink;
  readonly #main: HTMLElement;
  readonly #controls: FieldControls;
  #form: Form | undefined;
  #header = emptyHeader;
  /** Why the text cannot be shown as a form. */
  #unreadable: readonly string[] | undefined;
  #hasDocument = false;
  #isDrawing = false;
  /** The page was hidden before, and continues where the user left it. */
  readonly #isRestored: boolean;

  constructor(link: HostLink, main: HTMLElement, controls: FieldControls) {
    this.#link = link;
    this.#main = main;
    this.#controls = controls;
    this.#isRestored = link.state !== undefined;
    link.listen('document', message => {
      const isFirst = message.type === 'document' && !this.#hasDocument;
      if (isFirst) this.#hasDocument = this.#form !== undefined;
      this.#receive(message);
      this.#draw();
      if (isFirst && this.#hasDocument) this.#start();
    });
    rememberPlace(link);
    returnFocus();
    document.addEventListener('keydown', event => this.#keyDown(event), { capture: true });
    window.addEventListener('blur', () => this.#form?.fields.flush());
    document.addEventListener('visibilitychange', () => this.#form?.fields.flush());
  }

  #receive(message: HostMessage): void {
    const fields = this.#form?.fields;
    switch (message.type) {
      case 'setup':
        this.#setUp(message);
        break;
      case 'document':
        this.#link.acknowledge(message.acknowledged);
        this.#header = {
          ...this.#header,
          title: message.name || (this.#form?.context.setup.title ?? ''),
          devices: message.devices,
        };
        this.#unreadable = undefined;
        fields?.receive(message);
        break;
      case 'unreadable':
        this.#unreadable = message.problems;
        break;
      case 'status':
        this.#header = { ...this.#header, status: message.status };
        break;
      case 'choices':
        fields?.picker(message.field)?.showChoices(message.choices);
        break;
      case 'live':
        this.#header = { ...this.#header, live: message.facts };
        if (message.notes !== undefined) fields?.showNotes(message.notes);
        break;
      case 'reveal':
        revealFirst(this.#main, message.fields);
        break;
      case 'descriptions':
        fields?.showDescriptions(message.descriptions);
        break;
      case 'notice':
        fields?.picker(message.field)?.showNotice(message.text);
        break;
      default:
        assertNever(message);
    }
  }

  #setUp(setup: FormContext['setup']): void {
    const folds = new Folds(setup.folds, (id, isOpen) => this.#link.send({ type: 'fold', id, isOpen }));
    const context: FormContext = { link: this.#link, setup, folds, redraw: () => this.#draw() };
    const { title, place, isProduction } = setup;
    this.#header = { ...emptyHeader, title, place, isProduction };
    this.#hasDocument = false;
    this.#form = { context, fields: new ObjectForm(context, this.#controls) };
  }

  /** Shows the first document where the user left it. */
  #start(): void {
    // For VS Code's developer tools, and for `npm run bench`.
    performance.mark('form-usable');
    const isNew = this.#form?.context.setup.isNew === true && !this.#isRestored;
    restorePlace(this.#link, isNew);
  }

  /** Draws again afterwards if drawing has effects of its own: an element that is removed loses the focus. */
  #draw(): void {
    if (this.#form === undefined) return;
    if (this.#isDrawing) {
      queueMicrotask(() => this.#draw());
      return;
    }
    this.#isDrawing = true;
    render(this.#view(this.#form), this.#main);
    this.#isDrawing = false;
  }

  #view({ context, fields }: Form): TemplateResult {
    const { texts } = context.setup;
    const { status } = this.#header;
    // Input that is on its way to the document can be saved already.
    const canSave = status.canSave || fields.hasUnsent || this.#link.isWaiting;
    const state = { ...this.#header, status: { ...status, canSave }, errors: fields.faults.length };
    const header = formHeader(state, texts, {
      showErrors: () => revealFirst(this.#main, fields.faults),
      run: action => {
        fields.flush();
        this.#link.send({ type: 'action', action });
      },
      overwrite: version => {
        fields.flush();
        this.#link.send({ type: 'overwrite', version });
      },
    });
    const isReadable = this.#unreadable === undefined;
    const problems = (this.#unreadable ?? []).map(text => html`<li>${text}</li>`);
    return html`${header}
      <div class="unreadable" role="alert" .hidden=${isReadable}>
        <p>${texts.unreadable}</p>
        <ul>${problems}</ul>
      </div>
      <div .hidden=${!isReadable || !this.#hasDocument}>${fields.view()}</div>`;
  }

  /**
   * Saving or undoing while input is pending would leave that input out, so the host is asked to do it after the last
   * change. Otherwise VS Code handles these keys.
   */
  #keyDown(event: KeyboardEvent): void {
    const action = event.ctrlKey || event.metaKey ? actionOfKey(event) : undefined;
    if (action === undefined || this.#form === undefined) return;
    this.#form.fields.flush();
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

/** A new page starts at its first field. */
const startPlace: Place = { scrollTop: 0, focus: 'field-name' };

/** Restores scroll position and focus after the page was hidden. In a new form, typing replaces the proposed name. */
function restorePlace(link: HostLink, isNew: boolean): void {
  const { scrollTop, focus } = link.state ?? startPlace;
  const scroller = document.scrollingElement;
  if (scroller !== null) scroller.scrollTop = scrollTop;
  const takeFocus = () => {
    if (document.activeElement !== document.body) return;
    const field = document.getElementById(focus);
    field?.focus({ preventScroll: true });
    if (isNew && field instanceof HTMLInputElement) field.select();
  };
  // Elements render their focusable part shortly after they are added.
  if (document.hasFocus()) window.setTimeout(takeFocus);
  // A form that opens next to another editor must not take the focus from it.
  else window.addEventListener('focus', takeFocus, { once: true });
}

function rememberPlace(link: HostLink): void {
  let focus = link.state?.focus ?? startPlace.focus;
  const keep = (scrollTop = document.scrollingElement?.scrollTop ?? 0) => link.keep({ scrollTop, focus });
  keep(link.state?.scrollTop);
  document.addEventListener('focusin', () => {
    focus = document.activeElement?.id || focus;
    keep();
  });
  document.addEventListener('scroll', () => keep(), { passive: true });
}

/** Scrolls to the first of these fields in form order, and focuses it. */
function revealFirst(form: HTMLElement, fields: readonly string[]): void {
  const ids = new Set(fields.map(field => `field-${field}`));
  const first = [...form.querySelectorAll<HTMLElement>('[id^="field-"]')].find(
    element => ids.has(element.id) && (element.checkVisibility() || isFolded(element)),
  );
  if (first !== undefined) unfold(first);
  first?.scrollIntoView({ block: 'center' });
  first?.focus({ preventScroll: true });
}

function isFolded(element: HTMLElement): boolean {
  return element.closest('details:not([open])') !== null;
}

function unfold(element: HTMLElement): void {
  for (
    let part = element.closest('details');
    part !== null;
    part = part.parentElement?.closest('details') ?? null
  )
    part.open = true;
}
