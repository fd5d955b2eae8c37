import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { readReachWithProgress } = await import('../../../src/workbench/commands/reachQuestion.ts');
const { showUsesOf } = await import('../../../src/contrib/devices/vscode/deviceUses.ts');
const { toJobDraft } = await import('../../../src/api/model/job.ts');
const { arrangeGroups } = await import('../../../src/store/filter/groupArrangement.ts');
const { reachOfDraft } = await import('../../../src/store/reach/draftReach.ts');
const { readFilter, readGroupFilter } = await import('../../../src/workbench/trees/filterWords.ts');
const { arrangeSession } = await import('../../../src/workbench/trees/jobsOutline.ts');

interface FleetDevice {
  readonly hostname: string;
  readonly addr: string;
  readonly status: string;
}

interface FleetGroup {
  readonly id: number;
  readonly name: string;
  readonly members: readonly FleetDevice[];
}

interface FleetJob {
  readonly id: number;
  readonly peers: readonly FleetDevice[];
  readonly groups: readonly FleetGroup[];
  readonly dynamic: readonly number[];
}

/** A server's own data. Half of the 72 jobs reach devices only through groups. */
function fleetOf(devices: readonly FleetDevice[], random: readonly number[]) {
  let at = 0;
  const next = () => {
    at += 1;
    return random[at % random.length] ?? 0;
  };
  const some = <T>(items: readonly T[], oneIn: number) => items.filter(() => next() % oneIn === 0);
  const groups: FleetGroup[] = ['Office', 'Head Office', 'Lab', 'PC-1', 'Спрос «1»', 'Empty'].map(
    (name, index) => ({
      id: 3 + index * 2,
      name,
      members: name === 'Empty' ? [] : some(devices, 4),
    }),
  );
  const jobs: FleetJob[] = Array.from({ length: 72 }, (_, index) => ({
    id: index + 1,
    peers: index % 2 === 0 ? [] : some(devices, 9),
    groups: some(groups, index % 2 === 0 ? 3 : 7),
    dynamic: next() % 10 === 0 ? [next() % 3] : [],
  }));
  return { devices, groups, jobs };
}

type Fleet = ReturnType<typeof fleetOf>;

const reaches = (job: FleetJob, device: FleetDevice) =>
  job.peers.includes(device) || job.groups.some(({ members }) => members.includes(device));
const devicesOf = (job: FleetJob) => new Set([...job.peers, ...job.groups.flatMap(({ members }) => members)]);

/** How a server describes devices: with or without IDs, in jobs perhaps in another case or by name alone. */
interface Variant {
  readonly title: string;
  readonly hidesIds: boolean;
  readonly inGroup: (device: FleetDevice, id: number) => object;
  readonly inJob: (device: FleetDevice, id: number) => object;
}

const variants: readonly Variant[] = [
  {
    title: 'returns the IDs of groups and devices',
    hidesIds: false,
    inGroup: (device, id) => ({ id, ...device }),
    inJob: (device, id) => ({ id, ...device }),
  },
  {
    title: 'returns groups without IDs',
    hidesIds: true,
    inGroup: (device, id) => ({ id, ...device }),
    inJob: (device, id) => ({ id, ...device }),
  },
  {
    title: 'returns neither IDs of groups nor of devices, and names devices of jobs in another case',
    hidesIds: true,
    inGroup: device => device,
    inJob: ({ hostname, status }) => ({ hostname: hostname.toLowerCase(), status }),
  },
];

async function fill(
  { memoryServer, session, context }: Given,
  fleet: Fleet,
  variant: Variant,
): Promise<void> {
  const idOf = (device: FleetDevice) => fleet.devices.indexOf(device) + 1_000;
  memoryServer.pageSize = 10;
  memoryServer.hidesIds = variant.hidesIds;
  for (const { id, name, members } of fleet.groups)
    memoryServer.groups.set(id, {
      name,
      dn: `CN=${name}`,
      server_set: members.map(device => variant.inGroup(device, idOf(device))),
    });
  for (const { id, peers, groups, dynamic } of fleet.jobs)
    memoryServer.jobs.set(id, {
      // A word in a name is not reach.
      name: `${fleet.devices[id % fleet.devices.length]?.hostname} and Office`,
      peers: peers.map(device => variant.inJob(device, idOf(device))),
      groups: groups.map(group => group.id),
      dynamic_groups: dynamic,
      policies: [1],
    });
  await readReachWithProgress(context, session);
}

const inOrder = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

/** The IDs of the jobs that a filter of the view finds. */
async function filtered({ session, context }: Given, text: string): Promise<readonly number[]> {
  const { jobs } = await arrangeSession(
    session,
    { filter: readFilter(text, []), sort: 'server', grouping: 'none' },
    context,
  );
  return inOrder(jobs.map(({ id }) => id));
}

