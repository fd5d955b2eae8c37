import assert from 'node:assert/strict';
import { groupKey } from '../../../src/api/model/group.ts';
import { type Given, withFiles } from './support/filesOnServer.ts';

const backup = { name: 'Backup', policies: [1] };

const daily = 'RRULE:FREQ=DAILY';

describe('an item of a plan', () => {
  it('is sent with the fields that differ now, after the replaced values were recorded', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, { ...backup, params: '', enabled: true, retry: 1 });
      const planned = await plan({ 'jobs/a': { ...backup, policies: [2], enabled: false, params: daily } });
      memoryServer.jobs.set(1, { ...backup, params: daily, enabled: true, run_on_start: true });
      const { outcomes, record } = await apply(planned);
      assert.deepEqual(outcomes, ['Backup: done']);
      assert.deepEqual(memoryServer.writes, [
        'PATCH /automation/api/job/1/ {"policies":[2],"enabled":false}',
      ]);
      const kept = { policies: [1], enabled: true };
      const [{ marks, ...item } = assert.fail('it is recorded')] = record.items;
      const left = { policies: [2], enabled: false };
      assert.deepEqual(item, { name: 'Backup', kind: 'job', does: 'change', id: 1, is: 'done', kept, left });
      assert.deepEqual(marks?.['policies'], [1]);
      assert.deepEqual(memoryServer.reads[0], '/automation/api/job/1/');
      assert.ok(
        !memoryServer.reads.some(path => path.endsWith('/job/') || path.endsWith('/group/')),
        'no list is read',
      );
    }));

  it('is not applied to an object that another client created in the meantime under its name', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      const planned = await plan({
        'jobs/a': { name: ' New job', policies: [1] },
        'groups/a': { name: 'New group' },
      });
      memoryServer.jobs.set(7, { name: 'New job ', policies: [9] });
      memoryServer.groups.set(8, { name: ' New group', dn: 'CN=theirs' });
      const { outcomes, texts } = await apply(planned);
      assert.deepEqual(outcomes, ['New group: conflict', ' New job: conflict']);
      assert.deepEqual(
        new Set(texts),
        new Set([
          '“New group” was created on the server in the meantime, so nothing was sent. Plan again.',
          '“New job” was created on the server in the meantime, so nothing was sent. Plan again.',
        ]),
      );
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('is not created when an object was renamed to its name in the meantime', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, { name: 'Old', policies: [9] });
      memoryServer.groups.set(2, { name: 'Old', dn: 'CN=old' });
      const planned = await plan({ 'jobs/a': { name: 'New', policies: [1] }, 'groups/a': { name: 'Lab' } });
      memoryServer.jobs.set(1, { name: 'New', policies: [9] });
      memoryServer.groups.set(2, { name: 'Lab', dn: 'CN=old' });
      assert.deepEqual((await apply(planned)).outcomes, ['Lab: conflict', 'New: conflict']);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('is not sent when the server already has the same values', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, backup);
      const planned = await plan({ 'jobs/a': { ...backup, policies: [2] } });
      memoryServer.jobs.set(1, { ...backup, policies: [2] });
      assert.deepEqual((await apply(planned)).outcomes, ['Backup: unchanged']);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('is created even if an object of the other kind, or one that is being renamed, has its name', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, { name: 'Old', policies: [1] });
      const planned = await plan({
        'jobs/renamed': { $key: 1, $previousName: 'Old', name: 'Renamed', policies: [1] },
        'jobs/new': { name: 'Old', policies: [2] },
        'jobs/other': { name: 'Other', policies: [3] },
      });
      memoryServer.groups.set(8, { name: 'Other', dn: 'CN=8' });
      assert.deepEqual((await apply(planned)).outcomes, ['Renamed: done', 'Old: done', 'Other: done']);
    }));

  it('refers to groups that were created before it, by name or DN', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.groups.set(3, { name: 'Office', dn: 'CN=office' });
      const planned = await plan({
        'jobs/a': { ...backup, groups: [' Lab ', 'CN=hall ', 'CN=office'] },
        'groups/hall': { name: 'Hall', dn: ' CN=hall' },
        'groups/lab': { name: 'Lab ' },
        'groups/office': { name: 'Office' },
      });
      const { outcomes } = await apply(planned);
      assert.deepEqual(outcomes, ['Hall: done', 'Lab : done', 'Backup: done']);
      const idOf = (wanted: string) => [...memoryServer.groups].find(([, { name }]) => name === wanted)?.[0];
      const sent: unknown = JSON.parse(memoryServer.writes[2]?.replace(/^POST \S+ /, '') ?? '');
      assert.deepEqual(sent, { ...backup, groups: [idOf('Lab '), idOf('Hall'), 3] });
    }));

  it('is not sent while its group is unknown', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      const planned = await plan({
        'jobs/a': { ...backup, groups: ['Lab'] },
        'groups/lab': { name: 'Lab' },
      });
      memoryServer.failures.set('POST /account/api/group/', 400);
      const failed = await apply(planned);
      assert.deepEqual(failed.outcomes, ['Lab: failed', 'Backup: failed']);
      memoryServer.failures.clear();
      memoryServer.onWrite = () => void memoryServer.groups.set(50, { name: 'Lab', dn: 'CN=other' });
      memoryServer.nextWrites.push(200);
      const { outcomes, texts } = await apply(planned);
      assert.deepEqual(outcomes, ['Lab: done', 'Backup: failed']);
      for (const text of [texts[1], failed.texts[1]])
        assert.equal(text, 'The ID of the group “Lab” is unknown.');
      assert.equal(memoryServer.writes.filter(write => write.includes('/job/')).length, 0);
    }));

  it('is not sent when another client changed one of its fields, or deleted it', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, backup);
      memoryServer.jobs.set(2, { name: 'Scan', policies: [1] });
      const planned = await plan({
        'jobs/a': { ...backup, policies: [2] },
        'jobs/b': { name: 'Scan', policies: [2] },
      });
      memoryServer.jobs.set(1, { ...backup, policies: [3] });
      memoryServer.jobs.delete(2);
      const { texts, outcomes } = await apply(planned);
      assert.deepEqual(texts, [
        'Changed on the server in the meantime, so nothing was sent: Policies. Plan again.',
        'It was deleted on the server after the plan was made. Plan again.',
      ]);
      assert.deepEqual(outcomes, ['Backup: conflict', 'Scan: conflict']);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('never drops a device that cannot be named and was added in the meantime', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      const devices = (...names: string[]) => names.map(hostname => ({ hostname, addr: '' }));
      memoryServer.jobs.set(1, { ...backup, peers: devices('PC-1') });
      const [devicesChange, otherChange] = [
        await plan({ 'jobs/a': { ...backup, peers: ['PC-2'] } }),
        await plan({ 'jobs/a': { ...backup, policies: [2] } }),
      ];
      memoryServer.jobs.set(1, { ...backup, peers: devices('PC-1', '') });
      const { texts } = await apply(devicesChange);
      assert.deepEqual(texts, [
        'Writing the list would remove devices that a request cannot identify: ?. Nothing was changed.',
      ]);
      assert.deepEqual(memoryServer.writes, []);
      assert.deepEqual((await apply(otherChange)).outcomes, ['Backup: done']);
    }));

  it('is not sent to another group that has received its ID', () =>
    withFiles(async ({ memoryServer, plan, apply, session }) => {
      memoryServer.groups.set(1, { name: 'Lab', dn: 'CN=lab', server_set: [] });
      await session.groups.refresh();
      await session.groups.read(1);
      memoryServer.hidesIds = true;
      const planned = await plan({ 'groups/a': { name: 'Lab', server_set: ['PC-1'] } });
      assert.deepEqual(
        planned.items.map(({ action, id }) => [action, id]),
        [['change', 1]],
      );
      memoryServer.groups.set(1, { name: 'Other', dn: 'CN=other', server_set: [] });
      const { outcomes, results } = await apply(planned);
      assert.deepEqual(outcomes, ['Lab: conflict']);
      assert.match(results[0]?.text ?? '', /^The ID of “Lab” now belongs to “Other” on the server\./);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('gives no job a group that became another one, and reads each group once', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      for (const [id, name] of ['Lab', 'Hall'].entries())
        memoryServer.groups.set(id + 3, { name, dn: `CN=${name}`, server_set: [] });
      const jobs = Array.from({ length: 9 }, (_, index) => index + 1);
      for (const id of jobs) memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1], groups: [] });
      const filesWith = (groups: readonly unknown[]) =>
        Object.fromEntries(
          jobs.map(id => [`jobs/${id}`, { $key: id, name: `Job ${id}`, policies: [1], groups }]),
        );
      const [named, numbered] = [await plan(filesWith(['Lab', 'Hall'])), await plan(filesWith([3]))];
      memoryServer.groups.set(3, { name: 'Servers', dn: 'CN=Servers', server_set: [] });
      memoryServer.reads.length = 0;
      const { outcomes, texts } = await apply(named);
      assert.deepEqual(new Set(outcomes.map(text => text.replace(/.*: /, ''))), new Set(['conflict']));
      assert.match(texts[0] ?? '', /^The target group “Lab” \(#3\) was .* Plan again\.$/);
      assert.deepEqual(memoryServer.reads.filter(path => path.includes('/group/')).toSorted(), [
        '/account/api/group/',
        '/account/api/group/3/',
        '/account/api/group/4/',
      ]);
      assert.deepEqual(new Set((await apply(numbered)).texts), new Set(texts));
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('fails when its object cannot be read, which is no proof that it was deleted', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, backup);
      const changed = await plan({ 'jobs/a': { ...backup, policies: [2] } });
      const pruned = await plan({}, { prune: true, allowEmpty: true });
      memoryServer.failures.set('GET /automation/api/job/1/', 403);
      assert.deepEqual((await apply(changed)).outcomes, ['Backup: failed']);
      assert.deepEqual((await apply(pruned)).outcomes, ['Backup: failed']);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('reports which fields the server stored differently', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.dropped.add('PC-2');
      memoryServer.groups.set(1, { name: 'Lab', dn: 'CN=lab', server_set: [] });
      const planned = await plan({
        'groups/a': { name: 'Lab', server_set: ['PC-1', 'PC-2'] },
        'groups/b': { name: 'New', server_set: ['PC-2'] },
        'groups/c': { name: 'Other', server_set: ['PC-1'] },
      });
      const { results } = await apply(planned);
      assert.deepEqual(
        results.map(({ item, outcome, storedDifferently }) => [item.name, outcome, storedDifferently]),
        [
          ['Lab', 'done', ['server_set']],
          ['New', 'done', ['server_set']],
          ['Other', 'done', undefined],
        ],
      );
    }));
});

