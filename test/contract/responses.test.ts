import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import {
  ApiErrorBase,
  ContractError,
  type ContractProblem,
  HttpStatusError,
  OutcomeError,
} from '../../src/api/errors/apiError.ts';
import { itemsOf, notSentProblem, pagesOf, rejectionOf, withServer } from '../support/http/clients.ts';
import { bare, body, chunked, html, json } from '../support/http/responders.ts';
import type { Responder } from '../support/http/scriptedServer.ts';
import { deviceWire, groupWire, jobListPath, jobWire, pageWire } from '../support/http/wire.ts';

describe('successful responses (decision 3)', () => {
  for (const status of [200, 201, 202, 203, 206]) {
    it(`${status} with a valid body is a success`, () =>
      withServer(async (server, client) => {
        server.otherwise(json(jobWire(1), status));
        assert.equal((await client.jobs.get(1)).id, 1);
        assert.equal((await client.jobs.create({ name: 'Job 1', policies: [7] })).id, 1);
        assert.equal((await client.jobs.update(1, { enabled: true })).id, 1);
      }));
  }

  const deletes: Readonly<Record<string, Responder>> = {
    '204 without a body': bare(204),
    '200 with JSON': json({ deleted: true }),
    '200 with any text': body('<b>gone</b>'),
    '202 without a body': body('', 202),
  };
  for (const [kind, responder] of Object.entries(deletes)) {
    it(`DELETE accepts ${kind}`, () =>
      withServer(async (server, client) => {
        server.queue(responder, responder);
        await client.jobs.remove(1);
        await client.groups.remove(1);
        assert.deepEqual(
          server.received.map(request => request.method),
          ['DELETE', 'DELETE'],
        );
      }));
  }

  it('a stop response without a message counts as accepted (decision 22)', () =>
    withServer(async (server, client) => {
      server.queue(json({}), json({ message: null, more: 1 }));
      assert.deepEqual(await client.jobs.stop([1]), { kind: 'accepted', message: '' });
      assert.deepEqual(await client.jobs.stop([1]), { kind: 'accepted', message: '' });
      assert.deepEqual(server.received[0]?.body, '{"obj_id":[1]}');
    }));

  it('a stop is rejected, not "none found", when the server names a field (decision 22)', () =>
    withServer(async (server, client) => {
      server.queue(json({ obj_id: ['This list may not be empty.'] }, 400));
      const error = await rejectionOf(HttpStatusError, client.jobs.stop([]));
      assert.deepEqual(error.fieldErrors, [{ path: ['obj_id'], message: 'This list may not be empty.' }]);
    }));

  it('10,000 IDs are sent in one stop request (decision 25)', () =>
    withServer(async (server, client) => {
      server.queue(json({ message: 'ok' }));
      const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
      await client.jobs.stop(ids);
      assert.equal(server.received.length, 1);
      assert.deepEqual(JSON.parse(server.received[0]?.body ?? ''), { obj_id: ids });
    }));
});

