import assert from 'node:assert/strict';
import { withForm } from './support/formSetup.ts';

const { documentEvents } = await import('../../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');

const text = '{"name": "One", "policies": [1], "peers": ["pc-1"]}';
const setName = (value: string) =>
  ({ type: 'change', sequence: 7, change: { kind: 'text', field: 'name', value } }) as const;

describe('the page of a form', () => {
  it('is set up with the document, its state, and the choices of its lists', () =>
    withForm(
      async ({ open, messages, panel, last, memoryServer }) => {
        memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
        memoryServer.jobs.set(1, { name: 'One', policies: [4] });
        await open();
        assert.deepEqual(panel.webview.options, { enableScripts: true, localResourceRoots: [] });
        assert.deepEqual(
          messages.slice(0, 4).map(({ type }) => type),
          ['setup', 'document', 'live', 'status'],
        );
        const { isNew, title, folds } = last('setup');
        assert.deepEqual([isNew, title, folds], [false, 'Job #1', {}]);
        const { texts, schedule, fields } = last('setup');
        for (const words of [texts, schedule.texts, schedule.issues])
          for (const [key, word] of Object.entries(words)) assert.notEqual(word.trim(), '', key);
        const row = (field: string) => fields.find(of => of.field === field) ?? assert.fail(field);
        assert.deepEqual(
          [row('name').isRequired, row('name').addLabel, row('enabled').isRequired],
          [true, '', false],
        );
        assert.notEqual(row('peers').addLabel, '');
        assert.deepEqual([row('report_formats').onlyWith, row('peers').onlyWith], ['reports', undefined]);
        assert.deepEqual(last('document').acknowledged, 0);
        const sent = messages.flatMap(message => (message.type === 'choices' ? [message] : []));
        const choicesOf = (field: string) => sent.filter(message => message.field === field).at(-1)?.choices;
        assert.deepEqual(choicesOf('groups'), [
          { value: 7, key: 'id:7', label: 'Lab', detail: '0 devices · L' },
        ]);
        assert.deepEqual(choicesOf('policies'), [{ value: 4, label: '#4', detail: 'in 1 job' }]);
      },
      { text },
    ));

  it('ignores messages of another document, and anything that is not a message', () =>
    withForm(
      async ({ open, document, events, send }) => {
        await open();
        await send(setName('Two'), 'another page');
        events.fromPage.fire({ type: 'x' });
        assert.equal(document.text, text);
      },
      { text },
    ));

  it('receives only what changed, and nothing once it is closed', () =>
    withForm(
      async ({ open, close, document, events, last, news, session }) => {
        await open();
        news();
        document.text = text.replace('One', 'Two');
        documentEvents.changed.fire({ document, contentChanges: [{}] });
        assert.deepEqual(last('document').values, { name: 'Two' });
        assert.deepEqual(news(), ['document', 'status']);
        documentEvents.saved.fire(document);
        events.state.fire(document.uri);
        assert.deepEqual(news(), ['document', 'status', 'document', 'status']);
        const other = {
          ...document,
          getText: () => document.getText(),
          uri: objectUri('plant', 'job', 2, 'x'),
        };
        documentEvents.changed.fire({ document: other, contentChanges: [{}] });
        documentEvents.saved.fire(other);
        events.state.fire(other.uri);
        events.statuses.fire(session);
        assert.deepEqual(news(), []);
        close();
        documentEvents.changed.fire({ document, contentChanges: [{}] });
        documentEvents.saved.fire(document);
        events.state.fire(document.uri);
        events.rejected.fire({ uri: document.uri, fields: ['name'] });
        assert.deepEqual(news(), []);
      },
      { text },
    ));

  it('opens as text when its object cannot be edited', () =>
    withForm(async ({ open, messages, panel, called, state }) => {
      state.isEditable = false;
      await open();
      assert.deepEqual([messages, called], [[], [['openJson']]]);
      assert.equal(panel.webview.html, '');
      assert.equal('enableScripts' in panel.webview.options, true);
    }));

  it('is notified of the fields that a save was rejected for while it is in front', () =>
    withForm(async ({ open, document, events, last, news, panel }) => {
      await open();
      news();
      events.rejected.fire({ uri: objectUri('plant', 'job', 2, 'x'), fields: ['name'] });
      panel.active = false;
      events.rejected.fire({ uri: document.uri, fields: ['name'] });
      assert.deepEqual(news(), []);
      panel.active = true;
      events.rejected.fire({ uri: document.uri, fields: ['name', 'peers'] });
      assert.deepEqual(last('reveal').fields, ['name', 'peers']);
    }));
});
