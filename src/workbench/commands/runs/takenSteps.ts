import { changedSince } from '../../../api/model/difference.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { editGroup, editJob, type StoredEdit, throwIfOtherwise } from '../../../api/writes/objectEdits.ts';
import type { CreateOptions } from '../../../api/writes/objectWrites.ts';
import { errorOf, orThrow, unlessRefused, WriteError } from '../../../api/writes/writeResult.ts';
import { listOf, stringOf } from '../../../base/json.ts';
import { seenGroup, seenJob } from '../../../store/objectAccess.ts';
import type { RunOne } from '../../../store/runs/runItems.ts';
import { addedTargets, Newcomers, SeenTargets } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { groupTitle, jobName } from '../../platform/objectNames.ts';
import type { Uses } from '../commandContext.ts';
import { ChangedGroups } from './changedGroups.ts';
import { type Creation, namedBy, nameSent, namesakesOf, renamedObject, type Step } from './steps.ts';

/** A newly created object. */
export interface Created {
  readonly step: Creation;
  /** As the server lists it. */
  readonly name: string;
  /** `undefined` for a job. */
  readonly group: Group | undefined;
  /** The new ID, if the server returned it. */
  readonly id: number | undefined;
  /** What the server stores otherwise, if anything. */
  readonly problem: unknown;
}

type RunStep = Parameters<RunOne<Step>>;

/** The targets of steps as they are listed now. */
export function seenTargets(session: ServerSession, steps: readonly Step[]): SeenTargets {
  const targeting = steps.flatMap(step =>
    step.kind === 'removeGroup' && step.former !== undefined
      ? [[step.id, step.former.targetedBy] as const]
      : [],
  );
  return new SeenTargets(session, targeting).saw(steps.flatMap(addedIn));
}

function addedIn(step: Step): number[] {
  if (step.kind === 'editJob') return addedTargets(step.edit);
  return step.kind === 'create' ? addedTargets({ after: step.draft }) : [];
}

/** Takes the steps of a run, and collects what was done. */
export class TakenSteps {
  readonly editedJobs = new Map<Job, StoredEdit>();
  /** How many jobs needed no change. */
  unchangedJobs = 0;
  readonly editedGroups: string[] = [];
  readonly deleted: string[] = [];
  readonly groups: ChangedGroups;
  readonly #created: Created[] = [];
  readonly #steps: readonly Step[];
  readonly #creates: Uses<'creates'>['creates'];
  readonly #session: ServerSession;
  readonly #newcomers: Newcomers;
  readonly #targets: SeenTargets;
  /** Objects that the steps rename, of which some may have their new names already. */
  readonly #renamed: ReadonlySet<string>;
  #creating: Promise<void> = Promise.resolve();
  /** The user is asked about an unknown outcome of the only create while the run waits. */
  readonly #isOnly: boolean;
  /** Edits are about the jobs as a whole. */
  readonly #isOfWhole: boolean;

  constructor(
    { creates }: Uses<'creates'>,
    session: ServerSession,
    steps: readonly Step[],
    { isOfWhole, targets }: { readonly isOfWhole: boolean; readonly targets: SeenTargets },
  ) {
    this.#creates = creates;
    this.#session = session;
    this.#steps = steps;
    this.#isOnly = steps.length === 1;
    this.#isOfWhole = isOfWhole;
    this.#targets = targets;
    this.groups = new ChangedGroups(session, steps);
    const known = steps.map(step => {
      const kind = namedBy(step)?.kind;
      return kind === undefined ? [] : namesakesOf(step).map(namesake => ({ ...namesake, kind }));
    });
    this.#newcomers = new Newcomers(session, known);
    this.#renamed = new Set(steps.flatMap(step => renamedObject(step) ?? []));
  }

