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
  /** Called when the user has chosen another arrangement of the jobs. */
  readonly onChanged: () => void;
}

/** How the job view is filtered, sorted and grouped. Sorting and grouping are stored for each server. */
export class ShownArrangement {
  readonly #parts: ShownArrangementParts;
  #current: Arrangement = { filter: noFilter, sort: 'server', grouping: 'none' };

  constructor(parts: ShownArrangementParts) {
    this.#parts = parts;
  }

  /** A new object whenever it changes. */
  get current(): Arrangement {
    return this.#current;
  }

  /** Restores how this server's jobs were last sorted and grouped. */
  recall(serverId: string): void {
    this.#current = { ...this.#current, ...this.#parts.arrangements.get(serverId) };
  }

  /** Limits the view to jobs that match the text (`filterWords.ts`); '' for all. */
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
