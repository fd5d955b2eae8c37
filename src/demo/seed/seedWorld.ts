import type { GroupRecord } from '../records.ts';
import { distinguishedName, World } from '../world.ts';
import { makeGroupName } from './names.ts';
import { Random } from './random.ts';
import { ScheduleWriter } from './scheduleText.ts';
import { seedDevice } from './seedDevices.ts';
import { seedJob } from './seedJobs.ts';

interface SeedOptions {
  readonly jobs: number;
  readonly groups: number;
  readonly devices: number;
  /** Schedules are centered on this time. */
  readonly now: number;
  readonly seed: number;
}

/** The same options give the same world. */
export function seedWorld(options: SeedOptions): World {
  const world = new World();
  const random = new Random(options.seed);
  times(options.devices, () => world.addDevice(seedDevice(random, world.devices.nextId())));
  const deviceIds = idsOf(world.devices.all());
  const names = new Set<string>();
  times(options.groups, () => {
    const [id, name] = [world.groups.nextId(), freshGroupName(random, names)];
    world.groups.add(seedGroup(random, { id, name, deviceIds, now: options.now }));
  });
  const seeding = {
    random,
    schedules: new ScheduleWriter(random, options.now),
    deviceIds,
    groupIds: idsOf(world.groups.all()),
    size: options.jobs,
    now: options.now,
  };
  times(options.jobs, () => world.jobs.add(seedJob(world.jobs.nextId(), seeding)));
  return world;
}

interface GroupSeed {
  /** The next free ID. */
  readonly id: number;
  readonly name: string;
  readonly deviceIds: readonly number[];
  readonly now: number;
}

function seedGroup(random: Random, { id, name, deviceIds, now }: GroupSeed): GroupRecord {
  return {
    // Gaps as left by deleted groups: a client must not rely on 1, 2, 3.
    id: id + random.between(0, 2),
    name,
    dn: distinguishedName(name),
    server_set: random.sample(deviceIds, random.between(0, 14)),
    owner: { login: random.pick(['admin', 'helpdesk']), mail: null },
    createdAtMs: now - random.between(30, 900) * 86_400_000,
    updatedAtMs: now,
  };
}

/** Names are unique in a directory. */
function freshGroupName(random: Random, taken: Set<string>): string {
  let name = makeGroupName(random, taken.size);
  while (taken.has(name)) name = makeGroupName(random, 50 * taken.size);
  taken.add(name);
  return name;
}

function times(count: number, make: () => void): void {
  for (let done = 0; done < count; done++) make();
}

function idsOf(records: readonly { readonly id: number }[]): readonly number[] {
  return records.map(record => record.id);
}
