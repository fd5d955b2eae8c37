import assert from 'node:assert/strict';
import { withForm } from './support/formSetup.ts';

const { user: editor } = await import('../../support/vscode/vscodeFake.ts');
const { editDocumentText } = await import('../../../src/workbench/forms/documentEdit.ts');

const text = '{"name": "One", "policies": [1], "peers": ["pc-1"]}';
const setName = (value: string) =>
  ({ type: 'change', sequence: 7, change: { kind: 'text', field: 'name', value } }) as const;

describe('an action in a form', () => {
  it('changes the text, and the page is notified with the number of the change', () =>
    withForm(
      async ({ open, document, last, send, messages }) => {
        await open();
        await send(setName('Two'));
        assert.equal(document.text, text.replace('One', 'Two'));
        assert.equal(last('document').acknowledged, 7);
        assert.equal(
          messages.some(({ type }) => type === 'notice'),
          false,
        );
      },
      { text },
    ));

  it('is reported when it fails', () =>
    withForm(
      async ({ open, send, user }) => {
        await open();
        editor.applies = async () => {
          throw new Error('no edit');
        };
        await send(setName('Two'));
        assert.deepEqual(user.of('error'), ['Error: no edit']);
      },
      { text },
    ));

  it('is retried when the text changed in the meantime, at most three times', () =>
    withForm(
      async ({ open, document, messages, user, send }) => {
        await open();
        let tries = 0;
        editor.applies = async () => {
          tries += 1;
          return false;
        };
        const shown = messages.length;
        await send(setName('Two'));
        assert.equal(tries, 3);
        assert.deepEqual(user.of('error').length, 1);
        const documents = messages.slice(shown).filter(({ type }) => type === 'document');
        assert.equal(documents.length, 1, 'the page shows that nothing was changed');
        editor.applies = async edit => {
          tries += 1;
          if (tries === 5) document.apply(edit);
          return tries === 5;
        };
        await send(setName('Two'));
        assert.deepEqual([tries, document.text], [5, text.replace('One', 'Two')]);
      },
      { text },
    ));

  it('runs the actions of its buttons', () =>
    withForm(
      async ({ open, called, send }) => {
        await open();
        const ran: string[] = [];
        editor.ran = id => ran.push(id);
        for (const action of [
          'save',
          'undo',
          'redo',
          'openJson',
          'keepBoth',
          'compare',
          'takeServers',
          'stop',
        ] as const)
          await send({ type: 'action', action });
        assert.deepEqual(called.flat(), ['save', 'openJson', 'keepBoth', 'compare', 'revert']);
        assert.deepEqual(ran, ['undo', 'redo', 'deviceAutomation.job.stop']);
        await send({ type: 'nameId', field: 'policies', id: 4 });
        assert.deepEqual(called.at(-1), ['nameId', 'plant', 'policies', 4]);
      },
      { text },
    ));

  it('saves after the changes before it', () =>
    withForm(
      async ({ open, called, document, send, settled }) => {
        await open();
        let apply: () => void = () => assert.fail('no edit was made');
        editor.applies = edit =>
          new Promise(resolve => {
            apply = () => {
              document.apply(edit);
              resolve(true);
            };
          });
        await send(setName('Two'));
        await send({ type: 'action', action: 'save' });
        await send({ type: 'overwrite', version: 0 });
        assert.deepEqual(called, []);
        apply();
        for (let turn = 0; turn < 5; turn++) await settled();
        assert.deepEqual(called, [['save'], ['overwrite']]);
      },
      { text },
    ));

  it('adds a group whose ID had to be searched for', () =>
    withForm(
      async ({ open, document, memoryServer, send, session, state }) => {
        memoryServer.hidesIds = true;
        memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
        await open();
        const key = session.groups.entries[0]?.key ?? assert.fail('the group is loaded');
        await send({ type: 'findGroup', key: 'x' });
        await send({ type: 'findGroup', key });
        assert.equal(document.text, text);
        state.groupId = 7;
        await send({ type: 'findGroup', key });
        assert.equal(
          document.text,
          editDocumentText(text, { kind: 'add', field: 'groups', items: [7] }, '\n'),
        );
      },
      { text },
    ));
});
