import assert from 'node:assert/strict';
import * as z from 'zod';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import { HttpStatusError } from '../../../../src/api/errors/httpStatusError.ts';
import { NotSentError } from '../../../../src/api/errors/notSentError.ts';
import { OutcomeError } from '../../../../src/api/errors/outcomeError.ts';
import { PartialStopError } from '../../../../src/api/errors/partialStopError.ts';
import { allOf, clientOf, type Reply, type SentRequest } from '../support/memoryServer.ts';

const jobs = '/prefix/automation/api/job/';
const groups = '/prefix/account/api/group/';
const lab = { name: 'Lab', dn: 'CN=lab', server_set: [] };
const backup = { id: 1, name: 'Backup', policies: [1] };
const nameless = { id: 5, hostname: '', addr: '' };
const fieldsOf = (body: unknown) => z.record(z.string(), z.unknown()).parse(body);
const idsIn = (body: unknown) => z.object({ obj_id: z.array(z.int()) }).parse(body).obj_id.length;
/** The kind of an error, as one word. */
const wordOf = (error: unknown) => {
  if (error instanceof ContractError || error instanceof NotSentError) return error.problem.code;
  return error instanceof OutcomeError ? error.outcome : String(error);
};
const pathsOf = (sent: readonly SentRequest[]) => sent.map(({ method, path }) => `${method} ${path}`);

describe('requests about one object', () => {
  it('are named after their operation', async () => {
    const { client, sent, operations } = clientOf(({ method, path }) => {
      if (method === 'DELETE') return { status: 204 };
      if (path.endsWith('/status/')) return { body: { id: 1, name: 'Backup', status: 'finished' } };
      return { body: path.startsWith(jobs) ? backup : { id: 1, ...lab } };
    });
    await client.jobs.get(1);
    await client.jobs.status(1);
    await client.jobs.create(backup);
    await client.jobs.replace(1, { enabled: true });
    await client.jobs.update(1, { enabled: true });
    await client.jobs.remove(1);
    await client.groups.get(1);
    await client.groups.create({ name: 'Lab' });
    await client.groups.replace(1, { name: 'Lab' });
    await client.groups.update(1, { name: 'Lab' });
    await client.groups.remove(1);
    const done = ['get', 'create', 'get', 'replace', 'update', 'delete'];
    const methods = ['GET', 'POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
    const named = (kind: string) => done.map((act, index) => `${methods[index]} ${act}${kind}`);
    assert.deepEqual(operations, [
      'GET getJob',
      'GET getJobStatus',
      ...named('Job').slice(1),
      ...named('Group'),
    ]);
    assert.deepEqual(pathsOf(sent).slice(0, 3), [`GET ${jobs}1/`, `GET ${jobs}1/status/`, `POST ${jobs}`]);
    assert.deepEqual(sent.at(-2)?.body, { name: 'Lab' });
  });

  it('preserve fields that the draft omits when they replace it, and never drop a device that cannot be named', async () => {
    const stored = { ...backup, retry: 2, peers: [{ id: 3, hostname: 'PC-1' }] };
    const { client, sent } = clientOf(({ path }) => {
      if (path === `${jobs}2/`) return { body: { ...stored, id: 2, peers: [nameless] } };
      if (path.startsWith(groups)) return { body: { id: 2, ...lab, server_set: [nameless] } };
      return { body: { ...stored, policies: [2] } };
    });
    await client.jobs.replace(1, { policies: [2] });
    const { retry, policies, peers } = fieldsOf(sent[1]?.body);
    assert.deepEqual([retry, policies, peers], [2, [2], ['PC-1']]);
    for (const replace of [client.jobs.replace(2, {}), client.groups.replace(2, {})])
      assert.equal(await replace.catch(wordOf), 'unwritableDevices');
    assert.equal(sent.filter(({ method }) => method === 'PUT').length, 1);
  });

  it('do not read it again if the caller has just read it', async () => {
    const { client, sent } = clientOf(({ path }) => ({
      body: path.startsWith(jobs) ? backup : { id: 1, ...lab },
    }));
    const [job, group] = await Promise.all([client.jobs.get(1), client.groups.get(1)]);
    await client.jobs.replace(1, {}, { current: job });
    await client.groups.replace(1, {}, { current: group });
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['GET', 'GET', 'PUT', 'PUT'],
    );
  });

  it('reject a response about another object', async () => {
    const { client } = clientOf(({ path, method }) => {
      const fits = path.startsWith(jobs) ? { ...backup, id: 9 } : { id: 9, ...lab };
      return {
        body: path.endsWith('status/') ? { id: 9, name: '', status: '' } : fits,
        status: method === 'POST' ? 201 : 200,
      };
    });
    for (const request of [client.jobs.get(1), client.jobs.status(1), client.groups.get(1)])
      assert.equal(await request.catch(wordOf), 'otherObject');
  });

  it('read the list after a delete when a proxy returns a 404', async () => {
    for (const kind of ['jobs', 'groups'] as const) {
      const { client, operations } = clientOf(({ path }) =>
        /\d\/$/.test(path) ? { status: 404 } : { body: [] },
      );
      await client[kind].remove(7);
      const noun = kind === 'jobs' ? 'Job' : 'Group';
      assert.equal(operations.at(0), `DELETE delete${noun}`);
    }
  });
});

