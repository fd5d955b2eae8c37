import assert from 'node:assert/strict';
import { isRecord, listOf } from '../../../src/base/json.ts';
import type { Tool } from '../../../src/contrib/agents/common/tool.ts';
import { type AgentSetup, withTools } from './support/agentSetup.ts';

const { planResult } = await import('../../../src/contrib/agents/common/changePlan.ts');
const { tools } = await import('../../../src/contrib/agents/common/toolTable.ts');

interface Parameter {
  readonly tool: Tool;
  readonly path: readonly string[];
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The parameters of a tool, with those within objects. */
function parametersOf(
  tool: Tool,
  schema: unknown = tool.inputSchema,
  path: readonly string[] = [],
): Parameter[] {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return [];
  return Object.entries(schema['properties']).flatMap(([key, part]) => {
    const inner = [...path, key];
    return isRecord(part) ? [{ tool, path: inner, schema: part }, ...parametersOf(tool, part, inner)] : [];
  });
}

const parameters = tools.flatMap(tool => parametersOf(tool));

function inputWith(path: readonly string[], value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path;
  return { [key]: rest.length === 0 ? value : inputWith(rest, value) };
}

function sampleOf(
  { type, enum: allowed, items, minimum }: Parameter['schema'],
  path: 'item' | 'parameter' = 'parameter',
): unknown {
  if (allowed !== undefined) return listOf(allowed)[0];
  if (type === 'integer' || Array.isArray(type))
    return typeof minimum === 'number' ? Math.max(1, minimum) : 1;
  if (type === 'boolean') return true;
  if (type === 'array') return isRecord(items) ? [sampleOf(items, 'item')] : [];
  if (type === 'string') return '12';
  return path === 'item' ? {} : undefined;
}

/** Other spellings of a value, with the same meaning. */
function spellingsOf(value: unknown): unknown[] {
  if (typeof value === 'string') return value === '12' ? [12] : [value.toUpperCase(), ` ${value} `];
  if (isRecord(value)) return [JSON.stringify(value)];
  if (!Array.isArray(value)) return [String(value), ` ${String(value).toUpperCase()} `];
  return [value[0], JSON.stringify(value), ...spellingsOf(value[0]).map(item => [item])];
}

const wrongValues: readonly unknown[] = [
  true,
  1.5,
  'no such thing',
  [{}],
  { a: 1 },
  [null],
  '90071992547409931',
];

const isRight: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string' || typeof value === 'number',
  integer: () => false,
  boolean: value => value === true,
  // Strings and numbers may stand for lists of one.
  array: value => ['string', 'number'].includes(typeof value) || JSON.stringify(value) === '[{}]',
  object: value => isRecord(value),
};

/** The result or the error of a tool, with job 1 and group 5 on the server. */
async function outcomeOf({ fleet }: AgentSetup, tool: Tool, input: object): Promise<unknown> {
  const call = { fleet, signal: new AbortController().signal };
  try {
    return tool.does === 'read' ? await tool.run(input, call) : planResult(await tool.plan(input, call));
  } catch (error) {
    return String(error);
  }
}

function withFleet(use: (setup: AgentSetup) => Promise<void>): Promise<void> {
  return withTools(async setup => {
    const { jobs, groups } = setup.memoryServer;
    jobs.set(1, { name: 'Nightly', params: '', enabled: true, groups: [], peers: [], policies: [9] });
    groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [{ hostname: 'PC-1' }] });
    await use(setup);
  });
}

