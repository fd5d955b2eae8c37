import assert from 'node:assert/strict';
import { NotSavedError } from '../../../src/api/model/saveErrors.ts';
import { rejectionOf } from '../../support/http/clients.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { EditorTabs, type TestTab } from './support/setup.ts';

const { user, Uri } = await import('../../support/vscode/vscodeFake.ts');
const { objectUri, toTypedTextUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { activeDocumentUri, DocumentTabs } = await import('../../../src/workbench/documents/documentTabs.ts');

const one = objectUri('plant', 'job', 1, 'One');
const file = { scheme: 'file', authority: '', path: '/x.json' };
const open = ['vscode.open', one.toString(), { preview: false }];

let setup: EditorTabs;
let tabs: InstanceType<typeof DocumentTabs>;

describe('the editors of documents', () => {
  beforeEach(() => {
    setup = new EditorTabs();
    tabs = new DocumentTabs();
  });

  afterEach(() => setup.end());

  describe('the editor of an object', () => {
    it('is opened, unless one is open under an older name', () =>
      withMemoryServer(async ({ session }) => {
        await tabs.open(session, 'job', 1, 'One');
        setup.set([{ uri: one, is: 'form' }]);
        await tabs.open(session, 'job', 1, 'Two');
        assert.deepEqual(setup.ran, [open, open]);
      }));

    it('does not show an empty document if VS Code does not write the draft into it', () =>
      withMemoryServer(async ({ session }) => {
        user.applies = async () => false;
        user.contents.set('device-automation', {
          provideTextDocumentContent: uri => {
            const lineAt = () => ({ range: { end: 'end' } });
            return Object.assign(setup.hold(uri, '{}\n'), { lineCount: 2, lineAt }).getText();
          },
        });
        try {
          const error = await rejectionOf(
            NotSavedError,
            tabs.openNew(session, 'job', 'Copy', { name: 'Copy' }),
          );
          assert.equal(error.code, 'edit');
          assert.deepEqual(setup.ran, []);
        } finally {
          user.contents.delete('device-automation');
          user.applies = async () => true;
        }
      }));

    it('may start a new object from a draft, which is unsaved from the beginning', () =>
      withMemoryServer(async ({ session }) => {
        const edits: unknown[] = [];
        user.applies = async ({ replacements }) => edits.push(...replacements) > 0;
        let opened = '';
        user.contents.set('device-automation', {
          provideTextDocumentContent: uri => {
            opened = uri.toString();
            const document = Object.assign(setup.hold(uri, '{}\n'), {
              lineCount: 2,
              lineAt: (line: number) => ({ range: { end: `end of line ${line}` } }),
            });
            return document.getText();
          },
        });
        try {
          await tabs.openNew(session, 'job', 'Copy', { name: 'Copy' });
        } finally {
          user.contents.delete('device-automation');
          user.applies = async () => true;
        }
        assert.equal(setup.ran[0]?.[1], opened);
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

    it('is the one in the active tab, even in a comparison with the server’s version', () => {
      const activeOf = (tab: TestTab) => {
        setup.set([{ uri: one, isBehind: true }, tab]);
        return activeDocumentUri()?.toString();
      };
      assert.equal(activeOf({ uri: one, is: 'form' }), one.toString());
      assert.equal(activeOf({ uri: toTypedTextUri(one), is: 'diff' }), one.toString());
      assert.equal(activeOf({ uri: one, is: 'other' }), undefined);
      assert.equal(activeOf({ uri: Uri.from(file) }), undefined);
      setup.set([]);
      assert.equal(activeDocumentUri(), undefined);
    });
  });
});
