import assert from 'node:assert/strict';
import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { createMcpServer, type McpParts } from '../../../src/contrib/agents/cli/mcpServer.ts';
import { PendingPlans } from '../../../src/contrib/agents/cli/pendingPlans.ts';
import * as sdk from '../../../src/contrib/agents/cli/sdk.ts';
import { readingToolNames } from '../../../src/contrib/agents/common/toolNames.ts';
import { type AgentSetup, withTools } from './support/agentSetup.ts';
import { assertSmall } from './support/toolSize.ts';

const job = {
  name: 'Nightly',
  params: 'DTSTART:20260101T030000\nRRULE:FREQ=DAILY',
  enabled: true,
  groups: [],
  peers: [{ hostname: 'PC-1' }],
  policies: [9],
};

const ResultSchema = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

interface Connected extends AgentSetup {
  readonly client: Client;
  /** Calls a tool; resolves with its structured result, or with the text of its error. */
  readonly use: (name: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly questions: string[];
  /** Moves the clock on by so many milliseconds. */
  readonly wait: (ms: number) => void;
}

interface ConnectionOptions extends Partial<Pick<McpParts, 'allowsWrites' | 'isSure'>> {
  readonly isProduction?: boolean;
  /** What the user of the client answers; without it, the client cannot ask. */
  readonly answer?: Record<string, string | boolean> | 'decline';
  readonly versions?: ClientOptions['versionNegotiation'];
}

function withClient(
  { allowsWrites = true, isSure = false, isProduction = false, answer, versions }: ConnectionOptions,
  run: (connected: Connected) => Promise<void>,
): Promise<void> {
  return withTools(async setup => {
    setup.memoryServer.jobs.set(1, job);
    let nowMs = 0;
    const wait = (ms: number) => {
      nowMs += ms;
    };
    const servers = setup.fleet.servers.map(server => ({ ...server, production: isProduction }));
    const fleet = { ...setup.fleet, servers, usual: servers[0] };
    const plans = new PendingPlans(() => nowMs);
    const { signal } = new AbortController();
    const { journal } = setup.context;
    const parts = { sdk, fleet, plans, journal, allowsWrites, isSure, notes: [], signal };
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
        ...(versions === undefined ? {} : { versionNegotiation: versions }),
      },
    );
    const questions: string[] = [];
    if (answer !== undefined)
      client.setRequestHandler('elicitation/create', ({ params }) => {
        questions.push(params.message);
        return answer === 'decline' ? { action: 'decline' } : { action: 'accept', content: answer };
      });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const connection = sdk.serveStdio(() => createMcpServer(parts), { transport: theirs });
    await client.connect(ours);
    try {
      const use: Connected['use'] = async (name, input = {}) => {
        const result = ResultSchema.parse(await client.callTool({ name, arguments: input }));
        return result.structuredContent ?? { error: result.content[0]?.text };
      };
      await run({ ...setup, client, use, questions, wait });
    } finally {
      await client.close();
      await connection.close();
    }
  });
}

const later = { ids: [1], change: { move_by_minutes: 60 } };

