import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { identifyJob } from '../../../api/model/identity.ts';
import type { Job } from '../../../api/model/job.ts';

const count = z.int().check(z.minimum(0));

/** What was read of a job, as far as its runs depend on it. */
export const JobFactsSchema = z.object({
  name: z.string(),
  params: z.string(),
  isEnabled: z.boolean(),
  runsOnStart: z.boolean(),
  /** How many it targets. */
  targets: z.object({ groups: count, dynamicGroups: count, devices: count }),
  /** Hashes of its work, its targets, and of the fields that servers set only once: they tell another job. */
  work: z.string(),
  aim: z.string(),
  birth: z.string(),
});

export type JobFacts = Readonly<z.infer<typeof JobFactsSchema>>;

/** A period in which a job is known to have been like this. */
export interface FactsPeriod {
  readonly facts: JobFacts;
  /** When it was first read like this; until when, the next period says. */
  readonly readMs: number;
  /** It was last read like this before `readMs` of the next period; equals `readMs` if it was read only once. */
  readonly confirmedMs: number;
}

export function factsOf(job: Job): JobFacts {
  const { name, params, enabled, run_on_start, groups, dynamic_groups, peers, policies, reports, extra } =
    job;
  const hosts = peers.map(({ hostname, addr }) => hostname || addr);
  return {
    name,
    params,
    isEnabled: enabled !== false,
    runsOnStart: run_on_start === true,
    targets: { groups: groups.length, dynamicGroups: dynamic_groups.length, devices: peers.length },
    work: hashOf([policies, reports]),
    aim: hashOf([groups, dynamic_groups, hosts]),
    birth: hashOf([[extra['created_at'] ?? ''], [extra['author'] ?? '']]),
  };
}

/** Whether the server has assigned the ID to another job (decision 30). */
export function isOfAnotherJob(before: JobFacts, now: JobFacts): boolean {
  return identifyJob(identifiable(before), identifiable(now)).kind === 'another';
}

function identifiable({ name, params, work, aim, birth }: JobFacts) {
  return { name, params, policies: work, peers: aim, ...(birth === unborn ? {} : { author: birth }) };
}

/** The lists are sets to the server, in any order. */
function hashOf(lists: readonly (readonly unknown[])[]): string {
  const text = JSON.stringify(lists.map(list => list.map(item => JSON.stringify(item)).sort()));
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

const unborn = hashOf([[''], ['']]);
