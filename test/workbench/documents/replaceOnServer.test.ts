import assert from 'node:assert/strict';
import type { OpenDocument } from '../../../src/workbench/documents/openDocument.ts';
import { existing } from '../../support/http/clients.ts';
import { type jobUri, type Setup, TestDocument, withDocuments } from './support/setup.ts';

const { user: editor } = await import('../../support/vscode/vscodeFake.ts');
const { objectUri, serverVersionUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { draftText } = await import('../../../src/workbench/documents/objectKinds.ts');
const { replaceOnServer } = await import('../../../src/workbench/documents/replaceOnServer.ts');

class SavedDocument extends TestDocument {
  saves = 0;
  async save(): Promise<boolean> {
    this.saves += 1;
    return true;
  }
}

async function withReplace(use: (given: Setup & ReturnType<typeof replaceIn>) => Promise<void>) {
  await withDocuments(async setup => {
    setup.server.jobs.set(1, { name: 'One', enabled: true, policies: [1] });
    setup.server.groups.set(1, { name: 'Lab', server_set: [{ hostname: 'a' }, { hostname: 'b' }] });
    await use({ ...setup, ...replaceIn(setup) });
  });
}

function replaceIn({ user, documents, document, compared, fileSystem, logged }: Setup) {
  const done: string[] = [];
  const parts = {
    documents,
    compare: async (uri: object) => void compared.push(String(uri)),
    fileSystem: {
      whileWriting: async <T>(of: OpenDocument, run: () => Promise<T>) => {
        done.push(of.uri.toString());
        return fileSystem.whileWriting(of, run);
      },
    },
    dialogs: user.dialogs,
    notices: { text: (error: unknown) => (error instanceof Error ? error.name : String(error)) },
    log: { info: (text: string) => void logged.push(text), error: () => undefined },
  };
  const replace = (uri: typeof jobUri) => replaceOnServer(parts, uri);
  /** Opens the object and types this into it. */
  const type = async (kind: 'job' | 'group', edit: object) => {
    const { uri, base } = document(objectUri('plant', kind, 1, 'One'));
    const typed = new SavedDocument(uri, draftText({ ...base?.text, ...edit }));
    typed.isDirty = true;
    editor.documents.push(typed);
    return typed;
  };
  return { replace, type, done };
}

const path = '/automation/api/job/1/';

describe('a document that replaces its whole object', () => {
  it('shows the difference, asks, sends all of it, and makes the editor clean', () =>
    withReplace(
      async ({ compared, done, logged, open, user, server, replace, type, document: documentOf }) => {
        const { uri } = await open('job', 1);
        const document = await type('job', { name: 'Two', enabled: false });
        await replace(serverVersionUri(uri));
        assert.deepEqual([compared, done], [[uri.toString()], [uri.toString()]]);
        assert.deepEqual(user.messages, [
          {
            kind: 'confirm',
            text: 'Replace all of the job “One” (#1) on “Plant”?\nFields that change: name, enabled.',
            actions: ['Replace'],
          },
        ]);
        const [write = ''] = server.writes;
        assert.ok(write.startsWith(`PUT ${path} {`));
        const { name, enabled, policies } = JSON.parse(write.slice(`PUT ${path} `.length));
        assert.deepEqual([name, enabled, policies], ['Two', false, [1]]);
        assert.match(logged[0] ?? '', /^Plant: replaced job 1: PUT name, .*policies/);
        const base = documentOf(uri).base;
        assert.deepEqual([base?.text['name'], base?.stored['name'], document.saves], ['Two', 'Two', 1]);
      },
    ));

  it('sends nothing when it is declined, or the text was edited while the prompt was open', () =>
    withReplace(async ({ done, open, user, server, replace, type }) => {
      const { uri } = await open('job', 1);
      const document = await type('job', { name: 'Two' });
      user.isSure = false;
      await replace(uri);
      assert.deepEqual(user.of('info'), []);
      user.isSure = true;
      user.onConfirm = () => {
        document.text = document.text.replace('Two', 'Three');
      };
      await replace(uri);
      assert.deepEqual(user.of('info'), [
        'The text changed while the prompt was open, so nothing was replaced. Run the command again.',
      ]);
      assert.deepEqual([server.writes, done, document.saves], [[], [], 0]);
    }));

  it('sends nothing when the object was changed while the prompt was open', () =>
    withReplace(async ({ open, user, server, replace, type }) => {
      const { uri } = await open('job', 1);
      const document = await type('job', { name: 'Two' });
      user.onConfirm = () => server.jobs.set(1, { name: 'Theirs', enabled: true, policies: [1] });
      await assert.rejects(replace(uri), { failure: { kind: 'conflict', fields: ['name'] } });
      assert.deepEqual([server.writes, document.saves], [[], 0]);
    }));

  it('is sent again if it definitely failed and the user requests it', () =>
    withReplace(async ({ open, user, server, replace, type }) => {
      const { uri } = await open('job', 1);
      await type('job', { name: 'Two' });
      server.nextWrites.push('reset');
      user.press = actions => actions.find(action => action === 'Send Again');
      await replace(uri);
      assert.equal(server.writes.length, 2);
      assert.deepEqual(user.of('decide'), ['OutcomeError']);
    }));

  it('leaves text typed during the request unsaved, with the right base', () =>
    withReplace(async ({ open, server, replace, type, document: documentOf }) => {
      const { uri } = await open('job', 1);
      const document = await type('job', { name: 'Two' });
      server.nextWrites.push(200);
      server.onWrite = () => {
        document.text = document.text.replace('Two', 'Three');
      };
      await replace(uri);
      assert.deepEqual([document.saves, documentOf(uri).base?.text['name']], [0, 'Two']);
    }));

  it('does not become the base of a text that was reverted during the request', () =>
    withReplace(async ({ open, server, replace, type, document: documentOf }) => {
      const { uri } = await open('job', 1);
      const document = await type('job', { name: 'Two' });
      server.nextWrites.push(200);
      server.onWrite = () => {
        document.text = document.text.replace('Two', 'One');
        document.isDirty = false;
      };
      await replace(uri);
      assert.equal(documentOf(uri).base?.text['name'], 'One');
    }));

  it('does not become the base of text that was typed after a revert during the request', () =>
    withReplace(async ({ open, server, replace, type, document: documentOf }) => {
      const opened = await open('job', 1);
      const document = await type('job', { name: 'Two' });
      server.nextWrites.push(200);
      server.onWrite = () => {
        document.text = document.text.replace('Two', 'One');
        document.isDirty = false;
        opened.delivered(existing(opened.latest));
        document.text = document.text.replace('One', 'Three');
        document.isDirty = true;
      };
      await replace(opened.uri);
      assert.equal(documentOf(opened.uri).base?.stored['name'], 'One');
    }));
});
