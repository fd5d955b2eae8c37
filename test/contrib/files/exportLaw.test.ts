import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import type { Fields, Given } from './support/filesOnServer.ts';

const { applyPlan } = await import('../../../src/contrib/files/common/applyPlan.ts');
const { exportObjects } = await import('../../../src/contrib/files/common/exportObjects.ts');
const { diskFolder } = await import('../../../src/contrib/files/common/diskFolder.ts');
const { readFileSet } = await import('../../../src/contrib/files/common/fileSet.ts');
const { writeFiles } = await import('../../../src/contrib/files/common/fileWriting.ts');
const { makePlan } = await import('../../../src/contrib/files/common/makePlan.ts');
const { readServerState } = await import('../../../src/contrib/files/common/serverState.ts');

interface Fleet {
  readonly jobs: readonly Fields[];
  readonly groups: readonly Fields[];
  readonly hidesIds: boolean;
}

const alike = ['Café', 'Cafe\u0301', 'Night run', 'Night\u00a0run', 'night run', 'Å', '\u212b', 'A\nB'];
const odd = [
  '',
  ' ',
  '\u00a0',
  'CON',
  '*',
  '../a',
  '"',
  '\ud800',
  '\ufffd',
  '__proto__',
  '7',
  'x'.repeat(10_000),
];
const name = fc.oneof(fc.constantFrom(...alike, ...odd), fc.string({ unit: 'binary', maxLength: 8 }));
const device = fc.record({
  hostname: fc.constantFrom('PC-1', 'pc-1', ' PC-2 ', 'a\tb', '', 'ПК'),
  addr: fc.constantFrom('', '10.0.0.1', 'PC-1'),
});
const extra = fc.dictionary(
  fc.constantFrom('note', '$ref', '~x', 'pwd', 'constructor', 'created_at', 'X-Api-Key', 'Ünïcode'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 3 },
);
const ids = fc.array(fc.constantFrom(1, 2, 3, 50, 99, -1), { maxLength: 4 });

const awkwardFleet: fc.Arbitrary<Fleet> = fc.record({
  groups: fc.array(
    fc
      .tuple(
        fc.record({
          name,
          dn: fc.constantFrom('', ' ', 'CN=1', 'CN=2', 'CN=3 '),
          server_set: fc.array(device, { maxLength: 3 }),
        }),
        extra,
      )
      .map(([known, more]) => ({ ...more, ...known })),
    { maxLength: 4 },
  ),
  jobs: fc.array(
    fc
      .tuple(
        fc.record({
          name,
          params: fc.constantFrom(
            '',
            'RRULE:FREQ=NEVER',
            'DTSTART:20250101T020000Z\r\nRRULE:FREQ=DAILY',
            '?',
          ),
          policies: ids,
          reports: ids,
          groups: fc.array(fc.constantFrom(1, 2, 3, 50), { maxLength: 4 }),
          peers: fc.array(device, { maxLength: 3 }),
          report_formats: fc.constantFrom([], ['pdf', 'pdf', 'csv']),
          enabled: fc.constantFrom(true, false, null),
        }),
        extra,
      )
      .map(([known, more]) => ({ ...more, ...known })),
    { maxLength: 5 },
  ),
  hidesIds: fc.boolean(),
});

/** What can be created anywhere: named, with work, and with names or labels instead of numbers. */
const creatableFleet: fc.Arbitrary<Fleet> = fc
  .record({
    groups: fc.subarray(['Café', 'Cafe\u0301', 'A\nB', '*', 'CON', 'x'.repeat(1_000)]),
    jobs: fc.subarray([
      'Café',
      'Cafe\u0301',
      'Night run',
      'Night\u00a0run',
      '../a',
      '"',
      'x'.repeat(10_000),
      '\ud800',
    ]),
    more: fc.dictionary(
      fc.constantFrom('note', '$ref', '~x', 'pwd', 'Ünïcode'),
      fc.jsonValue({ maxDepth: 2 }),
    ),
    enabled: fc.boolean(),
  })
  .map(({ groups, jobs, more, enabled }) => ({
    groups: groups.map((each, index) => ({
      name: each,
      dn: '',
      server_set: [{ hostname: `PC-${index}` }],
      ...more,
    })),
    jobs: jobs.map((each, index) => ({
      name: each,
      params: index === 0 ? '' : 'DTSTART:20250101T020000Z\nRRULE:FREQ=DAILY',
      policies: [1, index === 0 ? 1 : 2],
      groups: groups.map((_, at) => at + 1),
      peers: [{ hostname: `PC-${index}` }],
      enabled,
      ...more,
    })),
    hidesIds: false,
  }));

