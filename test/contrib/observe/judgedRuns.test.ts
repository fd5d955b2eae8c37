import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { JudgedFile } from '../../../src/contrib/observe/cli/judgedFile.ts';
import { type Fault, falseVerdicts, observeWithFaults } from './support/observedTruth.ts';

const minuteMs = 60_000;
const everyMinutes = [2, 5, 10, 12, 60];

const faults: fc.Arbitrary<Fault[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('kill', 'restart', 'outage'),
    afterMs: fc.integer({ min: 1_000, max: 40 * minuteMs }),
    forMs: fc.integer({ min: 0, max: 30 * minuteMs }),
  }),
  { maxLength: 3 },
);

describe('an observer that is killed, restarted and cut off', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-judged-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('judges each planned run exactly once, and never contrary to what really ran', async () => {
    const counts = new Map<string, number>();
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), faults, async (seed, sequence) => {
        const setup = { folder: join(folder, String(cases++)), seed, everyMinutes, jobs: 10, hours: 2 };
        const observed = await observeWithFaults({ ...setup, faults: sequence });
        for (const { verdict } of observed.judged)
          counts.set(verdict.kind, (counts.get(verdict.kind) ?? 0) + 1);
        assert.deepEqual(observed.notOnce, []);
        assert.deepEqual(falseVerdicts(observed), []);
      }),
      { numRuns: 4 },
    );
    for (const kind of ['seen', 'late', 'notSeen', 'notWatched']) assert.ok(counts.has(kind), kind);
  });

  it('continues after a restart where the last one ended, and from now if the file is damaged', async () => {
    const path = join(folder, 'state', 'judged.json');
    const file = () => new JudgedFile(path, error => assert.fail(String(error)));
    assert.equal(await file().read(), undefined);
    await file().save(1_234);
    assert.equal(await file().read(), 1_234);
    for (const damaged of ['', '{"judg', '{"judgedMs":-1}']) {
      await writeFile(path, damaged);
      assert.equal(await file().read(), undefined, damaged);
    }
    const failures: unknown[] = [];
    const blocked = new JudgedFile(join(path, 'judged.json'), error => failures.push(error));
    await blocked.save(5);
    assert.equal(await blocked.read(), undefined);
    assert.equal(failures.length, 2);
  });
});
