import assert from 'node:assert/strict';
import type { Severity } from '../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import type { Finding, FleetResult } from '../../../src/contrib/fleetCheck/common/fleetChecker.ts';
import '../../support/vscode/vscodeInNode.ts';
import { partialOf } from '../../support/partialOf.ts';

const { FleetFindings } = await import('../../../src/contrib/fleetCheck/vscode/fleetFindings.ts');
const { fleetMarks } = await import('../../../src/contrib/fleetCheck/vscode/fleetMarks.ts');

const place = { kind: 'group', groupKey: 'Lab' } as const;
const object = { ...place, rowKey: 'Lab/0', id: 3, name: 'Lab' };

function marked(severities: readonly Severity[]) {
  const findings = new FleetFindings();
  const changes: unknown[] = [];
  const marks = fleetMarks(findings);
  marks.onDidChange(change => changes.push(change));
  const found = severities.map((severity, index) =>
    partialOf<Finding>({ object, severity, text: `Finding ${index + 1}.` }),
  );
  findings.set('plant', partialOf<FleetResult>({ findings: found }));
  return { mark: marks.markOf('plant', place), changes };
}

describe('the mark of an object with findings', () => {
  it('has a badge for the worst one, and all of them for screen readers and in the tooltip', () => {
    const { mark, changes } = marked(['error', 'warning']);
    assert.deepEqual(mark, {
      tag: 'found',
      spoken: '2 findings',
      fact: ['Fleet check', ['Finding 1.', 'Finding 2.']],
      decoration: 'error',
    });
    assert.deepEqual(changes, [{ serverId: 'plant', rows: [object] }]);
  });

  it('has no badge for notes, and counts what the tooltip omits', () => {
    const { mark } = marked(Array.from({ length: 7 }, () => 'information' as const));
    assert.equal(mark?.decoration, undefined);
    assert.deepEqual(mark?.fact?.[1]?.at(-1), '2 more findings');
  });

  it('is absent without findings', () => assert.equal(marked([]).mark, undefined));
});
