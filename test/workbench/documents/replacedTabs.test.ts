import assert from 'node:assert/strict';
import { EditorTabs } from './support/setup.ts';

const { documentEvents, user } = await import('../../support/vscode/vscodeFake.ts');
const { newObjectUri, objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { DocumentTabs } = await import('../../../src/workbench/documents/documentTabs.ts');

const one = objectUri('plant', 'job', 1, 'One');
const renamed = objectUri('plant', 'job', 1, 'Two');
const group = objectUri('plant', 'group', 1, 'One');
const created = newObjectUri('plant', 'job', 5, 'New Job');

let setup: EditorTabs;
let tabs: InstanceType<typeof DocumentTabs>;

describe('editors that replace others', () => {
  beforeEach(() => {
    setup = new EditorTabs();
    tabs = new DocumentTabs();
  });

  afterEach(() => setup.end());

  describe('a document that replaces another', () => {
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

    it('is shown in each of its tabs in the same form, the active one last', async () => {
      setup.hold(one);
      setup.hold(renamed);
      setup.set(
        [
          { uri: one, column: 2 },
          { uri: one, is: 'form', isBehind: true },
          { uri: one, isPreview: true, column: 3 },
          { uri: one, is: 'diff' },
          { uri: group },
        ],
        2,
      );
      const editor = { document: setup.hold(one), viewColumn: 2, selection: 'selected' };
      user.editors = [{ ...editor, viewColumn: 1 }, { ...editor, document: setup.hold(group) }, editor];
      assert.equal(await tabs.showBeside(one, renamed), true);
      const beside = { preserveFocus: true };
      assert.deepEqual(setup.ran, [
        like('deviceAutomation.jobForm', { ...beside, background: true }),
        like('default', { ...beside, viewColumn: 3, preview: true }),
        like('default', { ...beside, viewColumn: 2, selection: 'selected' }),
      ]);
    });

    it('is not shown while something is unsaved, a form is visible, or it cannot be read', async () => {
      setup.set([{ uri: one }]);
      assert.equal(await tabs.showBeside(one, renamed), false);
      const document = setup.hold(one, '{}', true);
      assert.equal(await tabs.showBeside(one, renamed), false);
      document.isDirty = false;
      setup.set([{ uri: one, is: 'form' }]);
      assert.equal(await tabs.showBeside(one, renamed), false);
      setup.set([{ uri: one }]);
      user.contents.set('device-automation', {
        provideTextDocumentContent: () => assert.fail('it cannot be read'),
      });
      assert.equal(await tabs.showBeside(one, renamed), false);
      user.contents.delete('device-automation');
      assert.deepEqual(setup.ran, []);
      assert.equal(await tabs.showBeside(one, renamed), true);
    });

    it('closes the old tabs, or the new ones when text was typed in the old ones', async () => {
      setup.set([{ uri: one }, { uri: renamed }]);
      await tabs.closeReplaced(one, renamed);
      const former = setup.hold(one, '{}', true);
      await tabs.closeReplaced(one, renamed);
      const other = setup.hold(renamed, '{}', true);
      await tabs.closeReplaced(one, renamed);
      former.isDirty = false;
      await tabs.closeReplaced(one, renamed);
      other.isDirty = false;
      assert.deepEqual(setup.closed, ['text One.job.json', 'text Two.job.json', 'text One.job.json']);
    });

    it('replaces a new one after its save if nothing was typed in the meantime', async () => {
      setup.set([{ uri: created, is: 'form' }]);
      const typed = setup.hold(created, 'typed on');
      const swaps = [tabs.replaceLater(created, renamed, 'saved')];
      documentEvents.saved.fire(setup.hold(group));
      documentEvents.saved.fire(typed);
      await Promise.all(swaps);
      assert.deepEqual([setup.ran, setup.closed], [[], []]);
      typed.text = 'saved';
      const swap = tabs.replaceLater(created, renamed, 'saved');
      documentEvents.saved.fire(typed);
      await swap;
      assert.deepEqual(setup.ran, [like('deviceAutomation.jobForm', {})]);
      assert.deepEqual(setup.closed, ['form New Job.job.json']);
    });
  });

  describe('the form of a document', () => {
    const asForm = (options: object) => [
      'vscode.openWith',
      one.toString(),
      'deviceAutomation.jobForm',
      { preview: false, ...options },
    ];

    it('is shown next to each of its texts, which are then closed', async () => {
      setup.set([
        { uri: one, isBehind: true },
        { uri: one, column: 2 },
        { uri: one, is: 'form', column: 3 },
      ]);
      await tabs.showAsForm(one);
      await tabs.closeText(one);
      assert.deepEqual(setup.ran, [
        asForm({ viewColumn: 2, background: false }),
        asForm({ viewColumn: 1, background: true }),
      ]);
      assert.deepEqual(setup.closed, ['text One.job.json', 'text One.job.json']);
    });
  });
});
