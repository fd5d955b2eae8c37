import assert from 'node:assert/strict';
import { parseBody } from '../../../../src/contrib/demo/server/httpServer.ts';
import { type Permission, respond } from '../../../../src/contrib/demo/server/respond.ts';
import { apiRoutes } from '../../../../src/contrib/demo/server/routes.ts';
import { Runner } from '../../../../src/contrib/demo/server/runner.ts';
import { World } from '../../../../src/contrib/demo/server/world.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const startMs = Date.UTC(2026, 2, 4, 12);
const jobs = '/automation/api/job/';
const groups = '/account/api/group/';

/** The shipped demo server without HTTP, with one group and two devices. */
function setup() {
  const world = new World();
  const clock = createManualClock(startMs);
  const runner = new Runner({ world, clock, seed: 1, pace: 'still' });
  const tokens = new Map<string, Permission>([
    ['full', 'full'],
    ['read', 'read'],
    ['none', 'none'],
  ]);
  for (const hostname of ['PC-1', 'PC-2']) {
    const id = world.devices.nextId();
    const rest = { addr: `10.0.0.${id}`, status: 'online', username: '', server_id: '', connection: '' };
    world.addDevice({ id, hostname, ...rest });
  }
  world.addGroup({ name: 'Lab', dn: 'CN=Lab', server_set: [1], owner: null }, startMs);
  const ask = (
    method: string,
    path: string,
    body: unknown = {},
    authorization: string | undefined = 'Token full',
  ) => {
    const url = new URL(path, 'http://demo.example');
    const request = { method, url, authorization: authorization || undefined, body: () => body };
    const context = { world, routes: apiRoutes, variant: {}, clock, runner };
    const reply = respond(request, context, tokens);
    const json: unknown =
      reply.body.startsWith('{') || reply.body.startsWith('[') ? JSON.parse(reply.body) : reply.body;
    return { ...reply, json };
  };
  /** The errors of a rejected create, by field. */
  const rejected = (fields: object) => {
    const { status, json } = ask('POST', jobs, { name: 'Nightly', policies: [9], ...fields });
    assert.equal(status, 400, JSON.stringify(json));
    return json;
  };
  return { world, clock, runner, ask, rejected };
}

describe('the demo server and tokens', () => {
  it('requires a token in its own scheme', () => {
    const { ask } = setup();
    const refused = (authorization: string) => {
      const { status, headers, json } = ask('GET', jobs, {}, authorization);
      assert.deepEqual([status, headers['WWW-Authenticate']], [401, 'Token']);
      return json;
    };
    const missing = { detail: 'Authentication credentials were not provided.' };
    for (const header of ['', 'Bearer full', 'full']) assert.deepEqual(refused(header), missing, header);
    for (const header of ['Token', 'Token full more'])
      assert.match(JSON.stringify(refused(header)), /Invalid token header/);
    assert.deepEqual(refused('Token other'), { detail: 'Invalid token.' });
    for (const header of ['token full', '  TOKEN   full '])
      assert.equal(ask('GET', jobs, {}, header).status, 200);
  });

  it('rejects writes with a read-only token', () => {
    const { ask } = setup();
    const status = (method: string, token: string) => ask(method, jobs, {}, `Token ${token}`).status;
    assert.deepEqual(
      ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'].map(method => status(method, 'read')),
      [200, 200, 200, 403, 403],
    );
    assert.deepEqual(
      ['GET', 'OPTIONS', 'POST'].map(method => status(method, 'none')),
      [403, 403, 403],
    );
    assert.deepEqual(ask('POST', jobs, {}, 'Token read').json, {
      detail: 'You do not have permission to perform this action.',
    });
  });
});

describe('the demo server and paths', () => {
  it('redirects a read without the trailing slash, and fails on a write without it', () => {
    const { ask } = setup();
    const path = jobs.slice(0, -1);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = ask(method, `${path}?page=2`);
      assert.deepEqual([status, headers['Location'], body], [301, `${jobs}?page=2`, '']);
      assert.equal(headers['Content-Type'], 'text/html; charset=utf-8');
    }
    assert.deepEqual(
      [ask('POST', path).status, ask('GET', '/other').status, ask('GET', '/other/').status],
      [500, 404, 404],
    );
  });
});

