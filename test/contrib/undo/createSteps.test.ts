import assert from 'node:assert/strict';
import type { RunContext } from '../../../src/workbench/commands/runs/bulk.ts';
import type { Creation } from '../../../src/workbench/commands/runs/steps.ts';
import type { LostCreates } from '../../../src/workbench/notices/lostCreates.ts';
import { existing } from '../../support/http/clients.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { OutcomeError } = await import('../../../src/api/errors/apiError.ts');
const { takeSteps } = await import('../../../src/workbench/commands/runs/stepRuns.ts');
const { undoneTexts } = await import('../../../src/contrib/undo/vscode/undoRun.ts');
const { membersStep } = await import('../../../src/workbench/commands/runs/steps.ts');

type Creates = Pick<LostCreates, 'create'>;
type More = Partial<Creation>;

const job = (name: string, more: More = {}): Creation => ({
  ...{ kind: 'create', objectKind: 'job', name, draft: { name } },
  ...more,
});
const group = (name: string, more: More = {}): Creation => job(name, { objectKind: 'group', ...more });

const posts = ({ memoryServer }: Given) =>
  memoryServer.writes.filter(text => text.startsWith('POST')).toSorted();

/** Records the creates that are checked after a lost response, with their names, before they are sent. */
function watching({ context }: Given, failures: Error[] = []) {
  const watched: string[] = [];
  const create: Creates['create'] = async ({ kind, name, doubtfulName, send }) => {
    watched.push([kind, name, doubtfulName ?? ''].join(' ').trim());
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return send();
  };
  return { watched, context: { ...context, creates: { create } } };
}

describe('creating objects again', () => {
  const undo = (context: RunContext, { session }: Given, steps: readonly Creation[]) =>
    takeSteps(context, session, { act: 'undo', steps, texts: taken => undoneTexts(session, taken) });

  it('sends their former contents, and reports the jobs with their new IDs', () =>
    withMemoryServer(async given => {
      const { watched, context } = watching(given);
      await undo(context, given, [job('A'), job('B')]);
      assert.deepEqual(posts(given), [
        'POST /automation/api/job/ {"name":"A"}',
        'POST /automation/api/job/ {"name":"B"}',
      ]);
      const [text = ''] = given.user.of('info');
      assert.match(text, /^Created again: “[AB]” is now #10[12], “[AB]” is now #10[12]\.$/);
      assert.deepEqual([given.user.messages.length, watched], [1, []]);
    }));

  it('does not send the old ID of a group', () =>
    withMemoryServer(async given => {
      const steps = [group('A', { draft: { id: 7, name: 'A', server_set: [] } }), group('B')];
      await undo(given.context, given, steps);
      assert.equal(posts(given)[0], 'POST /account/api/group/ {"name":"A","server_set":[]}');
      assert.match(given.user.of('info').join(), /^Created again with a new ID: “[AB]” and “[AB]”\.$/);
    }));

  it('checks after a lost response only a single or repeated object, by its name as sent', () =>
    withMemoryServer(async given => {
      const { watched, context } = watching(given);
      const create = (...steps: Creation[]) => undo(context, given, steps);
      await create(job('Job #1', { draft: { name: ' A ' } }));
      await create(job('B', { draft: { policies: [1] } }));
      await create(job('C'), job('D', { isRepeated: true }));
      assert.deepEqual(watched, ['job  A', 'job B', 'job D D']);
    }));

  it('checks on “Send Again” whether the object was created after all', () =>
    withMemoryServer(async given => {
      const request = {
        operation: 'createJob',
        method: 'POST',
        origin: 'https://plant.example',
        path: '/',
      } as const;
      const { watched, context } = watching(given, [new OutcomeError(request, 'notDone', undefined)]);
      given.user.press = actions => actions.find(action => action === 'Send Again');
      await undo(context, given, [job('A')]);
      assert.deepEqual(watched, ['job A', 'job A A']);
      assert.deepEqual(posts(given), ['POST /automation/api/job/ {"name":"A"}']);
      assert.deepEqual(given.user.of('info'), ['Created again: “A” is now #101.']);
    }));

  it('reports the creation even when the follow-up action fails to load, and notes that error', () =>
    withMemoryServer(async given => {
      const noted: unknown[] = [];
      const note = async (...of: readonly unknown[]) => void noted.push(...of);
      const context = { ...given.context, notices: { ...given.context.notices, note } };
      given.memoryServer.failures.set('GET /account/api/group/7/', 403);
      const former = { id: 7, targetedBy: [1] };
      given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [7] });
      await undo(context, given, [group('A', { former })]);
      assert.match(String(noted[0]), /403/);
      assert.deepEqual(given.user.messages, [
        { kind: 'info', text: 'Created again with a new ID: “A”.', actions: [] },
      ]);
    }));

  it('offers “Undo” even when another action fails to load', () =>
    withMemoryServer(async given => {
      const runActions = [
        { offer: () => Promise.reject(new Error('no response')) },
        ...given.context.runActions,
      ];
      const notices = { ...given.context.notices, note: async () => undefined };
      const context = { ...given.context, notices, runActions };
      await takeSteps(context, given.session, { act: 'createJobs', steps: [job('A')] });
      assert.deepEqual(given.user.messages, [
        { kind: 'info', text: 'Created on “Plant”: “A”.', actions: ['Undo'] },
      ]);
    }));
});

