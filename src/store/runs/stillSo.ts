import { ifFound } from '../../api/errors/apiError.ts';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import { findChangedFields, nameKey } from '../../api/model/difference.ts';
import { dnKey, sameDn } from '../../api/model/distinguishedName.ts';
import { type Draft, onlyFields } from '../../api/model/draft.ts';
import { type Group, otherwiseGroupFields, toGroupDraft } from '../../api/model/group.ts';
import { identifyGroup, identifyJob } from '../../api/model/identity.ts';
import { type Job, otherwiseJobFields, toJobDraft } from '../../api/model/job.ts';
import { WriteError } from '../../api/writes/writeResult.ts';
import { beyondCounts, countBy } from '../../base/collections.ts';
import { numbersOf, stringOf } from '../../base/json.ts';
import type { GroupStore } from '../groups/groupStore.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { throwIfLacking } from '../reading/incompleteList.ts';

/** The lists of a server; `ServerSession` provides them. */
interface Lists {
  readonly jobs: Pick<JobStore, 'all' | 'firstPage'>;
  readonly groups: Pick<GroupStore, 'readAgain' | 'coverage' | 'entries' | 'identity'>;
}

/** The same, and single objects. */
interface Objects extends Lists {
  readonly jobs: Pick<JobStore, 'all' | 'firstPage' | 'read'>;
  readonly groups: Pick<GroupStore, 'readAgain' | 'coverage' | 'entries' | 'identity' | 'read'>;
}

/** What judging targets needs. */
interface TargetLists {
  readonly jobs: Pick<JobStore, 'all'>;
  readonly groups: Pick<GroupStore, 'readAgain' | 'identity' | 'read' | 'byId'>;
}

/** What was decided earlier, from the server as it was then: an undo, a fix, a plan or a preview. */
export type Decided =
  | { readonly does: 'create'; readonly kind: ObjectKind; readonly draft: Draft }
  | {
      readonly does: 'change' | 'delete';
      readonly kind: ObjectKind;
      readonly id: number;
      /** The object as it was seen. Missing fields are not compared. */
      readonly seen: Draft;
      /** Must still be as they were seen, besides what identifies the object. */
      readonly fields?: readonly string[];
      /** Whether the reason still holds; called when the object and all groups were read again. */
      readonly holds?: () => Promise<boolean>;
    };

/** An object with the name, or a group with the DN, of one that is about to be created. */
export interface Namesake {
  readonly id: number | undefined;
  readonly name: string;
  readonly dn: string;
  /** Whether it has all that would be created. */
  readonly isEqual: boolean;
}

/** Why something may not be done as it was decided, without asking. */
export type Obstacle =
  | { readonly kind: 'namesakes'; readonly found: readonly [Namesake, ...Namesake[]] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'anotherObject'; readonly name: string }
  | { readonly kind: 'changed'; readonly fields: readonly string[] }
  /** The object is the same, but its groups or its other fields are not what the decision was about. */
  | { readonly kind: 'reasonGone' };

/**
 * Judges what was decided earlier with the objects, their groups and their namesakes as they are now. The result has
 * an entry for each decision: `undefined` if it can be done as decided. Ask the user about the others, or leave them
 * out. Rejects like the client if something cannot be read: then nothing is proven.
 *
 * Call it right before the user is asked, and again when the response took time. Two more guards need no call: each
 * write compares its object again (`ObjectWrites`), with namesakes if `isNameTaken` asks `Newcomers`; and what another
 * unfinished undo holds, in any process, is not sent (`RunJournal.begin`, `claimsOf`). What a write says of other objects,
 * the targets of jobs, `SeenTargets` judges.
 */
export async function stillSo(
  lists: Objects,
  decided: readonly Decided[],
): Promise<readonly (Obstacle | undefined)[]> {
  const newcomers = new Newcomers(lists, []);
  if (decided.some(one => one.does !== 'create' && (one.kind === 'group' || one.holds !== undefined)))
    await lists.groups.readAgain();
  const named = new Map<Decided, readonly Namesake[]>();
  for (const kind of ['job', 'group'] as const) {
    const creations = decided.filter(one => one.does === 'create').filter(one => one.kind === kind);
    const found = await newcomers.findAll(
      kind,
      creations.map(({ draft }) => draft),
    );
    for (const [index, one] of creations.entries()) named.set(one, found[index] ?? []);
  }
  const obstacles: (Obstacle | undefined)[] = [];
  for (const one of decided) {
    if (one.does !== 'create') obstacles.push(await obstacleTo(lists, one));
    else {
      const [first, ...others] = named.get(one) ?? [];
      obstacles.push(first && { kind: 'namesakes', found: [first, ...others] });
    }
  }
  return obstacles;
}