describe('a group without an ID in responses', () => {
  const server = (reply: (request: SentRequest) => Reply) => clientOf(reply);
  for (const [what, response, isSame] of [
    ['its name', { name: ' Lab ', dn: 'CN=x' }, true],
    ['its new name', { name: 'Hall', dn: '' }, true],
    ['its DN', { name: 'x', dn: 'CN=lab' }, true],
    ['nothing of it', { name: 'x', dn: 'CN=x' }, false],
    ['no DN either', { name: 'x', dn: '' }, false],
  ] as const)
    it(`is ${isSame ? 'the changed one' : 'another one'} in a response with ${what}`, async () => {
      const { client } = server(({ method }) => ({
        body: method === 'GET' ? lab : { server_set: [], ...response },
      }));
      await client.groups.get(7);
      const changed = client.groups.update(7, { name: 'Hall' }).then(({ name }) => name, wordOf);
      assert.equal(await changed, isSame ? response.name : 'notDone');
    });

  it('is recognized by its DN when the change is about that', async () => {
    const { client } = server(({ method }) => ({
      body: method === 'GET' ? { ...lab, dn: '' } : { name: 'x', dn: 'CN=new' },
    }));
    await client.groups.get(7);
    assert.equal((await client.groups.update(7, { dn: 'CN=new' })).dn, 'CN=new');
    const other = clientOf(({ method }) => ({
      body: method === 'GET' ? { ...lab, dn: '' } : { name: 'x', dn: '' },
    }));
    await other.client.groups.get(7);
    assert.equal((await other.client.groups.update(7, { server_set: [] })).name, 'Lab', 'it is read back');
  });

  it('is accepted as returned when it was never read before', async () => {
    const { client } = server(() => ({ body: { ...lab, name: 'Anything' } }));
    assert.equal((await client.groups.update(7, { server_set: [] })).name, 'Anything');
  });
});

describe('a create of a group whose response is lost', () => {
  /** Creates `Lab` on a server that has `before`, and, after the lost response, `after`. */
  const create = async (before: readonly object[] | undefined, after: readonly object[]) => {
    let list = before ?? [];
    const { client } = clientOf(({ method }) => {
      if (method === 'GET') return { body: list };
      list = after;
      return 'lost';
    });
    if (before !== undefined) await allOf(client.groups.list());
    return client.groups.create({ name: 'Lab' }).then(({ id, dn }) => id ?? dn, wordOf);
  };

  it('is the group that was not in the list before', async () => {
    assert.equal(await create([], [lab]), 'CN=lab');
    assert.equal(
      await create(
        [{ id: 1, ...lab }],
        [
          { id: 1, ...lab },
          { id: 2, ...lab },
        ],
      ),
      2,
    );
  });

  it('is in doubt when it may have existed before', async () => {
    assert.equal(await create(undefined, [lab]), 'unknown');
    assert.equal(await create([lab], [lab]), 'unknown');
    assert.equal(await create([{ id: 1, ...lab }], [{ id: 1, ...lab }]), 'notDone');
  });
});

