import { html, nothing, type TemplateResult } from 'lit';
import type { FormTexts } from '../../protocol/formTexts.ts';
import type { FormStatus, LiveFacts } from '../../protocol/hostMessages.ts';
import type { FormAction } from '../../protocol/pageMessages.ts';
import { button, icon } from '../dom/dom.ts';

export interface HeaderState {
  readonly title: string;
  readonly status: FormStatus;
  /** The status of the job, which changes while the form is open. */
  readonly live: LiveFacts;
  /** On how many devices the job runs. */
  readonly devices: string;
}

interface HeaderActions {
  readonly run: (action: FormAction) => void;
  /** Saves over the server version that the header shows. */
  readonly overwrite: (version: number) => void;
}

/**
 * The title of the form, its state compared with the server, and its actions. A live region is announced when its text
 * changes, and lit only writes changes.
 */
export function formHeader(state: HeaderState, texts: FormTexts, actions: HeaderActions): TemplateResult {
  const { kind, text } = state.status;
  return html`<header aria-busy=${String(kind === 'saving')}>
    <div class="header-line">
      <div class="header-title">
        <h1>${state.title}</h1>
        ${facts(state)}
      </div>
      <div class="buttons">
        <span class="status" role="status">${kind === 'failed' ? '' : text}</span>
        ${button(texts.openJson, () => actions.run('openJson'))}
        ${button(texts.save, () => actions.run('save'), true)}
      </div>
    </div>
    ${failure(state.status)}${conflict(state.status, texts, actions)}
  </header>`;
}

/** Announces only a new status, because the times change too often. */
function facts({ live: { status, since, next }, devices }: HeaderState): TemplateResult {
  const others = [since, devices, next].filter(fact => fact !== '').map(fact => ` · ${fact}`);
  return html`<p class="live" .hidden=${status === ''}>
    <span role="status">${status}</span>${others}
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
  const both = button(texts.keepBoth, () => run('keepBoth'), keepBoth === 'default');
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