async function obstacleTo(
  { jobs, groups }: Objects,
  { kind, id, seen, fields = [], holds }: Exclude<Decided, { readonly does: 'create' }>,
): Promise<Obstacle | undefined> {
  const isExpected = (group: Group) => identifyGroup(seen, toGroupDraft(group)).kind !== 'another';
  const now = await ifFound<Draft>(
    kind === 'job' ? jobs.read(id).then(toJobDraft) : groups.read(id, { isExpected }).then(toGroupDraft),
  );
  if (now === undefined) return { kind: 'gone' };
  const identity = kind === 'job' ? identifyJob(seen, now) : identifyGroup(seen, now);
  if (identity.kind === 'another') return { kind: 'anotherObject', name: stringOf(now['name']) };
  const changed = findChangedFields(now, onlyFields(seen, fields));
  if (changed.length > 0) return { kind: 'changed', fields: changed };
  return holds === undefined || (await holds()) ? undefined : { kind: 'reasonGone' };
}

/** The groups that an edit of a job, or a new job, adds as targets. */
export function addedTargets({
  before,
  after,
}: {
  readonly before?: Draft;
  readonly after: Draft;
}): number[] {
  const had = new Set(numbersOf(before?.['groups']));
  return numbersOf(after['groups']).filter(id => !had.has(id));
}

/**
 * What was seen of targets when something was decided: the groups that jobs get, and the jobs that target groups to be
 * deleted. Judges them again right before something is sent. Reads each group once, and the list of jobs once for all.
 */
export class SeenTargets {
  readonly #lists: TargetLists;
  /** Groups that were not seen are not judged. */
  readonly #groups = new Map<number, Draft>();
  readonly #targeting: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #checked = new Map<number, Promise<WriteError | undefined>>();
  #news: Promise<ReadonlyMap<number, readonly Job[]>> | undefined;

  /** `targeting`: the IDs of the jobs that are known to target a group. */
  constructor(lists: TargetLists, targeting: Iterable<readonly [number, Iterable<number>]> = []) {
    this.#lists = lists;
    this.#targeting = new Map(Array.from(targeting, ([id, jobs]) => [id, new Set(jobs)]));
  }

  /** Call with the groups that jobs get when the user sees them: by default as they are listed. */
  saw(ids: Iterable<number>, groupOf = (id: number): Draft | undefined => this.#listed(id)): this {
    for (const id of ids) {
      const group = this.#groups.has(id) ? undefined : groupOf(id);
      if (group !== undefined) this.#groups.set(id, group);
    }
    return this;
  }

  /** Throws `WriteError` unless the groups are still those that were seen; rejects like the client. */
  async checkGroups(ids: Iterable<number>): Promise<void> {
    const checks = Array.from(ids, id => {
      const seen = this.#groups.get(id);
      return seen && this.#check(id, seen);
    });
    const error = (await Promise.all(checks)).find(found => found !== undefined);
    if (error !== undefined) throw error;
  }

  /** Throws `WriteError` if a job targets the group that was not known to do so; rejects like the client. */
  async checkDeletion(id: number): Promise<void> {
    const [job] = (this.#targeting.has(id) && (await this.news()).get(id)) || [];
    if (job !== undefined) throw new WriteError({ kind: 'targeted', name: job.name });
  }

  /** The jobs that target groups to be deleted and were not known to do so, by group. */
  news(): Promise<ReadonlyMap<number, readonly Job[]>> {
    this.#news ??= this.#readNews();
    this.#news.catch(() => {
      this.#news = undefined;
    });
    return this.#news;
  }

  #listed(id: number): Draft | undefined {
    const group = this.#lists.groups.byId(id);
    return group && toGroupDraft(group);
  }

  /** Remembers what it found, so that a repetition does not take the other group for the one that was seen. */
  #check(id: number, seen: Draft): Promise<WriteError | undefined> {
    const checked = this.#checked.get(id) ?? this.#compare(id, seen);
    this.#checked.set(id, checked);
    checked.catch(() => this.#checked.delete(id));
    return checked;
  }

  async #compare(id: number, seen: Draft): Promise<WriteError | undefined> {
    const name = stringOf(seen['name']);
    const isExpected = (group: Group) => identifyGroup(seen, toGroupDraft(group)).kind !== 'another';
    const { groups } = this.#lists;
    const now = await ifFound(groups.read(id, { isExpected }));
    const isSame = now !== undefined && isExpected(now);
    if (isSame && now.name === name) return undefined;
    if (!isSame) groups.identity.refute({ name, dn: stringOf(seen['dn']) }, id);
    // So that the user sees what the ID stands for now.
    await groups.readAgain();
    return new WriteError({ kind: 'otherTarget', id, name });
  }

  async #readNews(): Promise<ReadonlyMap<number, readonly Job[]>> {
    const entries = [...this.#targeting];
    if (entries.length === 0) return new Map();
    const { jobs } = await this.#lists.jobs.all({
      isWanted: ({ groups }) => groups.some(id => this.#targeting.has(id)),
    });
    const newOf = (id: number, known: ReadonlySet<number>) =>
      jobs.filter(job => job.groups.includes(id) && !known.has(job.id));
    return new Map(
      entries.flatMap(([id, known]) => {
        const found = newOf(id, known);
        return found.length === 0 ? [] : [[id, found] as const];
      }),
    );
  }
}

