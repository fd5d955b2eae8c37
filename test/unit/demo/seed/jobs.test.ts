import assert from 'node:assert/strict';
import { at, existing, list, type Started, withServer } from '../support/started.ts';

const path = '/automation/api/job/';

describe('demo server: jobs', () => {
  it('lists jobs with every field of the API', () =>
    withServer({}, async ({ ask }) => {
      const { status, json } = await ask('GET', path);
      assert.equal(status, 200);
      assert.equal(at(json, 'count'), 20);
      assert.equal(at(json, 'next'), null);
      assert.deepEqual(Object.keys(Object(at(json, 'results', 0))), [
        'id',
        'name',
        'params',
        'enabled',
        'run_on_start',
        'groups',
        'peers',
        'policies',
        'dynamic_groups',
        'reports',
        'report_formats',
      ]);
    }));

  it('reads a job, with devices as objects', () =>
    withServer({}, async ({ server, ask }) => {
      const job = existing(server.world.jobs.all().find(each => each.peers.length > 0));
      const { status, json } = await ask('GET', `${path}${job.id}/`);
      assert.equal(status, 200);
      assert.equal(at(json, 'id'), job.id);
      assert.deepEqual(Object.keys(Object(at(json, 'peers', 0))), [
        'id',
        'addr',
        'status',
        'username',
        'hostname',
        'server_id',
        'connection',
      ]);
    }));

  it('reads a status', () =>
    withServer({}, async ({ server, ask }) => {
      const job = existing(server.world.jobs.get(3));
      server.runner.set(job, 'running');
      const { status, json } = await ask('GET', `${path}3/status/`);
      assert.equal(status, 200);
      assert.deepEqual(json, { status: 'running', id: 3, name: job.name });
    }));

  it('returns statuses in Russian if configured', () =>
    withServer({ statusWords: 'ru' }, async ({ server, ask }) => {
      server.runner.set(existing(server.world.jobs.get(3)), 'queued');
      assert.equal(at((await ask('GET', `${path}3/status/`)).json, 'status'), 'в очереди');
    }));

  it('creates a job with 201 and fills in missing fields', () =>
    withServer({}, async ({ ask }) => {
      const { status, json } = await ask('POST', path, { name: ' New ', policies: [1] });
      assert.equal(status, 201);
      assert.deepEqual(json, {
        id: 21,
        name: 'New',
        params: '',
        enabled: true,
        run_on_start: false,
        groups: [],
        peers: [],
        policies: [1],
        dynamic_groups: [],
        reports: [],
        report_formats: [],
      });
      assert.deepEqual((await ask('GET', `${path}21/`)).json, json);
    }));

  it('finds devices by host name in any case and by address, each once', () =>
    withServer({}, async ({ server, ask }) => {
      const device = existing(server.world.devices.all().find(each => each.hostname !== ''));
      const peers = [device.hostname.toUpperCase(), device.addr];
      const { json } = await ask('POST', path, { name: 'a', policies: [1], peers });
      assert.deepEqual(list(at(json, 'peers')).length, 1);
      assert.equal(at(json, 'peers', 0, 'hostname'), device.hostname);
    }));

  it('stores schedule texts unchanged', () =>
    withServer({}, async ({ ask }) => {
      const params = ' DTSTART:20260101T000000Z\r\n\nRRULE:FREQ=NEVER \n';
      const { json } = await ask('POST', path, { name: 'a', policies: [1], params });
      assert.equal(at(json, 'params'), params);
    }));

  it('PUT replaces everything: omitted fields are empty afterwards', () =>
    withServer({}, async ({ server, ask }) => {
      Object.assign(existing(server.world.jobs.get(1)), { params: 'RRULE:FREQ=DAILY', run_on_start: true });
      const { status, json } = await ask('PUT', `${path}1/`, {
        name: 'Whole',
        policies: [4],
        enabled: false,
      });
      assert.equal(status, 200);
      assert.deepEqual(
        ['name', 'params', 'enabled', 'run_on_start', 'peers'].map(field => at(json, field)),
        ['Whole', '', false, false, []],
      );
    }));

  it('PATCH changes only what is in the body', () =>
    withServer({}, async ({ ask }) => {
      const before = (await ask('GET', `${path}1/`)).json;
      const enabled = !at(before, 'enabled');
      const { status, json } = await ask('PATCH', `${path}1/`, { enabled });
      assert.equal(status, 200);
      assert.deepEqual(json, { ...Object(before), enabled });
    }));

  it('deletes with 204 and an empty body, and returns 404 afterwards', () =>
    withServer({}, async ({ ask }) => {
      const removed = await ask('DELETE', `${path}5/`);
      assert.deepEqual([removed.status, removed.text], [204, '']);
      const again = await ask('DELETE', `${path}5/`);
      assert.deepEqual([again.status, again.json], [404, { detail: 'No Job matches the given query.' }]);
      assert.equal(at((await ask('GET', path)).json, 'count'), 19);
    }));

  it('never assigns an ID twice', () =>
    withServer({}, async ({ ask }) => {
      await ask('DELETE', `${path}20/`);
      assert.equal(at((await ask('POST', path, { name: 'a', policies: [1] })).json, 'id'), 21);
    }));
});