describe('creating and changing groups in one run', () => {
  /** Moves PC-1 from Office to a new group, among other things. */
  const move = async (given: Given, creates: readonly Creation[], hasChange = true) => {
    const { memoryServer, session } = given;
    memoryServer.groups.set(7, {
      name: 'Office',
      dn: 'O',
      server_set: [{ hostname: 'PC-1' }, { hostname: 'PC-2' }],
    });
    await session.groups.whole();
    const change = { add: [], remove: [{ name: 'PC-1' }, { name: 'PC-2' }] };
    const office = existing(session.groups.byId(7));
    const changes = hasChange ? [membersStep({ group: office, id: 7, change })] : [];
    const { watched, context } = watching(given);
    await takeSteps(context, session, { act: 'importGroups', steps: [...creates, ...changes] });
    return watched;
  };
  const created = group('New', { draft: { name: 'New', server_set: ['PC-1'] } });

  it('removes devices from a group once their new group is created', () =>
    withMemoryServer(async given => {
      assert.deepEqual(await move(given, [created]), []);
      assert.deepEqual(
        given.memoryServer.writes.map(text => text.slice(0, 24)),
        ['POST /account/api/group/', 'PATCH /account/api/group'],
      );
      assert.match(given.memoryServer.writes[1] ?? '', /\{"server_set":\[\]\}$/);
      assert.deepEqual(given.user.messages, [
        {
          kind: 'info',
          text: 'Created on “Plant”: “New”. “Office” on “Plant”: 2 devices removed.',
          actions: ['Undo'],
        },
      ]);
    }));

  it('repeats on “Send Again” the creates and changes that were definitely not done', () =>
    withMemoryServer(async given => {
      const { memoryServer, user } = given;
      memoryServer.failures
        .set('PATCH /account/api/group/7/', 'reset')
        .set('POST /account/api/group/', 'reset');
      user.press = actions => {
        memoryServer.failures.clear();
        return actions.find(action => action === 'Send Again');
      };
      await move(given, [group('A', { draft: { name: 'A', server_set: [] } })]);
      const change = 'PATCH /account/api/group/7/ {"server_set":[]}';
      const create = 'POST /account/api/group/ {"name":"A","server_set":[]}';
      assert.deepEqual(memoryServer.writes.toSorted(), [change, change, create, create]);
      assert.deepEqual(user.of('info'), ['Created on “Plant”: “A”. “Office” on “Plant”: 2 devices removed.']);
    }));
});
