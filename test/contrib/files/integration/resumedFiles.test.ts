import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { englishLocalizer as localizer } from '../../../../src/base/localizer.ts';
import { copyObjects } from '../../../../src/contrib/files/common/exportObjects.ts';
import type { Plan } from '../../../../src/contrib/files/common/filePlan.ts';
import { makePlan } from '../../../../src/contrib/files/common/makePlan.ts';
import { readServerState } from '../../../../src/contrib/files/common/serverState.ts';
import { RunJournal } from '../../../../src/store/runs/runJournal.ts';
import type { RunItem, RunSource } from '../../../../src/store/runs/runRecord.ts';
import { type AppOptions, type RunningApp, withApp } from '../../../app/support/appInNode.ts';
import { existing, scriptToken } from '../../../support/http/clients.ts';
import { describeForManners } from '../../../support/http/manners.ts';
import { FileSystemError, user } from '../../../support/vscode/vscodeFake.ts';
import { withProvidedFolder } from '../support/testFolders.ts';
import { type Workspace, withWorkspace } from '../support/workspace.ts';

const still = { pace: 'still', token: scriptToken, groups: 0 } as const;
/** Higher than any process ID. */
const endedProcess = 99_999_999;

/** Applies the plan until two items are done, and leaves the journal as a killed window would. */
async function killedApply(
  workspace: Workspace,
  { plan, source, storage }: { readonly plan: Plan; readonly source: RunSource; readonly storage: string },
): Promise<void> {
  const own = join(workspace.folder, 'runs');
  const runs = join(storage, 'runs');
  const stop = new AbortController();
  const onProgress = (done: number) => {
    if (done !== 2) return;
    // Locks of creates are in the same folder.
    const name = readdirSync(own).find(each => /\.\d+\.jsonl$/.test(each)) ?? '';
    mkdirSync(runs, { recursive: true });
    copyFileSync(join(own, name), join(runs, name.replace(/\.\d+\.jsonl$/, `.${endedProcess}.jsonl`)));
    stop.abort();
  };
  await workspace.apply(plan, { source, signal: stop.signal, onProgress });
}

/** Leaves the journal of a window that closed before its apply sent anything. */
async function leaveUnsent(
  { folder: own, server: { url } }: Workspace,
  { storage, items, folder = own }: { storage: string; items: RunItem[]; folder?: string },
): Promise<void> {
  const onFailure = (error: unknown) => assert.fail(String(error));
  const runs = join(storage, 'runs');
  const journal = new RunJournal({ folder: runs, onFailure });
  const server = { id: 'plant', name: 'Plant', url };
  const run = await journal.begin({ act: 'applyFiles', server, folder, items });
  await journal.release();
  await run.end();
}

const serverOf = ({ server }: Workspace, id: string, name: string) => ({ id, name, url: server.url });
const pressing =
  (...labels: readonly string[]): NonNullable<AppOptions['answer']> =>
  ({ actions }) =>
    labels.find(label => actions.includes(label));
/** Less than a test may take, so that it names what is missing and ends. */
const longestWaitMs = 40_000;

const turn = () => new Promise(resolve => setImmediate(resolve));

async function untilMessage({ messages }: RunningApp, text: RegExp): Promise<void> {
  const endMs = performance.now() + longestWaitMs;
  while (!messages.some(({ message }) => text.test(message))) {
    assert.ok(performance.now() < endMs, `${text} is none of ${JSON.stringify(messages)}`);
    await turn();
  }
}

const runsIn = ({ storage }: RunningApp) =>
  readdirSync(join(storage, 'runs')).filter(name => !name.endsWith('.ended.jsonl'));
const isUpdated = ({ server }: Workspace) =>
  server.world.jobs.all().map(({ policies }) => policies.join() === '42');

describeForManners('an apply of files that was killed', manner => {
  function withKilled(
    answer: NonNullable<AppOptions['answer']>,
    use: (running: RunningApp, workspace: Workspace) => Promise<void>,
  ): Promise<void> {
    return withWorkspace({ ...still, manner, jobs: 12 }, async workspace => {
      await workspace.export();
      const jobs = workspace.paths().filter(path => path.startsWith('jobs/'));
      for (const path of jobs) workspace.edit(path, { policies: [42] });
      const source = { folder: workspace.folder };
      await withApp(
        {
          servers: [serverOf(workspace, 'plant', 'Plant')],
          accepts: () => true,
          answer,
          prepare: async storage => killedApply(workspace, { plan: await workspace.plan(), source, storage }),
        },
        running => use(running, workspace),
      );
    });
  }

  it('is offered at the next start, completes the rest, and leaves nothing to apply', () =>
    withKilled(pressing('Do the Rest…', 'Apply'), async (running, workspace) => {
      assert.ok(isUpdated(workspace).includes(false), 'the rest is open');
      await untilMessage(running, /^\d+ done\.$/);
      assert.match(
        running.messages[0]?.message ?? '',
        /^“Apply Files” on “Plant” was interrupted: .*\d+ not sent\.$/,
      );
      assert.ok(!isUpdated(workspace).includes(false));
      assert.deepEqual(runsIn(running), []);
      await running.app.runCommand('deviceAutomation.files.apply', [{ folder: workspace.folder }]);
      assert.equal(running.messages.at(-1)?.message, 'Nothing to apply: the files match “Plant”.');
    }));

  it('is discarded on “Do the Rest…” when another client has done the rest', () =>
    withWorkspace({ ...still, manner, jobs: 12 }, async workspace => {
      await workspace.export();
      for (const path of workspace.paths().filter(name => name.startsWith('jobs/')))
        workspace.edit(path, { policies: [42] });
      const source = { folder: workspace.folder };
      const options: AppOptions = {
        servers: [serverOf(workspace, 'plant', 'Plant')],
        answer: pressing('Do the Rest…'),
        prepare: async storage => {
          await killedApply(workspace, { plan: await workspace.plan(), source, storage });
          await workspace.apply();
        },
      };
      await withApp(options, async running => {
        await untilMessage(running, /^Nothing to apply: the files match “Plant”\.$/);
        assert.deepEqual(runsIn(running), []);
      });
    }));
});

