import type { Job } from '../model/job.ts';
import { localizer } from '../platform/localize.ts';
import type { Schedules } from '../servers/schedules.ts';
import {
  type ArrangedJobs,
  type Arrangement,
  arrangeJobs,
  isArranged,
  type JobSection,
  sectionKeys,
} from '../store/jobs/jobArrangement.ts';
import { type JobFacts, needsStatuses } from '../store/jobs/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { targetWords } from '../store/targets/targetWords.ts';
import { yieldToHost } from '../util/slices.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import type { Rows } from './rows.ts';

/** The rows of the tree in order: filtered, sorted, grouped, and limited to 200 per node. */
export class JobsOutline {
  readonly #rows: Rows<JobsNode>;
  readonly #schedules: Pick<Schedules, 'of'>;
  #arranged: ArrangedJobs = { jobs: [], sections: undefined };
  #arrangedFor: { session: ServerSession; revision: number; arrangement: Arrangement } | undefined;
  /** The most recent arrangement; earlier ones are outdated. */
  #latest: Promise<void> = Promise.resolve();
  #turn = 0;
  /** The status section of each job; computed on first use. */
  #sectionOf: ReadonlyMap<number, string> | undefined;
  /** Jobs whose rows VS Code has received, by parent node. */
  readonly #returned = new Map<string, readonly number[]>();

  constructor(rows: Rows<JobsNode>, schedules: Pick<Schedules, 'of'>) {
    this.#rows = rows;
    this.#schedules = schedules;
  }

  /** The number of loaded jobs that match the filter. */
  get found(): number {
    return this.#arranged.jobs.length;
  }

