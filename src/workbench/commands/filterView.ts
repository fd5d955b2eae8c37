import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { getOrAdd } from '../../base/collections.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { foldText } from '../../base/foldText.ts';
import { type Searchable, searchable, searchNames } from '../../base/nameSearch.ts';
import { yieldToHost } from '../../base/slices.ts';
import { parseFilter, quoteName, unfinishedFilter } from '../../store/filter/filterText.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { t } from '../platform/localize.ts';
import type { QuickChoice } from '../platform/quickChoices.ts';
import type { FilterVocabulary } from '../trees/filterWords.ts';
import { activeSession, type SessionAccess } from './arguments.ts';
import type { Args, ListView, Uses } from './commandContext.ts';

const FilterSchema = z.union([
  z.string(),
  z.pipe(
    z.looseObject({ text: z.string() }),
    z.transform(({ text }) => text),
  ),
]);

/**
 * Filters a view while the user types, with completion, or by an argument (`"text"` or `{ "text": "…" }`). Escape
 * restores the previous filter.
 */
export async function filterView(
  context: SessionAccess & Uses<'dialogs'>,
  view: ListView,
  args: Args,
): Promise<void> {
  const given = FilterSchema.safeParse(args[0]);
  if (given.success) {
    view.setFilter(given.data);
    return view.frame.show();
  }
  const session = await activeSession(context);
  if (session === undefined) return;
  const before = view.filter;
  const vocabulary = view.filterVocabulary;
  const completion = new FilterCompletion(vocabulary, session);
  const chosen = await context.dialogs.search({
    title: t('Filter'),
    placeholder: vocabulary.prompt,
    value: before,
    complete: value => ([applyKey, clearKey, saveKey].includes(value) ? undefined : value),
    search: async (typed, signal) => {
      const problem = vocabulary.problemOf(typed);
      if (problem === undefined && !completion.isInName(typed)) view.setFilter(typed);
      const choices = await completion.choices(typed, problem, signal);
      const isNamable = view.saveFilter !== undefined && typed.trim() !== '' && problem === undefined;
      const actions = [
        ...(before !== '' && typed === before ? [clearChoice()] : []),
        ...(isNamable ? [saveChoice()] : []),
      ];
      return choices.toSpliced(1, 0, ...actions);
    },
  });
  view.setFilter(chosen?.value === clearKey ? '' : (chosen?.typed ?? before));
  if (chosen?.value !== saveKey) return;
  const name = await context.dialogs.input({
    title: t('Save Filter'),
    prompt: t('Name of the filter “{filter}” above the jobs', { filter: displayText(view.filter, 80) }),
    validate: text => (text.trim() === '' ? t('Type a name.') : undefined),
  });
  if (name !== undefined) await view.saveFilter?.(name.trim());
}

/** The value of the choice that shows everything again. */
const clearKey = 'clear';
/** The value of the choice that names the filter. */
const saveKey = 'save';
/** The value of the choice that ends the input. The values of the others are texts to continue with. */
const applyKey = '';
const shownAtMost = 50;

function clearChoice(): QuickChoice {
  return { value: clearKey, label: t('Clear Filter'), iconPath: new vscode.ThemeIcon('clear-all') };
}

function saveChoice(): QuickChoice {
  return { value: saveKey, label: t('Save Filter…'), iconPath: new vscode.ThemeIcon('save') };
}

/** Completes terms and the names of devices and groups at the end of a filter. */
class FilterCompletion {
  readonly #words: FilterVocabulary;
  readonly #session: ServerSession;
  readonly #kinds: ReadonlyMap<string, FilterVocabulary['kinds'][number][2]>;
  readonly #names = new Map<string, readonly Searchable<string>[]>();

  constructor(words: FilterVocabulary, session: ServerSession) {
    this.#words = words;
    this.#session = session;
    this.#kinds = new Map(
      words.kinds.flatMap(([word, , kind]) => [[word, kind] as const, [kind, kind] as const]),
    );
  }

  /** Whether the text ends in a part of a name, which no object has yet. */
  isInName(text: string): boolean {
    const { kind, typed } = unfinishedFilter(text, this.#kinds);
    if (kind === undefined) return false;
    const { targets } = this.#session;
    return kind === 'device' ? !targets.isKnown(typed) : targets.groupsNamed(typed).length === 0;
  }

  async choices(
    text: string,
    problem: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly QuickChoice[]> {
    const { before, typed, kind } = unfinishedFilter(text, this.#kinds);
    const found =
      kind === undefined
        ? this.#wordChoices(before, typed)
        : await this.#nameChoices(before, typed, kind, signal);
    if (problem === undefined) return [this.#applyChoice(text), ...found];
    // A term that is being typed can be completed; any other mistake comes first.
    const isUnfinished = typed.includes('@') || this.#timeChoices(before).length > 0;
    const isFirst = found.length === 0 || !isUnfinished;
    const mistake = { value: text, label: problem, iconPath: new vscode.ThemeIcon('error') };
    return isFirst ? [mistake, ...found] : [...found, mistake];
  }

  #applyChoice(text: string): QuickChoice {
    const typed = displayText(text.trim(), 80);
    if (typed === '') return { value: applyKey, label: t('Show All') };
    const { words } = parseFilter(text, { terms: new Map(), kinds: this.#kinds });
    const description = joinTexts(' · ', t('Filter'), words.length > 0 && this.#words.searched);
    // VS Code sorts by how well labels match what was typed.
    return { value: applyKey, label: typed, description };
  }

  #wordChoices(before: string, typed: string): readonly QuickChoice[] {
    const dash = typed.startsWith('-') ? '-' : '';
    const start = typed.slice(dash.length);
    const words = [
      ...this.#timeChoices(before),
      ...this.#words.terms.map(([word, meaning]) => [`@${word}`, meaning] as const),
      ...this.#words.kinds.map(([word, meaning]) => [word, meaning] as const),
    ];
    return words
      .filter(([word]) => [word, word.slice(1)].some(each => foldText(each).startsWith(start)))
      .filter(([word]) => foldText(word) !== start)
      .map(([word, meaning]) => ({
        value: `${before}${dash}${word} `,
        label: `${dash}${word}`,
        description: dash === '' ? meaning : t('not: {meaning}', { meaning }),
      }));
  }

  /** The word or the time that can follow the term at the end of a text. */
  #timeChoices(before: string): readonly (readonly [word: string, meaning: string])[] {
    const { since } = this.#words;
    const [, term = '', word] = /@(\S+)\s+(?:(\S+)\s+)?$/u.exec(foldText(before)) ?? [];
    if (since === undefined || !since.terms.has(term)) return [];
    if (word === undefined) return [since.word];
    return since.words.has(word) ? since.times : [];
  }

  async #nameChoices(
    before: string,
    typed: string,
    kind: FilterVocabulary['kinds'][number][2],
    signal: AbortSignal,
  ): Promise<readonly QuickChoice[]> {
    const names = getOrAdd(this.#names, kind, () =>
      kind === 'device' ? this.#session.devices.names : groupNames(this.#session),
    );
    const found = await searchNames(names, typed, { atMost: shownAtMost, yieldToHost, signal });
    return found
      .filter(name => foldText(name) !== typed)
      .map(name => ({ value: `${before}${quoteName(name)} `, label: name }));
  }
}

function groupNames({ groups }: ServerSession): readonly Searchable<string>[] {
  const names = new Set(groups.entries.map(({ group }) => group.name.trim()).filter(name => name !== ''));
  return [...names].map(name => searchable(name, name));
}
