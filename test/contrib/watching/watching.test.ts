import assert from 'node:assert/strict';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { Memory } = await import('../../../src/workbench/platform/memory.ts');
const { Emitter } = await import('../../../src/base/emitter.ts');
const { WatchList } = await import('../../../src/contrib/watching/vscode/watchList.ts');
const { openWatched, Watching } = await import('../../../src/contrib/watching/vscode/watching.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** The sessions of a window, each opened by the test. */
class FakeSessions {
  active: ServerSession | undefined;
  readonly open: ServerSession[] = [];
  readonly events = {
    open: new Emitter<ServerSession>(),
    change: new Emitter<void>(),
    objects: new Emitter<ServerSession>(),
  };
  readonly onDidOpen = this.events.open.event;
  readonly onDidChange = this.events.change.event;
  readonly onDidChangeObjects = this.events.objects.event;
  /** The IDs of servers whose sessions were requested. */
  readonly wanted: string[] = [];
  readonly #session: ServerSession;

  constructor(session: ServerSession) {
    this.#session = session;
  }

  get(id: string): ServerSession | undefined {
    this.wanted.push(id);
    return id === this.#session.server.id ? this.#session : undefined;
  }
}

function setUp({ session, memoryServer }: Given) {
  for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}` });
  memoryServer.statuses.set(1, 'running');
  const memory = new Memory(
    new FakeMemento(),
    () => assert.fail('all can be read'),
    () => assert.fail('all can be written'),
  );
  const watchList = new WatchList(memory, id => id);
  const sessions = new FakeSessions(session);
  return { sessions, watchList, memory };
}

describe('jobs that are watched', () => {
  it('are forgotten once this program has deleted them', () =>
    withMemoryServer(async given => {
      const { session } = given;
      const { sessions, watchList, memory } = setUp(given);
      await watchList.watch('plant', [1, 2]);
      const watching = new Watching(sessions, watchList, memory);
      sessions.events.open.fire(session);
      const deleted = (id: number, outcome: 'done' | 'notSent') =>
        session.reportWrite({
          request: {
            operation: 'deleteJob',
            method: 'DELETE',
            origin: 'https://plant.example',
            path: `/automation/api/job/${id}/`,
          },
          body: '',
          outcome,
        });
      deleted(1, 'done');
      deleted(2, 'notSent');
      assert.deepEqual([watchList.isWatched('plant', 1), watchList.isWatched('plant', 2)], [false, true]);
      watching.dispose();
    }));

  it('are followed in each session, even in one that is opened later, as soon as they are watched or loaded', () =>
    withMemoryServer(async given => {
      const { session } = given;
      const { sessions, watchList, memory } = setUp(given);
      const isFollowed = (id: number) => session.statuses.isWaitedFor(id);
      await watchList.watch('plant', [1]);
      const watching = new Watching(sessions, watchList, memory);
      assert.equal(isFollowed(1), false, 'no session is open');
      sessions.events.open.fire(session);
      sessions.open.push(session);
      assert.deepEqual([isFollowed(1), isFollowed(2)], [true, false]);
      await watchList.watchAll('plant');
      assert.equal(isFollowed(2), false, 'not loaded yet');
      await session.jobs.refresh();
      sessions.events.objects.fire(session);
      assert.deepEqual([isFollowed(1), isFollowed(2)], [true, true]);
      await watchList.unwatchAll('plant');
      assert.deepEqual([isFollowed(1), isFollowed(2)], [false, false]);
      watching.dispose();
      await watchList.watch('plant', [1]);
      sessions.events.objects.fire(session);
      assert.equal(isFollowed(1), false, 'the window closes');
    }));

  it('are remembered while they are executing, so that an end is noticed after a reload', () =>
    withMemoryServer(async given => {
      const { session, memoryServer } = given;
      const { sessions, watchList } = setUp(given);
      const memento = new FakeMemento();
      const fail = () => assert.fail('all can be read and written');
      const memory = new Memory(memento, fail, fail);
      await watchList.watch('plant', [1]);
      sessions.open.push(session);
      const watching = new Watching(sessions, watchList, memory);
      const changed = new Promise<void>(resolve => session.statuses.onDidChange(() => resolve()));
      await session.statuses.read(1);
      await changed;
      assert.match([...memento.texts.values()].join(), /"id":1,"word":"running"/);
      memoryServer.statuses.set(1, 'finished');
      await session.statuses.read(1);
      assert.deepEqual(memento.keys(), [], 'at once, before changes are reported together');
      watching.dispose();
    }));

  it('are followed again when a session was closed, but not when nothing is watched', () =>
    withMemoryServer(async given => {
      const { sessions, watchList, memory } = setUp(given);
      const watching = new Watching(sessions, watchList, memory);
      sessions.events.change.fire();
      sessions.events.open.fire(given.session);
      sessions.events.change.fire();
      assert.deepEqual(sessions.wanted, []);
      await watchList.watch('plant', [1]);
      sessions.events.change.fire();
      assert.deepEqual(sessions.wanted, ['plant']);
      watching.dispose();
    }));
});

describe('servers that are opened for their watched jobs', () => {
  it('read their lists when all jobs are watched', () =>
    withMemoryServer(async given => {
      const { memoryServer, session } = given;
      const { sessions, watchList } = setUp(given);
      await watchList.watch('plant', [1]);
      openWatched(sessions, watchList, ['unknown', 'plant'], assert.fail);
      assert.deepEqual([sessions.wanted, memoryServer.reads], [['unknown', 'plant'], []]);
      await watchList.watchAll('plant');
      openWatched(sessions, watchList, ['plant'], assert.fail);
      await session.jobs.whole();
      assert.deepEqual(memoryServer.reads, ['/automation/api/job/']);
    }));
});
