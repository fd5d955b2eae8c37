import { html, nothing, type TemplateResult } from 'lit';
import { button, fillIn, icon } from '../dom/dom.ts';
import type { FormTexts } from '../protocol/formTexts.ts';
import type { FormStatus, LiveFacts } from '../protocol/hostMessages.ts';
import type { FormAction } from '../protocol/pageMessages.ts';

export interface HeaderState {
  /** The name of the object, and its ID and server. */
  readonly title: string;
  readonly place: string;
  readonly isProduction: boolean;
  readonly status: FormStatus;
  /** The status of the job, which changes while the form is open. */
  readonly live: LiveFacts;
  /** On how many devices the job runs. */
  readonly devices: string;
  /** The number of fields with errors. */
  readonly errors: number;
}

interface HeaderActions {
  readonly run: (action: FormAction) => void;
  /** Saves over the server version that the header shows. */
  readonly overwrite: (version: number) => void;
  readonly showErrors: () => void;
}

/**
 * What is edited, what it does, its state compared with the server, and its actions. A live region is announced when
 * its text changes, and lit only writes changes.
 */
export function formHeader(state: HeaderState, texts: FormTexts, actions: HeaderActions): TemplateResult {
  const { title, place, isProduction, status, live, errors } = state;
  const { run } = actions;
  const problems = html`<button class="link" type="button" @click=${actions.showErrors}>
    ${icon('error')}<span>${fillIn(texts.errorCount, { count: String(errors) })}</span>
  </button>`;
  return html`<header class=${isProduction ? 'production' : nothing} aria-busy=${String(status.kind === 'saving')}>
    <div class="header-lines">
      <div class="header-title">
        <h1>${title}</h1>
        <p>${place}</p>
      </div>
      <div class="header-state">
        ${facts(state)}
        <div class="buttons">
          ${errors === 0 ? nothing : problems}
          <span class="status" role="status">${status.kind === 'failed' ? '' : status.text}</span>
          ${button(texts.save, () => run('save'), { isPrimary: true, isDisabled: !status.canSave })}
          ${live.isExecuting ? button(texts.stop, () => run('stop')) : nothing}
          ${button(texts.openJson, () => run('openJson'))}
        </div>
      </div>
    </div>
    ${failure(status)}${conflict(status, texts, actions)}
  </header>`;
}

/** Announces only a new status, because the times change too often. */
function facts({ live: { status, since, next, isExecuting }, devices }: HeaderState): TemplateResult {
  const others = [since, devices, next].filter(fact => fact !== '').map(fact => ` · ${fact}`);
  return html`<p class="live" .hidden=${status === ''}>
    ${isExecuting ? icon('sync') : nothing} <span role="status">${status}</span>${others}
  </p>`;
}

/** A conflict replaces the message and offers ways to resolve it. */
function failure({ kind, text, conflict: others }: FormStatus): TemplateResult {
  const isHidden = kind !== 'failed' || others !== '';
  return html`<div class="banner failure" role="alert" .hidden=${isHidden}>
    ${isHidden ? nothing : html`${icon('error')}<span>${text}</span>`}
  </div>`;
}

function conflict(
  { conflict: others, keepBoth, version }: FormStatus,
  texts: FormTexts,
  { run, overwrite }: HeaderActions,
): TemplateResult {
  const both = button(texts.keepBoth, () => run('keepBoth'), { isPrimary: keepBoth === 'default' });
  const choices = html`<div class="buttons">
    ${keepBoth === 'no' ? nothing : both}
    ${button(texts.compare, () => run('compare'))}
    ${button(texts.overwrite, () => overwrite(version))}
    ${button(texts.takeServers, () => run('takeServers'))}
  </div>`;
  return html`<div class="banner conflict" role="alert" .hidden=${others === ''}>
    ${icon('warning')}
    <div><span>${others}</span>${others === '' ? nothing : choices}</div>
  </div>`;
}
