import assert from 'node:assert/strict';
import { messagesSent } from '../../../src/base/afterSending.ts';
import type { HostMessage } from '../../../src/pages/protocol/hostMessages.ts';
import { firstIn } from '../../support/pageHtml.ts';
import { withForm } from './support/formSetup.ts';

const text = '{"name": "One", "groups": [7, 9], "peers": ["10.0.0.1", "pc-9"]}';
const devices = [
  { id: 1, hostname: '', addr: '10.0.0.1' },
  { id: 2, hostname: 'pc-2' },
];
const groups = [
  [7, { name: 'Lab', dn: '', server_set: devices }],
  [8, { name: 'Hall', dn: '', server_set: [] }],
] as const;

describe('the page of a form as it opens', () => {
  it('is loaded with everything that it shows, so that it waits for no message', () =>
    withForm(
      async ({ open, panel, messages, memoryServer }) => {
        for (const [id, group] of groups) memoryServer.groups.set(id, group);
        await open();
        const first = firstIn<HostMessage>(panel.webview.html);
        assert.deepEqual(
          first.map(({ type }) => type),
          ['setup', 'document', 'live', 'status', 'choices', 'choices'],
        );
        assert.deepEqual(first, messages.slice(0, first.length));
      },
      { text },
    ));

  it('is loaded with the labels of its lists’ members, but no other choices', () =>
    withForm(
      async ({ open, panel, memoryServer, session }) => {
        for (const [id, group] of groups) memoryServer.groups.set(id, group);
        await session.groups.whole();
        await open();
        const choices = firstIn<HostMessage>(panel.webview.html).flatMap(message =>
          message.type === 'choices' ? [message] : [],
        );
        assert.deepEqual(
          choices.map(({ field, choices: of }) => [field, of.map(({ label }) => label)]),
          [
            ['groups', ['Lab']],
            ['peers', ['10.0.0.1']],
          ],
        );
      },
      { text },
    ));

  it('receives everything again if it was hidden before it had started', () =>
    withForm(
      async ({ open, panel, events, news, send }) => {
        await open();
        news();
        await send({ type: 'ready', hasContents: true });
        events.viewState.fire();
        assert.deepEqual(news(), []);
        panel.visible = false;
        events.viewState.fire();
        panel.visible = true;
        events.viewState.fire();
        await send({ type: 'ready', hasContents: true });
        assert.deepEqual(news().slice(0, 4), ['setup', 'document', 'live', 'status']);
      },
      { text },
    ));

  it('receives everything again if VS Code restores unsaved text while its page loads', () =>
    withForm(
      async ({ open, document, messages, last, send }) => {
        await open();
        // What is posted now does not reach a page that VS Code creates again.
        document.text = document.text.replace('"One"', '"Typed before the reload"');
        document.isDirty = true;
        await send({ type: 'ready', hasContents: true });
        const { status } = last('status');
        assert.deepEqual([status.canSave, status.text], [true, 'Not saved yet.']);
        const names = messages.flatMap(message =>
          message.type === 'document' ? (message.values.name ?? []) : [],
        );
        assert.deepEqual(names, ['One', 'Typed before the reload']);
      },
      { text },
    ));

  it('keeps its contents, and what is typed into it, when its tab was hidden before the page existed', () =>
    withForm(
      async ({ begin, panel, events, news, send }) => {
        begin();
        panel.visible = false;
        events.viewState.fire();
        panel.visible = true;
        events.viewState.fire();
        await messagesSent();
        assert.match(panel.webview.html, /<html/);
        news();
        await send({ type: 'ready', hasContents: true });
        assert.deepEqual(news(), []);
      },
      { text },
    ));
});