describe('a 2xx response that does not match its schema (decision 3)', () => {
  const bodies: Readonly<Record<string, [Responder, ContractProblem['code'], string?]>> = {
    'an empty body': [body(''), 'empty'],
    'white space': [body(' \r\n\t'), 'empty'],
    'a byte order mark alone': [body('\uFEFF'), 'empty'],
    'an HTML page': [html('<!DOCTYPE html><title>Hotel\n WiFi</title>'), 'html', 'Hotel WiFi'],
    'an HTML page in another character set': [
      body(Buffer.from('<title>\xcd</title>', 'latin1')),
      'html',
      '\uFFFD',
    ],
    'HTML without a head': [html('<h1>Welcome</h1>'), 'html', 'Welcome'],
    'HTML declared as JSON': [body('<html></html>', 200, { 'content-type': 'application/json' }), 'html', ''],
    'plain text': [body('It works!'), 'notJson'],
    'JSON with trailing text': [body('{"id":1} {"id":2}'), 'invalidJson'],
    'gzip that was not requested': [
      body(gzipSync(JSON.stringify(jobWire(1))), 200, { 'content-encoding': 'gzip' }),
      'notJson',
    ],
    null: [json(null), 'shape'],
    'an array': [json([jobWire(1)]), 'shape'],
    'a string': [json('job'), 'shape'],
    'a number': [json(1), 'shape'],
    'another object': [json(jobWire(2)), 'otherObject'],
  };
  for (const [kind, [responder, problem, detail]] of Object.entries(bodies)) {
    it(`${kind}: reported as "${problem}", without a retry`, () =>
      withServer(async (server, client) => {
        server.otherwise(responder);
        const error = await rejectionOf(ContractError, client.jobs.get(1));
        assert.equal(error.problem.code, problem);
        if (detail !== undefined) assert.deepEqual(error.problem, { code: 'html', title: detail });
        assert.deepEqual([error.request.path, server.received.length], [`${jobListPath}1/`, 1]);
      }));
  }

  const values: Readonly<Record<string, [unknown, string]>> = {
    null: [null, 'results'],
    'an object without results': [{ count: 1 }, 'results'],
    'results that are not a list': [pageWire([], { results: {} }), 'results'],
    'a string': ['[]', 'results'],
  };
  for (const [kind, [value, at]] of Object.entries(values)) {
    it(`list: ${kind} is reported with its path`, () =>
      withServer(async (server, client) => {
        server.otherwise(json(value));
        for (const list of [() => itemsOf(client.jobs.list()), () => itemsOf(client.groups.list())]) {
          const error = await rejectionOf(ContractError, list());
          assert.deepEqual(error.problem, { code: 'shape', mismatch: { path: at, code: 'resultsMissing' } });
        }
      }));
  }

  it('reports the path of a field and the expected type', () =>
    withServer(async (server, client) => {
      server.otherwise(json(jobWire(1, { peers: [deviceWire(1), deviceWire(2, { hostname: 5 })] })));
      const error = await rejectionOf(ContractError, client.jobs.get(1));
      const mismatch = { path: 'peers[1].hostname', code: 'kind', expected: 'string', received: 'number' };
      assert.deepEqual(error.problem, { code: 'shape', mismatch });
    }));

  it('a status of another job is rejected', () =>
    withServer(async (server, client) => {
      server.otherwise(json({ id: 2, name: 'B', status: 'running' }));
      assert.equal((await rejectionOf(ContractError, client.jobs.status(1))).problem.code, 'otherObject');
    }));

  it('a group with another ID is rejected', () =>
    withServer(async (server, client) => {
      server.queue(json(groupWire('A', { id: 2 })), json(groupWire('A', { pk: 2 })), json(groupWire('A')));
      assert.equal((await rejectionOf(ContractError, client.groups.get(1))).problem.code, 'otherObject');
      assert.equal((await rejectionOf(ContractError, client.groups.get(1))).problem.code, 'otherObject');
      assert.equal((await client.groups.get(1)).name, 'A');
    }));

  it('a change whose response is another job is verified by reading the job itself', () =>
    withServer(async (server, client) => {
      for (const act of [
        () => client.jobs.update(1, { name: 'New' }),
        () => client.jobs.replace(1, { name: 'New' }),
      ]) {
        server.otherwise(({ received, ...rest }) =>
          json(received.method === 'GET' ? jobWire(1, { name: 'New' }) : jobWire(2, { name: 'New' }))({
            received,
            ...rest,
          }),
        );
        assert.equal((await act()).id, 1);
        server.otherwise(json(jobWire(2)));
        const error = await rejectionOf(ApiErrorBase, act());
        assert.ok(error instanceof OutcomeError || error instanceof ContractError, error.kind);
      }
    }));

  it('a change whose response is another group is rejected, with and without IDs', () =>
    withServer(async (server, client) => {
      for (const id of [{}, { id: 1 }]) {
        const own = groupWire('A', id);
        const other = groupWire('B', id.id === undefined ? {} : { id: 2 });
        server.queue(json(own), json(other), json({ ...own, name: 'New' }));
        await client.groups.get(1);
        assert.deepEqual((await client.groups.update(1, { name: 'New' })).dn, 'CN=A');
        server.otherwise(json(other));
        const error = await rejectionOf(OutcomeError, client.groups.update(1, { name: 'Newer' }));
        assert.equal(error.outcome, 'unknown');
      }
    }));

  it('a group that keeps its name or its DN is accepted, since servers may rewrite the other', () =>
    withServer(async (server, client) => {
      server.queue(json(groupWire('A')), json({ ...groupWire('A'), dn: 'CN=A,OU=new' }));
      await client.groups.get(1);
      assert.equal((await client.groups.update(1, { server_set: ['PC-1'] })).dn, 'CN=A,OU=new');
      server.queue(json({ ...groupWire('Z'), dn: 'CN=Z' }));
      assert.equal((await client.groups.update(1, { name: 'Z' })).dn, 'CN=Z');
    }));

  it('a create whose response is an older object is checked on the server', () =>
    withServer(async (server, client) => {
      const made = jobWire(9, { name: 'New', policies: [7] });
      server.queue(json([jobWire(1)]), json(jobWire(1)), json([jobWire(1), made]));
      await itemsOf(client.jobs.list());
      assert.equal((await client.jobs.create({ name: 'New', policies: [7] })).id, 9);
      const madeGroup = groupWire('New');
      server.queue(json([groupWire('A')]), json(groupWire('A')), json([groupWire('A'), madeGroup]));
      await itemsOf(client.groups.list());
      assert.equal((await client.groups.create({ name: 'New', server_set: ['PC-1'] })).name, 'New');
    }));

  it('a create that the server stored differently resolves with what the server stored (row 39)', () =>
    withServer(async (server, client) => {
      server.queue(json(jobWire(9, { name: 'new (2)', enabled: false })));
      const job = await client.jobs.create({ name: 'New', policies: [7], enabled: true });
      assert.deepEqual([job.id, job.name, job.enabled], [9, 'new (2)', false]);
    }));

  it('JSON that is cut off anywhere is "truncated", never half an object', () =>
    withServer(async (server, client) => {
      const whole = JSON.stringify(jobWire(1, { name: 'a "quoted" \\ name', params: '[{' }));
      for (let length = 1; length < whole.length; length++) {
        server.otherwise(body(whole.slice(0, length)));
        assert.equal((await rejectionOf(ContractError, client.jobs.get(1))).problem.code, 'truncated');
      }
    }));
});