describe('demo server: the rules for jobs', () => {
  const refusals: readonly [string, unknown, unknown][] = [
    ['a missing name', { policies: [1] }, { name: ['This field is required.'] }],
    ['a blank name', { name: '  ', policies: [1] }, { name: ['This field may not be blank.'] }],
    ['a name of null', { name: null, policies: [1] }, { name: ['This field may not be null.'] }],
    ['a name that is no text', { name: 7, policies: [1] }, { name: ['Not a valid string.'] }],
    [
      'a name of 201 characters',
      { name: 'x'.repeat(201), policies: [1] },
      { name: ['Ensure this field has no more than 200 characters.'] },
    ],
    [
      'neither policies nor reports',
      { name: 'a', policies: [], reports: [] },
      { non_field_errors: ['At least one policy or one report is required.'] },
    ],
    [
      'reports without formats',
      { name: 'a', reports: [1] },
      { report_formats: ['This field is required when reports are given.'] },
    ],
    [
      'a format of 17 characters',
      { name: 'a', reports: [1], report_formats: ['pdf', 'x'.repeat(17)] },
      { report_formats: { 1: ['Ensure this field has no more than 16 characters.'] } },
    ],
    [
      'lists that are none',
      { name: 'a', policies: 'all', groups: {}, peers: null },
      {
        policies: ['Expected a list of items but got type "str".'],
        groups: ['Expected a list of items but got type "dict".'],
        peers: ['This field may not be null.'],
      },
    ],
    [
      'wrong items, each at its place',
      { name: 'a', policies: [1, 'x', 2.5, null, 0, 2 ** 31], peers: [{ hostname: 'pc' }] },
      {
        policies: {
          1: ['A valid integer is required.'],
          2: ['A valid integer is required.'],
          3: ['This field may not be null.'],
          4: ['Ensure this value is greater than or equal to 1.'],
          5: ['Ensure this value is less than or equal to 2147483647.'],
        },
        peers: { 0: ['Not a valid string.'] },
      },
    ],
    [
      'a group that does not exist',
      { name: 'a', policies: [1], groups: [999] },
      { groups: ['Invalid pk "999" - object does not exist.'] },
    ],
    [
      'a group that is no number',
      { name: 'a', policies: [1], groups: ['x'] },
      { groups: ['Incorrect type. Expected pk value, received str.'] },
    ],
    [
      'a device that does not exist',
      { name: 'a', policies: [1], peers: ['nowhere'] },
      { peers: ['Device "nowhere" not found.'] },
    ],
    [
      'switches that are none',
      { name: 'a', policies: [1], enabled: 'yes', run_on_start: null },
      { enabled: ['Must be a valid boolean.'], run_on_start: ['This field may not be null.'] },
    ],
    [
      'a list in place of an object',
      [],
      { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    ],
  ];

  for (const [what, body, problems] of refusals) {
    it(`reject ${what}`, () =>
      withServer({}, async ({ server, ask }) => {
        const { status, json } = await ask('POST', path, body);
        assert.deepEqual([status, json], [400, problems]);
        assert.equal(server.world.jobs.size, 20);
      }));
  }

  it('apply to the job that results from a PATCH', () =>
    withServer({}, async ({ server, ask }) => {
      Object.assign(existing(server.world.jobs.get(1)), { policies: [1], reports: [], report_formats: [] });
      assert.equal((await ask('PATCH', `${path}1/`, { policies: [] })).status, 400);
      assert.equal((await ask('PATCH', `${path}1/`, { reports: [2] })).status, 400);
      const good = { policies: [], reports: [2], report_formats: ['odt'] };
      assert.equal((await ask('PATCH', `${path}1/`, good)).status, 200);
      assert.equal((await ask('PATCH', `${path}1/`, { report_formats: [] })).status, 400);
    }));

  it('apply to PUT, which requires a name', () =>
    withServer({}, async ({ ask }) => {
      const { status, json } = await ask('PUT', `${path}1/`, { enabled: false });
      assert.deepEqual([status, json], [400, { name: ['This field is required.'] }]);
    }));

  it('count characters as Python does', () =>
    withServer({}, async ({ ask }) => {
      const name = '🖥'.repeat(200);
      assert.equal((await ask('POST', path, { name, policies: [1] })).status, 201);
    }));

  it('accept unknown devices if configured, but only in an otherwise valid request', () =>
    withServer({ unknownPeers: 'accept' }, async ({ server, ask }) => {
      await ask('POST', path, { name: 'a', peers: ['first'] });
      assert.equal(server.world.devices.size, 30);
      const { json } = await ask('POST', path, { name: 'a', policies: [1], peers: ['new-pc', '192.0.2.9'] });
      assert.equal(at(json, 'peers', 0, 'hostname'), 'new-pc');
      assert.equal(at(json, 'peers', 1, 'addr'), '192.0.2.9');
      assert.equal(server.world.devices.size, 32);
    }));

  it('check schedules if configured', () =>
    withServer({ validateParams: true }, async ({ ask }) => {
      const withParams = (params: string) => ask('PATCH', `${path}1/`, { params });
      assert.deepEqual((await withParams('every Tuesday')).json, { params: ['Enter a valid recurrence.'] });
      assert.equal((await withParams('')).status, 200);
      assert.equal((await withParams('DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY')).status, 200);
    }));
});

describe('demo server: stop', () => {
  const stop = (ask: Started['ask'], body: unknown) => ask('POST', '/automation/api/stop_job/', body);

  it('stops executing jobs, and leaves queued and finished ones unchanged', () =>
    withServer({}, async ({ server, ask }) => {
      const [running, queued, finished] = [1, 2, 3].map(id => existing(server.world.jobs.get(id)));
      server.runner.set(existing(running), 'running');
      server.runner.set(existing(queued), 'queued');
      server.runner.set(existing(finished), 'finished');
      const { status, json } = await stop(ask, { obj_id: [1, 2, 3, 999] });
      assert.deepEqual([status, json], [200, { message: 'Задачи успешно остановлены' }]);
      assert.deepEqual(
        [running, queued, finished].map(job => job?.phase),
        ['stopped', 'queued', 'finished'],
      );
    }));

  it('returns 400 when none of the jobs exists', () =>
    withServer({}, async ({ ask }) => {
      const { status, json } = await stop(ask, { obj_id: [998, 999] });
      assert.deepEqual([status, json], [400, { message: 'Задачи не найдены' }]);
    }));

  it('requires at least one ID', () =>
    withServer({}, async ({ ask }) => {
      assert.deepEqual((await stop(ask, {})).json, { obj_id: ['This field is required.'] });
      assert.deepEqual((await stop(ask, { obj_id: [] })).json, { obj_id: ['This list may not be empty.'] });
      assert.deepEqual((await stop(ask, { obj_id: 3 })).json, {
        obj_id: ['Expected a list of items but got type "int".'],
      });
    }));
});
