import assert from 'node:assert/strict';
import fc from 'fast-check';
import { htmlTitle } from '../../../src/api/errors/errorBody.ts';
import { displayText } from '../../../src/base/displayText.ts';
import { isRecord } from '../../../src/base/json.ts';
import { createRedactor } from '../../../src/base/redact.ts';
import { agentText, agentValue, scheduleLines } from '../../../src/contrib/agents/common/agentText.ts';
import { fitResult } from '../../../src/contrib/agents/common/fitResult.ts';
import { withTools } from './support/agentSetup.ts';

const mostBytes = 13_000;
const plain = (text: string) => text;

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const longText = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'Я', '夜', '🌲', '"', '\\', '\u0001') }), fc.nat(400))
  .map(([text, times]) => text.repeat(times));
const scalar = fc.oneof(
  longText,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const object = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 9 })),
  {
    maxKeys: 9,
  },
);
const repeated = fc
  .tuple(fc.oneof(scalar, object), fc.nat(200))
  .map(([item, times]) => Array(times).fill(item));
const anyValue = fc.oneof(scalar, object, repeated, fc.array(repeated, { maxLength: 4 }));

describe('a result for a model', () => {
  it('has at most 13 kB whatever is in it, keeps the types of its members, and says if something is left out', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), anyValue, { maxKeys: 12 }), result => {
        const fitted = fitResult(result, plain);
        const { omitted, ...members } = fitted;
        assert.ok(sizeOf(fitted) <= mostBytes);
        if (sizeOf(result) > mostBytes) assert.match(String(omitted), /^Too long for one result/);
        else assert.deepEqual(fitted, JSON.parse(JSON.stringify(result)));
        for (const [key, value] of Object.entries(members))
          assert.deepEqual(
            [typeof value, Array.isArray(value)],
            [typeof result[key], Array.isArray(result[key])],
          );
      }),
      { numRuns: 25 },
    );
  });

  it('leads through all rows in pages, however long they are', () => {
    const lengths = fc.array(fc.nat(9_000), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lengths, fc.nat(60_000), (rows, beside) => {
        const all = rows.map((length, id) => ({ id, name: 'Я'.repeat(length) }));
        const ids: unknown[] = [];
        for (let offset = 0; ; ) {
          const result = { other: 'x'.repeat(beside), rows: all.slice(offset) };
          const page = fitResult(result, plain, { rows: 'rows', offset });
          assert.ok(sizeOf(page) <= mostBytes);
          assert.ok(Array.isArray(page['rows']) && page['rows'].length > 0);
          ids.push(...page['rows'].map(({ id }) => id));
          if (page['next_offset'] === undefined) break;
          offset = Number(page['next_offset']);
        }
        assert.deepEqual(
          ids,
          all.map(({ id }) => id),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('a secret in server text', () => {
  const secret = 'tok\\en-0123456789-abcdefghij';
  const redact = createRedactor([secret]);
  /** A part of the secret, in its own characters or as they are in JSON. */
  const isShown = (text: string) => /tok\\+e|9-abcdefghij|0123/.test(text);

  it('does not show in part either, wherever the text is cut', () => {
    for (let at = 0; at <= 320; at++) {
      const text = `${'x'.repeat(at)}${secret}${'y'.repeat(500)}`;
      const cuts = [
        agentText(text),
        displayText(text, 150),
        htmlTitle(`<title>${'\t'.repeat(at)}${text}`, redact),
        agentText(`${'\u200e'.repeat(at)}${text}`),
        agentValue(text),
        agentValue([text]),
        agentValue({ deep: text }),
        scheduleLines(text),
        scheduleLines(`RDATE:1\n${text}`),
        fitResult({ name: text, others: Array(60).fill(text) }, redact),
      ];
      // As every result is.
      const results = cuts.map(cut => JSON.stringify(fitResult({ cut }, redact)));
      for (const result of results) assert.ok(!isShown(result), `${at}: ${result}`);
    }
  });

  it('does not reach a model through any tool, from any field', function () {
    this.timeout(20_000);
    return withTools(async ({ call, memoryServer }) => {
      const token = 'secret-token';
      for (let at = 1; at <= 130; at++) {
        const name = `${'x'.repeat(at)}${token}${'y'.repeat(400)}`;
        memoryServer.jobs.set(at, {
          name,
          params: at % 2 === 0 ? name : `DTSTART:20260101T000000\nRRULE:FREQ=DAILY\n${name}`,
          peers: [{ hostname: name, addr: name, status: name }],
          groups: [1],
          policies: [],
          reports: [],
          report_formats: [name],
          [name]: name,
        });
        memoryServer.statuses.set(at, name);
        memoryServer.groups.set(at, {
          name,
          dn: `CN=${name}`,
          server_set: [{ hostname: name, status: name }],
        });
      }
      const calls: readonly (readonly [string, object])[] = [
        ['find_jobs', { with_status: true, limit: 200 }],
        ['find_groups_and_devices', { limit: 200 }],
        ['list_runs', { runs: 'planned', limit: 200 }],
        ['check_server', { check: 'setup', limit: 200 }],
        ['find_jobs', { filter: 'x', count_statuses: true, limit: 200 }],
        ['find_groups_and_devices', { device: 'xxxx' }],
        ...Array.from({ length: 130 }, (_, index) => ['read_job', { id: index + 1 }] as const),
        ...Array.from({ length: 130 }, (_, index) => ['find_groups_and_devices', { id: index + 1 }] as const),
      ];
      for (const [name, input] of calls) {
        const { isError, text } = await call(name, input);
        assert.ok(!isError, text);
        assert.doesNotMatch(text, /secr|-tok/, name);
      }
    });
  });
});

it('every tool that reads lists its rows in pages or says what is left out', () =>
  withTools(async ({ read, memoryServer }) => {
    const peers = Array.from({ length: 400 }, (_, index) => ({ hostname: `PC-${index}-${'п'.repeat(40)}` }));
    memoryServer.jobs.set(1, { name: 'Nightly', params: '', peers, groups: [], policies: [1] });
    const found = await read('read_job', { id: 1 });
    assert.ok(Array.isArray(found['devices']) && isRecord(found['reach']));
    assert.equal(found['reach']['devices'], 400);
    assert.match(String(found['omitted']), new RegExp(`${400 - found['devices'].length} of devices`));
  }));
