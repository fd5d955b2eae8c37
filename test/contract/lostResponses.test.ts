import assert from 'node:assert/strict';
import { ConnectionError, HttpStatusError, OutcomeError } from '../../src/api/errors/apiError.ts';
import type { JobDraft } from '../../src/api/model/job.ts';
import { systemClock } from '../../src/base/clock.ts';
import { existing, itemsOf, rejectionOf } from '../support/http/clients.ts';
import {
  closeAfterCommit,
  type Fault,
  failureAfterCommit,
  failureBefore,
  gatewayAfterCommit,
  gatewayBefore,
  resetAfterCommit,
  resetBefore,
  respondAfterCommit,
  truncateAfterCommit,
} from '../support/http/faultProxy.ts';
import { withFaults } from '../support/http/faultyDemo.ts';
import { describeForManners } from '../support/http/manners.ts';

const afterCommit: Readonly<Record<string, Fault>> = {
  'a close after the commit': closeAfterCommit,
  'a reset after the commit': resetAfterCommit,
  '502 after the commit': gatewayAfterCommit(502),
  '503 after the commit': gatewayAfterCommit(503),
  'a 500 after the commit': failureAfterCommit,
  '504 after the commit': gatewayAfterCommit(504),
  'a truncated response': truncateAfterCommit,
  'an HTML page instead of the response': respondAfterCommit('<html><title>Login</title></html>'),
  'an empty response': respondAfterCommit(''),
  'a response without an id': respondAfterCommit('{"name":"x"}', 201),
};

const beforeCommit: Readonly<Record<string, Fault>> = {
  'a reset before the commit': resetBefore,
  '502 without a commit': gatewayBefore(502),
  '504 without a commit': gatewayBefore(504),
};

const draft: JobDraft = { name: 'Обход сети', policies: [1, 2], params: 'RRULE:FREQ=DAILY', enabled: false };