describe('the input of every tool', () => {
  it('may have values of another type where only one value is meant', () =>
    withFleet(async setup => {
      let count = 0;
      for (const { tool, path, schema } of parameters) {
        const right = sampleOf(schema);
        if (right === undefined) continue;
        const outcome = await outcomeOf(setup, tool, inputWith(path, right));
        for (const spelling of spellingsOf(right)) {
          if (schema['pattern'] !== undefined) continue;
          const isText = schema['type'] === 'string' && schema['enum'] === undefined;
          if (isText && typeof spelling === 'string') continue;
          const title = `${tool.name} ${path.join('.')} ${JSON.stringify(spelling)}`;
          assert.deepEqual(await outcomeOf(setup, tool, inputWith(path, spelling)), outcome, title);
          count += 1;
        }
      }
      assert.ok(count > 150, String(count));
    }));

  it('may have null for what it leaves out, at any depth', () =>
    withFleet(async setup => {
      for (const tool of tools) {
        const all = parameters.filter(parameter => parameter.tool === tool && parameter.path.length === 1);
        const nothing = Object.fromEntries(all.map(({ path: [key = ''] }) => [key, null]));
        const required = listOf(tool.inputSchema['required']);
        if (required.length > 0) continue;
        assert.deepEqual(await outcomeOf(setup, tool, nothing), await outcomeOf(setup, tool, {}), tool.name);
      }
      const change = { enabled: false, name: null, move_to: null };
      const changing = tools.find(({ name }) => name === 'change_jobs_and_groups');
      assert.ok(changing !== undefined);
      const outcome = await outcomeOf(setup, changing, { ids: [1], filter: null, change });
      assert.ok(isRecord(outcome) && outcome['will_change'] === 1, String(outcome));
    }));

  it('is rejected with one true sentence where a value can mean nothing', () =>
    withFleet(async setup => {
      for (const { tool, path, schema } of parameters) {
        const isPossible = isRight[String(schema['type'])] ?? (() => true);
        for (const value of wrongValues.filter(wrong => !isPossible(wrong))) {
          const outcome = String(await outcomeOf(setup, tool, inputWith(path, value)));
          const place = path.join('.').replaceAll('.', '\\.');
          const title = `${tool.name} ${path.join('.')} ${JSON.stringify(value)}: ${outcome}`;
          assert.match(outcome, new RegExp(`Wrong input of ${tool.name}\\. .*${place}`), title);
          assert.doesNotMatch(outcome, new RegExp(`${place} is missing`), title);
        }
      }
    }));

  it('says what is missing, and which parameter is meant by another name', () =>
    withFleet(async setup => {
      for (const tool of tools) {
        for (const key of listOf(tool.inputSchema['required'])) {
          const outcome = String(await outcomeOf(setup, tool, {}));
          assert.match(outcome, new RegExp(`${key} is missing: it must be`), tool.name);
        }
        assert.match(String(await outcomeOf(setup, tool, { zzzzzzzzz: 1 })), /no parameter zzzzzzzzz/);
      }
    }));

  it('reads items of a list by its field, which alone tells numbers from names', () =>
    withFleet(async setup => {
      const changing = tools.find(({ name }) => name === 'change_jobs_and_groups');
      assert.ok(changing !== undefined);
      for (const [field, items, added] of [
        ['policies', ['12'], [12]],
        ['policies', '12', [12]],
        ['policies', '#12', [12]],
        ['peers', [12], ['12']],
        ['peers', 'PC-7', ['PC-7']],
      ] as const) {
        const outcome = await outcomeOf(setup, changing, { ids: '1', change: { add: { field, items } } });
        assert.match(
          JSON.stringify(outcome),
          new RegExp(`"added":\\[${JSON.stringify(added).slice(1, -1)}\\]`),
        );
      }
    }));

  it('is rejected in words however many values are wrong, and however deeply they are nested', () =>
    withFleet(async setup => {
      const many = Array(200_000).fill(-1.5);
      const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
      for (const { tool, path, schema } of parameters)
        for (const value of schema['type'] === 'array' && path.length > 1 ? [many, deep] : [deep]) {
          const outcome = await outcomeOf(setup, tool, inputWith(path, value));
          assert.doesNotMatch(String(outcome), /call stack|RangeError/, `${tool.name} ${path.join('.')}`);
        }
    })).timeout(60_000);
});
