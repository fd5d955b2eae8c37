import { distinguishedName } from '../distinguishedName.ts';
import type { GroupRecord } from '../records.ts';
import { World } from '../world.ts';
import { awkwardDevices, awkwardJob, awkwardNames } from './awkward.ts';
import { seedDevice } from './devices.ts';
import { seedJob } from './jobs.ts';
import { groupName } from './names.ts';
import { Random } from './random.ts';
import { ScheduleWriter } from './scheduleText.ts';

export interface SeedOptions {
  readonly jobs: number;
  readonly groups: number;
  readonly devices: number;
  /** Schedules lie around this time. */
  readonly now: number;
  readonly seed: number;
  /** Adds a dozen jobs, two groups and three devices that are hard to show. */
  readonly awkward?: boolean;
  /** An older server knows no reports: every job then has a policy. */
  readonly withoutReports?: boolean;
}

/** The same options give the same world. */
export function seedWorld(options: SeedOptions): World {
  const world = new World();
  const random = new Random(options.seed);
  times(options.devices, () => world.addDevice(seedDevice(random, world.devices.nextId())));
  const deviceIds = idsOf(world.devices.all());
  const names = new Set<string>();
  times(options.groups, () => {
    world.groups.add(
      seedGroup(random, world.groups.nextId(), freshGroupName(random, names), deviceIds, options.now),
    );
  });
  const seeding = {
    random,
    schedules: new ScheduleWriter(random, options.now),
    deviceIds,
    groupIds: idsOf(world.groups.all()),
    size: options.jobs,
    withoutReports: options.withoutReports ?? false,
    now: options.now,
  };
  times(options.jobs, () => world.jobs.add(seedJob(world.jobs.nextId(), seeding)));
  if (options.awkward) addAwkward(world, options.now);
  return world;
}

function seedGroup(
  random: Random,
  nextId: number,
  name: string,
  deviceIds: readonly number[],
  now: number,
): GroupRecord {
  return {
    // Gaps, as deleted groups leave them: a client must not count on 1, 2, 3.
    id: nextId + random.between(0, 2),
    name,
    dn: distinguishedName(name),
    server_set: random.sample(deviceIds, random.between(0, 14)),
    owner: { login: random.pick(['admin', 'helpdesk']), mail: null },
    createdAtMs: now - random.between(30, 900) * 86_400_000,
    updatedAtMs: now,
  };
}

/** A directory knows each name once; equal names are among the awkward things. */
function freshGroupName(random: Random, taken: Set<string>): string {
  let name = groupName(random, taken.size);
  while (taken.has(name)) name = groupName(random, 50 * taken.size);
  taken.add(name);
  return name;
}

function addAwkward(world: World, nowMs: number): void {
  const devices = awkwardDevices(world.devices.nextId()).map(device => world.addDevice(device).id);
  const writable = devices.slice(1);
  for (const [place, name] of awkwardNames.entries()) {
    // The first job has the device that cannot be named, and so cannot be written back whole.
    world.addJob(awkwardJob(name, place === 0 ? devices : writable), nowMs);
  }
  const name = 'Same name, two groups';
  world.addGroup({ name, dn: '', server_set: devices, owner: null }, nowMs);
  world.addGroup({ name, dn: '', server_set: [], owner: null }, nowMs);
}

function times(count: number, make: () => void): void {
  for (let done = 0; done < count; done++) make();
}

function idsOf(records: readonly { readonly id: number }[]): readonly number[] {
  return records.map(record => record.id);
}
