import assert from 'node:assert/strict';
import { withPlant } from '../commands/support/plant.ts';
import { TabDesk, type TestTab } from './support/tabDesk.ts';

const { documentEvents, person, Uri } = await import('../../support/vscode/vscodeFake.ts');
const { newObjectUri, objectUri, serverVersionUri, typedTextUri } = await import(
  '../../../src/documents/documentUri.ts'
);
const { activeDocumentUri, DocumentTabs, objectTabs, tabUri } = await import(
  '../../../src/documents/documentTabs.ts'
);

const one = objectUri('plant', 'job', 1, 'One');
const renamed = objectUri('plant', 'job', 1, 'Two');
const group = objectUri('plant', 'group', 1, 'One');
const created = newObjectUri('plant', 'job', 5, 'New Job');
const file = { scheme: 'file', authority: '', path: '/x.json' };
const open = ['vscode.open', one.toString(), { preview: false }];

let desk: TabDesk;
let tabs: InstanceType<typeof DocumentTabs>;

describe('the editors of documents', () => {
  beforeEach(() => {
    desk = new TabDesk();
    tabs = new DocumentTabs();
  });

  afterEach(() => desk.end());

  describe('the editor of an object', () => {
    it('is opened, or the one that is open under an older name', () =>
      withPlant(async ({ session }) => {
        await tabs.open(session, 'job', 1, 'One');
        desk.set([{ uri: one, is: 'form' }]);
        await tabs.open(session, 'job', 1, 'Two');
        assert.deepEqual(desk.ran, [open, open]);
      }));

    it('is found by its server, kind and ID, and not in what is only shown', () => {
      desk.set([
        { uri: serverVersionUri(one) },
        { uri: objectUri('office', 'job', 1, 'One') },
        { uri: group },
        { uri: objectUri('plant', 'job', 2, 'One') },
        { uri: created },
        { uri: one, is: 'other' },
      ]);
      assert.equal(tabs.find('plant', 'job', 1), undefined);
      assert.equal(tabs.uriOf('plant', 'job', 1, 'Two').toString(), renamed.toString());
      desk.set([{ uri: one, is: 'diff', column: 2 }]);
      assert.equal(tabs.find('plant', 'job', 1)?.toString(), one.toString());
      assert.equal(tabs.uriOf('plant', 'job', 1, 'Two').toString(), one.toString());
    });

    it('of a new one is another each time, and starts from a draft where there is one', () =>
      withPlant(async ({ session }) => {
        await tabs.openNew(session, 'job', 'New Job');
        await tabs.openNew(session, 'job', 'New Job');
        const uris = desk.ran.map(([, uri]) => String(uri));
        const numbers = uris.map(uri => Number(/\/new-(\d+)\/New%20Job\.job\.json$/.exec(uri)?.[1]));
        const [first = 0, second = 0] = numbers;
        assert.equal(second, first + 1);
        assert.ok(first > 1e15, 'the milliseconds of the day times a thousand');
      }));

    it('of a new one may start from a draft, which is unsaved from the beginning', () =>
      withPlant(async ({ session }) => {
        const edits: unknown[] = [];
        person.applies = async ({ replacements }) => edits.push(...replacements) > 0;
        let opened = '';
        person.contents.set('device-automation', {
          provideTextDocumentContent: uri => {
            opened = uri.toString();
            const document = Object.assign(desk.hold(uri as never, '{}\n'), {
              lineCount: 2,
              lineAt: (line: number) => ({ range: { end: `end of line ${line}` } }),
            });
            return document.getText();
          },
        });
        try {
          await tabs.openNew(session, 'job', 'Copy', { name: 'Copy' });
        } finally {
          person.contents.delete('device-automation');
          person.applies = async () => true;
        }
        assert.equal(desk.ran[0]?.[1], opened);
        assert.deepEqual(
          edits.map(edit => JSON.parse(JSON.stringify(edit))),
          [
            {
              uri: JSON.parse(JSON.stringify(Uri.parse(opened))),
              range: { start: { line: 0, character: 0 }, end: 'end of line 1' },
              text: '{\n  "name": "Copy"\n}\n',
            },
          ],
        );
      }));

    it('shows what it is asked for in the way that it is asked for', async () => {
      await tabs.openJson(one);
      await tabs.openForm(group);
      await tabs.openForm(Uri.parse('device-automation://schemas_/jobs/file.json') as never);
      await tabs.openForm(Uri.from(file) as never);
      await tabs.revert(one);
      await tabs.compare(one);
      const preview = { preview: false };
      assert.deepEqual(desk.ran, [
        ['vscode.openWith', one.toString(), 'default', preview],
        ['vscode.openWith', group.toString(), 'deviceAutomation.groupForm', preview],
        open,
        ['workbench.action.files.revert'],
        [
          'vscode.diff',
          serverVersionUri(one).toString(),
          typedTextUri(one).toString(),
          'One.job.json: on the server ↔ in the editor',
          { preview: true, override: false },
        ],
      ]);
    });

    it('is what the active tab shows, also beside the version of the server', () => {
      const activeOf = (tab: TestTab) => {
        desk.set([{ uri: one, isBehind: true }, tab]);
        return activeDocumentUri()?.toString();
      };
      assert.equal(activeOf({ uri: one, is: 'form' }), one.toString());
      assert.equal(activeOf({ uri: typedTextUri(one), is: 'diff' }), one.toString());
      assert.equal(activeOf({ uri: one, is: 'other' }), undefined);
      assert.equal(activeOf({ uri: Uri.from(file) as never }), undefined);
      desk.set([]);
      assert.equal(activeDocumentUri(), undefined);
    });

    it('is listed with what it is, comparisons and what is only shown aside', () => {
      desk.set([
        { uri: one },
        { uri: one, is: 'diff' },
        { uri: group, is: 'form', column: 2 },
        { uri: serverVersionUri(one) },
        { uri: Uri.from(file) as never },
        { uri: created, is: 'other' },
      ]);
      assert.deepEqual(objectTabs(), [
        { uri: one.toString(), isForm: false },
        { uri: group.toString(), isForm: true },
      ]);
      const inputs = person.tabGroups[0]?.tabs.map(tab => tabUri(tab as never)?.toString());
      assert.deepEqual(inputs?.slice(-1), [undefined]);
    });

    it('has an old name while VS Code labels it with that', () => {
      desk.set([{ uri: one, is: 'form', label: 'Two' }]);
      assert.equal(tabs.hasOldName(one), false);
      desk.set([{ uri: one, is: 'form', label: 'Two' }, { uri: one }]);
      assert.deepEqual([tabs.hasOldName(one), tabs.hasOldName(renamed)], [true, false]);
    });

    it('has its form in view when that is in front', () => {
      for (const [tab, isInView] of [
        [{ uri: one, is: 'form' }, true],
        [{ uri: one, is: 'form', isBehind: true }, false],
        [{ uri: one }, false],
      ] as const) {
        desk.set([{ uri: one, is: 'diff', column: 2 }, tab]);
        assert.equal(tabs.hasFormInView(one), isInView);
      }
    });
  });

  describe('a document that takes the place of another', () => {
    const like = (viewType: string, more: object) => [
      'vscode.openWith',
      renamed.toString(),
      viewType,
      {
        preview: false,
        viewColumn: 1,
        background: false,
        preserveFocus: false,
        selection: undefined,
        ...more,
      },
    ];

    it('is shown in each of its tabs as that showed it, the active one last', async () => {
      desk.hold(one);
      desk.hold(renamed);
      desk.set(
        [
          { uri: one, column: 2 },
          { uri: one, is: 'form', isBehind: true },
          { uri: one, isPreview: true, column: 3 },
          { uri: one, is: 'diff' },
          { uri: group },
        ],
        2,
      );
      const editor = { document: desk.hold(one), viewColumn: 2, selection: 'selected' };
      person.editors = [{ ...editor, viewColumn: 1 }, { ...editor, document: desk.hold(group) }, editor];
      assert.equal(await tabs.showInstead(one, renamed), true);
      const beside = { preserveFocus: true };
      assert.deepEqual(desk.ran, [
        like('deviceAutomation.jobForm', { ...beside, background: true }),
        like('default', { ...beside, viewColumn: 3, preview: true }),
        like('default', { ...beside, viewColumn: 2, selection: 'selected' }),
      ]);
    });

    it('is not shown while something is unsaved, in a form in view, or it cannot be read', async () => {
      desk.set([{ uri: one }]);
      assert.equal(await tabs.showInstead(one, renamed), false);
      const document = desk.hold(one, '{}', true);
      assert.equal(await tabs.showInstead(one, renamed), false);
      document.isDirty = false;
      desk.set([{ uri: one, is: 'form' }]);
      assert.equal(await tabs.showInstead(one, renamed), false);
      desk.set([{ uri: one }]);
      person.contents.set('device-automation', {
        provideTextDocumentContent: () => assert.fail('it cannot be read'),
      });
      assert.equal(await tabs.showInstead(one, renamed), false);
      person.contents.delete('device-automation');
      assert.deepEqual(desk.ran, []);
      assert.equal(await tabs.showInstead(one, renamed), true);
    });

    it('closes the former tabs, or its own when somebody typed in the former', async () => {
      desk.set([{ uri: one }, { uri: renamed }]);
      await tabs.closeReplaced(one, renamed);
      const former = desk.hold(one, '{}', true);
      await tabs.closeReplaced(one, renamed);
      const other = desk.hold(renamed, '{}', true);
      await tabs.closeReplaced(one, renamed);
      former.isDirty = false;
      await tabs.closeReplaced(one, renamed);
      other.isDirty = false;
      assert.deepEqual(desk.closed, ['text One.job.json', 'text Two.job.json', 'text One.job.json']);
    });

    it('comes after the save of a new one, in which nobody typed meanwhile', async () => {
      desk.set([{ uri: created, is: 'form' }]);
      const typed = desk.hold(created, 'typed on');
      const swaps = [tabs.swapLater(created, renamed, 'saved')];
      documentEvents.saved.fire(desk.hold(group));
      documentEvents.saved.fire(typed);
      await Promise.all(swaps);
      assert.deepEqual([desk.ran, desk.closed], [[], []]);
      typed.text = 'saved';
      const swap = tabs.swapLater(created, renamed, 'saved');
      documentEvents.saved.fire(typed);
      await swap;
      assert.deepEqual(desk.ran, [like('deviceAutomation.jobForm', {})]);
      assert.deepEqual(desk.closed, ['form New Job.job.json']);
    });

    it('is none where the server gave the new object no ID: its tab is closed', async () => {
      desk.set([{ uri: created }]);
      const swap = tabs.swapLater(created, undefined, '{}');
      documentEvents.saved.fire(desk.hold(created));
      await swap;
      assert.deepEqual([desk.ran, desk.closed], [[], ['text New Job.job.json']]);
    });
  });

  describe('the form of a document', () => {
    const asForm = (options: object) => [
      'vscode.openWith',
      one.toString(),
      'deviceAutomation.jobForm',
      { preview: false, ...options },
    ];

    it('is shown beside each of its texts, which are closed then', async () => {
      desk.set([
        { uri: one, isBehind: true },
        { uri: one, column: 2 },
        { uri: one, is: 'form', column: 3 },
      ]);
      await tabs.showAsForm(one);
      await tabs.closeText(one);
      assert.deepEqual(desk.ran, [
        asForm({ viewColumn: 2, background: false }),
        asForm({ viewColumn: 1, background: true }),
      ]);
      assert.deepEqual(desk.closed, ['text One.job.json', 'text One.job.json']);
    });

    it('comes back in front only where it was there, and never takes the focus', async () => {
      await tabs.reopenForm(one, true);
      await tabs.reopenForm(one, false);
      assert.deepEqual(desk.ran, [
        asForm({ preserveFocus: true, background: false }),
        asForm({ preserveFocus: true, background: true }),
      ]);
    });

    it('is none of what is no object', async () => {
      for (const uri of [Uri.from(file), Uri.parse('device-automation://schemas_/jobs/file.json')]) {
        desk.set([{ uri: uri as never }]);
        await tabs.showAsForm(uri as never);
        await tabs.reopenForm(uri as never, true);
      }
      assert.deepEqual(desk.ran, []);
    });
  });
});
