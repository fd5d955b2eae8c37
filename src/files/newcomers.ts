import { nameKey } from '../model/difference.ts';
import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import type { PlanItem } from './filePlan.ts';
import { groupObject, identityOf, type ServerObject } from './serverObjects.ts';
import type { ServerAccess } from './serverState.ts';

/**
 * Finds objects that others have created or renamed since the plan was made, right before an object of the same name
 * is created. Unless the first page of the job list shows that it has changed, the other pages are not read again.
 */
export class Newcomers {
  readonly #access: Pick<ServerAccess, 'jobs' | 'groups'>;
  readonly #groups: Set<string>;
  /** The names of known jobs. */
  readonly #jobs: Map<number, string>;
  /** Jobs that the plan did not know, by ID: reading them again would show nothing new. */
  readonly #others = new Map<number, Job>();
  #jobCount: number | undefined;

  constructor(access: Pick<ServerAccess, 'jobs' | 'groups'>, items: readonly PlanItem[]) {
    this.#access = access;
    const objects = items.flatMap(({ object }) => object ?? []);
    this.#groups = new Set(objects.filter(({ kind }) => kind === 'group').map(keyOf));
    this.#jobs = new Map(
      objects.flatMap(({ kind, id, name }) =>
        kind === 'job' && id !== undefined ? [[id, name] as const] : [],
      ),
    );
  }

  /** Whether there is an object of this name that the plan did not know. */
  async includes({ kind, name }: Pick<PlanItem, 'kind' | 'name'>): Promise<boolean> {
    const isNamed = (object: { readonly name: string }) => nameKey(object.name) === nameKey(name);
    if (kind === 'job') return (await this.#newJobs()).some(isNamed);
    await this.#access.groups.refresh();
    const groups = this.#access.groups.entries.map(({ group }) => groupObject(group, undefined));
    return groups.some(group => isNamed(group) && !this.#groups.has(keyOf(group)));
  }

  /** Call with each group that was created after `includes` was false. */
  createdGroup(group: Group): void {
    this.#groups.add(keyOf(groupObject(group, undefined)));
  }

  /** The same for jobs. */
  createdJob({ id, name }: Job): void {
    this.#jobs.set(id, name);
    if (this.#jobCount !== undefined) this.#jobCount += 1;
  }

  async #newJobs(): Promise<readonly Job[]> {
    const isNew = ({ id, name }: Job) => (this.#jobs.get(id) ?? this.#others.get(id)?.name) !== name;
    const page = await this.#access.jobs.firstPage();
    const isWhole = page.next === undefined;
    const isSame = page.total !== undefined && page.total === this.#jobCount && !page.items.some(isNew);
    if (!isSame || isWhole) {
      this.#jobCount = page.total;
      const jobs = isWhole ? page.items : (await this.#access.jobs.all()).jobs;
      for (const job of jobs.filter(isNew)) this.#others.set(job.id, job);
    }
    return [...this.#others.values()];
  }
}

/** Includes the name: a renamed group counts as another one. */
function keyOf(object: ServerObject): string {
  return `${identityOf(object)}\n${object.name}`;
}
