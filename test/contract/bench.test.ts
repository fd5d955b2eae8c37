import assert from 'node:assert/strict';
import { Scale } from '../bench/benchRow.ts';
import { benchParts, loadPart } from '../bench/parts.ts';

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