describe('a create of a group', () => {
  it('rejects a response that shows an older group under another name', async () => {
    const hall = { id: 3, name: 'Hall', dn: 'CN=hall', server_set: [] };
    const { client } = clientOf(({ method }) => ({ body: method === 'GET' ? [hall] : hall }));
    await allOf(client.groups.list());
    await assert.rejects(client.groups.create({ name: 'Lab' }));
    const fresh = clientOf(() => ({ body: hall, status: 201 }));
    assert.equal((await fresh.client.groups.create({ name: 'Lab' })).id, 3);
  });

  it('recognizes its own group, so that the next one of that name counts as another', async () => {
    let list: readonly object[] = [];
    const { client } = clientOf(({ method }) => {
      if (method === 'GET') return { body: list };
      list = [...list, { id: list.length + 1, ...lab }];
      return list.length === 1 ? { body: list[0] } : 'lost';
    });
    await allOf(client.groups.list());
    await client.groups.create({ name: 'Lab' });
    assert.equal((await client.groups.create({ name: 'Lab' })).id, 2);
  });

  it('is sent after the previous one, unless it was canceled in the meantime', async () => {
    const { client, sent } = clientOf(({ body }) => ({ body: { ...lab, ...fieldsOf(body) } }));
    const controller = new AbortController();
    const first = client.groups.create({ name: 'A' });
    const second = client.groups.create({ name: 'B' }, { signal: controller.signal });
    controller.abort();
    await first;
    await assert.rejects(second, { name: 'AbortError' });
    assert.equal((await client.groups.create({ name: 'C' })).name, 'C');
    assert.deepEqual(
      sent.map(({ body }) => body),
      [{ name: 'A' }, { name: 'C' }],
    );
  });
});

describe('a write of a job whose response is lost', () => {
  /** The server has these jobs; it loses the response of the next write, and applies `effect` instead. */
  const jobsOf = (
    rows: readonly (typeof backup)[],
    effect: (rows: readonly (typeof backup)[]) => readonly object[],
    jobListQuery = {},
  ) => {
    let list: readonly object[] = rows;
    const found = (path: string) => list.find(row => path.endsWith(`/${fieldsOf(row)['id']}/`));
    return clientOf(
      ({ method, path }) => {
        if (method !== 'GET') {
          list = effect(rows);
          return 'lost';
        }
        if (path.startsWith(`${jobs}?`) || path === jobs)
          return { body: { count: list.length, results: list } };
        return found(path) === undefined ? { status: 404, body: {} } : { body: found(path) };
      },
      { jobListQuery },
    );
  };

  it('has created the job that is new in a list without the extra query', async () => {
    const made = { ...backup, id: 2 };
    const { client, sent } = jobsOf([backup], rows => [...rows, made]);
    await allOf(client.jobs.list());
    assert.equal((await client.jobs.create({ name: 'Backup', policies: [1] })).id, 2);
    assert.equal(sent.at(-1)?.path, jobs);
    const filtered = jobsOf([backup], rows => [...rows, made], { enabled: 'true' });
    await allOf(filtered.client.jobs.list());
    const create = filtered.client.jobs
      .create({ name: 'Backup', policies: [1] })
      .catch((error: unknown) => error);
    const error = await create;
    assert.ok(error instanceof OutcomeError);
    assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [2]], 'a filtered list proves nothing');
  });

  it('had no effect when the list shows none, and is in doubt when it shows another', async () => {
    const none = jobsOf([backup], rows => rows);
    await allOf(none.client.jobs.list());
    const draft = { name: 'Backup', policies: [1] };
    assert.equal(await none.client.jobs.create(draft).catch(wordOf), 'notDone');
    const other = jobsOf([backup], rows => [...rows, { ...backup, id: 2, policies: [9] }]);
    await allOf(other.client.jobs.list());
    assert.equal(await other.client.jobs.create(draft).catch(wordOf), 'unknown');
  });

  it('is read back by its ID', async () => {
    const changed = jobsOf([backup], rows => rows.map(row => ({ ...row, policies: [2] })));
    assert.deepEqual((await changed.client.jobs.update(1, { policies: [2] })).policies, [2]);
    const same = jobsOf([backup], rows => rows);
    assert.equal(await same.client.jobs.update(1, { policies: [2] }).catch(wordOf), 'notDone');
    const removed = jobsOf([backup], () => []);
    assert.equal(await removed.client.jobs.remove(1), undefined);
    assert.equal(await same.client.jobs.remove(1).catch(wordOf), 'notDone');
    const group = clientOf(({ method }) => (method === 'GET' ? { body: { id: 1, ...lab } } : 'lost'));
    assert.equal(await group.client.groups.remove(1).catch(wordOf), 'notDone');
  });
});

