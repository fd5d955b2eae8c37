import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys } from '../platform/ids.ts';
import { localizer, t } from '../platform/localize.ts';
import type { ServerMemories } from '../servers/serverMemories.ts';
import { parseFilter, unknownTermText } from '../store/filterText.ts';
import { arrangeGroups, type GroupFilter, type GroupTerm } from '../store/groups/groupArrangement.ts';
import type { GroupEntry } from '../store/groups/groupStore.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { filterWords } from './filterWords.ts';
import { countText } from './listPresentation.ts';

const termWords: Readonly<Record<GroupTerm, () => string>> = {
  offline: () => t('offline'),
  empty: () => t('empty'),
};

/** Which groups the view shows in which order. The order is stored for each server. */
export class GroupsOutline {
  readonly #sorts: ServerMemories['groupSorts'];
  #filter = '';
  #parsed: GroupFilter = { words: [], members: [], terms: [] };

  constructor(sorts: ServerMemories['groupSorts']) {
    this.#sorts = sorts;
  }

  get filter(): string {
    return this.#filter;
  }

  get filterPrompt(): string {
    return t(
      'Words in the name or a device, “{has} PC-042”, @{offline} or @{empty}. Leave empty to show all.',
      { has: t('has'), offline: termWords.offline(), empty: termWords.empty() },
    );
  }

  filterProblem(text: string): string | undefined {
    const words = filterWords(termWords);
    return unknownTermText(parseFilter(text, words).words, words.terms.keys(), localizer);
  }

  /** Sets the filter ('' for all groups); returns whether it has changed. */
  setFilter(text: string): boolean {
    const filter = text.trim();
    if (filter === this.#filter) return false;
    this.#filter = filter;
    this.#parsed = parseFilter(filter, filterWords(termWords));
    setContextKey(contextKeys.groupsFiltered, filter !== '');
    return true;
  }

  shown({ groups, server }: ServerSession): readonly GroupEntry[] {
    const { language } = localizer;
    return arrangeGroups(groups.entries, this.#parsed, { sort: this.#sorts.get(server.id), language });
  }

  /** Without any groups, the welcome content explains why, which VS Code only shows while there is no message. */
  message({ groups }: ServerSession, found: number): string | undefined {
    if (this.#filter === '' || groups.entries.length + groups.unreadable.length === 0) return undefined;
    const args = {
      filter: displayText(this.#filter, 40),
      found: countText(found),
      loaded: countText(groups.entries.length),
    };
    return joinTexts(
      ' ',
      found === 0
        ? t('No group of {loaded} matches “{filter}”.', args)
        : t('Filter “{filter}”: {found} of {loaded} groups.', args),
      this.filterProblem(this.#filter),
    );
  }
}