async function filteredGroups({ session }: Given, text: string): Promise<readonly string[]> {
  const found = await arrangeGroups(session.groups.entries, readGroupFilter(text), {
    sort: 'server',
    language: 'en',
    targets: session.targets,
    yieldToHost: async () => undefined,
  });
  return found.map(({ group }) => group.name);
}

async function compare(given: Given, fleet: Fleet): Promise<void> {
  const { session, context, user } = given;
  const idsOf = (isWanted: (job: FleetJob) => boolean) => fleet.jobs.filter(isWanted).map(({ id }) => id);
  for (const device of fleet.devices) {
    const expected = idsOf(job => reaches(job, device));
    const groups = fleet.groups.filter(({ members }) => members.includes(device)).map(({ name }) => name);
    for (const name of [device.hostname, device.hostname.toLowerCase(), device.addr]) {
      // Servers that name devices of jobs alone do not say their addresses, unless a group does.
      if (name === device.addr && groups.length === 0) continue;
      assert.deepEqual(await filtered(given, `device ${name}`), expected, name);
      assert.deepEqual(
        await filtered(given, `-device ${name}`),
        idsOf(job => !reaches(job, device)),
      );
      assert.deepEqual(await filteredGroups(given, `device ${name}`), groups);
    }
    if (expected.length + groups.length === 0) continue;
    const known = session.devices.all.find(
      ({ hostname }) => hostname.toLowerCase() === device.hostname.toLowerCase(),
    );
    assert.ok(known !== undefined);
    const { jobs, unknown } = session.targets.usesOf(known);
    assert.deepEqual(inOrder(jobs.map(({ job }) => job.id)), expected);
    assert.deepEqual([unknown.groups, unknown.groupIds, unknown.hasMore], [[], [], false]);
    const others = fleet.jobs.filter(job => !reaches(job, device)).flatMap(({ dynamic }) => dynamic);
    assert.deepEqual(inOrder(unknown.dynamicGroups), inOrder(new Set(others)));
    await showUsesOf(context, session, known);
    const counts = [
      `${groups.length} ${groups.length === 1 ? 'group' : 'groups'}`,
      `${expected.length} ${expected.length === 1 ? 'job' : 'jobs'}`,
    ];
    assert.match(user.of('pick').at(-1) ?? '', new RegExp(`is in ${counts.join(', ')}$`));
  }
  for (const group of fleet.groups) {
    const expected = idsOf(({ groups }) => groups.includes(group));
    const text = group.name.includes(' ') ? `group "${group.name}"` : `group ${group.name}`;
    assert.deepEqual(await filtered(given, text), expected);
  }
  const isPlain = ({ dynamic }: FleetJob) => dynamic.length === 0;
  const isOffline = (job: FleetJob) => [...devicesOf(job)].every(({ status }) => status === 'offline');
  assert.deepEqual(
    await filtered(given, '@untargeted'),
    idsOf(job => isPlain(job) && devicesOf(job).size === 0),
  );
  assert.deepEqual(
    await filtered(given, '@offline'),
    idsOf(job => isPlain(job) && devicesOf(job).size > 0 && isOffline(job)),
  );
  assert.deepEqual(
    await filteredGroups(given, '@untargeted'),
    fleet.groups
      .filter(({ members }) => members.some(device => !fleet.jobs.some(job => reaches(job, device))))
      .map(({ name }) => name),
  );
  for (const job of session.jobs.jobs) {
    const own = fleet.jobs.find(({ id }) => id === job.id);
    const count = own === undefined ? -1 : devicesOf(own).size;
    assert.equal(session.targets.reachOf(job).devices, count);
    assert.equal(reachOfDraft(toJobDraft(job), session).devices, count);
  }
}

describe('what reaches a device, of 72 jobs on several pages', () => {
  const statuses = fc.array(fc.constantFrom('online', 'offline'), { minLength: 12, maxLength: 12 });
  const random = fc.array(fc.nat(10_000), { minLength: 500, maxLength: 500 });
  for (const variant of variants)
    it(`is what the server's own data say if it ${variant.title}`, () =>
      fc.assert(
        fc.asyncProperty(statuses, random, async (words, numbers) => {
          const devices = words.map((status, index) => ({
            hostname: `PC-${index + 1}`,
            addr: `10.0.0.${index + 1}`,
            status,
          }));
          const fleet = fleetOf(devices, numbers);
          await withMemoryServer(async given => {
            await fill(given, fleet, variant);
            await compare(given, fleet);
          });
        }),
        { numRuns: 3 },
      )).timeout(60_000);
});