describe('unusual but valid responses', () => {
  it('a byte order mark is tolerated, with and without a declared length', () =>
    withServer(async (server, client) => {
      const text = `\uFEFF${JSON.stringify(jobWire(1, { name: 'Ёж' }))}`;
      server.queue(body(text), chunked([text]));
      assert.equal((await client.jobs.get(1)).name, 'Ёж');
      assert.equal((await client.jobs.get(1)).name, 'Ёж');
    }));

  it('characters split across chunks are joined', () =>
    withServer(async (server, client) => {
      const bytes = Buffer.from(JSON.stringify(jobWire(1, { name: 'Ёлка 🌲' })));
      server.queue(chunked([...bytes].map(byte => Buffer.of(byte))));
      assert.equal((await client.jobs.get(1)).name, 'Ёлка 🌲');
    }));

  it('text in another character set is read if that is declared, with and without a declared length', () =>
    withServer(async (server, client) => {
      const headers = { 'content-type': 'application/json; charset=windows-1251' };
      const bytes = Buffer.from(JSON.stringify(jobWire(1, { name: 'Job?' })));
      bytes[bytes.indexOf('?')] = 0xc6;
      server.queue(body(bytes, 200, headers), chunked([bytes], 200, headers));
      assert.equal((await client.jobs.get(1)).name, 'JobЖ');
      assert.equal((await client.jobs.get(1)).name, 'JobЖ');
      server.queue(body(bytes), chunked([bytes]));
      for (const _ of [1, 2]) {
        const { problem } = await rejectionOf(ContractError, client.jobs.get(1));
        assert.deepEqual(problem, { code: 'damagedText', charset: 'utf-8' });
      }
    }));

  it('a number that JSON does not have makes only its own row unreadable, which names the field', () =>
    withServer(async (server, client) => {
      for (const length of [1, 60_000]) {
        const rows = Array.from({ length: 3 }, (_, id) =>
          JSON.stringify(jobWire(id + 1, { notes: 'x'.repeat(length) })),
        );
        for (const number of ['NaN', '-Infinity', '1e999']) {
          const bad = JSON.stringify(jobWire(9, { name: 'NaN \\" ,Infinity' })).slice(0, -1);
          const odd = `${bad},"stats":{"mean":${number}}}`;
          server.queue(body(`{"count":4,"next":null,"results":[${[...rows, odd].join(',')}]}`), body(odd));
          const [page] = await pagesOf(client.jobs.list());
          assert.deepEqual(
            page?.items.map(({ id }) => id),
            [1, 2, 3],
          );
          const problem = { path: 'stats.mean', code: 'notANumber' };
          assert.deepEqual(
            page?.unreadable.map(row => [row.index, row.problem]),
            [[3, problem]],
          );
          const error = await rejectionOf(ContractError, client.jobs.get(9));
          assert.deepEqual(error.problem, { code: 'shape', mismatch: problem });
        }
      }
    }));

  it('other errors in JSON are named by line and column', () =>
    withServer(async (server, client) => {
      server.queue(body('{"count":1,\n"results":[{"id":1,"name":undefined}]}'));
      const { problem } = await rejectionOf(ContractError, client.jobs.list().next());
      assert.deepEqual(problem, { code: 'invalidJson', line: 2, column: 27 });
    }));

  it('damaged text is not sent back, while other changes are sent (row 8)', () =>
    withServer(async (server, client) => {
      server.otherwise(json(jobWire(1, { name: 'a\uFFFDb' })));
      const damaged = [
        () => client.jobs.update(1, { name: 'a\uFFFDb!' }),
        () => client.jobs.replace(1, { enabled: false }),
        () => client.jobs.create({ name: 'A', policies: [1], more: { deep: ['\uFFFD'] } }),
        () => client.groups.update(1, { server_set: ['PC\uFFFD'] }),
      ];
      const fields = ['name', 'name', 'more', 'server_set'];
      for (const [index, act] of damaged.entries())
        assert.deepEqual(await notSentProblem(act()), { code: 'damagedText', fields: [fields[index]] });
      assert.deepEqual(
        server.received.filter(({ method }) => method !== 'GET'),
        [],
      );
      await client.jobs.update(1, { enabled: false });
      assert.equal(server.received.at(-1)?.body, '{"enabled":false}');
    }));

  it('the last of duplicate keys wins, as in JSON.parse', () =>
    withServer(async (server, client) => {
      server.queue(body('{"id":2,"id":1,"name":"A","name":"B"}'));
      const { id, name } = await client.jobs.get(1);
      assert.deepEqual([id, name], [1, 'B']);
    }));

  it('a `__proto__` key pollutes no prototype, at any depth', () =>
    withServer(async (server, client) => {
      const evil = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
      const job = `${evil},"id":1,"name":"A","peers":[${evil},"hostname":"PC-1"}]}`;
      server.queue(body(job), body(job), body(job), body(`{"count":1,"results":[${job}]}`));
      const read = await client.jobs.get(1);
      const replaced = await client.jobs.replace(1, { name: 'A' });
      await itemsOf(client.jobs.list());
      const fresh: Record<string, unknown> = {};
      assert.equal(fresh['polluted'], undefined);
      for (const value of [read, read.extra, read.peers[0], replaced]) {
        assert.equal(value !== undefined && 'polluted' in value, false);
      }
      assert.deepEqual(Object.keys(read.extra), ['constructor']);
    }));

  it('one invalid row among 1,000 is the only unreadable one', () =>
    withServer(async (server, client) => {
      const rows = Array.from({ length: 1_000 }, (_, index) => jobWire(index + 1));
      rows[500] = jobWire(501, { peers: [deviceWire(1, { hostname: 7 })] });
      server.queue(json(pageWire(rows)));
      const [page] = await pagesOf(client.jobs.list());
      assert.equal(page?.items.length, 999);
      assert.deepEqual(
        page?.unreadable.map(row => [row.index, row.raw, row.problem?.path]),
        [[500, rows[500], 'peers[0].hostname']],
      );
    }));

  it('IDs that are not safe integers make their own rows unreadable, and no others', () =>
    withServer(async (server, client) => {
      const ids = ['12', -1, 1.5, null, undefined, {}, true];
      const rows = [...ids.map(id => jobWire(id)), jobWire(1), jobWire(1)].map(row => JSON.stringify(row));
      rows.push(JSON.stringify(jobWire(0)).replace('"id":0', '"id":9007199254740993'));
      server.queue(body(`{"count":10,"next":null,"results":[${rows.join(',')}]}`));
      const [page] = await pagesOf(client.jobs.list());
      assert.deepEqual(
        page?.items.map(job => job.id),
        [1, 1],
      );
      assert.deepEqual(
        page?.unreadable.map(row => row.index),
        [0, 1, 2, 3, 4, 5, 6, 9],
      );
    }));

  for (const count of [0, -1, 1e9, 1.5, '3', null, undefined]) {
    it(`a count of ${String(count)} affects only the total`, () =>
      withServer(async (server, client) => {
        server.queue(json(pageWire([jobWire(1)], { count, next: '?page=2' })), json(pageWire([jobWire(2)])));
        const [first, second] = await pagesOf(client.jobs.list());
        assert.deepEqual([first?.items.length, second?.items.length], [1, 1]);
        const isUsable = count === 0 || count === 1e9 || count === '3';
        assert.equal(first?.total, isUsable ? Number(count) : undefined);
        assert.equal(server.received.length, 2);
      }));
  }

  it('missing fields and nulls are read as absent, and lists as empty (decision 5)', () =>
    withServer(async (server, client) => {
      const nulls = Object.fromEntries(Object.keys(jobWire(1)).map(key => [key, null]));
      const device = Object.fromEntries(Object.keys(deviceWire(1)).map(key => [key, null]));
      server.queue(json({ id: 1 }), json({ ...nulls, id: 1, peers: [device, {}] }));
      const absent = await client.jobs.get(1);
      const nullish = await client.jobs.get(1);
      assert.deepEqual({ ...nullish, peers: [] }, absent);
      assert.deepEqual(nullish.peers[0], nullish.peers[1]);
      assert.deepEqual(absent, {
        id: 1,
        name: '',
        params: '',
        enabled: undefined,
        run_on_start: undefined,
        groups: [],
        dynamic_groups: [],
        peers: [],
        policies: [],
        reports: [],
        report_formats: [],
        extra: {},
      });
    }));

  it('schedules are read and sent unchanged (decision 17)', () =>
    withServer(async (server, client) => {
      const params = 'DTSTART:20260101T000000Z\r\nRRULE:FREQ=DAILY\nnot a schedule; \t EXDATE';
      server.otherwise(json(jobWire(1, { params })));
      assert.equal((await client.jobs.get(1)).params, params);
      await client.jobs.replace(1, { name: 'B' });
      assert.equal(JSON.parse(server.received.at(-1)?.body ?? '').params, params);
    }));

  it('100,000 levels of nesting make one row unreadable, and the rest is read', () =>
    withServer(async (server, client) => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const rows = [JSON.stringify(jobWire(1)), `{"id":2,"name":"deep","more":${deep}}`];
      server.otherwise(body(`[${rows.join(',')}]`));
      const [page] = await pagesOf(client.jobs.list());
      assert.deepEqual([page?.items.length, page?.unreadable.length], [1, 1]);
      server.otherwise(body(`{"id":2,"more":${deep}}`));
      await rejectionOf(ContractError, client.jobs.get(2));
      server.otherwise(body(deep, 400));
      assert.equal((await rejectionOf(HttpStatusError, client.jobs.get(2))).status, 400);
    }));
});