  /** Jobs whose rows VS Code may be showing. */
  get visibleIds(): readonly number[] {
    return [...new Set([...this.#returned.values()].flat())];
  }

  get revision(): number | undefined {
    return this.#arrangedFor?.revision;
  }

  /** The loaded jobs that match the filter, in the server's order. */
  async filtered(session: ServerSession, filter: Arrangement['filter']): Promise<readonly Job[]> {
    const options = { facts: this.#facts(session), language: localizer.language, yieldToHost };
    const arrangement = { filter, sort: 'server', grouping: 'none' } as const;
    return (await arrangeJobs(session.jobs.jobs, arrangement, options)).jobs;
  }

  section(key: string): JobSection | undefined {
    return this.#arranged.sections?.find(section => section.key === key);
  }

  /** Invalidates the arrangement, for example because statuses have changed. */
  invalidate(): void {
    this.#arrangedFor = undefined;
  }

  clear(): void {
    this.#turn += 1;
    this.invalidate();
    this.#returned.clear();
    this.#arranged = { jobs: [], sections: undefined };
    this.#sectionOf = undefined;
  }

  /** The top-level rows in the latest arrangement; empty if that is for another server. */
  async roots(session: ServerSession, wanted: Arrangement): Promise<JobsNode[]> {
    const arrangement = await this.#arrange(session, wanted);
    if (arrangement === undefined) return [];
    this.#returned.clear();
    const serverId = session.server.id;
    const { sections, jobs } = this.#arranged;
    const { grouping } = arrangement;
    const nodes =
      sections !== undefined && grouping !== 'none'
        ? sections.map(({ key }) => this.#rows.keep({ kind: 'section', serverId, grouping, key }))
        : this.#jobNodes(serverId, rootId(serverId), jobs);
    return [...nodes, ...this.#otherRows(session, arrangement)];
  }

  inSection(node: Extract<JobsNode, { kind: 'section' }>): JobsNode[] {
    const section = this.section(node.key);
    return this.#jobNodes(node.serverId, nodeId(node), section?.jobs ?? [], `${node.grouping}/${node.key}`);
  }

  collapsed(node: JobsNode): void {
    this.#returned.delete(nodeId(node));
  }

  /** The rows of a job: several if it is in several sections. */
  nodesOf(serverId: string, jobId: number): JobsNode[] {
    const ids = [nodeId({ kind: 'job', serverId, jobId })];
    for (const { key } of this.#arranged.sections ?? []) {
      const section = `${this.#arrangedFor?.arrangement.grouping}/${key}`;
      ids.push(nodeId({ kind: 'job', serverId, jobId, section }));
    }
    return ids.map(id => this.#rows.get(id)).filter(node => node !== undefined);
  }

  /** Whether these statuses move jobs to other sections. */
  hasMoved(session: ServerSession, ids: readonly number[]): boolean {
    const { sections } = this.#arranged;
    if (sections === undefined || this.#arrangedFor?.arrangement.grouping !== 'status') return false;
    const facts = { statusOf: (id: number) => session.statuses.get(id) };
    this.#sectionOf ??= new Map(
      sections.flatMap(({ key, jobs }) => jobs.map(({ id }) => [id, key] as const)),
    );
    const sectionOf = this.#sectionOf;
    return ids.some(id => {
      const job = session.jobs.get(id);
      return job !== undefined && sectionKeys(job, 'status', facts)[0] !== sectionOf.get(id);
    });
  }

  /** Sorts jobs into sections by their current statuses. Resolves with the rows to redraw; `undefined` for all. */
  async rearrange(session: ServerSession, arrangement: Arrangement): Promise<JobsNode[] | undefined> {
    const keys = () => (this.#arranged.sections ?? []).map(({ key }) => key).join();
    const before = keys();
    this.invalidate();
    const grouping = (await this.#arrange(session, arrangement))?.grouping ?? 'none';
    if (keys() !== before || grouping === 'none') return undefined;
    const serverId = session.server.id;
    return (this.#arranged.sections ?? []).map(({ key }) =>
      this.#rows.keep({ kind: 'section', serverId, grouping, key }),
    );
  }

  /** The current arrangement; `undefined` if it is for another server. */
  async #arrange(session: ServerSession, arrangement: Arrangement): Promise<Arrangement | undefined> {
    this.#turn += 1;
    this.#latest = this.#arrangeInTurn(this.#turn, session, arrangement);
    let awaited: Promise<void>;
    do {
      awaited = this.#latest;
      await awaited;
    } while (awaited !== this.#latest);
    return this.#arrangedFor?.session === session ? this.#arrangedFor.arrangement : undefined;
  }

  async #arrangeInTurn(turn: number, session: ServerSession, arrangement: Arrangement): Promise<void> {
    const { revision } = session.jobs;
    const last = this.#arrangedFor;
    if (last?.session === session && last.revision === revision && last.arrangement === arrangement) return;
    const options = { facts: this.#facts(session), language: localizer.language, yieldToHost };
    const arranged = await arrangeJobs(session.jobs.jobs, arrangement, options);
    if (turn !== this.#turn) return;
    this.#arranged = arranged;
    this.#sectionOf = undefined;
    this.#arrangedFor = { session, revision, arrangement };
    this.#rows.prune(node => !('jobId' in node) || session.jobs.get(node.jobId) !== undefined);
  }

  #facts(session: ServerSession): JobFacts {
    const nowMs = Date.now();
    const outlook = this.#schedules.of(session.server);
    return {
      nowMs,
      touches: targetWords(session.groups),
      statusOf: id => session.statuses.get(id),
      nextRunMs: (job: Job) => (job.enabled === false ? undefined : outlook.nextRunMs(job.params, nowMs)),
    };
  }

  #jobNodes(serverId: string, parentId: string, jobs: readonly Job[], section?: string): JobsNode[] {
    const { shown, hidden } = this.#rows.cut(parentId, jobs);
    const inSection = section === undefined ? {} : { section };
    const nodes = shown.map(
      ({ id }): JobsNode => this.#rows.keep({ kind: 'job', serverId, jobId: id, ...inSection }),
    );
    const ids = shown.map(({ id }) => id);
    this.#returned.set(parentId, ids);
    if (hidden > 0) nodes.push(this.#rows.keep({ kind: 'showMore', serverId, of: parentId, hidden }));
    return nodes;
  }

  #otherRows({ server, jobs, statuses }: ServerSession, arrangement: Arrangement): JobsNode[] {
    const serverId = server.id;
    const nodes = jobs.unreadable.map((_, index) =>
      this.#rows.keep({ kind: 'unreadable', serverId, list: 'jobs', index }),
    );
    const { filter, grouping, sort } = arrangement;
    const goesByStatus = needsStatuses(filter) || grouping === 'status' || sort === 'status';
    if (goesByStatus && jobs.jobs.some(job => !statuses.known.has(job.id)))
      nodes.push(this.#rows.keep({ kind: 'readStatuses', serverId }));
    if (jobs.hasMore) {
      // "Load more" would rarely load a match.
      const kind = isArranged(arrangement) ? 'loadAll' : 'loadMore';
      nodes.push(this.#rows.keep({ kind, serverId }));
      if (kind === 'loadAll') nodes.push(this.#rows.keep({ kind: 'loadMore', serverId }));
    }
    return nodes;
  }
}

/** The key of the tree itself, for limits that are stored by parent. */
export function rootId(serverId: string): string {
  return `${serverId}/root`;
}
