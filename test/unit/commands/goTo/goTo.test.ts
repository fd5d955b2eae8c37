import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { goTo } = await import('../../../../src/commands/goTo/goTo.ts');
const { showDeviceUses, showGroupJobs } = await import('../../../../src/commands/goTo/deviceUses.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const pc = { id: 42, hostname: 'PC-042', addr: '10.0.0.42', status: 'online' };
const other = { id: 43, hostname: 'PC-043', addr: '10.0.0.43', status: 'offline' };

function fill({ plant }: Given): void {
  plant.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [pc, other] });
  plant.groups.set(6, { name: 'Reception', dn: 'CN=Reception', server_set: [other] });
  plant.jobs.set(1, { name: 'Updates', params: 'DTSTART:20990105T030000Z', groups: [5], policies: [7] });
  plant.jobs.set(2, { name: 'Inventory', enabled: false, peers: [pc], groups: [6], policies: [7] });
  plant.jobs.set(3, { name: 'Elsewhere', groups: [6], policies: [7] });
}

/** The documents that are opened, and the rows of the only pick. */
function opening({ context }: Given, opened: string[]) {
  const documents = {
    ...context.documents,
    open: async (_: unknown, kind: string, id: number) => void opened.push(`${kind} ${id}`),
  };
  return { ...context, documents };
}

describe('“Go to Job, Group or Device…”', () => {
  it('finds jobs, groups and devices, opens what is chosen, and has it first the next time', () =>
    withPlant(async given => {
      fill(given);
      const opened: string[] = [];
      const context = opening(given, opened);
      const found: (readonly string[])[] = [];
      given.person.search = async ({ search }) => {
        const { signal } = new AbortController();
        const choices = await search(found.length === 0 ? 'acc' : '', signal);
        found.push(choices.map(({ label, description }) => `${label}: ${description}`));
        return { value: choices[0]?.value ?? '', typed: '' };
      };
      await goTo(context);
      await goTo(context);
      assert.deepEqual(found[0], ['Accounting: group #5 · 2 devices']);
      assert.deepEqual(found[1], [
        'Accounting: group #5 · 2 devices',
        'Updates: job #1',
        'Inventory: job #2',
        'Elsewhere: job #3',
        'Reception: group #6 · 1 device',
        'PC-042: device · 10.0.0.42 · online',
        'PC-043: device · 10.0.0.43 · offline',
      ]);
      assert.deepEqual(opened, ['group 5', 'group 5']);
    }));

  it('shows of a device every group and job that touches it, with the next run and the way', () =>
    withPlant(async given => {
      fill(given);
      const opened: string[] = [];
      const context = opening(given, opened);
      given.person.search = async ({ search }) => {
        const [device] = await search('10.0.0.42', new AbortController().signal);
        return { value: device?.value ?? '', typed: '' };
      };
      given.person.pick = () => 'job 1';
      let rows: readonly string[] = [];
      const dialogs = {
        ...given.person.dialogs,
        pick: async (title: string, choices: Parameters<typeof given.person.dialogs.pick>[1]) => {
          rows = choices.map(({ label, description }) => `${label}: ${description}`);
          return given.person.dialogs.pick(title, choices);
        },
      };
      await goTo({ ...context, dialogs });
      assert.deepEqual(given.person.of('pick'), ['“PC-042” is in 1 group, 2 jobs']);
      assert.equal(rows[0], 'Accounting: group #5 · 2 devices');
      assert.match(rows[1] ?? '', /^Inventory: job #2 · disabled · by its name$/);
      assert.match(rows[2] ?? '', /^Updates: job #1 · .+ · through “Accounting”$/);
      assert.deepEqual(opened, ['job 1']);
    }));
});

describe('what touches a device or a group', () => {
  it('is listed from their rows, as it is now', () =>
    withPlant(async given => {
      fill(given);
      const { session, person, context } = given;
      await session.groups.ensureLoaded();
      const row = { kind: 'group', serverId: 'plant', groupKey: 'id:6' };
      await showGroupJobs(context, [row]);
      await session.jobs.ensureLoaded();
      await session.jobs.update(2, { groups: [] });
      await showGroupJobs(context, [row]);
      await showDeviceUses(context, [{ ...row, kind: 'device', deviceKey: '#43' }]);
      assert.deepEqual(person.of('pick'), [
        '2 jobs target “Reception”',
        '1 job targets “Reception”',
        '“PC-043” is in 2 groups, 2 jobs',
      ]);
    }));

  it('is said to be nothing, where it is nothing', () =>
    withPlant(async given => {
      given.plant.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [pc] });
      await given.session.groups.ensureLoaded();
      await showGroupJobs(given.context, [{ kind: 'group', serverId: 'plant', groupKey: 'id:5' }]);
      assert.deepEqual(given.person.of('info'), ['No loaded job targets “Accounting”.']);
    }));
});
