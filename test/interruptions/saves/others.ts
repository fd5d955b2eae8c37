import type { JobRecord } from '../../../src/contrib/demo/server/world.ts';
import type { RequestChecks } from '../checks/requestChecks.ts';
import type { HeldServers } from './heldServers.ts';
import { type Field, valuesOf } from './records.ts';
import { allJobs, openedJobs } from './steps.ts';
import { othersValue } from './typedValues.ts';

/** Changes on a server by people other than the round's user. */
export class Others {
  readonly #servers: HeldServers;
  readonly #requests: RequestChecks;
  #reused = 0;

  constructor(servers: HeldServers, requests: RequestChecks) {
    this.#servers = servers;
    this.#requests = requests;
    for (const place of servers.places.keys()) for (const job of this.#jobs(place)) this.#wrote(place, job);
  }

  jobIds(place: string): readonly number[] {
    return this.#jobs(place).map(({ id }) => id);
  }

  #jobs(place: string): readonly JobRecord[] {
    return this.#jobsAt(place)?.all() ?? [];
  }

  /** Assigns the ID of a deleted job to a new one. */
  reuse(place: string, number: number): void {
    const jobs = this.#jobsAt(place);
    const id = (number % allJobs) + 1;
    const job = jobs?.get(id);
    if (job === undefined) return;
    jobs?.remove(id);
    this.#reused += 1;
    const work = { params: '', policies: [3_000 + this.#reused] };
    jobs?.add({ ...job, ...work, name: `Payroll ${this.#reused}`, enabled: !job.enabled });
    const now = jobs?.get(id);
    if (now !== undefined) this.#wrote(place, now);
    this.#requests.reused(place, id);
  }

  /** Deletes a job as somebody else. */
  delete(place: string, id: number): void {
    this.#jobsAt(place)?.remove(id);
  }

  change(place: string, { job: number, field, value }: { job: number; field: Field; value: number }): void {
    const jobs = this.#jobsAt(place);
    // The index after the opened jobs stands for the newest one.
    const job = number < openedJobs ? jobs?.get(number + 1) : jobs?.all().at(-1);
    if (job === undefined) return;
    const now: Readonly<Record<string, unknown>> = { ...job };
    Object.assign(job, { [field]: othersValue(field, value, now[field]) });
    this.#wrote(place, job);
  }

  #jobsAt(place: string) {
    return this.#servers.places.get(place)?.world.jobs;
  }

  #wrote(place: string, job: JobRecord): void {
    this.#requests.wroteElsewhere(`${place} ${job.id}`, valuesOf({ ...job }));
  }
}
