import assert from 'node:assert/strict';
import type { Pickers } from '../../../src/workbench/platform/pickers.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { askDevices, askMembership } = await import('../../../src/contrib/devices/vscode/deviceQuestions.ts');

type Question = Parameters<Pickers['pickOrType']>[0];

describe('the prompt for devices', () => {
  const ask = (use: (question: Question) => Promise<void> | void) =>
    withMemoryServer(async ({ memoryServer, context, session, user }) => {
      const twin = { id: 5, hostname: 'pc-1', addr: '10.0.0.5' };
      memoryServer.groups.set(7, {
        name: 'Lab',
        server_set: [
          { id: 1, hostname: 'PC-1', addr: '10.0.0.1', status: 'online' },
          { id: 2, hostname: 'PC-2', addr: '10.0.0.2' },
          { id: 3, hostname: 'PC-3' },
          { id: 4, hostname: '' },
          twin,
        ],
      });
      const pickOrType = async (question: Question) => {
        await use(question);
        return undefined;
      };
      assert.equal(
        await askDevices({ ...context, dialogs: { ...user.dialogs, pickOrType } }, session, 'Add'),
        undefined,
      );
    });

  it('offers each device that can be named once, with its known details', () =>
    ask(({ choices }) => {
      assert.deepEqual(
        choices.map(({ value, description }) => [value, description]),
        [
          ['name:pc-1', '10.0.0.1 · online'],
          ['name:pc-2', '10.0.0.2'],
          ['name:pc-3', ''],
        ],
      );
    }));

  it('also offers devices that only a search on the server finds', () =>
    withMemoryServer(async ({ memoryServer, context, session, user }) => {
      memoryServer.groups.set(7, { name: 'Lab', server_set: [{ hostname: 'PC-1' }] });
      memoryServer.found = ['PC-1', 'PC-50'];
      const pickOrType = async ({ search }: Question) => {
        assert.deepEqual(await search?.('PC'), [
          { value: 'found:PC-50', label: 'PC-50', description: 'found by the server' },
        ]);
        return undefined;
      };
      await askDevices({ ...context, dialogs: { ...user.dialogs, pickOrType } }, session, 'Add');
    }));
});

describe('the prompt for devices of a long list', () => {
  /** Jobs on three pages, of which the first has been read. */
  const ask = (use: (question: Question, progress: readonly string[]) => void, isCanceled = false) =>
    withMemoryServer(async ({ memoryServer, context, session, user }) => {
      for (const id of [1, 2, 3])
        memoryServer.jobs.set(id, { name: 'Job', peers: [{ hostname: `PC-${id}` }] });
      memoryServer.pageSize = 1;
      await session.jobs.firstRows();
      user.cancels = () => isCanceled;
      const pickOrType = async (question: Question) => {
        use(question, user.reported);
        return undefined;
      };
      await askDevices({ ...context, dialogs: { ...user.dialogs, pickOrType } }, session, 'Add');
    });

  it('waits until all of it has been read, with progress', () =>
    ask(({ choices, placeholder }, progress) => {
      assert.equal(choices.length, 3);
      assert.doesNotMatch(placeholder, /read/);
      assert.ok(
        progress.some(text => text.startsWith('2 of 3 read')),
        progress.join(', '),
      );
    }));

  it('says of how many it speaks if the user cancels', () =>
    ask(({ choices, placeholder }) => {
      assert.equal(choices.length, 1);
      assert.match(placeholder, / · 1 of 3 read$/);
    }, true));
});

describe('the prompt before devices of groups are changed', () => {
  const note = (line: number) => ({ line, text: 'x', kind: 'blank' }) as const;
  const notes = (count: number) => Array.from({ length: count }, (_, index) => note(index + 1));
  const question = {
    message: 'Do it?',
    actions: ['Do'],
    devices: [{ name: 'PC-1' }],
    remarks: ['', 'Mind.'],
  };
  const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };

  it('shows eight lines that need attention, and all of them in an editor if there are more', () =>
    withMemoryServer(async ({ context, user }) => {
      for (const count of [8, 9])
        await askMembership(context, { server }, { ...question, notes: notes(count) });
      const [eight = '', nine = ''] = user.of('confirm');
      assert.match(eight, /^Do it\?\n“PC-1”\n\nMind\.\n\nLine 1 is blank\.\n[\s\S]*\nLine 8 is blank\.$/);
      assert.match(nine, /Line 8 is blank\.\n1 more line$/);
      assert.equal(user.shown.length, 1);
    }));

  it('requires the name of a production server once it is confirmed', () =>
    withMemoryServer(async ({ context, user }) => {
      const production = { server: { ...server, production: true } };
      assert.equal(await askMembership(context, production, question), undefined);
      user.type = () => 'Plant';
      assert.equal(await askMembership(context, production, question), 'Do');
      user.isSure = false;
      assert.equal(await askMembership(context, production, question), undefined);
      assert.equal(user.of('input').length, 2);
    }));
});
