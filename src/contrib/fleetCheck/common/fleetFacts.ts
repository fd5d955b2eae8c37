import { type Device, deviceState } from '../../../api/model/device.ts';
import { nameKey } from '../../../api/model/difference.ts';
import type { Job } from '../../../api/model/job.ts';
import { getOrAdd, onceForEach, pushTo } from '../../../base/collections.ts';
import { foldText } from '../../../base/foldText.ts';
import type { Slices } from '../../../base/slices.ts';
import { contentKey } from '../../../store/reach/jobContent.ts';
import { type DeviceLists, TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import type { CheckedFleet } from './checkedFleet.ts';
import { type RunHours, type ScheduleFacts, ScheduleMemory, type WeeklyHours } from './scheduleFacts.ts';

export function isEnabled({ enabled }: Pick<Job, 'enabled'>): boolean {
  return enabled !== false;
}

/** The key by which two names count as the same; '' for none. */
export const sameNameKey = (name: string) => foldText(nameKey(name));

/** What rules compare an object with: facts about the whole fleet, gathered before any object is judged. */
export class FleetFacts {
  readonly fleet: CheckedFleet;
  readonly scheduleOf: (job: Job) => ScheduleFacts;
  /** Jobs by `jobNameKey`. */
  namesakes: ReadonlyMap<string, readonly Job[]> = new Map();
  /** Another enabled job with the same work, targets and schedule. */
  twins: ReadonlyMap<Job, Job> = new Map();
  /** Another job with a common device that runs in each of the hours of the next ten runs. */
  clashes: ReadonlyMap<Job, Job> = new Map();
  /** Names by which requests could mean either of several devices. */
  ambiguousNames: ReadonlySet<string> = new Set();
  /** On how many devices jobs run; empty unless a rule needs it. */
  reach: ReadonlyMap<Job, number> = new Map();
  /** Its median for the jobs with a policy. */
  medianReach: ReadonlyMap<number, number> = new Map();

  constructor(fleet: CheckedFleet, scheduleOf: (job: Job) => ScheduleFacts) {
    this.fleet = fleet;
    this.scheduleOf = scheduleOf;
  }

  /** The lists of devices of a job that are known; `isWhole` if that is all of them. */
  listsOf({ peers, groups, dynamic_groups: dynamicGroups }: Job) {
    const known = groups.map(id => this.fleet.targets.group(id)).filter(group => group !== undefined);
    return {
      lists: [peers, ...known.map(group => group.server_set)],
      groups: known,
      isWhole: known.length === groups.length && dynamicGroups.length === 0,
    };
  }

  /** The numbers of the devices in its known groups, each of which is made a set only once. */
  deviceSetsOf({ groups }: Job): readonly ReadonlySet<number>[] {
    const { targets } = this.fleet;
    const sets: ReadonlySet<number>[] = [];
    for (const id of groups) {
      const group = targets.group(id);
      if (group !== undefined) sets.push(numberSet(targets.numbers.distinct(group.server_set)));
    }
    return sets;
  }

  /** Whether all devices of a job are offline; `undefined` if not all of them are known. */
  isOffline(job: Job): boolean | undefined {
    const { lists, isWhole } = this.listsOf(job);
    const filled = lists.filter(list => list.length > 0);
    // One device that is not offline is enough, whatever else is unknown.
    if (!filled.every(areOffline)) return false;
    if (!isWhole) return undefined;
    return filled.length > 0;
  }
}

const areOffline = onceForEach((devices: readonly Device[]) =>
  devices.every(({ status }) => deviceState(status) === 'offline'),
);

const numberSet = onceForEach((numbers: Int32Array) => new Set(numbers));

/** Gathers the facts that rules need which are on, in slices. Remembers what did not change since the last time. */
export class FactGatherer {
  readonly #schedules = new ScheduleMemory();

  async gather(
    fleet: CheckedFleet,
    isOn: (...rules: string[]) => boolean,
    slices: Slices,
  ): Promise<FleetFacts> {
    const { options } = fleet.outlook.predictor;
    const scheduleOf = ({ params }: Job) => this.#schedules.of(params, options, fleet.nowMs);
    const facts = new FleetFacts(fleet, scheduleOf);
    const enabled = fleet.jobs.filter(isEnabled);
    if (isOn('same-name')) facts.namesakes = await findNamesakes(fleet.jobs, slices);
    if (isOn('same-job')) facts.twins = await findTwins(enabled, fleet, slices);
    if (isOn('ambiguous-device')) facts.ambiguousNames = await findAmbiguous(fleet, slices);
    if (isOn('never-runs', 'ended', 'clock-change', 'always-clashes', 'overlaps-itself')) {
      for (const job of enabled) {
        if (slices.isOver) await slices.rest();
        scheduleOf(job);
      }
    }
    if (isOn('always-clashes')) facts.clashes = await findAlwaysClashing(enabled, facts, slices);
    if (isOn('wide-reach')) Object.assign(facts, await findReach(enabled, fleet, slices));
    await noteOffline(enabled, facts, slices);
    return facts;
  }
}

export const jobNameKey = onceForEach(({ name }: Job) => sameNameKey(name));

async function findNamesakes(
  jobs: readonly Job[],
  slices: Slices,
): Promise<ReadonlyMap<string, readonly Job[]>> {
  const byName = new Map<string, Job[]>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const key = jobNameKey(job);
    if (key !== '') pushTo(byName, key, job);
  }
  return byName;
}