describe('the demo server and bodies', () => {
  it('reports the received type and the expected one', () => {
    const { ask, rejected } = setup();
    assert.deepEqual(ask('POST', jobs, []).json, {
      non_field_errors: ['Invalid data. Expected a dictionary, but got list.'],
    });
    const list = (type: string) => [`Expected a list of items but got type "${type}".`];
    assert.deepEqual(rejected({ groups: {}, peers: 'PC-1', policies: 1.5, reports: false }), {
      groups: list('dict'),
      peers: list('str'),
      policies: list('float'),
      reports: list('bool'),
    });
    assert.deepEqual(rejected({ groups: null }), { groups: ['This field may not be null.'] });
    assert.deepEqual(rejected({ groups: ['1'] }), {
      groups: ['Incorrect type. Expected pk value, received str.'],
    });
    assert.deepEqual(rejected({ groups: [1, 2] }), {
      groups: ['Invalid pk "2" - object does not exist.'],
    });
  });

  it('reports each invalid field, and each list entry by its position', () => {
    const { ask, rejected } = setup();
    assert.deepEqual(rejected({ name: null, params: 1, enabled: 'yes', run_on_start: null, notify: 1 }), {
      name: ['This field may not be null.'],
      params: ['Not a valid string.'],
      enabled: ['Must be a valid boolean.'],
      run_on_start: ['This field may not be null.'],
      notify: ['Must be a valid boolean.'],
    });
    const largest = 2_147_483_647;
    assert.deepEqual(rejected({ policies: [0, 1, largest, largest + 1, '1', 1.5, null] }), {
      policies: {
        0: ['Ensure this value is greater than or equal to 1.'],
        3: [`Ensure this value is less than or equal to ${largest}.`],
        4: ['A valid integer is required.'],
        5: ['A valid integer is required.'],
        6: ['This field may not be null.'],
      },
    });
    assert.deepEqual(rejected({ report_formats: ['x'.repeat(17), ' ', 'pdf'] }), {
      report_formats: {
        0: ['Ensure this field has no more than 16 characters.'],
        1: ['This field may not be blank.'],
      },
    });
    assert.deepEqual(rejected({ peers: ['PC-1', 'PC-9'] }), { peers: ['Device "PC-9" not found.'] });
    assert.deepEqual(rejected({ name: 'x'.repeat(201) }), {
      name: ['Ensure this field has no more than 200 characters.'],
    });
    // Python counts code points, JavaScript UTF-16 units.
    assert.equal(ask('POST', jobs, { name: '🖥'.repeat(200), policies: [9] }).status, 201);
  });

  it('requires a name, a policy or report, and report formats', () => {
    const { ask, rejected } = setup();
    assert.deepEqual(ask('POST', jobs, { policies: [9] }).json, { name: ['This field is required.'] });
    assert.deepEqual(rejected({ policies: [] }), {
      non_field_errors: ['At least one policy or one report is required.'],
    });
    assert.deepEqual(rejected({ reports: [1] }), {
      report_formats: ['This field is required when reports are given.'],
    });
    assert.equal(ask('POST', jobs, { name: 'x', reports: [1], report_formats: ['pdf'] }).status, 201);
  });

  it('accepts only JSON in UTF-8', () => {
    const problem = (bytes: Buffer | string, type = 'application/json') => {
      try {
        return parseBody(Buffer.from(bytes), type);
      } catch (error) {
        const reply: { readonly status: number; readonly body: string } = Reflect.get(Object(error), 'reply');
        return [reply.status, JSON.parse(reply.body).detail];
      }
    };
    assert.deepEqual(problem('{"a":1}'), { a: 1 });
    assert.deepEqual(problem('{"a":1}', 'APPLICATION/JSON ; charset=utf-8'), { a: 1 });
    assert.deepEqual([problem(''), problem('', 'text/plain')], [{}, {}]);
    for (const type of ['text/plain', 'application/jsonx', 'x application/json'])
      assert.deepEqual(problem('{}', type), [415, `Unsupported media type "${type}" in request.`]);
    assert.deepEqual(problem(Buffer.from([0xff])), [
      400,
      "JSON parse error - 'utf-8' codec can't decode byte: invalid start byte",
    ]);
    assert.deepEqual(problem('\uFEFF{}'), [
      400,
      'JSON parse error - Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)',
    ]);
  });
});

