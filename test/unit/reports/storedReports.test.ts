import assert from 'node:assert/strict';
import fc from 'fast-check';
import '../../support/vscode/vscodeInNode.ts';
import type { StoredReport } from '../../../src/reports/storedReports.ts';

const { withReport } = await import('../../../src/reports/storedReports.ts');

function report(uri: string, length: number): StoredReport {
  return { uri, report: { text: 'x'.repeat(length), links: [], actions: [] } };
}

describe('stored reports', () => {
  it('are the newest thirty, each once, and together never more than half a million characters', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 250_000 })), {
          minLength: 1,
          maxLength: 60,
        }),
        shown => {
          const stored = shown.reduce<readonly StoredReport[]>(
            (all, [name, length]) => withReport(all, report(String(name), length)),
            [],
          );
          const names = stored.map(({ uri }) => uri);
          const wanted = [...new Set(shown.map(([name]) => String(name)).reverse())].slice(0, 30);
          assert.deepEqual(names, wanted);
          const length = stored.reduce((sum, { report: { text = '' } = {} }) => sum + text.length, 0);
          assert.ok(length <= 500_000);
        },
      ),
      { numRuns: 30 },
    ));

  it('keep their place and how they are made again where the text is too long', () => {
    const again = { title: 'Check Connection', command: 'deviceAutomation.server.check' } as const;
    assert.deepEqual(withReport([report('b', 3)], { ...report('a', 200_001), again }), [
      { uri: 'a', again },
      report('b', 3),
    ]);
  });
});