async function findTwins(
  jobs: readonly Job[],
  { targets }: CheckedFleet,
  slices: Slices,
): Promise<ReadonlyMap<Job, Job>> {
  const byKey = new Map<string, Job[]>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    pushTo(byKey, contentKey(job, targets), job);
  }
  const twins = new Map<Job, Job>();
  for (const [first, second, ...others] of byKey.values()) {
    if (first === undefined || second === undefined) continue;
    twins.set(first, second);
    for (const other of [second, ...others]) twins.set(other, first);
  }
  return twins;
}

/** Of the names that several devices have had, those that several devices in the lists have now. */
async function findAmbiguous(fleet: CheckedFleet, slices: Slices): Promise<ReadonlySet<string>> {
  const { numbers } = fleet.targets;
  const shared = numbers.sharedNames;
  const owners = new Map<string, number>();
  const ambiguous = new Set<string>();
  if (shared.size === 0) return ambiguous;
  for (const list of [
    ...fleet.groups.map(({ group }) => group.server_set),
    ...fleet.jobs.map(job => job.peers),
  ]) {
    if (slices.isOver) await slices.rest();
    for (const number of numbers.distinct(list)) {
      const name = shared.get(number);
      if (name === undefined) continue;
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, number);
      else if (owner !== number) ambiguous.add(name);
    }
  }
  return ambiguous;
}

interface JobLists {
  readonly job: Job;
  readonly lists: DeviceLists;
}

/** Jobs that run in the same hours, and the lists of their devices with the first job that has each. */
interface WeeklyJobs {
  readonly week: WeeklyHours;
  readonly owners: Map<Int32Array, Job>;
}

async function findAlwaysClashing(
  jobs: readonly Job[],
  facts: FleetFacts,
  slices: Slices,
): Promise<ReadonlyMap<Job, Job>> {
  const { numbers } = facts.fleet.targets;
  const devices = new TimelineDevices(numbers, id => facts.fleet.targets.group(id)?.server_set);
  const byHours = new Map<string, { readonly hours: RunHours; readonly jobs: JobLists[] }>();
  const byWeek = new Map<string, WeeklyJobs>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const schedule = facts.scheduleOf(job);
    if (schedule.kind !== 'runs' || schedule.open === 'start' || schedule.hours === undefined) continue;
    const { hours } = schedule;
    const lists = devices.of(job);
    getOrAdd(byHours, hours.key, () => ({ hours, jobs: [] })).jobs.push({ job, lists });
    const { week } = hours;
    if (week === undefined) continue;
    const { owners } = getOrAdd(byWeek, week.key, () => ({ week, owners: new Map() }));
    for (const list of lists) if (!owners.has(list)) owners.set(list, job);
  }
  const clashes = new Map<Job, Job>();
  const finder = new SharedLists(numbers.count);
  for (const { hours, jobs: together } of byHours.values()) {
    if (slices.isOver) await slices.rest();
    if (together.length > 1) await finder.find(together, clashes, slices);
    const others = together.filter(({ job }) => !clashes.has(job));
    const more =
      others.length === 0
        ? []
        : [...byWeek.values()].filter(
            ({ week }) => week.key !== hours.week?.key && hours.next.every(week.includes),
          );
    if (more.length > 0) await finder.findAmong(more, others, clashes, slices);
  }
  return clashes;
}

