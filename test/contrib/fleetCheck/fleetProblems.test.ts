import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { FleetObject, Severity } from '../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import type { Finding, FleetResult } from '../../../src/contrib/fleetCheck/common/fleetChecker.ts';
import type { ReportSource } from '../../../src/workbench/reports/reports.ts';

const vscode = await import('vscode');
const { user } = await import('../../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { FleetFindings } = await import('../../../src/contrib/fleetCheck/vscode/fleetFindings.ts');
const { FleetProblems } = await import('../../../src/contrib/fleetCheck/vscode/fleetProblems.ts');

const jobObject = (id: number): FleetObject => ({ kind: 'job', id, name: `Job ${id}` });

function finding(id: number, severity: Severity, fields: Partial<Finding> = {}): Finding {
  return { rule: 'no-target', severity, object: jobObject(id), text: `text ${id}`, ...fields };
}

const resultOf = (findings: readonly Finding[]): FleetResult => ({
  findings,
  suppressed: [],
  rules: [],
  jobs: 1,
  groups: 0,
});

/** Shows these findings of a server as problems. */
async function withProblems(use: (show: (findings: readonly Finding[]) => Promise<void>) => Promise<void>) {
  const fleetFindings = new FleetFindings();
  const failures: unknown[] = [];
  const problems = new FleetProblems({
    fleetFindings,
    servers: { get: id => ({ id, name: 'Plant', url: 'https://plant.example' }) },
    reports: { prepare: async ({ key }: ReportSource) => vscode.Uri.parse(`report:///${key}`) },
    documentUri: objectUri,
    onFailure: error => failures.push(error),
  });
  try {
    await use(async findings => {
      fleetFindings.set('plant', resultOf(findings));
      await new Promise(resolve => setImmediate(resolve));
    });
    assert.deepEqual(failures, []);
  } finally {
    problems.dispose();
    user.documents.length = 0;
  }
}

const marksOf = (id: number) => user.diagnostics.get(objectUri('plant', 'job', id, `Job ${id}`).toString());

describe('the problems of a fleet', () => {
  it('are on the documents of their objects, with the rule, the other job, and a tag for what has ended', () =>
    withProblems(async show => {
      await show([finding(1, 'warning', { rule: 'ended', related: jobObject(2) })]);
      const [mark] = marksOf(1) ?? [];
      assert.ok(mark !== undefined);
      const { message, severity, source, code, tags, relatedInformation } = Object.assign(
        { source: '', code: { value: '', target: undefined }, tags: [0], relatedInformation: [] },
        mark,
      );
      assert.deepEqual([message, severity, source], ['text 1', vscode.DiagnosticSeverity.Warning, 'Fleet']);
      assert.equal(code.value, 'ended');
      assert.match(String(code.target), /^report:\/\/\/fleet\/rules#\d+$/);
      assert.deepEqual(tags, [vscode.DiagnosticTag.Unnecessary]);
      assert.equal(relatedInformation.length, 1);
    }));

  it('are at most a thousand, the most severe first; another one counts the rest in the report', () =>
    withProblems(async show => {
      const errors = Array.from({ length: 900 }, (_, id) => finding(id, 'error'));
      const notes = Array.from({ length: 500 }, (_, id) => finding(1_000 + id, 'information'));
      await show([...errors, ...notes]);
      assert.equal([...user.diagnostics.values()].flat().length, 1_001);
      assert.equal(marksOf(899)?.length, 1);
      assert.equal(marksOf(1_100), undefined);
      const [more] = user.diagnostics.get('report:///fleet/plant') ?? [];
      assert.equal(more?.message, '400 more findings in the report');
    }));

  it('go away with what was found, from every document', () =>
    withProblems(async show => {
      await show(Array.from({ length: 1_300 }, (_, id) => finding(id, 'error')));
      await show([finding(7, 'error')]);
      assert.deepEqual([...user.diagnostics.values()].flat().length, 1);
      await show([]);
      assert.equal(user.diagnostics.size, 0);
    }));

  it('leave out what an open document shows itself, and have a place in its text', () =>
    withProblems(async show => {
      const uri = objectUri('plant', 'job', 1, 'Job 1');
      const text = '{\n  "name": "Job 1",\n  "peers": []\n}';
      const positionAt = (offset: number) =>
        new vscode.Position(text.slice(0, offset).split('\n').length - 1, 0);
      user.documents.push(
        Object.assign({ uri, text, isDirty: false, isClosed: false }, { getText: () => text, positionAt }),
      );
      await show([finding(1, 'error', { rule: 'no-work' }), finding(1, 'warning')]);
      const marks = marksOf(1) ?? [];
      assert.deepEqual(
        marks.map(({ message, range }) => [message, range.start.line]),
        [['text 1', 2]],
      );
    }));

  it('are not shown for a group whose ID is unknown, which has no document', () =>
    withProblems(async show => {
      const object: FleetObject = { kind: 'group', rowKey: 'a', groupKey: 'dn:a', id: undefined, name: 'A' };
      await show([finding(0, 'warning', { object })]);
      assert.equal(user.diagnostics.size, 0);
    }));
});
