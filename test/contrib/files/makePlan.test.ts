import assert from 'node:assert/strict';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import type { Plan } from '../../../src/contrib/files/common/filePlan.ts';
import { type Fields, fileSetOf, withFiles } from './support/filesOnServer.ts';

const { countActions, isPending } = await import('../../../src/contrib/files/common/filePlan.ts');
const { makePlan } = await import('../../../src/contrib/files/common/makePlan.ts');

const backup = { name: 'Backup', policies: [1] };
const actions = ({ items }: Pick<Plan, 'items'>) => items.map(({ action, name }) => `${action} ${name}`);
const problems = ({ items }: Plan) => items.flatMap(item => item.problems.map(({ text }) => text));
const advices = ({ items }: Plan) => items.flatMap(item => item.problems.map(({ advice }) => advice));

/** The user's names for IDs. */
const labelsOf = (labels: Readonly<Record<number, string>>) => ({
  get: (_: string, id: number) => labels[id],
  ids: () => Object.keys(labels).map(Number),
});

describe('the plan of a file', () => {
  it('lists what would change, in the form of files, and what is up to date', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.groups.set(7, { name: 'Lab', dn: 'CN=lab' });
      memoryServer.jobs.set(1, { ...backup, groups: [7], enabled: true });
      memoryServer.jobs.set(2, { name: 'Scan', policies: [2], groups: [7] });
      const { items } = await plan({
        'jobs/a': { ...backup, groups: [], enabled: true },
        'jobs/b': { name: 'Scan', groups: ['Lab'] },
        'groups/a': { name: 'Lab' },
      });
      assert.deepEqual(actions({ items }), ['unchanged Lab', 'change Backup', 'unchanged Scan']);
      assert.deepEqual(items[1]?.changes, [{ field: 'groups', before: ['CN=lab'], after: [] }]);
      assert.deepEqual([items[1]?.id, items[0]?.id, items[2]?.changes], [1, 7, []]);
      assert.equal(isPending({ action: 'change' }) && isPending({ action: 'rename' }), true);
      assert.deepEqual(countActions(items), {
        create: 0,
        change: 1,
        rename: 0,
        delete: 0,
        blocked: 0,
        onlyOnServer: 0,
        unchanged: 2,
      });
    }));

  it('names groups that are unknown, ambiguous or without an ID, and creates what has a file', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.groups.set(1, { name: 'Twin', dn: 'CN=1' });
      memoryServer.groups.set(2, { name: 'Twin', dn: 'CN=2' });
      const files = {
        'jobs/a': { ...backup, groups: ['CN=1', 'Twin', 'Nowhere', 'New', 'CN=new', 99] },
        'groups/new': { name: ' New ', dn: 'CN=new ' },
      };
      const planned = await plan(files);
      assert.deepEqual(problems(planned), [
        '“Plant” has several groups “Twin”.',
        '“Plant” has no group “Nowhere”, and no file creates it.',
      ]);
      assert.deepEqual(advices(planned), ['Use the DN of one.', undefined]);
      const item = planned.items.find(({ name }) => name === 'Backup');
      assert.deepEqual(
        [item?.action, item?.draft?.['groups']],
        ['blocked', [1, 'Twin', 'Nowhere', 'New', 'CN=new', 99]],
      );
      assert.equal(planned.needsGroupIds, false);
    }));

  it('searches for the ID of a group that it needs, within its budget', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.hidesIds = true;
      memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=lab', server_set: [] });
      for (const files of [
        { 'jobs/a': { ...backup, groups: ['Lab'] } },
        { 'groups/a': { name: 'Lab', server_set: ['PC-1'] } },
      ]) {
        const without = await makePlan(session, fileSetOf(files), { localizer, idBudget: 0 });
        assert.deepEqual(problems(without.plan), ['The ID of the group “Lab” is unknown.']);
        assert.equal(without.plan.items.find(({ file }) => file !== undefined)?.action, 'blocked');
      }
      memoryServer.reads.length = 0;
      const idle = fileSetOf({ 'groups/a': { name: 'Lab' } });
      assert.deepEqual(actions((await makePlan(session, idle, { localizer })).plan), ['unchanged Lab']);
      await makePlan(session, fileSetOf({ 'groups/new': { name: 'New' } }), { localizer });
      assert.ok(!memoryServer.reads.some(path => /group\/\d+/.test(path)), 'nothing is searched for in vain');
      const files = fileSetOf({ 'groups/a': { name: 'Lab', server_set: ['PC-1'] } });
      const { plan } = await makePlan(session, files, { localizer });
      assert.deepEqual(
        plan.items.map(({ action, id }) => [action, id]),
        [['change', 3]],
      );
    }));

  it('reports labels that are unknown or ambiguous', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Scan', policies: [1] });
      const labels = labelsOf({ 4: 'Baseline ', 5: 'Twice', 6: 'Twice' });
      const rules = { labels: { Plant: { policies: { 4: 'Ignored', 8: 'From the manifest' } } } };
      const files = fileSetOf(
        {
          'jobs/a': { ...backup, policies: ['Baseline', ' From the manifest', 'Twice', 'Ignored', 2] },
        },
        rules,
      );
      const { plan } = await makePlan(session, files, { localizer, labels });
      assert.deepEqual(problems(plan), [
        'Several IDs on “Plant” have the label “Twice”.',
        'No ID on “Plant” has the label “Ignored”.',
      ]);
      assert.deepEqual(advices(plan), [
        'Use the ID.',
        'Add it to "labels" in device-automation.json, or use the ID.',
      ]);
      assert.deepEqual(plan.items[0]?.draft?.['policies'], [4, 8, 'Twice', 'Ignored', 2]);
    }));

  it('names devices that the server does not have, unless it has a search that finds them', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, {
        name: 'Scan',
        policies: [1],
        peers: [{ hostname: 'PC-1', addr: '10.0.0.1' }],
      });
      const files = { 'jobs/a': { ...backup, peers: ['pc-1', '10.0.0.1', 'PC-2', 'PC-3'] } };
      const strict = { allowUnknownDevices: false };
      memoryServer.found = ['pc-2'];
      assert.deepEqual(problems(await plan(files, strict)), [
        'No job or group on “Plant” contains the device “PC-3”.',
      ]);
      memoryServer.failures.set('GET /api/peer/search/', 'reset');
      await assert.rejects(plan(files, strict), { name: 'ConnectionError' });
      memoryServer.failures.set('GET /api/peer/search/', 404);
      assert.equal(problems(await plan(files, strict)).length, 2);
      memoryServer.failures.clear();
      assert.deepEqual(problems(await plan(files)), []);
      assert.deepEqual(problems(await plan({ 'groups/a': { name: 'Lab', server_set: ['PC-9'] } }, strict)), [
        'No job or group on “Plant” contains the device “PC-9”.',
      ]);
    }));

  it('creates nothing when an unreadable object may be this one', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { name: 'Scan', policies: 'all' });
      const planned = await plan({ 'jobs/a': backup });
      assert.deepEqual(problems(planned), [
        'The server has objects that cannot be read, and this may be one of them.',
      ]);
    }));

  it('does not drop devices that cannot be named', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, {
        ...backup,
        peers: [
          { hostname: 'PC-1', addr: '' },
          { id: 7, hostname: '', addr: '' },
        ],
      });
      const planned = await plan({ 'jobs/a': { ...backup, peers: ['PC-2'] } });
      assert.equal(planned.items[0]?.action, 'blocked');
      assert.match(
        problems(planned)[0] ?? '',
        /^The change would remove devices that have neither a host name nor an address: .*7/,
      );
      assert.deepEqual(actions(await plan({ 'jobs/a': { ...backup, enabled: false } })), ['change Backup']);
      assert.deepEqual(actions(await plan({ 'jobs/a': { ...backup, peers: ['PC-1'] } })), [
        'unchanged Backup',
      ]);
    }));

  it('has the problems of the schedule that it creates or changes, with the line', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { ...backup, params: 'RRULE:FREQ=NEVER' });
      const wrong = { params: 'RRULE:FREQ=SOMETIMES' };
      const planned = await plan({
        'jobs/a': { ...backup, ...wrong },
        'jobs/b': { ...backup, name: 'New', ...wrong },
      });
      assert.deepEqual(actions(planned), ['blocked Backup', 'blocked New']);
      assert.deepEqual(
        planned.items.map(item => item.problems.map(({ line, text }) => [line, text.slice(0, 11)])),
        [[[1, 'FREQ must b']], [[1, 'FREQ must b']]],
      );
      const same = { ...backup, params: 'RRULE:FREQ=NEVER' };
      assert.deepEqual(actions(await plan({ 'jobs/a': same })), ['unchanged Backup']);
      const enabled = await plan({ 'jobs/a': { ...same, enabled: true } });
      assert.deepEqual([actions(enabled), problems(enabled)], [['change Backup'], []]);
      assert.deepEqual(actions(await plan({ 'jobs/a': { ...backup, params: ' RRULE:FREQ=DAILY \r\n' } })), [
        'change Backup',
      ]);
    }));

  it('applies the rules of a create to what it changes, and not to what the server already stores', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { name: '', peers: [{ hostname: 'PC-1' }] });
      const stored = { $key: 1, name: '', policies: [], peers: ['PC-1'] };
      assert.deepEqual(actions(await plan({ 'jobs/a': stored })), ['unchanged ']);
      assert.deepEqual(actions(await plan({ 'jobs/a': { ...stored, enabled: true } })), ['change ']);
      const worse = await plan({ 'jobs/a': { ...stored, peers: [' '] } });
      assert.deepEqual(problems(worse), ['A device needs a host name or an address.']);
      memoryServer.jobs.set(1, { name: 'Report', reports: [1], report_formats: ['pdf'] });
      const bare = await plan({ 'jobs/a': { name: 'Report', report_formats: [] } });
      assert.match(problems(bare)[0] ?? '', /^A job with reports needs at least one report format/);
    }));

  it('treats names that only look the same as one, and keeps two objects with such names apart', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { ...backup, name: 'Caf\u00e9\u00a01' });
      const decomposed = { ...backup, name: 'Cafe\u0301 1', enabled: true };
      const [item] = (await plan({ 'jobs/x': decomposed })).items;
      assert.deepEqual(
        [item?.action, item?.id, item?.changes.map(({ field }) => field)],
        ['change', 1, ['enabled']],
      );
      memoryServer.jobs.set(2, decomposed);
      const both = { 'jobs/x': decomposed, 'jobs/y': { ...backup, name: 'Caf\u00e9\u00a01' } };
      assert.deepEqual(
        (await plan(both)).items.map(({ action, id }) => [action, id]),
        [
          ['unchanged', 2],
          ['unchanged', 1],
        ],
      );
    }));

  it('rejects fields that no object on the server has, if there is one to compare with', () =>
    withFiles(async ({ memoryServer, plan }) => {
      const file = { 'jobs/a': { ...backup, naem: 'x', retry: 1 } };
      const empty = await plan(file);
      assert.deepEqual(
        empty.items.map(({ action, problems }) => [action, problems.map(({ severity }) => severity)]),
        [['create', ['warning', 'warning']]],
      );
      assert.deepEqual(empty.items[0]?.draft, { ...backup, naem: 'x', retry: 1 });
      const elsewhere = await plan(file, { server: 'Office' });
      assert.deepEqual(elsewhere.items[0]?.draft, { ...backup, naem: 'x', retry: 1 });
      memoryServer.jobs.set(1, { ...backup, retry: 2 });
      const planned = await plan(file);
      assert.deepEqual(
        [planned.items[0]?.action, problems(planned)],
        ['blocked', ['No object of this kind on “Plant” has a field “naem”.']],
      );
    }));

  it('leaves out fields that another server does not have', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { ...backup, enabled: true });
      const elsewhere = { server: 'Office' };
      const { policies: _, ...backupWithoutIds } = backup;
      const equal = await plan({ 'jobs/a': { ...backupWithoutIds, naem: 'x' } }, elsewhere);
      assert.deepEqual([actions(equal), problems(equal)], [['unchanged Backup'], []]);
      const changed = await plan({ 'jobs/a': { ...backupWithoutIds, naem: 'x', enabled: false } }, elsewhere);
      assert.deepEqual(
        [actions(changed), changed.items[0]?.draft],
        [['change Backup'], { ...backupWithoutIds, enabled: false }],
      );
      assert.deepEqual(problems(changed), [
        'No object of this kind on “Plant” has a field “naem”, so it is not sent there.',
      ]);
    }));

  it('leaves the DN of its groups to each server', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.groups.set(1, { name: 'Lab', dn: 'CN=plant' });
      const file = { 'groups/a': { name: 'Lab', dn: 'CN=office' } };
      assert.deepEqual(actions(await plan(file)), ['change Lab']);
      const other = await plan(file, { server: 'Office' });
      assert.deepEqual([actions(other), other.isOwnServer], [['unchanged Lab'], false]);
      memoryServer.groups.set(1, { name: 'Lab', dn: '' });
      assert.deepEqual(actions(await plan(file, { server: 'Office' })), ['change Lab']);
      assert.equal(
        (await plan({ 'groups/a': { name: 'New', dn: 'X' } }, { server: ' Plant ' })).isOwnServer,
        true,
      );
    }));

  it('is not applied while a name in it is unresolved, even when nothing else differs', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { ...backup, groups: [7], peers: [{ hostname: 'PC-1', addr: '' }] });
      const { items } = await plan({ 'jobs/a': { ...backup, params: '', groups: ['Nowhere'] } });
      assert.deepEqual(
        items.map(({ action, changes }) => [action, changes.map(({ field }) => field)]),
        [['blocked', ['groups']]],
      );
    }));
});