/** Finds jobs that share a device, visiting each list once however many jobs have it. */
class SharedLists {
  readonly #seenIn: Int32Array;
  #offset = 0;

  constructor(deviceCount: number) {
    this.#seenIn = new Int32Array(deviceCount);
  }

  async find(together: readonly JobLists[], clashes: Map<Job, Job>, slices: Slices): Promise<void> {
    const owners = new Map<Int32Array, Job[]>();
    for (const { job, lists } of together)
      for (const list of lists) if (list.length > 0) pushTo(owners, list, job);
    const lists = [...owners.keys()];
    const overlaps = new Map<Int32Array, Set<Int32Array>>();
    for (const [index, list] of lists.entries()) {
      if (slices.isOver) await slices.rest();
      const own = this.#offset + index + 1;
      for (const device of list) {
        const first = (this.#seenIn[device] ?? 0) - this.#offset - 1;
        const other = first >= 0 && first !== index ? lists[first] : undefined;
        if (other === undefined) this.#seenIn[device] = own;
        else {
          getOrAdd(overlaps, list, () => new Set()).add(other);
          getOrAdd(overlaps, other, () => new Set()).add(list);
        }
      }
    }
    this.#offset += lists.length;
    for (const { job, lists: ownLists } of together) {
      if (slices.isOver) await slices.rest();
      const partner =
        findPartner(job, ownLists, owners) ?? findPartner(job, overlapping(ownLists, overlaps), owners);
      if (partner !== undefined) clashes.set(job, partner);
    }
  }

  /** Finds those of the jobs that share a device with one of the weekly ones; no two of them share one. */
  async findAmong(
    weekly: readonly WeeklyJobs[],
    jobs: readonly JobLists[],
    clashes: Map<Job, Job>,
    slices: Slices,
  ): Promise<void> {
    for (const [index, { lists }] of jobs.entries())
      for (const list of lists) for (const device of list) this.#seenIn[device] = this.#offset + index + 1;
    for (const { owners } of weekly)
      for (const [list, other] of owners) {
        if (slices.isOver) await slices.rest();
        for (const device of list) {
          const found = jobs[(this.#seenIn[device] ?? 0) - this.#offset - 1];
          if (found !== undefined && found.job !== other) clashes.set(found.job, other);
        }
      }
    this.#offset += jobs.length;
  }
}

function overlapping(lists: DeviceLists, overlaps: ReadonlyMap<Int32Array, ReadonlySet<Int32Array>>) {
  return overlaps.size === 0 ? [] : lists.flatMap(list => [...(overlaps.get(list) ?? [])]);
}

/** Another job that has one of the lists. */
function findPartner(
  job: Job,
  lists: DeviceLists,
  owners: ReadonlyMap<Int32Array, readonly Job[]>,
): Job | undefined {
  for (const list of lists) {
    const [first, second] = owners.get(list) ?? [];
    const other = first === job ? second : first;
    if (other !== undefined) return other;
  }
  return undefined;
}

async function findReach(jobs: readonly Job[], { targets }: CheckedFleet, slices: Slices) {
  const reach = new Map<Job, number>();
  const byPolicy = new Map<number, number[]>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const { devices } = targets.reachOf(job);
    reach.set(job, devices);
    for (const policy of job.policies) pushTo(byPolicy, policy, devices);
  }
  const medianReach = new Map(
    [...byPolicy].map(([policy, counts]) => [
      policy,
      counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0,
    ]),
  );
  return { reach, medianReach };
}

async function noteOffline(jobs: readonly Job[], facts: FleetFacts, slices: Slices): Promise<void> {
  const { looks } = facts.fleet;
  if (looks === undefined) return;
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    looks.memory.note(job.id, facts.isOffline(job) === true, looks.asOfMs);
  }
}
