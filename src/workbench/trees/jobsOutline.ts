import type { Job } from '../../api/model/job.ts';
import { responseSlices, yieldToHost } from '../../base/slices.ts';
import { findFilterFacts, searchedTexts, unknownOfFilter } from '../../store/filter/filterSets.ts';
import type { FilterSource, FilterTerm } from '../../store/filter/filterTerm.ts';
import {
  type ArrangedJobs,
  type Arrangement,
  arrangeJobs,
  type JobSection,
  sectionKeys,
} from '../../store/filter/jobArrangement.ts';
import { needsReach, needsStatuses } from '../../store/filter/jobFilter.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { localizer } from '../platform/localize.ts';
import type { NamedFilters } from '../servers/namedFilters.ts';
import { findPinnedJobs } from '../servers/pins.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { ServerMemories } from '../servers/serverMemories.ts';
import { readingNodes } from './listPresentation.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { Rows } from './rows.ts';

/** What arranging jobs requires besides their server. */
export interface ArrangeParts extends Pick<ServerMemories, 'pinnedJobs'> {
  readonly schedules: Pick<Schedules, 'of' | 'readerZone'>;
  /** The terms of the filter that contributions add. */
  readonly filterTerms: readonly FilterTerm[];
  readonly namedFilters: Pick<NamedFilters, 'all'>;
}

/** The jobs in order, and what the filter searched, as sentences. */
interface ArrangedSession extends ArrangedJobs {
  readonly searchedTexts: readonly string[];
}

type SectionNode = Extract<JobsNode, { kind: 'section' }>;

/** The rows of one server's jobs in order: filtered, sorted, grouped, and limited to 200 per node. */
export class JobsOutline {
  readonly rows = new Rows<JobsNode>();
  readonly #session: ServerSession;
  readonly #parts: ArrangeParts;
  #arranged: ArrangedSession = { jobs: [], sections: undefined, searchedTexts: [] };
  #pinned: ReadonlySet<number> = new Set();
  #arrangedFor: { readonly revision: number; readonly arrangement: Arrangement } | undefined;
  /** As VS Code last asked for. */
  #wanted: Arrangement | undefined;
  /** The top-level rows that VS Code has received. */
  #roots: readonly JobsNode[] = [];
  /** The most recent arrangement; earlier ones are outdated. */
  #latest: Promise<void> = Promise.resolve();
  #turn = 0;
  /** The status section of each job; computed on first use. */
  #sectionOf: ReadonlyMap<number, string> | undefined;
  /** The jobs that match the filter; computed on first use. */
  #foundIds: ReadonlySet<number> | undefined;
  /** Jobs whose rows VS Code has received, by parent node. */
  readonly #returned = new Map<string, readonly number[]>();

  constructor(session: ServerSession, parts: ArrangeParts) {
    this.#session = session;
    this.#parts = parts;
  }

  /** The number of jobs that match the filter. */
  get found(): number {
    return this.#arranged.jobs.length;
  }

  /** What the filter searched, as sentences. */
  get searchedTexts(): readonly string[] {
    return this.#arranged.searchedTexts;
  }