describe('the demo server and its objects', () => {
  const job = {
    name: 'Nightly',
    params: 'RRULE:FREQ=DAILY',
    enabled: false,
    run_on_start: true,
    groups: [1],
    policies: [9],
    dynamic_groups: [4],
    reports: [3],
    report_formats: ['pdf'],
    notify: true,
    retry: { attempts: 3 },
  };

  it('stores every field of a job, and returns devices as objects', () => {
    const { ask, world } = setup();
    const { status, json } = ask('POST', jobs, {
      ...job,
      name: ' Nightly ',
      peers: ['pc-2', '10.0.0.1', 'PC-2'],
    });
    const { id, created_at, peers, ...fields } = Object(json);
    assert.deepEqual([status, id, created_at, fields], [201, 1, '2026-03-04T12:00:00.000Z', job]);
    assert.deepEqual(peers, [world.devices.get(2), world.devices.get(1)]);
    const { headers, ...read } = ask('GET', `${jobs}1/`);
    assert.deepEqual([read.json, headers['Content-Type']], [json, 'application/json']);
    assert.deepEqual(ask('GET', `${jobs}1/status/`).json, { status: 'never run', id: 1, name: 'Nightly' });
  });

  it('fills in the fields that a new job omits', () => {
    const { ask } = setup();
    const { id, created_at, ...fields } = Object(ask('POST', jobs, { name: 'Nightly', policies: [9] }).json);
    assert.deepEqual([id, created_at.slice(0, 4)], [1, '2026']);
    assert.deepEqual(fields, {
      name: 'Nightly',
      params: '',
      enabled: true,
      run_on_start: false,
      groups: [],
      peers: [],
      policies: [9],
      dynamic_groups: [],
      reports: [],
      report_formats: [],
      notify: false,
      retry: null,
    });
  });

  it('changes only the fields in a PATCH, and replaces everything with a PUT', () => {
    const { ask, world, clock } = setup();
    ask('POST', jobs, { ...job, peers: ['PC-1'] });
    clock.advance(1_000);
    const patched = Object(ask('PATCH', `${jobs}1/`, { name: 'Weekly' }).json);
    assert.deepEqual([patched.name, patched.enabled, patched.peers.length], ['Weekly', false, 1]);
    assert.equal(world.jobs.get(1)?.updatedAtMs, startMs + 1_000);
    const enabled = Object(ask('PATCH', `${jobs}1/`, { enabled: true, peers: [] }).json);
    assert.deepEqual([enabled.name, enabled.enabled, enabled.peers], ['Weekly', true, []]);
    const replaced = Object(ask('PUT', `${jobs}1/`, { name: 'Yearly', policies: [7] }).json);
    assert.deepEqual([replaced.params, replaced.groups, replaced.retry], ['', [], null]);
    assert.deepEqual(ask('PUT', `${jobs}1/`, { policies: [7] }).json, { name: ['This field is required.'] });
  });

  it('deletes a job, and returns 404 for its ID afterwards', () => {
    const { ask } = setup();
    ask('POST', jobs, job);
    ask('POST', jobs, job);
    const { status, body } = ask('DELETE', `${jobs}1/`);
    assert.deepEqual([status, body], [204, '']);
    for (const [method, path] of [
      ['GET', `${jobs}1/`],
      ['DELETE', `${jobs}1/`],
      ['GET', `${jobs}2e0/`],
      ['GET', `${jobs}0x2/`],
    ] as const)
      assert.deepEqual(ask(method, path).json, { detail: 'No Job matches the given query.' }, path);
    assert.equal(Object(ask('POST', jobs, job).json).id, 3, 'an ID is never used again');
  });

  it('filters jobs by name and enabled state', () => {
    const { ask } = setup();
    for (const [name, enabled] of [
      ['Nightly', true],
      ['Night shift', false],
      ['Weekly', true],
    ] as const)
      ask('POST', jobs, { name, enabled, policies: [9] });
    const names = (query: string) =>
      Object(ask('GET', `${jobs}?${query}`).json).results.map(({ name }: { name: string }) => name);
    assert.deepEqual(names('search=NIGHT'), ['Nightly', 'Night shift']);
    assert.deepEqual(names('enabled=True'), ['Nightly', 'Weekly']);
    assert.deepEqual(names('search=night&enabled=false'), ['Night shift']);
    assert.deepEqual(names('enabled='), []);
    assert.equal(names('search=').length, 3);
  });

  it('stops running jobs, and reports when none of the jobs exists', () => {
    const { ask, world, runner } = setup();
    for (const name of ['One', 'Two']) ask('POST', jobs, { ...job, name });
    for (const each of world.jobs.all()) runner.set(each, each.id === 1 ? 'running' : 'queued');
    const stop = (...ids: number[]) => ask('POST', '/automation/api/stop_job/', { obj_id: ids });
    assert.deepEqual(
      [stop(1, 2, 9).status, stop(1, 2, 9).json],
      [200, { message: 'Задачи успешно остановлены' }],
    );
    assert.deepEqual(
      world.jobs.all().map(({ phase }) => phase),
      ['stopped', 'queued'],
    );
    const { status, json } = stop(9);
    assert.deepEqual([status, json], [400, { message: 'Задачи не найдены' }]);
  });

  it('stores groups, with a derived distinguished name unless one is given', () => {
    const { ask, world, clock } = setup();
    const own = Object(
      ask('POST', groups, { name: ' Hall ', dn: 'CN=Hall', server_set: ['PC-2'], owner: { a: 1 } }).json,
    );
    assert.deepEqual(
      [own.id, own.name, own.dn, own.server_set[0].hostname, own.owner],
      [2, 'Hall', 'CN=Hall', 'PC-2', { a: 1 }],
    );
    const derived = Object(ask('POST', groups, { name: 'A, "b"\\c' }).json);
    assert.equal(derived.dn, 'CN=A\\, \\"b\\"\\\\c,OU=Groups,DC=demo,DC=example');
    clock.advance(1_000);
    const patched = Object(ask('PATCH', `${groups}2/`, { owner: null }).json);
    assert.deepEqual(
      [patched.name, patched.dn, patched.owner, patched.server_set.length],
      ['Hall', 'CN=Hall', null, 1],
    );
    assert.equal(world.groups.get(2)?.updatedAtMs, startMs + 1_000);
    const renamed = Object(ask('PUT', `${groups}2/`, { name: 'Yard', server_set: [] }).json);
    assert.deepEqual([renamed.name, renamed.dn, renamed.server_set], ['Yard', 'CN=Hall', []]);
    assert.deepEqual(
      Object(ask('GET', groups).json).map(({ name }: { name: string }) => name),
      ['Lab', 'Yard', 'A, "b"\\c'],
    );
    assert.equal(ask('DELETE', `${groups}2/`).status, 204);
    assert.deepEqual(ask('GET', `${groups}2/`).json, { detail: 'No Group matches the given query.' });
  });

  it('removes a deleted group from the jobs that target it', () => {
    const { ask } = setup();
    ask('POST', groups, { name: 'Hall' });
    ask('POST', jobs, { ...job, groups: [1, 2] });
    ask('DELETE', `${groups}1/`);
    assert.deepEqual(Object(ask('GET', `${jobs}1/`).json).groups, [2]);
  });
});

