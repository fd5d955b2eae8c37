import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys } from '../platform/ids.ts';
import type { ArrangementChoice, ServerMemories } from '../servers/serverMemories.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { Arrangement } from '../store/jobs/jobArrangement.ts';
import { isFiltering, noFilter } from '../store/jobs/jobFilter.ts';
import { readFilter } from './filterWords.ts';

export interface ShownArrangementParts {
  readonly sessions: Pick<SessionRegistry, 'active'>;
  readonly arrangements: ServerMemories['arrangements'];
  /** The user chose another arrangement of the jobs. */
  readonly onChanged: () => void;
}

/** How the jobs of the view are filtered, sorted and grouped; the last two are remembered for each server. */
export class ShownArrangement {
  readonly #parts: ShownArrangementParts;
  #current: Arrangement = { filter: noFilter, sort: 'server', grouping: 'none' };

  constructor(parts: ShownArrangementParts) {
    this.#parts = parts;
  }

  /** A new object whenever something in it changes. */
  get current(): Arrangement {
    return this.#current;
  }

  /** Takes over how the jobs of this server were sorted and grouped last. */
  recall(serverId: string): void {
    this.#current = { ...this.#current, ...this.#parts.arrangements.get(serverId) };
  }

  /** Only jobs that fit the text (`filterWords.ts`); '' for all. */
  setFilter(text: string): void {
    const filter = readFilter(text);
    if (filter.text === this.#current.filter.text) return;
    setContextKey(contextKeys.jobsFiltered, isFiltering(filter));
    this.#current = { ...this.#current, filter };
    this.#parts.onChanged();
  }

  choose(chosen: Partial<ArrangementChoice>): void {
    const { sessions, arrangements, onChanged } = this.#parts;
    const { sort, grouping } = { ...this.#current, ...chosen };
    const server = sessions.active?.server.id;
    if (server !== undefined) arrangements.set(server, { sort, grouping });
    this.#current = { ...this.#current, sort, grouping };
    onChanged();
  }
}
