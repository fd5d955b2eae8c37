import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { FleetObject, Severity } from '../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import type { Finding } from '../../../src/contrib/fleetCheck/common/fleetChecker.ts';

const { fleetReport } = await import('../../../src/contrib/fleetCheck/vscode/fleetReports.ts');

const jobObject = (id: number): FleetObject => ({ kind: 'job', id, name: `Job ${id}` });
const finding = (id: number, rule: Finding['rule'], severity: Severity): Finding => ({
  rule,
  severity,
  object: jobObject(id),
  text: 'text',
});

describe('the report of a fleet check', () => {
  it('begins with the rules, the most severe ones first, and has the findings below their rules', async () => {
    const findings = [
      finding(1, 'ended', 'warning'),
      finding(2, 'no-target', 'error'),
      finding(3, 'ended', 'warning'),
      finding(4, 'device-twice', 'information'),
    ];
    const result = { findings, suppressed: [], rules: [], jobs: 4, groups: 0 };
    const report = await fleetReport({ id: 'plant', name: 'Plant' }, () => result).read();
    const lines = report?.text.split('\n') ?? [];
    const first = lines.indexOf('What to do first');
    assert.deepEqual(
      lines.slice(first + 1, first + 4).map(line => line.trim().replace(/ \(.*\)/, '')),
      ['no-target: 1', 'ended: 2', 'device-twice: 1'],
    );
    const warnings = lines.indexOf('Warnings (2)');
    assert.match(lines[warnings + 1] ?? '', /^ {2}ended \(2\): ./);
    assert.deepEqual(
      lines.slice(warnings + 2, warnings + 4).map(line => /^ {4}.*: text$/.test(line)),
      [true, true],
    );
  });
});