describe('the MCP server', () => {
  it('lists only tools that read, unless writes are allowed', () =>
    withClient({ allowsWrites: false }, async ({ client, use, memoryServer }) => {
      const { tools } = await client.listTools();
      assert.equal(tools.length, readingToolNames.length);
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
      assert.match(String((await use('change_jobs_and_groups', later))['error']), /--allow-writes/);
      assert.match(String((await use('apply_plan', { plan: 'x' }))['error']), /no tool apply_plan/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('marks the one tool that changes something, and has few tools, each with a schema of its output', () =>
    withClient({}, async ({ client }) => {
      const { tools } = await client.listTools();
      const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
      assert.deepEqual(
        changing.map(({ name, annotations }) => [
          name,
          annotations?.destructiveHint,
          annotations?.idempotentHint,
        ]),
        [['apply_plan', true, false]],
      );
      assertSmall(tools.map(({ name, description, inputSchema }) => [name, description, inputSchema]));
      assert.ok(tools.every(({ outputSchema }) => outputSchema?.['type'] === 'object'));
    }));

  it('returns what fits its output schema, which the client checks', () =>
    withClient({}, async ({ client, use }) => {
      await client.listTools();
      const calls: readonly (readonly [string, Record<string, unknown>])[] = [
        ['check_server', { check: 'list' }],
        ['find_jobs', { with_status: true, sort: 'nextRun' }],
        ['read_job', { id: 1 }],
        ['find_groups_and_devices', {}],
        ['find_groups_and_devices', { device: 'pc-1' }],
        ['find_groups_and_devices', { offline: true }],
        ['check_server', { check: 'connection' }],
        ['check_server', { check: 'setup' }],
        ['list_runs', { runs: 'seen' }],
        ['list_runs', { runs: 'planned' }],
        ['find_jobs', { ids: [1], count_statuses: true }],
        ['convert_schedule', { schedule: job.params }],
        ['convert_schedule', { every: 'day' }],
        ['change_jobs_and_groups', later],
      ];
      for (const [name, input] of calls) assert.equal((await use(name, input))['error'], undefined, name);
    }));

  it('returns at most 13 kB from every tool that reads, which still fits its schema, whatever a server has', () =>
    withClient({}, async ({ client, use, memoryServer }) => {
      await client.listTools();
      const long = 'Ж"\\'.repeat(100);
      const ids = Array.from({ length: 300 }, (_, index) => index + 1);
      const hosts = ids.map(id => ({
        hostname: `${id} ${long}`,
        addr: `10.0.0.${id} ${long}`,
        status: long,
      }));
      const own = Object.fromEntries(ids.slice(0, 60).map(id => [`own_${id}_${long}`, long]));
      const params = `DTSTART:20260101T030000\nRRULE:FREQ=DAILY\n${ids.map(() => 'RDATE:20270101T000000').join('\n')}`;
      for (const id of ids.slice(0, 14)) {
        const lists = { groups: ids, dynamic_groups: ids, policies: ids, reports: ids };
        const huge = {
          name: `${id} ${long}`,
          params,
          peers: hosts,
          report_formats: [long, long],
          ...lists,
          ...own,
        };
        memoryServer.jobs.set(id, huge);
        memoryServer.groups.set(id, { name: `${id} ${long}`, dn: `CN=${id} ${long}`, server_set: hosts });
        memoryServer.statuses.set(id, long);
      }
      const calls: readonly (readonly [string, Record<string, unknown>])[] = [
        ['check_server', { check: 'list' }],
        ['find_jobs', { with_status: true, limit: 200 }],
        ['read_job', { id: 1, runs: 50 }],
        ['find_groups_and_devices', { limit: 200 }],
        ['find_groups_and_devices', { id: 1, limit: 200 }],
        ['find_groups_and_devices', { device: '10.0.0.1' }],
        ['list_runs', { runs: 'planned', limit: 200 }],
        ['list_runs', { runs: 'seen' }],
        ['check_server', { check: 'setup', limit: 200 }],
        ['find_jobs', { ids: ids.slice(0, 14), count_statuses: true, limit: 200 }],
        ['convert_schedule', { schedule: params }],
        ['convert_schedule', { every: 'once', also: ids.map(() => '2027-01-01T00:00') }],
        [
          'change_jobs_and_groups',
          { ids: ids.slice(0, 14), change: { replace_in_name: { find: 'Ж', replacement: '' } } },
        ],
        ['delete_jobs_and_groups', { jobs: ids.slice(0, 14) }],
        [
          'change_jobs_and_groups',
          { new_job: { name: long, policies: ids, peers: ids.map(id => `${id} ${long}`) } },
        ],
        ['change_jobs_and_groups', { groups: [{ id: 1, add: ids.map(id => `PC-${id}`) }] }],
      ];
      for (const [name, input] of calls) {
        const result = await use(name, input);
        assert.equal(result['error'], undefined, name);
        assert.ok(Buffer.byteLength(JSON.stringify(result)) <= 13_000, name);
      }
    }));

  it('applies a plan once, exactly as it was returned', () =>
    withClient({}, async ({ use, memoryServer }) => {
      const { plan, will_change: count, items } = await use('change_jobs_and_groups', later);
      assert.equal(count, 1);
      assert.match(JSON.stringify(items), /T030000.*T040000/);
      assert.deepEqual(memoryServer.writes, []);
      const { applied, done } = await use('apply_plan', { plan });
      assert.deepEqual([applied, done], [true, 1]);
      assert.match(String((await use('apply_plan', { plan }))['error']), /applied once/);
      assert.equal(memoryServer.writes.length, 1);
    }));

  it('shows of lists what is added and removed', () =>
    withClient({}, async ({ use, memoryServer }) => {
      const members = Array.from({ length: 40 }, (_, index) => ({ hostname: `PC-${index}` }));
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: members });
      const { items } = await use('change_jobs_and_groups', {
        groups: [{ id: 5, add: ['PC-99'], remove: ['PC-3'] }],
      });
      assert.deepEqual(items, [
        {
          kind: 'group',
          id: 5,
          name: 'Office',
          lists: { server_set: { added: ['PC-99'], removed: ['PC-3'] } },
        },
      ]);
    }));

  it('shows all of a plan, in pages and in the question to the user', () =>
    withClient({ answer: 'decline' }, async ({ use, memoryServer, questions }) => {
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [] });
      const names = Array.from({ length: 450 }, (_, index) => `PC-${index}-${'ж'.repeat(60)}`);
      const { plan } = await use('change_jobs_and_groups', { groups: [{ id: '5', add: names }] });
      const lines: unknown[] = [];
      for (let offset: unknown = 0; offset !== undefined; ) {
        const page = await use('show_plan', { plan, offset: String(offset) });
        assert.equal(page['error'], undefined);
        assert.ok(Buffer.byteLength(JSON.stringify(page)) <= 13_000 && Array.isArray(page['lines']));
        lines.push(...page['lines']);
        offset = page['next_offset'];
      }
      assert.equal(lines.filter(line => String(line).includes('server_set: + ')).length, 450);
      await use('apply_plan', { plan });
      for (const name of names)
        assert.ok(lines.join().includes(name) && questions.join().includes(name), name);
      assert.match(String((await use('show_plan', { plan: 'x' }))['error']), /no such plan/);
      assert.match(String((await use('apply_plan', { id: plan }))['error']), /plan is missing/);
    }));

  it('does not apply a plan after ten minutes', () =>
    withClient({}, async ({ use, wait, memoryServer }) => {
      const { plan } = await use('change_jobs_and_groups', later);
      wait(10 * 60_000 + 1);
      assert.match(String((await use('apply_plan', { plan }))['error']), /within ten minutes/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('leaves alone what has changed since the plan, and names it', () =>
    withClient({}, async ({ use, memoryServer }) => {
      const { plan } = await use('change_jobs_and_groups', later);
      memoryServer.jobs.set(1, { ...job, name: 'Nightly 2' });
      const { applied, done, problems } = await use('apply_plan', { plan });
      assert.deepEqual([applied, done], [false, 0]);
      assert.match(
        JSON.stringify(problems),
        /Changed on the server in the meantime, so nothing was sent: Name/,
      );
      assert.deepEqual(memoryServer.writes, []);
    }));

  for (const mode of ['legacy', 'auto'] as const) {
    it(`asks the user of a client that can ask (${mode} version of the protocol)`, () =>
      withClient(
        { answer: { apply: true }, versions: { mode } },
        async ({ use, questions, memoryServer }) => {
          const { plan } = await use('change_jobs_and_groups', later);
          assert.equal((await use('apply_plan', { plan }))['applied'], true);
          assert.match(questions.join(), /^Apply this on “Plant”\?[\s\S]*Nightly/);
          assert.equal(memoryServer.writes.length, 1);
        },
      ));
  }

  for (const answer of ['decline', { apply: false }] as const) {
    it(`sends nothing when the user answers ${JSON.stringify(answer)}, and forgets the plan`, () =>
      withClient({ answer }, async ({ use, memoryServer }) => {
        const { plan } = await use('change_jobs_and_groups', later);
        assert.equal((await use('apply_plan', { plan }))['applied'], false);
        assert.match(String((await use('apply_plan', { plan }))['error']), /no such plan/);
        assert.deepEqual(memoryServer.writes, []);
      }));
  }

  it('requires the typed name of a production server', async () => {
    const apply = (answer: Record<string, string | boolean>) =>
      new Promise<unknown>((resolve, reject) => {
        withClient({ answer, isProduction: true }, async ({ use }) => {
          const { plan } = await use('change_jobs_and_groups', later);
          resolve((await use('apply_plan', { plan }))['applied']);
        }).catch(reject);
      });
    assert.equal(await apply({ server: 'plant', apply: true }), false);
    assert.equal(await apply({ server: 'Plant' }), true);
  });

  it('changes a production server without a question only with --yes', async () => {
    for (const isSure of [false, true])
      await withClient({ isProduction: true, isSure }, async ({ use }) => {
        const { plan } = await use('change_jobs_and_groups', later);
        assert.equal((await use('apply_plan', { plan }))['applied'], isSure);
      });
  });
});