describe('a create of a job', () => {
  it('rejects a response with an older job under another name', async () => {
    const { client } = clientOf(({ method }) => ({ body: method === 'GET' ? [backup] : backup }));
    await allOf(client.jobs.list());
    await assert.rejects(client.jobs.create({ name: 'Scan', policies: [1] }));
    assert.equal((await client.jobs.create({ name: 'Backup', policies: [1] })).id, 1);
    const fresh = clientOf(() => ({ body: backup }));
    assert.equal((await fresh.client.jobs.create({ name: 'Scan', policies: [1] })).id, 1);
  });
});

describe('the pages of a list', () => {
  const listOf = async (next: unknown, path = `${jobs}?page=2`) => {
    const { client, sent } = clientOf(({ path: requested }) => ({
      body: { count: 2, results: [{ ...backup, id: sent.length }], next: requested === jobs ? next : null },
    }));
    const pages = await allOf(client.jobs.list({ atMost: 9 }));
    assert.deepEqual(
      pages.map(({ items }) => items.length),
      pages.map(() => 1),
    );
    return sent[1]?.path === path;
  };

  it('are followed by path and query alone, whatever host or prefix the links name', async () => {
    for (const next of [
      'https://plant.example/prefix/automation/api/job/?page=2',
      'http://inner.example/automation/api/job/?page=2',
      'https://inner.example:8080/prefix/automation/api/job/?page=2',
      '/prefix/automation/api/job/?page=2',
      '?page=2',
    ])
      assert.ok(await listOf(next), next);
  });

  it('end without a link', async () => {
    for (const next of [null, undefined, '']) assert.equal(await listOf(next), false);
  });

  it('reject links that lead to no page', async () => {
    for (const next of [5, 'http://[', 'javascript:alert(1)', 'mailto:x@plant.example'])
      await assert.rejects(listOf(next), { name: 'ContractError' }, String(next));
    const { client } = clientOf(() => ({ body: { results: [], next: '/automation/api/job/' } }));
    await assert.rejects(allOf(client.jobs.list({ atMost: 9 })), { name: 'ContractError' });
  });

  it('include the configured query, unless all jobs are wanted and the query may hide some', async () => {
    const pathOf = async (jobListQuery: Readonly<Record<string, string>>, isUnfiltered: boolean) => {
      const { client, sent } = clientOf(() => ({ body: [backup] }), { jobListQuery });
      await allOf(client.jobs.list({ isUnfiltered }));
      return sent[0]?.path;
    };
    assert.equal(await pathOf({ enabled: 'true' }, false), `${jobs}?enabled=true`);
    assert.equal(await pathOf({ enabled: 'true' }, true), jobs);
    assert.equal(await pathOf({ page_size: '500' }, true), `${jobs}?page_size=500`);
    assert.equal(await pathOf({}, false), jobs);
  });

  it('are requested several at a time when several are wanted, even after one that was read before', async () => {
    let early = 0;
    const { client, sent } = clientOf(async ({ path }) => {
      const number = Number(/page=(\d)/.exec(path)?.[1] ?? 1);
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      if (number === 2) early = sent.length;
      const next = number < 4 ? `?page=${number + 1}` : null;
      const results = [0, 1].map(row => ({ ...backup, id: 2 * number + row }));
      return { body: { count: 8, results, next } };
    });
    const { value: first } = await client.jobs.list().next();
    assert.equal(sent.length, 1);
    const pages = await allOf(client.jobs.list({ from: first?.next, atMost: 9 }));
    assert.deepEqual(
      pages.flatMap(({ items }) => items.map(({ id }) => id)),
      [4, 5, 6, 7, 8, 9],
    );
    assert.deepEqual([early, sent.length], [4, 4], 'all were requested before the second came');
  });

  it('are no longer requested once they are not wanted', async () => {
    const controller = new AbortController();
    const { client, sent } = clientOf(() => {
      controller.abort();
      return { body: { results: [], next: `?page=${sent.length + 1}` } };
    });
    await assert.rejects(allOf(client.jobs.list({ atMost: 9, signal: controller.signal })), {
      name: 'AbortError',
    });
    assert.equal(sent.length, 1);
    const replaced = client.jobs.replace(1, {}, { signal: controller.signal });
    await assert.rejects(replaced, { name: 'AbortError' });
    assert.equal(sent.length, 1);
  });

  it('have a total only when the server returns a usable one', async () => {
    for (const [count, total] of [
      [7, 7],
      [0, 0],
      [-1, undefined],
      [1.5, undefined],
      ['7', undefined],
    ]) {
      const { client } = clientOf(() => ({ body: { count, results: [] } }));
      assert.equal((await allOf(client.jobs.list()))[0]?.total, total);
    }
  });

  it('reject a response that is not a list', async () => {
    for (const body of [null, 5, {}, { results: {} }])
      await assert.rejects(allOf(clientOf(() => ({ body })).client.jobs.list()), { name: 'ContractError' });
  });
});