describe('a delete in a plan', () => {
  const prune = { prune: true, allowEmpty: true };

  it('is recorded with the key by which its group is found again', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      const lab = { name: ' Lab', dn: '', server_set: [] };
      memoryServer.groups.set(3, lab);
      const { record } = await apply(await plan({}, prune));
      assert.equal(record.items[0]?.key, groupKey(lab));
    }));

  it('is sent last, jobs before groups, after the complete objects were recorded', () =>
    withFiles(async ({ memoryServer, plan, apply, progress }) => {
      memoryServer.jobs.set(1, backup);
      memoryServer.groups.set(2, { name: 'Lab', dn: 'CN=lab', server_set: [] });
      const planned = await plan(
        { 'jobs/a': { name: 'New', policies: [1] }, 'groups/a': { name: 'Hall' } },
        prune,
      );
      const { outcomes, record } = await apply(planned);
      assert.deepEqual(outcomes, ['Hall: done', 'New: done', 'Backup: done', 'Lab: done']);
      assert.deepEqual(
        memoryServer.writes.map(write => write.replace(/ {.*/, '')),
        [
          'POST /account/api/group/',
          'POST /automation/api/job/',
          'DELETE /automation/api/job/1/',
          'DELETE /account/api/group/2/',
        ],
      );
      assert.deepEqual(progress, ['1/4', '2/4', '3/4', '4/4']);
      const lab = record.items.find(({ name }) => name === 'Lab');
      const kept = { name: 'Lab', dn: 'CN=lab', server_set: [] };
      const item = { name: 'Lab', kind: 'group', does: 'delete', id: 2, key: 'dn:cn=lab' };
      assert.deepEqual(lab, { ...item, marks: { name: 'Lab', dn: 'CN=lab' }, is: 'done', kept });
    }));

  it('leaves a group that a job got as target since, and names the job', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.groups.set(2, { name: 'Lab', dn: 'CN=lab', server_set: [] });
      memoryServer.groups.set(3, { name: 'Hall', dn: 'CN=hall', server_set: [] });
      memoryServer.jobs.set(1, { ...backup, groups: [2] });
      memoryServer.jobs.set(4, { name: 'Scan', policies: [1], groups: [2] });
      const planned = await plan({ 'jobs/a': { ...backup, groups: [] }, 'jobs/b': { name: 'Scan' } }, prune);
      memoryServer.jobs.set(4, { name: 'Scan', policies: [1], groups: [2, 3] });
      memoryServer.reads.length = 0;
      const { outcomes, texts } = await apply(planned);
      assert.deepEqual(outcomes, ['Backup: done', 'Hall: conflict', 'Lab: done']);
      assert.equal(
        texts[1],
        'The job “Scan” also targets this group by now, so the group was not deleted. Plan again.',
      );
      assert.equal(memoryServer.reads.filter(path => path === '/automation/api/job/').length, 1);
    }));

  it('leaves an object that another client has changed, ignoring fields that change by themselves', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, { ...backup, runs: 1 });
      memoryServer.jobs.set(2, { name: 'Scan', policies: [1] });
      const planned = await plan({}, prune);
      memoryServer.jobs.set(1, { ...backup, runs: 2 });
      memoryServer.jobs.set(2, { name: 'Scan', policies: [2] });
      const { outcomes, texts } = await apply(planned);
      assert.deepEqual(outcomes, ['Backup: done', 'Scan: conflict']);
      assert.match(texts[1] ?? '', /^Changed on the server .*: Policies\./);
    }));
});