  /** In the order of the steps; several are created at once. */
  get created(): readonly Created[] {
    const order = new Map<Step, number>(this.#steps.map((step, index) => [step, index]));
    const placeOf = ({ step }: Created) => order.get(step) ?? 0;
    return this.#created.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  async take(...[step, sending, left]: RunStep): Promise<void> {
    const { writes } = this.#session;
    const options = { onSending: sending };
    switch (step.kind) {
      case 'create':
        return this.#create(step, sending, left);
      case 'removeJob': {
        const { job, expected = {} } = step;
        const conflicts = (now: Job) => changedSince('job', expected, toJobDraft(now));
        const removed = orThrow(await writes.jobs.remove(seenJob(job), { ...options, conflicts }));
        this.#session.statuses.forget([job.id]);
        if (removed.kind === 'done') this.deleted.push(jobName(removed.before));
        return;
      }
      case 'removeGroup': {
        const { group, id, expected = {} } = step;
        await this.#targets.checkDeletion(id);
        const conflicts = (now: Group) => changedSince('group', expected, toGroupDraft(now));
        const removed = orThrow(await writes.groups.remove(seenGroup(group, id), { ...options, conflicts }));
        if (removed.kind === 'done') this.deleted.push(groupTitle(removed.before));
        return;
      }
      case 'editJob': {
        await this.#targets.checkGroups(addedIn(step));
        await this.#throwIfTaken(step);
        const stored = await editJob(writes.jobs, step, { ...options, isOfWhole: this.#isOfWhole });
        if (stored === undefined) {
          this.unchangedJobs += 1;
          return;
        }
        if (Object.keys(stored.edit.after).length > 0) this.editedJobs.set(step.job, stored);
        left(stored.edit.after);
        return throwIfOtherwise(stored);
      }
      case 'editGroup': {
        await this.#throwIfTaken(step);
        const stored = await editGroup(writes.groups, step, options);
        if (stored === undefined) return;
        this.editedGroups.push(step.name);
        left(stored.edit.after);
        return throwIfOtherwise(stored);
      }
      case 'members':
        return this.groups.change(step, sending, left);
    }
  }

  /** Creates that look for namesakes run one after the other, so that each knows the earlier ones. */
  #create(step: Creation, sending: RunStep[1], left: RunStep[2]): Promise<void> {
    const run = () => this.#createNow(step, sending, left);
    if (step.namesakes === undefined) return run();
    const result = this.#creating.then(run, run);
    this.#creating = result;
    return result;
  }

  async #createNow(step: Creation, sending: RunStep[1], left: RunStep[2]): Promise<void> {
    const { objectKind: kind, isRepeated = false } = step;
    const name = nameSent(step);
    // Who creates another one after a prompt has seen the objects of this name.
    let isAsked = isRepeated;
    const send = () => {
      const isNameTaken = isAsked || step.namesakes === undefined ? undefined : () => this.#isNameTaken(step);
      isAsked = true;
      return this.#send(step, { onSending: sending, isNameTaken }, left);
    };
    const doubtfulName = isRepeated ? name : undefined;
    const created = await (isRepeated || this.#isOnly
      ? this.#creates.create({ session: this.#session, kind, name, send, doubtfulName })
      : send());
    this.#created.push(created);
    this.groups.created(step);
    // The object exists, so it is also reported as created.
    if (created.problem !== undefined) throw created.problem;
  }

  async #isNameTaken(step: Step): Promise<boolean> {
    const named = namedBy(step);
    if (named === undefined) return false;
    const found = await this.#newcomers.find(named.kind, named.draft);
    return found.some(({ id }) => !this.#renamed.has(`${named.kind} ${id}`));
  }

  /** Puts no name back that an object got since the user was asked. */
  async #throwIfTaken(step: Extract<Step, { readonly kind: 'editJob' | 'editGroup' }>): Promise<void> {
    if (step.namesakes === undefined || !(await this.#isNameTaken(step))) return;
    throw new WriteError({ kind: 'created', name: stringOf(step.edit.after['name']) });
  }

  async #send(step: Creation, options: CreateOptions, left: RunStep[2]): Promise<Created> {
    const { writes, groups } = this.#session;
    if (step.objectKind === 'job') {
      const draft = this.#withNewIds(step.draft);
      await this.#targets.checkGroups(addedTargets({ after: draft }));
      const created = unlessRefused(await writes.jobs.create(draft, options));
      const { object: job } = created;
      left(toJobDraft(job), job.id);
      this.#newcomers.created({ kind: 'job', id: job.id, name: job.name, dn: '' });
      return { step, name: jobName(job), group: undefined, id: job.id, problem: errorOf(created) };
    }
    const { id: _, ...draft } = step.draft;
    const created = unlessRefused(await writes.groups.create(draft, options));
    const { object: group } = created;
    const id = groups.identity.known(group);
    left(toGroupDraft(group), id);
    this.#newcomers.created({ kind: 'group', id, name: group.name, dn: group.dn });
    return { step, name: groupTitle(group), group, id, problem: errorOf(created) };
  }

  /** A job that was deleted together with its groups targets the recreated ones. */
  #withNewIds(draft: Draft): Draft {
    const { identity } = this.#session.groups;
    const newIds = new Map(
      this.#created.flatMap(({ step: { former }, group }) => {
        const id = group === undefined ? undefined : identity.known(group);
        return former === undefined || id === undefined ? [] : [[former.id, id] as const];
      }),
    );
    if (newIds.size === 0) return draft;
    const groups = listOf(draft['groups']).map(id => (typeof id === 'number' ? (newIds.get(id) ?? id) : id));
    return { ...draft, groups };
  }
}