describeForManners('create, its response lost (decision 21)', manner => {
  for (const [kind, fault] of Object.entries(afterCommit)) {
    it(`${kind}: the created job is adopted, and nothing is sent twice`, () =>
      withFaults({ manner }, async ({ server, client, faults, writes }) => {
        await itemsOf(client.jobs.list());
        const size = server.world.jobs.size;
        faults.push(fault);
        const job = await client.jobs.create(draft);
        assert.deepEqual([job.id, job.name], [server.world.jobs.all().at(-1)?.id, draft.name]);
        assert.deepEqual([server.world.jobs.size, writes()], [size + 1, ['POST']]);
      }));
  }

  it('a copy is adopted although the server sets its time of creation itself', () =>
    withFaults({ manner, extraFields: true, clock: systemClock }, async ({ server, client, faults }) => {
      const [original = assert.fail('the server has no jobs')] = await itemsOf(client.jobs.list());
      faults.push(failureAfterCommit);
      const job = await client.jobs.create({ ...draft, ...original.extra });
      assert.notEqual(job.extra['created_at'], original.extra['created_at']);
      assert.equal(job.id, server.world.jobs.all().at(-1)?.id);
    }));

  for (const [kind, fault] of Object.entries(beforeCommit)) {
    it(`${kind}: reported as not done, and nothing is sent twice`, () =>
      withFaults({ manner }, async ({ server, client, faults, writes }) => {
        await itemsOf(client.jobs.list());
        const size = server.world.jobs.size;
        faults.push(fault);
        const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
        assert.deepEqual([error.outcome, error.candidateIds], ['notDone', []]);
        assert.deepEqual([server.world.jobs.size, writes()], [size, ['POST']]);
        assert.deepEqual(client.waits, [0, 500, 1_500]);
      }));
  }

  it('a job that appears a moment after its 504 is adopted', () =>
    withFaults({ manner }, async ({ client, faults, reads }) => {
      await itemsOf(client.jobs.list());
      let commit: () => Promise<unknown> = () => Promise.reject(new Error('too early'));
      faults.push(context => {
        commit = context.forward;
        return gatewayBefore(504)(context);
      });
      reads.push(async ({ forward, reply }) => {
        const listBefore = await forward();
        await commit();
        reply(listBefore);
      });
      assert.equal((await client.jobs.create(draft)).name, draft.name);
      assert.deepEqual(client.waits, [0, 500]);
    }));

  it('an equal job that existed before is not adopted', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      await client.jobs.create(draft);
      await itemsOf(client.jobs.list());
      faults.push(resetBefore);
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      assert.equal(error.outcome, 'notDone');
      faults.push(closeAfterCommit);
      assert.equal((await client.jobs.create(draft)).id, server.world.jobs.all().at(-1)?.id);
    }));

  it('an equal job on a page that was never read is not adopted', () =>
    withFaults({ manner, jobs: 30, pageSize: 10 }, async ({ server, client, faults }) => {
      const twin = existing(server.world.jobs.get(25));
      Object.assign(twin, { ...draft, groups: [], peers: [], reports: [], report_formats: [] });
      await client.jobs.list().next();
      faults.push(resetBefore);
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [25]]);
    }));

  it('a client that has read nothing adopts no job', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      const twin = existing(server.world.jobs.get(5));
      Object.assign(twin, draft);
      faults.push(resetBefore);
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [5]]);
    }));

  it('after pages were read one by one to the end, a created job is known to be new', () =>
    withFaults({ manner, jobs: 30, pageSize: 10 }, async ({ server, client, faults }) => {
      let from: string | undefined;
      do {
        const { value } = await client.jobs.list({ from }).next();
        from = value ? value.next : undefined;
      } while (from !== undefined);
      faults.push(closeAfterCommit);
      assert.equal((await client.jobs.create(draft)).id, server.world.jobs.all().at(-1)?.id);
    }));

  it('after a successful create, new objects are recognized even if no list was read', () =>
    withFaults({ manner, jobs: 30, pageSize: 10 }, async ({ server, client, faults }) => {
      await client.jobs.create(draft);
      faults.push(closeAfterCommit);
      assert.equal((await client.jobs.create(draft)).id, server.world.jobs.all().at(-1)?.id);
    }));

  it('an unseen job below the newest known one is not adopted', () =>
    withFaults({ manner, jobs: 30, pageSize: 10 }, async ({ server, client, faults }) => {
      Object.assign(existing(server.world.jobs.get(25)), { ...draft, groups: [], peers: [] });
      await client.jobs.create({ ...draft, name: 'Another' });
      faults.push(resetBefore);
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [25]]);
    }));

  it('two new equal jobs are both candidates, and none is adopted', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      await itemsOf(client.jobs.list());
      const twice: Fault = async ({ forward, request }) => {
        await forward();
        await forward();
        request.socket.destroy();
      };
      faults.push(twice);
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      const ids = server.world.jobs
        .all()
        .slice(-2)
        .map(job => job.id);
      assert.deepEqual([error.outcome, error.candidateIds], ['unknown', ids]);
    }));

  it('a new job of that name that the server stored differently is a candidate', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      await itemsOf(client.jobs.list());
      faults.push(async ({ forward, request }) => {
        await forward();
        Object.assign(existing(server.world.jobs.all().at(-1)), { params: 'RRULE:FREQ=DAILY;INTERVAL=1' });
        request.socket.destroy();
      });
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      assert.deepEqual(
        [error.outcome, error.candidateIds],
        ['unknown', [server.world.jobs.all().at(-1)?.id]],
      );
    }));

  it('names that the server trims and devices that it knows by another name are recognized', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      await itemsOf(client.jobs.list());
      const device = existing(server.world.devices.all().find(({ hostname, addr }) => hostname && addr));
      faults.push(closeAfterCommit);
      const job = await client.jobs.create({ ...draft, name: ' Spaces ', peers: [device.addr] });
      assert.deepEqual([job.name, job.peers[0]?.hostname], ['Spaces', device.hostname]);
    }));

  it('the check is not fooled by an extra query that filters', () =>
    withFaults(
      {},
      async ({ server, client, faults }) => {
        await itemsOf(client.jobs.list());
        faults.push(closeAfterCommit);
        const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
        const id = server.world.jobs.all().at(-1)?.id;
        assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [id]]);
      },
      { enabled: 'true' },
    ));

  it('an extra query that filters does not make hidden jobs look new', () =>
    withFaults(
      {},
      async ({ server, client, faults }) => {
        const twin = existing(server.world.jobs.all().at(-1));
        Object.assign(twin, draft);
        await itemsOf(client.jobs.list());
        faults.push(resetBefore);
        const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
        assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [twin.id]]);
      },
      { enabled: 'true' },
    ));

  it('an extra query that only sets the page size does not hide the created job', () =>
    withFaults(
      {},
      async ({ server, client, faults }) => {
        await itemsOf(client.jobs.list());
        faults.push(closeAfterCommit);
        assert.equal((await client.jobs.create(draft)).id, server.world.jobs.all().at(-1)?.id);
      },
      { page_size: '7' },
    ));

  it('a list that cannot be read leaves the outcome unknown', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      await itemsOf(client.jobs.list());
      faults.push(async ({ forward, request }) => {
        await forward();
        server.tokens.clear();
        request.socket.destroy();
      });
      const error = await rejectionOf(OutcomeError, client.jobs.create(draft));
      assert.equal(error.outcome, 'unknown');
      assert.ok(error.cause instanceof ConnectionError);
    }));

  it('a 500 without an effect is reported unchanged, after one check', () =>
    withFaults({ manner }, async ({ server, client, faults, writes }) => {
      await itemsOf(client.jobs.list());
      const before = server.world.jobs.size;
      faults.push(failureBefore, failureBefore, failureBefore);
      for (const act of [
        () => client.jobs.create(draft),
        () => client.jobs.update(1, { name: 'New' }),
        () => client.jobs.remove(1),
      ]) {
        assert.equal((await rejectionOf(HttpStatusError, act())).status, 500);
      }
      assert.deepEqual([server.world.jobs.size, writes()], [before, ['POST', 'PATCH', 'DELETE']]);
      assert.deepEqual(client.waits, [0, 0, 0]);
    }));

  it('an error response is final: nothing is checked on the server', () =>
    withFaults({ manner }, async ({ client, proxy }) => {
      await rejectionOf(HttpStatusError, client.jobs.create({ name: 'A' }));
      assert.equal(proxy.requests.length, 1);
    }));
});