describe('the pages of the demo server', () => {
  const withJobs = (count: number) => {
    const { ask } = setup();
    for (let number = 1; number <= count; number++)
      ask('POST', jobs, { name: `Job ${number}`, policies: [9] });
    return (query: string) => {
      const { status, json } = ask('GET', `${jobs}?${query}`);
      const { count: all, next, previous, results, detail } = Object(json);
      return status === 200
        ? [all, next, previous, results.map(({ id }: { id: number }) => id)]
        : [status, detail];
    };
  };
  const at = (query: string) => `http://demo.example${jobs}${query}`;

  it('link to the previous and next page, with the other query parameters', () => {
    const page = withJobs(5);
    assert.deepEqual(page('page_size=2&a=b'), [5, at('?page_size=2&a=b&page=2'), null, [1, 2]]);
    assert.deepEqual(page('page_size=2&page=2'), [5, at('?page_size=2&page=3'), at('?page_size=2'), [3, 4]]);
    assert.deepEqual(page('page_size=2&page=3'), [5, null, at('?page_size=2&page=2'), [5]]);
    assert.deepEqual(page('page_size=2&page=last'), page('page_size=2&page=3'));
    for (const wrong of ['0', '4', 'x', ''])
      assert.deepEqual(page(`page_size=2&page=${wrong}`), [404, 'Invalid page.'], wrong);
  });

  it('have fifty jobs unless another size is requested', () => {
    const page = withJobs(51);
    const size = (query: string) => page(query)[3]?.length;
    assert.deepEqual(
      [size(''), size('page_size=0'), size('page_size=1'), size('page_size=51')],
      [50, 50, 1, 51],
    );
    assert.deepEqual(withJobs(0)(''), [0, null, null, []]);
  });
});
