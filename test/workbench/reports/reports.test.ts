import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { TextDocument, Uri as VscodeUri } from 'vscode';
import type { Report, ReportAction, ReportSource } from '../../../src/workbench/reports/reports.ts';
import { partialOf } from '../../support/partialOf.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const vscode = await import('vscode');
const { user } = await import('../../support/vscode/vscodeFake.ts');
const { Memory } = await import('../../../src/workbench/platform/memory.ts');
const { Reports } = await import('../../../src/workbench/reports/reports.ts');
const { reportMemory } = await import('../../../src/workbench/reports/reports.ts');

const scheme = 'device-automation-report';
const again: ReportAction = {
  title: 'Check Connection',
  command: 'deviceAutomation.server.check',
  args: [7],
};

const uriOf = (path: string) => vscode.Uri.from({ scheme, authority: '', path });

/** As much of a document as link and lens providers read: one line, in which each character has a position. */
function documentAt(uri: VscodeUri) {
  return partialOf<TextDocument>({ uri, positionAt: (offset: number) => new vscode.Position(0, offset) });
}

/** Reports of a window, in whose editors the test reads them. */
function setUp(memento = new FakeMemento()) {
  const fail = () => assert.fail('all can be read and written');
  const memory = new Memory(memento, fail, fail);
  const reports = new Reports(() => reportMemory(memory));
  const shown: { readonly text: string; readonly uri: VscodeUri }[] = [];
  const ran: (readonly [string, ...unknown[]])[] = [];
  const changed: string[] = [];
  reports.onDidChangeFile(events => void changed.push(...events.map(({ uri }) => uri.toString())));
  user.files.set(scheme, { readFile: ({ path }) => reports.readFile(uriOf(path)) });
  user.shown = (text, { path }) => void shown.push({ text, uri: uriOf(path) });
  user.ran = (id, args) => void ran.push([id, ...args]);
  const show = async (source: Partial<ReportSource> = {}, report: Partial<Report> = {}) => {
    await reports.show({
      key: 'check/plant',
      title: 'Check: Plant',
      read: async () => ({ text: 'All is well.', links: [], ...report }),
      ...source,
    });
    return shown.at(-1)?.uri ?? assert.fail('nothing was shown');
  };
  return { reports, memento, shown, ran, changed, show };
}

describe('a report', () => {
  afterEach(() => {
    user.files.delete(scheme);
    user.shown = () => undefined;
    user.ran = () => undefined;
    user.tabGroups = [];
  });

  it('is a text in an editor with its name', async () => {
    const { reports, shown, show, changed } = setUp();
    const uri = await show();
    assert.deepEqual(shown, [{ text: 'All is well.', uri }]);
    assert.equal(uri.scheme, scheme);
    assert.equal(uri.path, '/device-automation-reports/check/plant/Check Plant');
    assert.equal(Buffer.from(reports.readFile(uri)).toString(), 'All is well.');
    assert.equal(changed.length, 1);
  });

  it('replaces an earlier one with the same key and name', async () => {
    const { reports, show } = setUp();
    const uri = await show();
    assert.equal((await show({}, { text: 'Not well.' })).toString(), uri.toString());
    assert.equal(reports.textOf(uri), 'Not well.');
  });

  it('has links to commands, and actions above its text', async () => {
    const { reports, show } = setUp();
    const links = [
      { command: 'deviceAutomation.job.open', argument: 7, start: 0, end: 3 },
      { command: 'deviceAutomation.jobs.refresh', start: 4, end: 6 },
    ] as const;
    const document = documentAt(await show({}, { links, actions: [again, { ...again, args: [] }] }));
    assert.deepEqual(
      reports
        .provideDocumentLinks(document)
        .map(({ range, target }) => [
          range.start.character,
          range.end.character,
          target?.scheme,
          target?.path,
          target?.query,
        ]),
      [
        [0, 3, 'command', 'deviceAutomation.job.open', '[7]'],
        [4, 6, 'command', 'deviceAutomation.jobs.refresh', '[]'],
      ],
    );
    assert.deepEqual(
      reports.provideCodeLenses(document).map(({ command }) => command),
      [
        { title: again.title, command: again.command, arguments: [7] },
        { title: again.title, command: again.command, arguments: [] },
      ],
    );
    assert.deepEqual(reports.provideCodeLenses(documentAt(await show())), []);
  });

  it('is forgotten when thirty others were shown later', async () => {
    const { reports, memento, show } = setUp();
    const source = (index: number) => ({ key: `report ${index}`, isTransient: true });
    const uris: VscodeUri[] = [];
    for (let index = 0; index < 30; index += 1) uris.push(await show(source(index)));
    await show(source(0));
    const isThere = (uri: VscodeUri) => reports.textOf(uri) === 'All is well.';
    assert.ok(uris.every(isThere));
    await show(source(30));
    assert.deepEqual(
      uris.filter(uri => !isThere(uri)),
      [uris[1]],
    );
    assert.deepEqual(memento.keys(), []);
  });

  it('for a command is the one whose title bar was clicked, or else the one in the active editor', () => {
    const { reports } = setUp();
    const uri = uriOf('/a');
    const file = vscode.Uri.file('/a');
    const activate = (input: unknown) => {
      const group = { viewColumn: 1, isActive: true, tabs: [] };
      user.tabGroups = [{ ...group, tabs: [{ input, label: '', isActive: true, isPreview: false, group }] }];
    };
    assert.equal(reports.uriOf([]), undefined);
    activate(new vscode.TabInputText(uri));
    assert.equal(reports.uriOf([]), uri);
    assert.equal(reports.uriOf([file]), uri);
    activate(new vscode.TabInputText(file));
    assert.equal(reports.uriOf([]), undefined);
    assert.equal(reports.uriOf([uri]), uri);
    activate({ uri });
    assert.equal(reports.uriOf([]), undefined, 'another kind of editor');
  });
});