describe('an apply of a plan', () => {
  it('creates one object of a name, also if several plans for it are applied at once', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      const report = { name: 'Report', policies: [2] };
      const plans = [
        await plan({ 'jobs/a': report }),
        await plan({ 'jobs/b': { ...report, policies: [3] } }),
      ];
      const results = await Promise.all(plans.map(one => apply(one)));
      const outcomes = results.flatMap(({ outcomes: own }) => own).sort();
      assert.deepEqual(outcomes, ['Report: conflict', 'Report: done']);
      assert.equal([...memoryServer.jobs.values()].filter(({ name }) => name === 'Report').length, 1);
    }));

  it('is sent only to the server that it was planned for', () =>
    withFiles(async ({ memoryServer, plan, apply, session }) => {
      memoryServer.jobs.set(1, backup);
      const planned = await plan({ 'jobs/a': { ...backup, policies: [2] } });
      for (const other of [{ id: 'other' }, { url: 'https://other.example' }]) {
        const access = { ...accessOf(session), server: { ...session.server, ...other } };
        await assert.rejects(apply(planned, { access }), {
          name: 'FilesError',
          failure: { kind: 'otherServer' },
        });
      }
      const access = { ...accessOf(session), server: { ...session.server, readOnly: true } };
      await assert.rejects(apply(planned, { access }), { failure: { kind: 'readOnly' } });
      await assert.rejects(apply({ ...planned, isComplete: false }), { failure: { kind: 'incomplete' } });
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('reports why an item failed, and continues with the rest', () =>
    withFiles(async ({ memoryServer, plan, apply, progress }) => {
      for (const id of [1, 2, 3]) memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1] });
      const changed = (id: number) => ({ name: `Job ${id}`, policies: [2] });
      const planned = await plan({ 'jobs/1': changed(1), 'jobs/2': changed(2), 'jobs/3': changed(3) });
      memoryServer.failures.set('PATCH /automation/api/job/1/', 403);
      memoryServer.failures.set('PATCH /automation/api/job/2/', 'reset');
      memoryServer.beforeResponse = undefined;
      const { outcomes, record, texts } = await apply(planned);
      assert.equal(outcomes[0], 'Job 1: failed');
      assert.equal(outcomes[2], 'Job 3: done');
      assert.match(texts[0] ?? '', /permission|403/i);
      assert.deepEqual([record.items[0]?.is, record.items[0]?.text], ['failed', texts[0]]);
      assert.equal(progress.at(-1), '3/3');
    }));

  it('reports an unknown outcome if the response to a write is lost and cannot be verified', () =>
    withFiles(async ({ memoryServer, plan, apply }) => {
      memoryServer.jobs.set(1, backup);
      const planned = await plan({ 'jobs/a': { ...backup, policies: [2] } });
      memoryServer.failures.set('PATCH /automation/api/job/1/', 'reset');
      memoryServer.onWrite = () => void memoryServer.failures.set('GET /automation/api/job/1/', 'reset');
      memoryServer.nextWrites.push('reset');
      assert.deepEqual((await apply(planned)).outcomes, ['Backup: unknown']);
    }));

  it('sends nothing more after it was canceled', () =>
    withFiles(async ({ memoryServer, plan, apply, progress }) => {
      const planned = await plan({ 'jobs/a': backup, 'groups/a': { name: 'Lab' } });
      const controller = new AbortController();
      const { outcomes } = await apply(planned, {
        signal: controller.signal,
        onProgress: (done, all) => {
          progress.push(`${done}/${all}`);
          controller.abort();
        },
      });
      assert.deepEqual([outcomes, progress], [['Lab: done', 'Backup: notSent'], ['1/2']]);
      const again = apply(await plan({ 'jobs/a': backup }), { signal: AbortSignal.abort() });
      await assert.rejects(again, { name: 'AbortError' });
      assert.equal(memoryServer.writes.length, 1);
    }));
});

function accessOf({ jobs, groups, devices, writes }: Given['session']) {
  return { jobs, groups, devices, writes };
}