describe('the plan of objects without a file', () => {
  it('is sorted by name and then by ID, and deletes only if the manifest prunes', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(5, { name: 'B', policies: [1] });
      memoryServer.jobs.set(4, { name: 'B', policies: [1] });
      memoryServer.jobs.set(6, { name: 'A', policies: [1] });
      memoryServer.groups.set(2, { name: 'C', dn: 'CN=C' });
      const ids = async (rules: Fields) =>
        (await plan({}, rules)).items.map(({ action, id, changes, problems }) => [
          action,
          id,
          changes.length + problems.length,
        ]);
      assert.deepEqual(await ids({}), [
        ['onlyOnServer', 2, 0],
        ['onlyOnServer', 6, 0],
        ['onlyOnServer', 4, 0],
        ['onlyOnServer', 5, 0],
      ]);
      const rules = { prune: true, allowEmpty: true, jobs: { exclude: ['A'] }, groups: { include: ['X*'] } };
      assert.deepEqual(await ids(rules), [
        ['delete', 4, 0],
        ['delete', 5, 0],
      ]);
    }));

  it('deletes nothing of a kind that has no files, which is an error unless the manifest allows it', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(5, { name: 'B', policies: [1] });
      memoryServer.groups.set(2, { name: 'C', dn: 'CN=C' });
      memoryServer.groups.set(3, { name: 'D', dn: 'CN=D' });
      const files = { 'groups/a': { name: 'C', dn: 'CN=C' } };
      const pruned = await plan(files, { prune: true, jobs: { folder: 'job' } });
      const actions = ({ items }: typeof pruned) => items.map(({ name, action }) => `${name} ${action}`);
      assert.deepEqual(actions(pruned), ['C unchanged', 'D delete', 'B onlyOnServer']);
      assert.equal(pruned.isComplete, false);
      assert.match(
        pruned.problems[0]?.text ?? '',
        /^The folder “job” is missing or has no jobs, so none of 1 /,
      );
      const allowed = await plan(files, { prune: true, allowEmpty: true });
      assert.deepEqual([actions(allowed).at(-1), allowed.problems], ['B delete', []]);
      memoryServer.jobs.clear();
      assert.ok((await plan(files, { prune: true })).isComplete, 'nothing would be deleted');
    }));

  it('deletes no group whose ID is unknown, and says so once', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.hidesIds = true;
      for (const id of [7_001, 7_002, 7_003])
        memoryServer.groups.set(id, { name: `Lab ${id}`, dn: `CN=${id}` });
      const planned = await plan({ 'groups/a': { name: 'Lab 7001', dn: 'CN=7001' } }, { prune: true });
      assert.deepEqual(
        planned.items.map(({ action }) => action),
        ['unchanged', 'onlyOnServer', 'onlyOnServer'],
      );
      assert.deepEqual(
        planned.problems.map(({ severity, text }) => [severity, text]),
        [
          [
            'warning',
            '2 groups without a file are not deleted, because their IDs are unknown. Find the IDs of all groups first.',
          ],
        ],
      );
      assert.ok(planned.isComplete);
    }));

  it('is unknown while a file is invalid, and that file has no item', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, backup);
      memoryServer.jobs.set(2, { name: 'Scan', policies: [1] });
      const set = fileSetOf({
        'jobs/a': { ...backup, enabled: false },
        'jobs/b': { name: 'New', policies: [1] },
      });
      const place = { line: 1, column: 1, length: 1, text: 'wrong' };
      const planOf = async (severity: 'error' | 'warning') =>
        (
          await makePlan(
            session,
            { ...set, problems: [{ ...place, path: 'jobs/b', severity }] },
            { localizer },
          )
        ).plan;
      const wrong = await planOf('error');
      assert.deepEqual([actions(wrong), wrong.isComplete], [['change Backup'], false]);
      const warned = await planOf('warning');
      assert.deepEqual(
        [actions(warned), warned.isComplete],
        [['change Backup', 'create New', 'onlyOnServer Scan'], true],
      );
    }));
});
