import assert from 'node:assert/strict';
import { HttpStatusError, isStatus404 } from '../../src/api/errors/apiError.ts';
import { toGroupDraft } from '../../src/api/model/group.ts';
import { type JobDraft, toJobDraft } from '../../src/api/model/job.ts';
import type { DemoServerOptions } from '../demo/options.ts';
import { existing, itemsOf, rejection, rejectionOf, withDemo } from '../support/http/clients.ts';

const servers: Readonly<Record<string, DemoServerOptions>> = {
  'as the API describes it': {},
  'under a prefix, with relative links': { basePath: '/fleet/one', nextLinks: 'relative', pageSize: 7 },
  'with bare lists and group ids': { pagination: 'none', groupIds: true },
  'with fields the API does not describe': { extraFields: true, groupIds: true, pagination: 'offset' },
  'in the manner of Django': { manner: 'django' },
  'of an older make': { legacy: true, pagination: 'none' },
  'with awkward data and Russian words': {
    awkward: true,
    statusWords: 'ru',
    pagination: 'cursor',
    pageSize: 9,
  },
};

const newJob: JobDraft = {
  name: 'Проверка обновлений',
  params: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
  enabled: true,
  run_on_start: true,
  groups: [],
  dynamic_groups: [5],
  policies: [4, 3, 4],
};

for (const [kind, options] of Object.entries(servers)) {
  describe(`client on a server ${kind}`, () => {
    it('lists, reads, creates, changes, replaces and deletes jobs', () =>
      withDemo(options, async ({ server, client }) => {
        const listed = await itemsOf(client.jobs.list());
        assert.deepEqual(
          listed.map(job => job.id),
          server.world.jobs.all().map(job => job.id),
        );

        const draft = { ...newJob, groups: server.world.groups.all().map(group => group.id) };
        const created = await client.jobs.create(draft);
        assert.equal(server.world.jobs.get(created.id)?.name, newJob.name);
        assert.deepEqual(await client.jobs.get(created.id), created);
        const { name, params, enabled, run_on_start, groups, dynamic_groups, policies } = created;
        assert.deepEqual(
          { name, params, enabled, run_on_start, groups, dynamic_groups, policies },
          options.manner === 'django' ? { ...draft, policies: [3, 4] } : draft,
        );

        const changed = await client.jobs.update(created.id, { enabled: false });
        assert.deepEqual({ ...changed, enabled: true }, created);
        assert.equal(server.world.jobs.get(created.id)?.enabled, false);

        const replaced = await client.jobs.replace(created.id, { ...draft, name: 'Другое имя', groups: [] });
        assert.deepEqual([replaced.name, replaced.groups, replaced.enabled], ['Другое имя', [], true]);

        await client.jobs.remove(created.id);
        assert.equal(server.world.jobs.has(created.id), false);
        assert.ok(isStatus404(await rejection(client.jobs.get(created.id))));
      }));

    it('reads the status of a job, word for word', () =>
      withDemo(options, async ({ server, client }) => {
        const job = existing(server.world.jobs.get(3));
        server.runner.set(job, 'running');
        assert.deepEqual(await client.jobs.status(3), {
          id: 3,
          status: options.statusWords === 'ru' ? 'выполняется' : 'running',
        });
      }));

    it('stops executing jobs in one request, and recognizes when none is found', () =>
      withDemo(options, async ({ server, client }) => {
        const [running, resting] = [existing(server.world.jobs.get(1)), existing(server.world.jobs.get(2))];
        server.runner.set(running, 'running');
        const before = resting.phase;
        const stopped = await client.jobs.stop([1, 2]);
        assert.deepEqual(stopped, { kind: 'accepted', message: 'Задачи успешно остановлены' });
        assert.deepEqual([running.phase, resting.phase], ['stopped', before]);
        assert.equal(server.requests.total('job.stop'), 1);
        assert.deepEqual(await client.jobs.stop([99_999]), {
          kind: 'noneFound',
          message: 'Задачи не найдены',
        });
      }));

    it('lists, reads, creates, changes, replaces and deletes groups', () =>
      withDemo(options, async ({ server, client }) => {
        const listed = await itemsOf(client.groups.list());
        assert.deepEqual(
          listed.map(group => group.name),
          server.world.groups.all().map(group => group.name),
        );
        assert.equal(
          listed.every(group => (group.id === undefined) !== (options.groupIds === true)),
          true,
        );

        const names = server.world.devices
          .all()
          .map(device => device.hostname)
          .filter(name => name !== '')
          .slice(0, 3);
        const created = await client.groups.create({ name: 'Склад', dn: '', server_set: names });
        const id = existing(server.world.groups.all().at(-1)).id;
        assert.match(created.dn, /^CN=Склад,/);
        assert.deepEqual(toGroupDraft(created).server_set?.toSorted(), names.toSorted());
        assert.deepEqual(await client.groups.get(id), created);

        const changed = await client.groups.update(id, { name: 'Склад 2' });
        assert.deepEqual({ ...changed, name: 'Склад' }, created);

        const replaced = await client.groups.replace(id, { server_set: names.slice(0, 1) });
        assert.deepEqual(replaced.server_set.length, 1);
        assert.equal(replaced.name, 'Склад 2');

        await client.groups.remove(id);
        assert.equal(server.world.groups.has(id), false);
      }));
  });
}

describe('client on error responses of the demo server', () => {
  it('accepts reads with a read-only token, and rejects its writes with 403', () =>
    withDemo(
      { tokens: { 'a-lesser-token': 'read' } },
      async ({ server, client }) => {
        assert.equal((await client.jobs.get(1)).id, 1);
        const error = await rejectionOf(HttpStatusError, client.jobs.remove(1));
        assert.equal(error.status, 403);
        assert.ok(server.world.jobs.has(1));
      },
      { getToken: () => 'a-lesser-token' },
    ));
});

describe('PUT on the demo server', () => {
  it('keeps the fields that the API does not describe, without knowing them (decision 6)', () =>
    withDemo({ extraFields: true, groupIds: true }, async ({ server, client }) => {
      const record = existing(server.world.jobs.get(1));
      record.notify = true;
      record.retry = { attempts: 3, codes: [1, null, 'x'] };
      const job = await client.jobs.get(1);
      assert.deepEqual([job.extra['notify'], job.extra['retry']], [true, record.retry]);
      await client.jobs.replace(1, { name: 'Renamed' });
      assert.deepEqual(
        [record.name, record.notify, record.retry],
        ['Renamed', true, { attempts: 3, codes: [1, null, 'x'] }],
      );

      const group = existing(server.world.groups.all()[0]);
      group.owner = { name: 'Ольга' };
      await client.groups.replace(group.id, { name: 'Renamed group' });
      assert.deepEqual([group.name, group.owner], ['Renamed group', { name: 'Ольга' }]);
    }));

  for (const manner of ['plain', 'django'] as const)
    it(`replaces a job by its own draft without changing anything, on a ${manner} server`, () =>
      withDemo({ extraFields: true, manner }, async ({ server, client }) => {
        for (const { id, params, peers } of server.world.jobs.all()) {
          const before = await client.jobs.get(id);
          const after = await client.jobs.replace(id, toJobDraft(before));
          assert.deepEqual(after, before);
          const stored = existing(server.world.jobs.get(id));
          assert.deepEqual([stored.params, stored.peers], [params, peers]);
        }
      }));
});
