import assert from 'node:assert/strict';
import { TabDesk } from './support/tabDesk.ts';

const { documentEvents, person, Uri } = await import('../../support/vscode/vscodeFake.ts');
const { newObjectUri, objectUri } = await import('../../../src/documents/documentUri.ts');
const { DocumentTabs } = await import('../../../src/documents/documentTabs.ts');

const one = objectUri('plant', 'job', 1, 'One');
const renamed = objectUri('plant', 'job', 1, 'Two');
const group = objectUri('plant', 'group', 1, 'One');
const created = newObjectUri('plant', 'job', 5, 'New Job');
const file = { scheme: 'file', authority: '', path: '/x.json' };

let desk: TabDesk;
let tabs: InstanceType<typeof DocumentTabs>;

describe('editors that replace others', () => {
  beforeEach(() => {
    desk = new TabDesk();
    tabs = new DocumentTabs();
  });

  afterEach(() => desk.end());

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
      assert.equal(await tabs.showBeside(one, renamed), true);
      const beside = { preserveFocus: true };
      assert.deepEqual(desk.ran, [
        like('deviceAutomation.jobForm', { ...beside, background: true }),
        like('default', { ...beside, viewColumn: 3, preview: true }),
        like('default', { ...beside, viewColumn: 2, selection: 'selected' }),
      ]);
    });

    it('is not shown while something is unsaved, a form is visible, or it cannot be read', async () => {
      desk.set([{ uri: one }]);
      assert.equal(await tabs.showBeside(one, renamed), false);
      const document = desk.hold(one, '{}', true);
      assert.equal(await tabs.showBeside(one, renamed), false);
      document.isDirty = false;
      desk.set([{ uri: one, is: 'form' }]);
      assert.equal(await tabs.showBeside(one, renamed), false);
      desk.set([{ uri: one }]);
      person.contents.set('device-automation', {
        provideTextDocumentContent: () => assert.fail('it cannot be read'),
      });
      assert.equal(await tabs.showBeside(one, renamed), false);
      person.contents.delete('device-automation');
      assert.deepEqual(desk.ran, []);
      assert.equal(await tabs.showBeside(one, renamed), true);
    });

    it('closes the old tabs, or the new ones when text was typed in the old ones', async () => {
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

    it('replaces a new one after its save if nothing was typed in the meantime', async () => {
      desk.set([{ uri: created, is: 'form' }]);
      const typed = desk.hold(created, 'typed on');
      const swaps = [tabs.replaceLater(created, renamed, 'saved')];
      documentEvents.saved.fire(desk.hold(group));
      documentEvents.saved.fire(typed);
      await Promise.all(swaps);
      assert.deepEqual([desk.ran, desk.closed], [[], []]);
      typed.text = 'saved';
      const swap = tabs.replaceLater(created, renamed, 'saved');
      documentEvents.saved.fire(typed);
      await swap;
      assert.deepEqual(desk.ran, [like('deviceAutomation.jobForm', {})]);
      assert.deepEqual(desk.closed, ['form New Job.job.json']);
    });

    it('does not exist when the server returned no ID, so the tab is closed', async () => {
      desk.set([{ uri: created }]);
      const swap = tabs.replaceLater(created, undefined, '{}');
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

    it('is shown next to each of its texts, which are then closed', async () => {
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

    it('is restored in front only if it was in front, and never takes the focus', async () => {
      await tabs.reopenForm(one, true);
      await tabs.reopenForm(one, false);
      assert.deepEqual(desk.ran, [
        asForm({ preserveFocus: true, background: false }),
        asForm({ preserveFocus: true, background: true }),
      ]);
    });

    it('is not shown for documents that are not objects', async () => {
      for (const uri of [Uri.from(file), Uri.parse('device-automation://schemas_/jobs/file.json')]) {
        desk.set([{ uri: uri }]);
        await tabs.showAsForm(uri);
        await tabs.reopenForm(uri, true);
      }
      assert.deepEqual(desk.ran, []);
    });
  });
});