describeForManners('create of a group, its response lost', manner => {
  for (const groupIds of [false, true]) {
    it(`${groupIds ? 'with' : 'without'} IDs: adopted, or reported as not done`, () =>
      withFaults({ groupIds }, async ({ server, client, faults, writes }) => {
        await itemsOf(client.groups.list());
        const size = server.world.groups.size;
        faults.push(gatewayAfterCommit(504), gatewayBefore(504));
        assert.equal((await client.groups.create({ name: 'Склад' })).name, 'Склад');
        const error = await rejectionOf(OutcomeError, client.groups.create({ name: 'Офис' }));
        assert.equal(error.outcome, 'notDone');
        assert.deepEqual([server.world.groups.size, writes()], [size + 1, ['POST', 'POST']]);
      }));
  }

  it('the second group with a name is adopted by its ID, and remains unknown without IDs', () =>
    withFaults({ groupIds: true }, async ({ server, client, faults }) => {
      await client.groups.create({ name: 'Склад' });
      await itemsOf(client.groups.list());
      faults.push(closeAfterCommit);
      const group = await client.groups.create({ name: 'Склад' });
      assert.equal(group.id, server.world.groups.all().at(-1)?.id);
    }));

  it('without IDs, the second group with a name is never reported as not done', () =>
    withFaults({ manner }, async ({ client, faults }) => {
      await client.groups.create({ name: 'Склад' });
      await itemsOf(client.groups.list());
      faults.push(closeAfterCommit);
      const error = await rejectionOf(OutcomeError, client.groups.create({ name: 'Склад' }));
      assert.equal(error.outcome, 'unknown');
    }));

  it('a client that has read nothing adopts no group', () =>
    withFaults({ groupIds: true }, async ({ server, client, faults }) => {
      const twin = existing(server.world.groups.all()[0]);
      faults.push(resetBefore);
      const error = await rejectionOf(OutcomeError, client.groups.create({ name: twin.name }));
      assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [twin.id]]);
    }));
});