  /** Jobs whose rows VS Code may be showing. */
  get visibleIds(): readonly number[] {
    return [...new Set([...this.#returned.values()].flat())];
  }

  /** The revision of the list whose rows these are. */
  get revision(): number | undefined {
    return this.#arrangedFor?.revision;
  }

  get arrangement(): Arrangement | undefined {
    return this.#arrangedFor?.arrangement;
  }

  section(key: string): JobSection | undefined {
    return this.#arranged.sections?.find(section => section.key === key);
  }

  isPinned(jobId: number): boolean {
    return this.#pinned.has(jobId);
  }

  /** Invalidates the arrangement, for example because statuses have changed. */
  invalidate(): void {
    this.#arrangedFor = undefined;
  }

  /** The top-level rows in the latest arrangement. */
  async roots(wanted: Arrangement): Promise<JobsNode[]> {
    this.#wanted = wanted;
    const arrangement = await this.#arrange(wanted);
    if (arrangement === undefined) return [];
    this.#returned.clear();
    const nodes = this.#rootNodes(arrangement);
    this.#roots = nodes;
    return nodes;
  }

  #rootNodes(arrangement: Arrangement): JobsNode[] {
    const sections = this.#sectionNodes(arrangement);
    return [
      ...this.#filterNodes(),
      ...(sections ?? this.#jobNodes(this.rootId, this.#arranged.jobs)),
      ...this.#noteNodes(arrangement),
    ];
  }

  inSection(node: SectionNode): JobsNode[] {
    const jobs = this.section(node.key)?.jobs ?? [];
    return this.#jobNodes(nodeId(node), jobs, `${node.grouping}/${node.key}`);
  }

  collapsed(node: JobsNode): void {
    this.#returned.delete(nodeId(node));
  }

  /** The rows of a job: several if it is in several sections. */
  nodesOf(jobId: number): JobsNode[] {
    const { serverId } = this;
    const ids = [nodeId({ kind: 'job', serverId, jobId })];
    for (const { key } of this.#arranged.sections ?? []) {
      const section = `${this.arrangement?.grouping}/${key}`;
      ids.push(nodeId({ kind: 'job', serverId, jobId, section }));
    }
    return ids.map(id => this.rows.get(id)).filter(node => node !== undefined);
  }

  /** Whether these statuses may change which jobs match the filter. */
  changesFound(ids: readonly number[]): boolean {
    const wanted = this.arrangement?.filter.statuses ?? [];
    this.#foundIds ??= new Set(this.#arranged.jobs.map(({ id }) => id));
    const found = this.#foundIds;
    return ids.some(id => {
      const kind = this.#session.statuses.get(id)?.kind;
      return found.has(id) !== (kind !== undefined && wanted.includes(kind));
    });
  }

  /** Whether these statuses move jobs to other sections. */
  hasMoved(ids: readonly number[]): boolean {
    const { sections } = this.#arranged;
    if (sections === undefined || this.arrangement?.grouping !== 'status') return false;
    const { jobs, statuses } = this.#session;
    const facts = { statusOf: (id: number) => statuses.get(id) };
    this.#sectionOf ??= new Map(
      sections.flatMap(({ key, jobs: inSection }) => inSection.map(({ id }) => [id, key] as const)),
    );
    const sectionOf = this.#sectionOf;
    return ids.some(id => {
      const job = jobs.get(id);
      return job !== undefined && sectionKeys(job, 'status', facts)[0] !== sectionOf.get(id);
    });
  }

  /**
   * Arranges the jobs as they are now. Resolves with the top-level rows if they are the same as before; `undefined` if
   * VS Code has to ask for them.
   */
  async rearrange(): Promise<JobsNode[] | undefined> {
    const before = this.#roots;
    this.invalidate();
    if (this.#wanted === undefined || before.length === 0) return undefined;
    const arrangement = await this.#arrange(this.#wanted);
    if (arrangement === undefined || this.#roots !== before) return undefined;
    const nodes = this.#rootNodes(arrangement);
    return nodes.length === before.length && nodes.every((node, at) => node === before[at])
      ? nodes
      : undefined;
  }

  /** The latest arrangement, once it has been applied. */
  async #arrange(arrangement: Arrangement): Promise<Arrangement | undefined> {
    this.#turn += 1;
    this.#latest = this.#arrangeInTurn(this.#turn, arrangement);
    let awaited: Promise<void>;
    do {
      awaited = this.#latest;
      await awaited;
    } while (awaited !== this.#latest);
    return this.arrangement;
  }

  async #arrangeInTurn(turn: number, arrangement: Arrangement): Promise<void> {
    const { jobs } = this.#session;
    const { revision } = jobs;
    const last = this.#arrangedFor;
    if (last?.revision === revision && isSame(last.arrangement, arrangement)) return;
    const pinned = findPinnedJobs(this.#parts.pinnedJobs.get(this.serverId), jobs);
    const arranged = await arrangeSession(this.#session, arrangement, this.#parts, pinned);
    if (turn !== this.#turn) return;
    this.#arranged = arranged;
    this.#pinned = pinned;
    this.#sectionOf = undefined;
    this.#foundIds = undefined;
    this.#arrangedFor = { revision, arrangement };
    this.rows.prune(node => !('jobId' in node) || jobs.get(node.jobId) !== undefined);
  }

  get serverId(): string {
    return this.#session.server.id;
  }

  /** The key of the tree itself, for limits that are stored by parent. */
  get rootId(): string {
    return `${this.serverId}/root`;
  }

  /** The sections, if the jobs are grouped. */
  #sectionNodes({ grouping }: Arrangement): JobsNode[] | undefined {
    const { serverId } = this;
    const { sections } = this.#arranged;
    if (sections === undefined || grouping === 'none') return undefined;
    return sections.map(({ key }) => this.rows.keep({ kind: 'section', serverId, grouping, key }));
  }

  #jobNodes(parentId: string, jobs: readonly Job[], section?: string): JobsNode[] {
    const { serverId } = this;
    const inSection = section === undefined ? {} : { section };
    const nodes = this.rows.list({ serverId, id: parentId }, jobs, ({ id }) => ({
      kind: 'job',
      serverId,
      jobId: id,
      ...inSection,
    }));
    this.#returned.set(
      parentId,
      nodes.flatMap(node => ('jobId' in node ? [node.jobId] : [])),
    );
    return nodes;
  }

  /** The rows above the jobs. An empty list has none, because VS Code then explains what to do. */
  #filterNodes(): JobsNode[] {
    const { serverId } = this;
    if (this.#session.jobs.isEmpty) return [];
    return this.#parts.namedFilters.all.map(({ name }) =>
      this.rows.keep({ kind: 'namedFilter', serverId, name }),
    );
  }

  /** The rows after the jobs: unreadable entries, and statuses to read. */
  #noteNodes(arrangement: Arrangement): JobsNode[] {
    const { serverId } = this;
    const { jobs, statuses } = this.#session;
    const { filter, grouping, sort } = arrangement;
    const goesByStatus = needsStatuses(filter) || grouping === 'status' || sort === 'status';
    const mayRead = goesByStatus && !this.#session.sweep.isRunning;
    const lacksStatuses = mayRead && jobs.jobs.some(job => !statuses.known.has(job.id));
    const nodes: JobsNode[] = jobs.unreadable.map((_, index) => ({
      kind: 'unreadable',
      serverId,
      list: 'jobs',
      index,
    }));
    if (lacksStatuses) nodes.push({ kind: 'readStatuses', serverId });
    nodes.push(...readingNodes(serverId, jobs, this.#session.sweep.isRunning || undefined));
    if (needsReach(filter) && unknownOfFilter(filter, this.#session.targets).groups.length > 0)
      nodes.push({ kind: 'findGroupIds', serverId });
    return nodes.map(node => this.rows.keep(node));
  }
}

/** The jobs, filtered, sorted and grouped. */
export async function arrangeSession(
  session: ServerSession,
  arrangement: Arrangement,
  parts: Pick<ArrangeParts, 'schedules'>,
  pinned: ReadonlySet<number> = new Set(),
): Promise<ArrangedSession> {
  const { jobs } = session.jobs;
  const source = filterSource(session, parts);
  const { filter } = arrangement;
  const facts = await findFilterFacts(filter, source, responseSlices());
  const options = { facts, pinned, language: localizer.language, yieldToHost };
  return {
    ...(await arrangeJobs(jobs, arrangement, options)),
    searchedTexts: await searchedTexts(filter, source, localizer),
  };
}

/** What filters of the server's jobs search, as it is now. */
export function filterSource(
  session: ServerSession,
  { schedules }: Pick<ArrangeParts, 'schedules'>,
): FilterSource {
  return {
    session,
    jobs: session.jobs.jobs,
    outlook: schedules.of(session.server),
    findReaderZone: () => schedules.readerZone,
    nowMs: Date.now(),
  };
}

function isSame(one: Arrangement, other: Arrangement): boolean {
  return one.filter === other.filter && one.sort === other.sort && one.grouping === other.grouping;
}
