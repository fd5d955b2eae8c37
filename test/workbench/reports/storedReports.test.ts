import assert from 'node:assert/strict';
import fc from 'fast-check';
import '../../support/vscode/vscodeInNode.ts';
import type { StoredReport } from '../../../src/workbench/reports/reports.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { Memory } = await import('../../../src/workbench/platform/memory.ts');
const { reportMemory, withReport } = await import('../../../src/workbench/reports/reports.ts');

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

  it('keep their place and the action that creates them again when the text is too long', () => {
    const again = { title: 'Check Connection', command: 'deviceAutomation.server.check' } as const;
    assert.deepEqual(withReport([report('b', 3)], { ...report('a', 200_001), again }), [
      { uri: 'a', again },
      report('b', 3),
    ]);
  });

  it('are set aside when one would run anything other than a command of this extension', () => {
    const stored = (command: string) => {
      const meanings: string[] = [];
      const links = [{ command, start: 0, end: 3 }];
      const memory = new Memory(
        new FakeMemento({ reports: [{ uri: 'a', report: { text: 'Job', links, actions: [] } }] }),
        ({ meaning }) => void meanings.push(meaning()),
        () => assert.fail('all can be written'),
      );
      return {
        uris: reportMemory(memory)
          .get()
          .map(({ uri }) => uri),
        meanings,
      };
    };
    assert.deepEqual(stored('deviceAutomation.job.open'), { uris: ['a'], meanings: [] });
    const meanings = ['Reports that were open before cannot be shown again.'];
    assert.deepEqual(stored('workbench.action.terminal.new'), { uris: [], meanings });
  });
});
