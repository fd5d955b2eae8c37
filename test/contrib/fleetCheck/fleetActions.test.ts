import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import * as z from 'zod';
import type { Finding } from '../../../src/contrib/fleetCheck/common/fleetChecker.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { fleetActions } = await import('../../../src/contrib/fleetCheck/vscode/fleetActions.ts');
const { FleetFindings } = await import('../../../src/contrib/fleetCheck/vscode/fleetFindings.ts');

const ActionsSchema = z.array(
  z.object({ title: z.string(), command: z.object({ arguments: z.array(z.unknown()) }) }),
);

const finding: Finding = {
  rule: 'no-target',
  severity: 'warning',
  object: { kind: 'job', id: 1, name: 'Nightly' },
  text: '',
  fix: { kind: 'enable', enabled: false },
};

function actionsAt(id: number, source: string, findings: readonly Finding[]) {
  const fleetFindings = new FleetFindings();
  fleetFindings.set('plant', { findings, suppressed: [], rules: [], jobs: 1, groups: 0 });
  fleetActions(fleetFindings);
  const uri = objectUri('plant', 'job', id, 'Nightly');
  const diagnostics = [{ source, code: { value: 'no-target' } }];
  return ActionsSchema.parse(user.fixes.pop()?.provideCodeActions({ uri }, undefined, { diagnostics }));
}

describe('the quick fixes of a problem of the fleet', () => {
  it('run the same command as the row, for this rule', () => {
    const actions = actionsAt(1, 'Fleet', [finding]);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Disable Job', 'Suppress “no-target” Here…'],
    );
    const [{ command } = { command: { arguments: [] } }] = actions;
    assert.deepEqual(command.arguments, [
      { server: 'plant', kind: 'job', id: 1, rule: 'no-target', act: 'fix' },
    ]);
  });

  it('only suppress what has no safe fix', () => {
    const { fix: _, ...unfixable } = finding;
    assert.deepEqual(
      actionsAt(1, 'Fleet', [unfixable]).map(({ title }) => title),
      ['Suppress “no-target” Here…'],
    );
  });

  it('are not offered for other problems, and not for what is gone', () => {
    assert.deepEqual(actionsAt(1, 'Device Automation', [finding]), []);
    assert.deepEqual(actionsAt(2, 'Fleet', [finding]), []);
  });
});
