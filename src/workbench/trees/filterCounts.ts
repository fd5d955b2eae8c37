import * as vscode from 'vscode';
import type { Clock } from '../../base/clock.ts';
import { DeadlineScheduler } from '../../base/deadlineScheduler.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { responseSlices } from '../../base/slices.ts';
import { countMatches, type FilterCount } from '../../store/filter/filterCount.ts';
import { searchedTexts } from '../../store/filter/filterSets.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer, t } from '../platform/localize.ts';
import type { NamedFilter } from '../servers/namedFilters.ts';
import { readFilter } from './filterWords.ts';
import { type ArrangeParts, filterSource } from './jobsOutline.ts';
import { countText } from './listPresentation.ts';

/** Counting all jobs for each filter is no hurry. */
const countWithinMs = 1_000;

interface Counted {
  readonly text: string;
  /** What was searched, as sentences. */
  readonly searched: readonly string[];
}

/** How many jobs each named filter matches, counted again a moment after anything changed. */
export class FilterCounts {
  readonly #session: ServerSession;
  readonly #parts: ArrangeParts;
  readonly #call: DeadlineScheduler;
  readonly #onChanged: () => void;
  #counted: ReadonlyMap<string, Counted> = new Map();
  #isDisposed = false;

  /** `onChanged`: other counts are known. */
  constructor(session: ServerSession, parts: ArrangeParts, clock: Clock, onChanged: () => void) {
    this.#session = session;
    this.#parts = parts;
    this.#onChanged = onChanged;
    this.#call = new DeadlineScheduler(clock, () => void this.#count());
  }

  /** Call when jobs, statuses or named filters have changed. */
  changed(): void {
    if (this.#parts.namedFilters.all.length > 0) this.#call.within(countWithinMs);
  }

  /** The row of a named filter, which applies it, or clears it if it is the present one. */
  row({ name, filter }: NamedFilter, present: string): vscode.TreeItem {
    const counted = this.#counted.get(filter);
    const isPresent = present === filter;
    const title = displayText(name, 80);
    const item = new vscode.TreeItem(title);
    item.iconPath = new vscode.ThemeIcon(isPresent ? 'filter-filled' : 'filter');
    if (counted !== undefined) item.description = counted.text;
    const label = joinTexts(', ', title, t('filter'), counted?.text, isPresent && t('applied'));
    item.accessibilityInformation = { label };
    item.tooltip = [displayText(filter, 200), ...(counted?.searched ?? [])].join('\n');
    item.contextValue = 'namedFilter';
    const command: CommandId = 'deviceAutomation.jobs.filter';
    item.command = { command, title: t('Filter'), arguments: [{ text: isPresent ? '' : filter }] };
    return item;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#call.cancel();
  }

  async #count(): Promise<void> {
    const { namedFilters, filterTerms } = this.#parts;
    const counted = new Map<string, Counted>();
    for (const { filter: text } of namedFilters.all) {
      const filter = readFilter(text, filterTerms);
      if (filter.unknown.length > 0) {
        counted.set(text, { text: t('not a filter'), searched: [] });
        continue;
      }
      const source = filterSource(this.#session, this.#parts);
      const count = await countMatches(filter, source, responseSlices());
      const searched = await searchedTexts(filter, source, localizer);
      if (this.#isDisposed) return;
      if (count !== undefined) counted.set(text, { text: shortCount(count), searched });
    }
    const isSame = (a: Counted | undefined, b: Counted) =>
      a?.text === b.text && a.searched.join() === b.searched.join();
    const before = this.#counted;
    this.#counted = counted;
    if (counted.size !== before.size || [...counted].some(([key, each]) => !isSame(before.get(key), each)))
      this.#onChanged();
  }
}

/** A number, with of how many jobs it speaks unless these are all. */
function shortCount({ found, known, total }: FilterCount): string {
  if (known >= total) return countText(found);
  const args = { found: countText(found), known: countText(known), total: countText(total) };
  return t('{found}; {known} of {total} jobs known', args);
}
