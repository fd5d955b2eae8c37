import assert from 'node:assert/strict';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withForm } from './support/formSetup.ts';

const text = '{"name": "One", "policies": [1], "peers": ["pc-1"]}';
const setName = (value: string) =>
  ({ type: 'change', sequence: 7, change: { kind: 'text', field: 'name', value } }) as const;

describe('the choices for the lists of a form', () => {
  it('are sent again shortly after a change, and only those that changed', () =>
    withForm(
      async ({ open, clock, events, last, news, memoryServer, session, state }) => {
        await open();
        news();
        memoryServer.groups.set(7, { name: 'Lab', server_set: [] });
        await session.groups.refresh();
        const other = partialOf<ServerSession>({ server: { ...session.server, id: 'x' } });
        events.objects.fire(other);
        assert.equal(clock.pending, 0);
        events.objects.fire(session);
        events.objects.fire(session);
        assert.equal(clock.pending, 1);
        clock.advance(149);
        assert.deepEqual(news(), []);
        clock.advance(1);
        assert.deepEqual(news(), ['choices', 'document']);
        state.names.set(4, 'Reboot');
        events.labels.fire();
        clock.advance(150);
        assert.deepEqual(last('choices').choices, [{ value: 4, label: 'Reboot', detail: '#4' }]);
        news();
        events.sessions.fire();
        clock.advance(150);
        assert.deepEqual(news(), []);
        state.names.set(5, 'Scan');
        events.sessions.fire();
        clock.advance(150);
        assert.deepEqual(news(), ['choices', 'document']);
      },
      { text },
    ));

  it('are sorted IDs with the labels that the user gave them, and report formats', () =>
    withForm(
      async ({ open, messages, memoryServer, state }) => {
        memoryServer.jobs.set(1, { name: 'One', policies: [9, 4], report_formats: ['odd'] });
        memoryServer.jobs.set(2, { name: 'Two', policies: [9] });
        state.names.set(5, 'Reboot').set(9, 'Scan');
        await open();
        const of = (field: string) =>
          messages.flatMap(message =>
            message.type === 'choices' && message.field === field ? [message.choices] : [],
          );
        assert.deepEqual(of('policies').at(-1), [
          { value: 4, label: '#4', detail: 'in 1 job' },
          { value: 5, label: 'Reboot', detail: '#5' },
          { value: 9, label: 'Scan', detail: '#9 · in 2 jobs' },
        ]);
        const formats = of('report_formats').at(-1) ?? [];
        assert.deepEqual(formats.at(-1), { value: 'odd', label: 'odd', detail: '' });
        assert.ok(formats.length > 1);
      },
      { text },
    ));

  it('are empty when the server cannot be read, which is logged, but the form still works', () =>
    withForm(
      async ({ open, document, noted, memoryServer, send }) => {
        memoryServer.failures.set('GET /account/api/group/', 403);
        await open();
        assert.equal(noted.length, 1);
        await send(setName('Two'));
        assert.match(document.text, /Two/);
      },
      { text },
    ));
});