/** What distinguishes an object that a plan knew. */
interface Known {
  readonly kind: ObjectKind;
  readonly id: number | undefined;
  readonly name: string;
  readonly dn: string;
}

/**
 * Finds objects that a decision did not know, right before one of the same name is created. Unless the first page of the
 * job list shows that it has changed, the other pages are not read again.
 */
export class Newcomers {
  readonly #lists: Lists;
  /** How many groups of each key are known: those of one name without a DN have the same. */
  readonly #groups = new Map<string, number>();
  /** The names of known jobs. */
  readonly #jobs = new Map<number, string>();
  /** Jobs that were not known, by ID: reading them again would show nothing new. */
  readonly #others = new Map<number, Job>();
  #jobCount: number | undefined;

  /** `decisions`: for each of them what does not count, because it was made with that in sight. */
  constructor(lists: Lists, decisions: Iterable<readonly Known[]>) {
    this.#lists = lists;
    for (const known of decisions) this.decided(known);
  }

  /** Call with what was in sight of a decision. */
  decided(known: readonly Known[]): void {
    for (const { kind, id, name } of known) if (kind === 'job') this.#addJob(id, name);
    const groups = known.filter(({ kind }) => kind === 'group');
    for (const [key, count] of countBy(groups, keyOf))
      this.#groups.set(key, Math.max(count, this.#groups.get(key) ?? 0));
  }

  /** The objects of this name, and the groups of this DN, that were not known. */
  async find(kind: ObjectKind, draft: Draft): Promise<readonly Namesake[]> {
    const [found = []] = await this.findAll(kind, [draft]);
    return found;
  }

  /** The same for each of several drafts; reads the list once. */
  async findAll(kind: ObjectKind, drafts: readonly Draft[]): Promise<readonly (readonly Namesake[])[]> {
    if (drafts.length === 0) return [];
    if (kind === 'job') {
      const jobs = await this.#newJobs();
      return drafts.map(draft =>
        jobs.filter(namedAs(draft)).map(job => {
          const { id, name } = job;
          return { id, name, dn: '', isEqual: otherwiseJobFields(draft, job, true).length === 0 };
        }),
      );
    }
    const { groups } = this.#lists;
    await groups.readAgain();
    throwIfLacking('groups', groups.coverage);
    const listed = groups.entries.map(({ group }) => group);
    return drafts.map(draft =>
      beyondCounts(listed.filter(namedAs(draft)), keyOf, this.#groups).map(group => ({
        id: groups.identity.known(group),
        name: group.name,
        dn: group.dn,
        isEqual: otherwiseGroupFields(draft, group, true).length === 0,
      })),
    );
  }

  /** Call with each object that was created after `find` found none. */
  created(object: Known): void {
    const { kind, id, name } = object;
    if (kind === 'group') this.#groups.set(keyOf(object), (this.#groups.get(keyOf(object)) ?? 0) + 1);
    else this.#addJob(id, name);
    if (kind === 'job' && this.#jobCount !== undefined) this.#jobCount += 1;
  }

  #addJob(id: number | undefined, name: string): void {
    if (id === undefined) return;
    this.#jobs.set(id, name);
    this.#others.delete(id);
  }

  async #newJobs(): Promise<readonly Job[]> {
    const { jobs } = this.#lists;
    const isNew = ({ id, name }: Job) => (this.#jobs.get(id) ?? this.#others.get(id)?.name) !== name;
    const page = await jobs.firstPage();
    const isWhole = page.next === undefined;
    const isSame = page.total !== undefined && page.total === this.#jobCount && !page.items.some(isNew);
    if (!isSame || isWhole) {
      const all = isWhole ? page.items : (await jobs.all()).jobs;
      this.#jobCount = page.total;
      this.#others.clear();
      for (const job of all.filter(isNew)) this.#others.set(job.id, job);
    }
    return [...this.#others.values()];
  }
}

/** Whether an object has the name, or a group the DN, of one that is about to be created. */
function namedAs(draft: Draft): (object: { readonly name: string; readonly dn?: string }) => boolean {
  const [key, sent] = [nameKey(stringOf(draft['name'])), stringOf(draft['dn'])];
  return ({ name, dn = '' }) => nameKey(name) === key || (sent.trim() !== '' && sameDn(dn, sent));
}

/** Includes the name: a renamed group counts as another one. */
function keyOf({ name, dn }: Pick<Known, 'name' | 'dn'>): string {
  return `${dnKey(dn) || name.trim()}\n${name}`;
}