describeForManners('update, replace and delete, their responses lost', manner => {
  for (const [kind, fault] of Object.entries(afterCommit)) {
    it(`${kind}: each is found done, and nothing is sent twice`, () =>
      withFaults({ extraFields: true }, async ({ server, client, faults, writes }) => {
        faults.push(fault, fault, fault);
        const updated = await client.jobs.update(1, { name: 'Renamed', enabled: false });
        assert.deepEqual([updated.name, updated.enabled], ['Renamed', false]);
        const replaced = await client.jobs.replace(2, { name: 'Replaced' });
        assert.equal(replaced.name, 'Replaced');
        await client.jobs.remove(3);
        assert.equal(server.world.jobs.has(3), false);
        assert.deepEqual(writes(), ['PATCH', 'PUT', 'DELETE']);
      }));
  }

  for (const [kind, fault] of Object.entries(beforeCommit)) {
    it(`${kind}: each is reported as not done, and nothing is sent twice`, () =>
      withFaults({ manner }, async ({ server, client, faults, writes }) => {
        const group = existing(server.world.groups.all()[0]);
        const before = JSON.stringify([server.world.jobs.all(), server.world.groups.all()]);
        const acts: readonly (() => Promise<unknown>)[] = [
          () => client.jobs.update(1, { name: 'Renamed', enabled: false }),
          () => client.jobs.replace(2, { name: 'Replaced' }),
          () => client.jobs.remove(3),
          () => client.groups.update(group.id, { name: 'Renamed' }),
          () => client.groups.replace(group.id, { server_set: [] }),
          () => client.groups.remove(group.id),
        ];
        for (const act of acts) {
          faults.push(fault);
          assert.equal((await rejectionOf(OutcomeError, act())).outcome, 'notDone');
        }
        assert.deepEqual(writes(), ['PATCH', 'PUT', 'DELETE', 'PATCH', 'PUT', 'DELETE']);
        assert.equal(JSON.stringify([server.world.jobs.all(), server.world.groups.all()]), before);
      }));
  }

  it('a change that took effect only partly has an unknown outcome', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      faults.push(async ({ forward, request }) => {
        await forward();
        existing(server.world.jobs.get(1)).name = 'Somebody else was here';
        request.socket.destroy();
      });
      const patch = { name: 'Renamed', policies: [77] };
      assert.equal((await rejectionOf(OutcomeError, client.jobs.update(1, patch))).outcome, 'unknown');
    }));

  it('a replace that another user has overwritten has an unknown outcome', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      faults.push(async ({ forward, request }) => {
        await forward();
        existing(server.world.jobs.get(1)).policies = [4_321];
        request.socket.destroy();
      });
      const change = { name: 'Replaced', policies: [1_234] };
      assert.equal((await rejectionOf(OutcomeError, client.jobs.replace(1, change))).outcome, 'unknown');
    }));

  it('a read-back that fails leaves the outcome unknown', () =>
    withFaults({ manner }, async ({ server, client, faults }) => {
      for (const act of [
        () => client.jobs.update(1, { name: 'A' }),
        () => client.jobs.remove(1),
        () => client.groups.update(1, { name: 'A' }),
      ]) {
        faults.push(({ request }) => {
          server.tokens.clear();
          request.socket.destroy();
        });
        assert.equal((await rejectionOf(OutcomeError, act())).outcome, 'unknown');
        server.tokens.set(server.token, 'full');
      }
    }));

  it('a delete of a deleted object has succeeded', () =>
    withFaults({ manner }, async ({ client, writes }) => {
      await client.jobs.remove(1);
      await client.jobs.remove(1);
      await client.groups.remove(1);
      await client.groups.remove(1);
      assert.equal(writes().length, 4);
    }));
});

describeForManners('stop, its response lost', manner => {
  for (const [kind, fault] of [...Object.entries(afterCommit).slice(0, 6), ...Object.entries(beforeCommit)]) {
    it(`${kind}: unknown, and never sent twice`, () =>
      withFaults({ manner }, async ({ client, faults, writes }) => {
        faults.push(fault);
        const error = await rejectionOf(OutcomeError, client.jobs.stop([1]));
        assert.deepEqual([error.outcome, writes()], ['unknown', ['POST']]);
      }));
  }
});
