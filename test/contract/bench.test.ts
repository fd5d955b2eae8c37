import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { runCommand } from '../../scripts/runCommand.ts';
import { Scale } from '../bench/benchRow.ts';
import { benchParts, loadPart } from '../bench/parts.ts';
import { projectDirectory } from '../support/projectFiles.ts';

describe('each part of the benchmark', function () {
  this.timeout(60_000);

  for (const { name, place } of benchParts) {
    if (place === 'node')
      it(`measures something: ${name}`, async () => {
        const { run } = await loadPart(name);
        const rows = await run(new Scale(0.01));
        assert.ok(rows.length > 0);
        for (const row of rows) {
          assert.ok(Number.isFinite(row.value), `${row.name}: ${row.value}`);
          assert.ok(row.name !== '' && row.goal !== '', row.name);
        }
      });
    else it(`can be loaded without a window: ${name}`, async () => void (await loadPart(name)));
  }
});

describe('the command that runs the benchmark', function () {
  this.timeout(60_000);

  const bench = (...args: readonly string[]) =>
    runCommand(process.execPath, ['--import', 'tsx', join(projectDirectory, 'test/bench/run.ts'), ...args], {
      cwd: projectDirectory,
    });

  it('runs the named parts to their end', async () => {
    const { output } = await bench('--scale', '0.01', 'observing', 'tree');
    assert.match(output, /^\| runs seen of 1,000 jobs in a simulated day, .*\n\| runs seen of 10,000 jobs /m);
    assert.match(output, /^\| change events of the tree, /m);
    assert.match(output, /^\d of 5 goals reached\n$/m);
  });

  it('names the parts that exist if it is called with another', async () => {
    const { ok, output } = await bench('observe');
    assert.equal(ok, false);
    assert.match(output, /There is no part “observe”, only listing, .*observing/);
  });
});