describeForManners('an interrupted apply of a group or a job that have the same name', manner => {
  for (const kind of ['group', 'job'] as const)
    it(`completes the ${kind} only`, () =>
      withWorkspace({ ...still, manner, groups: 1, jobs: 2 }, async workspace => {
        const group = existing(workspace.server.world.groups.all()[0]);
        const job = existing(workspace.server.world.jobs.all()[0]);
        job.name = group.name;
        await workspace.export();
        const folders = { group: 'groups/', job: 'jobs/' } as const;
        for (const path of workspace.paths()) {
          if (path.startsWith(folders.group)) workspace.edit(path, { server_set: [] });
          if (path.startsWith(folders.job)) workspace.edit(path, { policies: [42] });
        }
        const options: AppOptions = {
          servers: [serverOf(workspace, 'plant', 'Plant')],
          accepts: () => true,
          answer: pressing('Do the Rest…', 'Apply'),
          prepare: storage => leaveUnsent(workspace, { storage, items: [{ name: group.name, kind }] }),
        };
        await withApp(options, async running => {
          await untilMessage(running, /^1 done\.$/);
          assert.deepEqual(
            { group: group.server_set.length === 0, job: isUpdated(workspace).includes(true) },
            { group: kind === 'group', job: kind === 'job' },
          );
          assert.deepEqual(runsIn(running), []);
        });
      }));
});

describeForManners(
  'an interrupted apply of a folder that VS Code gets from a file system provider',
  manner => {
    const withInterrupted = (
      answer: NonNullable<AppOptions['answer']>,
      use: (running: RunningApp, workspace: Workspace) => Promise<void>,
      failure: () => void = () => undefined,
    ) =>
      withWorkspace({ ...still, manner, jobs: 3 }, async workspace => {
        await workspace.export();
        const jobs = workspace.paths().filter(path => path.startsWith('jobs/'));
        for (const path of jobs) workspace.edit(path, { policies: [42] });
        const items = workspace.server.world.jobs.all().map(({ name }) => ({ name, kind: 'job' }) as const);
        await withProvidedFolder(async ({ put }, provider, folder) => {
          for (const path of workspace.paths()) put(path, workspace.text(path));
          provider.failure = failure;
          const servers = [serverOf(workspace, 'plant', 'Plant')];
          const prepare = (storage: string) => leaveUnsent(workspace, { storage, items, folder });
          await withApp({ servers, accepts: () => true, answer, prepare }, running =>
            use(running, workspace),
          );
        });
      });

    it('completes the rest', () =>
      withInterrupted(pressing('Do the Rest…', 'Apply'), async (running, workspace) => {
        await untilMessage(running, /^3 done\.$/);
        assert.ok(!isUpdated(workspace).includes(false));
        assert.deepEqual(runsIn(running), []);
      }));

    it('stays interrupted while the file system is not available, which is named', () =>
      withInterrupted(
        pressing('Do the Rest…', 'Apply'),
        async (running, workspace) => {
          await untilMessage(running, /^Could not read “memfs:.*”: its file system is not available/);
          assert.ok(!isUpdated(workspace).includes(true));
          assert.equal(runsIn(running).length, 1);
        },
        () => {
          throw FileSystemError.Unavailable('no connection');
        },
      ));
  },
);

describeForManners('a copy to another server that was killed', manner => {
  it('is offered at the next start, and copies the rest without duplicates', () =>
    withWorkspace({ ...still, manner, jobs: 0 }, memoryServer =>
      withWorkspace({ ...still, manner, jobs: 0 }, async started => {
        const office = started.on(started, 'Office');
        for (let index = 1; index <= 8; index++)
          await memoryServer.client.jobs.create({ name: `Update ${index}`, policies: [1] });
        const from = serverOf(memoryServer, 'plant', 'Plant');
        const servers = [from, serverOf(office, 'office', 'Office')];
        const baseline = { policies: { '1': 'Baseline' } };
        const labels = { get: () => 'Baseline', ids: () => [1] };
        const state = await readServerState(memoryServer.access, { labels });
        const jobs = state.jobs.map(({ id }) => id);
        const choice = { jobIds: new Set(jobs), groups: new Set<string>() };
        const source = { copied: { from, jobs, groups: [] } };
        const { fileSet: copy } = await copyObjects(state, choice, localizer);
        const prepare = async (storage: string) => {
          user.settings.values.set('deviceAutomation.labels', { plant: baseline, office: baseline });
          const { plan } = await makePlan(office.access, copy, { localizer, labels });
          await killedApply(office, { plan, source, storage });
        };
        await withApp(
          { servers, prepare, accepts: () => true, answer: pressing('Do the Rest…', 'Apply') },
          async running => {
            await untilMessage(running, /^\d+ done\.$/);
            assert.match(running.messages[0]?.message ?? '', /^“Copy from Another Server” on “Office” was/);
            const names = office.server.world.jobs.all().map(({ name }) => name);
            assert.deepEqual(names.sort(), state.jobs.map(({ name }) => name).sort());
            assert.deepEqual(runsIn(running), []);
          },
        );
      }),
    ));
});