describe('stopping jobs', () => {
  const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
  const countsOf = (sent: readonly SentRequest[]) => sent.map(({ body }) => idsIn(body));

  it('uses one request, or several when the server rejects so many', async () => {
    for (const reply of [{ status: 413 }, { status: 400, body: { obj_id: ['Too many.'] } }]) {
      const { client, sent } = clientOf(({ body }) =>
        idsIn(body) > 500 ? reply : { body: { message: ' Done. ' } },
      );
      const { kind, message } = await client.jobs.stop(ids);
      assert.deepEqual([kind, message.trim(), countsOf(sent)], ['accepted', 'Done.', [1_200, 500, 500, 200]]);
    }
  });

  it('fails unchanged if the server rejects something else, or a small number', async () => {
    for (const [count, reply] of [
      [1_200, { status: 403 }],
      [1_200, { status: 400, body: { other: ['Wrong.'] } }],
      [500, { status: 413 }],
    ] as const) {
      const { client, sent } = clientOf(() => reply);
      await assert.rejects(client.jobs.stop(ids.slice(0, count)), HttpStatusError);
      assert.equal(sent.length, 1);
    }
  });

  it('finds none of the jobs if the HTTP status means that, whatever the text', async () => {
    const { client } = clientOf(() => ({ status: 400, body: { message: 'Задачи не найдены' } }));
    assert.deepEqual(await client.jobs.stop([1]), { kind: 'noneFound', message: 'Задачи не найдены' });
    const parts = clientOf(({ body }) => ({
      status: idsIn(body) > 500 ? 413 : 400,
      body: { message: 'None.' },
    }));
    assert.deepEqual(await parts.client.jobs.stop(ids), { kind: 'noneFound', message: 'None.' });
  });

  it('reports what was requested, failed and not sent when a later part fails', async () => {
    for (const failure of [{ status: 500 }, 'lost'] as const) {
      const { client, sent } = clientOf(({ body }) => {
        if (idsIn(body) > 500) return { status: 413 };
        return sent.length === 3 ? failure : { body: { message: '' } };
      });
      await assert.rejects(client.jobs.stop(ids), error => {
        assert.ok(error instanceof PartialStopError);
        const { requestedIds, failedIds, unsentIds } = error;
        assert.deepEqual(
          [requestedIds, failedIds, unsentIds].map(part => [part[0], part.length]),
          [
            [1, 500],
            [501, 500],
            [1_001, 200],
          ],
        );
        return true;
      });
    }
  });

  it('fails unchanged when the first part fails, unless that may have taken effect', async () => {
    const stop = (failure: Reply) => {
      const { client, sent } = clientOf(() => (sent.length === 1 ? { status: 413 } : failure));
      return client.jobs.stop(ids).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.name : error),
      );
    };
    assert.equal(await stop({ status: 403 }), 'HttpStatusError');
    assert.equal(await stop('lost'), 'PartialStopError');
  });
});

describe('the search for devices', () => {
  it('returns the host names of devices that have one', async () => {
    const items = [
      { hostname: 'PC-1' },
      { hostname: '' },
      { hostname: null },
      {},
      { hostname: 'PC-2', uname: 1 },
    ];
    const { client, sent, operations } = clientOf(() => ({ body: { items } }));
    assert.deepEqual(await client.devices.search('PC & co'), ['PC-1', 'PC-2']);
    assert.deepEqual(
      [sent[0]?.path, operations],
      ['/prefix/api/peer/search/?hostname=PC+%26+co', ['GET searchDevices']],
    );
  });

  it('is not retried when it fails', async () => {
    const { client, sent } = clientOf(() => ({ status: 503 }));
    await assert.rejects(client.devices.search('PC'), { status: 503 });
    assert.equal(sent.length, 1);
  });
});
