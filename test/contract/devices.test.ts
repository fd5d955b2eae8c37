import assert from 'node:assert/strict';
import { patchOf } from '../../src/api/model/difference.ts';
import { toGroupDraft } from '../../src/api/model/group.ts';
import { toJobDraft } from '../../src/api/model/job.ts';
import { notSentProblem, withServer } from '../support/http/clients.ts';
import { bare, json } from '../support/http/responders.ts';
import type { ScriptedServer } from '../support/http/scriptedServer.ts';
import { deviceWire, groupWire, jobWire } from '../support/http/wire.ts';

const named = deviceWire(1);
const addressed = deviceWire(2, { hostname: '' });
const spaced = deviceWire(3, { hostname: '  ' });
const nameless = deviceWire(4, { hostname: null, addr: '', username: 'ghost' });

function sent(server: ScriptedServer): unknown {
  return JSON.parse(server.received.at(-1)?.body ?? 'null');
}

describe('devices in requests (decision 13)', () => {
  it('PUT writes host names, or else addresses', () =>
    withServer(async (server, client) => {
      server.otherwise(json(jobWire(1, { peers: [named, addressed, spaced] })));
      await client.jobs.replace(1, { name: 'A' });
      assert.deepEqual(sent(server), {
        name: 'A',
        params: 'RRULE:FREQ=DAILY',
        enabled: true,
        run_on_start: false,
        groups: [1],
        dynamic_groups: [],
        peers: ['PC-1', '10.0.0.2', '10.0.0.3'],
        policies: [7],
        reports: [],
        report_formats: [],
      });

      server.otherwise(json(groupWire('A', { server_set: [named, addressed] })));
      await client.groups.replace(1, { name: 'B' });
      assert.deepEqual(sent(server), { name: 'B', dn: 'CN=A', server_set: ['PC-1', '10.0.0.2'] });
    }));

  it('PUT rejects if a device has neither, names it, and sends nothing', () =>
    withServer(async (server, client) => {
      server.queue(
        json(jobWire(1, { peers: [named, nameless] })),
        json(groupWire('A', { server_set: [nameless, named] })),
      );
      for (const act of [
        () => client.jobs.replace(1, { name: 'A' }),
        () => client.groups.replace(1, { name: 'A' }),
      ]) {
        const problem = await notSentProblem(act());
        assert.ok(problem.code === 'unwritableDevices');
        assert.deepEqual(
          problem.devices.map(device => [device.id, device.username]),
          [[4, 'ghost']],
        );
      }
      assert.deepEqual(
        server.received.map(request => request.method),
        ['GET', 'GET'],
      );
    }));

  it('PATCH omits devices unless they were changed (decisions 13 and 14)', () =>
    withServer(async (server, client) => {
      server.otherwise(json(jobWire(1, { peers: [named, nameless] })));
      const base = toJobDraft(await client.jobs.get(1));
      await client.jobs.update(1, patchOf(base, { ...base, name: 'B' }));
      assert.deepEqual(sent(server), { name: 'B' });
      await client.jobs.update(1, patchOf(base, { ...base, peers: ['PC-1', 'PC-9'] }));
      assert.deepEqual(sent(server), { peers: ['PC-1', 'PC-9'] });

      server.otherwise(json(groupWire('A', { server_set: [named, nameless] })));
      const group = toGroupDraft(await client.groups.get(1));
      await client.groups.update(1, patchOf(group, { ...group, name: 'B' }));
      assert.deepEqual(sent(server), { name: 'B' });
    }));
});

describe('bodies of create requests', () => {
  it('an empty `dn` is omitted (decision 16)', () =>
    withServer(async (server, client) => {
      server.otherwise(json(groupWire('A'), 201));
      for (const dn of ['', '  ']) {
        await client.groups.create({ name: 'A', dn, server_set: [] });
        assert.deepEqual(sent(server), { name: 'A', server_set: [] });
      }
      await client.groups.create({ name: 'A', dn: 'CN=A' });
      assert.deepEqual(sent(server), { name: 'A', dn: 'CN=A' });
    }));

  it('a job is sent unchanged, with fields that the API does not describe', () =>
    withServer(async (server, client) => {
      server.otherwise(json(jobWire(1), 201));
      const draft = {
        name: 'Ё',
        params: 'RRULE:FREQ=DAILY',
        peers: [],
        reports: [1],
        report_formats: ['pdf'],
        notify: true,
      };
      await client.jobs.create(draft);
      assert.deepEqual(sent(server), draft);
    }));

  it('PUT sends back fields that the API does not describe, with the user’s changes (decision 6)', () =>
    withServer(async (server, client) => {
      const extra = { notify: true, owner: { name: 'Ольга', tags: [1, null] }, note: null };
      server.otherwise(json(jobWire(1, extra)));
      await client.jobs.replace(1, { notify: false });
      assert.deepEqual(sent(server), {
        ...toJobDraft(await client.jobs.get(1)),
        ...extra,
        notify: false,
      });
    }));
});

describe('a replace', () => {
  it('does not read the object again if the caller has just read it', () =>
    withServer(async (server, client) => {
      server.otherwise(json(jobWire(1)));
      const current = await client.jobs.get(1);
      await client.jobs.replace(1, {}, { current });
      assert.deepEqual(
        server.received.map(({ method }) => method),
        ['GET', 'PUT'],
      );
    }));
});

describe('the search for devices', () => {
  it('returns the host names of devices that have one', () =>
    withServer(async (server, client) => {
      const items = [{ hostname: 'PC-1' }, { hostname: '' }, { hostname: null }, {}, { hostname: 'PC-2' }];
      server.otherwise(json({ items }));
      assert.deepEqual(await client.devices.search('PC & co'), ['PC-1', 'PC-2']);
      assert.equal(server.received[0]?.path, '/api/peer/search/?hostname=PC+%26+co');
    }));

  it('is not retried when it fails', () =>
    withServer(async (server, client) => {
      server.otherwise(bare(503));
      await assert.rejects(client.devices.search('PC'), { status: 503 });
      assert.equal(server.received.length, 1);
    }));
});