describe('the size limit of a response (decision 25)', () => {
  const limit = 10_000;
  const big = JSON.stringify(jobWire(1, { name: 'x'.repeat(limit) }));
  const fitting = JSON.stringify(jobWire(1)).padEnd(limit, ' ');

  it('rejects a larger one, with and without a declared length, and does not retry', () =>
    withServer(
      async (server, client) => {
        server.queue(body(big), chunked([big.slice(0, 5_000), big.slice(5_000)]));
        for (const received of [1, 2]) {
          const error = await rejectionOf(ContractError, client.jobs.get(1));
          assert.deepEqual(error.problem, { code: 'tooLarge', limitBytes: limit });
          assert.equal(server.received.length, received);
        }
      },
      { maxResponseBytes: limit },
    ));

  it('accepts one of exactly this size', () =>
    withServer(
      async (server, client) => {
        server.queue(body(fitting), chunked([fitting]));
        assert.equal((await client.jobs.get(1)).id, 1);
        assert.equal((await client.jobs.get(1)).id, 1);
        server.queue(chunked([`${fitting} `]));
        assert.equal((await rejectionOf(ContractError, client.jobs.get(1))).problem.code, 'tooLarge');
      },
      { maxResponseBytes: limit },
    ));

  it('a body that never ends is cut off at the limit', () =>
    withServer(
      async (server, client) => {
        let isClosed = false;
        server.queue(({ response }) => {
          response.writeHead(200);
          response.on('close', () => {
            isClosed = true;
          });
          const more = () => {
            if (!isClosed) response.write('x'.repeat(1_000), () => setImmediate(more));
          };
          more();
        });
        assert.equal((await rejectionOf(ContractError, client.jobs.get(1))).problem.code, 'tooLarge');
      },
      { maxResponseBytes: limit },
    ));

  it('applies to error bodies as well', () =>
    withServer(
      async (server, client) => {
        server.queue(body(big, 400));
        assert.equal((await rejectionOf(ContractError, client.jobs.get(1))).problem.code, 'tooLarge');
      },
      { maxResponseBytes: limit },
    ));

  it('request bodies are not split, and a 413 is reported (decision 25)', () =>
    withServer(async (server, client) => {
      server.queue(html('<html><title>413 Request Entity Too Large</title></html>', 413));
      const peers = Array.from({ length: 20_000 }, (_, index) => `PC-${index}`);
      const error = await rejectionOf(HttpStatusError, client.jobs.update(1, { peers }));
      assert.deepEqual([error.status, error.detail], [413, '413 Request Entity Too Large']);
      assert.deepEqual(JSON.parse(server.received[0]?.body ?? '').peers, peers);
    }));
});