const labels = {
  get: (_: string, id: number) => (id < 3 && id > 0 ? `Label ${id}` : undefined),
  ids: () => [1, 2],
};

/** A server with these objects, and a folder for its files. */
async function withFleet(
  { jobs, groups, hidesIds }: Fleet,
  use: (given: Given, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-law-'));
  try {
    await withMemoryServer(async given => {
      given.memoryServer.hidesIds = hidesIds;
      for (const [index, row] of groups.entries())
        given.memoryServer.groups.set(index + 1, { name: '', ...row });
      for (const [index, row] of jobs.entries()) given.memoryServer.jobs.set(index + 1, { name: '', ...row });
      await use(given, folder);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function exportTo(folder: string, { session }: Given) {
  const [fileSet, state] = await Promise.all([
    readFileSet(diskFolder(folder), { localizer }),
    readServerState(session, { labels }),
  ]);
  const exported = await exportObjects({ fileSet, state, localizer });
  const { problems } = await writeFiles(diskFolder(folder), exported.writes, { localizer });
  assert.deepEqual(problems, []);
  return exported;
}

describe('what was exported', () => {
  it('is unchanged when it is read and planned again, whatever the server holds', () =>
    fc.assert(
      fc.asyncProperty(awkwardFleet, fleet =>
        withFleet(fleet, async (given, folder) => {
          const { skipped, tooLong } = await exportTo(folder, given);
          const { plan } = await makePlan(given.session, readFileSet(diskFolder(folder), { localizer }), {
            localizer,
            labels,
          });
          const problems = [...plan.problems, ...plan.items.flatMap(item => item.problems)];
          assert.deepEqual(
            problems.map(({ text }) => text),
            [],
          );
          const left = plan.items.filter(({ action }) => action !== 'unchanged');
          assert.deepEqual(
            left.map(({ action, kind, id }) => [action, kind, id]),
            skipped.map(({ kind, id }) => ['onlyOnServer', kind, id]),
          );
          assert.equal(plan.items.length, fleet.jobs.length + fleet.groups.length);
          assert.deepEqual(tooLong, []);
          assert.deepEqual((await exportTo(folder, given)).writes, []);
        }),
      ),
      { numRuns: 60 },
    ));

  it('gives the same files when it is applied to an empty server and exported there', () =>
    fc.assert(
      fc.asyncProperty(creatableFleet, fleet =>
        withFleet(fleet, async (given, folder) => {
          const first = await exportTo(folder, given);
          await withMemoryServer(
            async other => {
              const read = await readFileSet(diskFolder(folder), { localizer });
              const manifest = read.manifest && { ...read.manifest, allowUnknownDevices: true };
              const fileSet = { ...read, manifest };
              const { plan } = await makePlan(other.session, fileSet, { localizer, labels });
              const { results } = await applyPlan(plan, {
                access: other.session,
                journal: other.context.journal,
                localizer,
                source: {},
              });
              assert.deepEqual(
                results.flatMap(({ outcome, text }) => (outcome === 'done' ? [] : [text])),
                [],
              );
              assert.equal(results.length, fleet.jobs.length + fleet.groups.length);
              const empty = { manifest: undefined, manifestText: undefined, files: [] };
              const state = await readServerState(other.session, { labels });
              const second = await exportObjects({ fileSet: empty, state, localizer });
              const texts = (writes: typeof first.writes) =>
                writes
                  .filter(({ path }) => path.includes('/'))
                  .map(({ path, text }) => `${path}\n${text}`)
                  .sort();
              assert.deepEqual(texts(second.writes), texts(first.writes));
            },
            { id: 'other', name: 'Plant', url: 'https://other.example' },
          );
        }),
      ),
      { numRuns: 20 },
    ));
});
