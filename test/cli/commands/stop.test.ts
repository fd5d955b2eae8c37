import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutcomeError, PartialStopError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { newServerId } from '../../../src/api/model/server.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import type { CliConnection } from '../../../src/cli/cliConnection.ts';
import type { CliContext } from '../../../src/cli/cliContext.ts';
import { stopJobs } from '../../../src/cli/commands/stop.ts';
import { apiRoutes } from '../../../src/contrib/demo/server/routes.ts';
import { RunJournal } from '../../../src/store/runs/runJournal.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import type { KnownStatus } from '../../../src/store/statuses/statusCache.ts';
import { job } from '../../store/support/fakes.ts';
import { scriptToken } from '../../support/http/clients.ts';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { jobWire } from '../../support/http/wire.ts';
import { partialOf } from '../../support/partialOf.ts';
import { runCliHere } from '../../support/runCli.ts';
import { parse } from '../support/commandTable.ts';
import { memoryOutput } from '../support/memoryOutput.ts';
import { withShell } from '../support/shell.ts';

const accepted = 'Response from the server: Задачи успешно остановлены\n';

const ownState = join(tmpdir(), `da-stop-${process.pid}`);

describe('device-automation stop', () => {
  after(() => rm(ownState, { recursive: true, force: true }));

  it('stops executing jobs, and prints the result for each job', () =>
    withShell(async ({ run, addJob }) => {
      addJob({ name: 'Nightly' }, 'running');
      addJob({ name: 'Weekly' }, 'finished');
      addJob({ name: ' ' }, 'queued');
      const { code, stdout, stderr } = await run('stop Nightly 2 3 --yes');
      assert.deepEqual([code, stderr], [0, accepted]);
      assert.deepEqual(stdout.trimEnd().split('\n'), [
        'ID  Name     Result                          Status',
        '1   Nightly  stopped                         stopped',
        '2   Weekly   not executing, so not affected  finished',
        '3   Job #3   not executing, so not affected  queued',
      ]);
    }));

  it('shows in a terminal that it is waiting', () =>
    withShell(async ({ run, addJob }) => {
      addJob({ name: 'Nightly' }, 'running');
      assert.match((await run('stop 1', { typed: '' })).stderr, /Waiting for the jobs to end/);
      assert.doesNotMatch((await run('stop 1', { typed: '' })).stderr, /Waiting/, 'it has ended');
    }));

  it('stops a job even if its status cannot be read', () =>
    withShell(
      async ({ run, addJob }) => {
        addJob({ name: 'Nightly' }, 'running');
        const { code, stdout } = await run('stop 1 --no-wait');
        assert.equal(code, 0);
        assert.match(stdout, /^1 {3}Nightly {2}stop requested {2}unknown$/m);
      },
      { routes: apiRoutes.filter(({ title }) => title !== 'Job Status') },
    ));

  it('does not wait on request', () =>
    withShell(async ({ run, addJob }) => {
      addJob({ name: 'Nightly' }, 'running');
      const { code, stdout } = await run('stop 1 --no-wait');
      assert.equal(code, 0);
      assert.match(stdout, /^1 {3}Nightly {2}stop requested {2}running$/m);
    }));

  it('sends nothing that --read-only forbids, and records that it was not done', () =>
    withShell(async ({ run, addJob, folder }) => {
      const nightly = addJob({ name: 'Nightly' }, 'running');
      const { code, stdout, stderr } = await run('stop 1 --read-only --server-name=Plant');
      assert.deepEqual([code, stdout, nightly.phase], [1, '', 'running']);
      assert.equal(stderr, 'Could not stop jobs on “Plant”. Nothing was sent because of --read-only.\n');
      const state = join(folder, '.local/state/device-automation/runs');
      const [stop] = await new RunJournal({
        folder: state,
        onFailure: error => assert.fail(String(error)),
      }).ended();
      assert.deepEqual(
        stop?.items.map(({ is }) => is),
        ['failed'],
      );
    }));

  it('stops nothing on a production server without its name', () =>
    withShell(async ({ run, addJob }) => {
      const nightly = addJob({ name: 'Nightly' }, 'running');
      const stop = 'stop 1 --production --server-name=Plant';
      const unasked = await run(stop);
      assert.deepEqual([unasked.code, unasked.stdout, nightly.phase], [4, '', 'running']);
      assert.match(unasked.stderr, /“Plant” .* is a production server, and nothing was sent\./);
      assert.equal((await run(stop, { typed: 'Plant\n' })).code, 0);
      assert.equal(nightly.phase, 'stopped');
    }));

  it('lists the jobs with an unknown outcome after an interrupted stop on this server, once', () =>
    withShell(async ({ run, addJob, folder, server }) => {
      addJob({ name: 'Nightly' }, 'finished');
      addJob({ name: 'Weekly' }, 'finished');
      const state = join(folder, 'runs');
      const interrupt = async (act: 'stopJobs' | 'deleteJobs', url: string) => {
        const journal = new RunJournal({ folder: state, onFailure: () => assert.fail('cannot be recorded') });
        const items = [
          { id: 1, name: 'Nightly' },
          { id: 2, name: 'Weekly' },
        ];
        const own = { id: newServerId(new URL(url).host, url, new Set()), name: 'Plant', url };
        const opened = await journal.begin({ act, server: own, items });
        for (const index of items.keys()) await opened.sent(index);
        await journal.release();
        await opened.end();
      };
      await interrupt('stopJobs', server.url);
      await interrupt('stopJobs', 'https://other.example');
      await interrupt('deleteJobs', server.url);
      const { code, stderr } = await run(['stop', '1', '--state-dir', folder]);
      assert.equal(code, 0);
      assert.match(stderr, /^A stop on this server was interrupted .*: 1, 2\. Check them .*\n.*\n$/);
      assert.equal((await run(['stop', '1', '--state-dir', folder])).stderr, accepted);
      const left = (await readdir(state)).filter(name => !name.endsWith('.ended.jsonl'));
      assert.equal(left.length, 2, 'those of another server, and of another kind');
    }));

  it('stores its records in the folder from the environment or the options', () =>
    withShell(async ({ addJob, folder, environment }) => {
      addJob({ name: 'Nightly' }, 'running');
      const stop = (own: Record<string, string>, ...more: string[]) =>
        runCliHere(['stop', '1', '--no-wait', ...more], { ...environment, ...own });
      await stop({ XDG_STATE_HOME: join(folder, 'a') });
      await stop({ XDG_STATE_HOME: '', LOCALAPPDATA: join(folder, 'b') });
      await stop({}, '--state-dir', join(folder, 'c'));
      assert.deepEqual(
        [
          await readdir(join(folder, 'a/device-automation')),
          await readdir(join(folder, 'b/device-automation')),
        ],
        [['runs'], ['runs']],
      );
      assert.deepEqual(await readdir(join(folder, 'c')), ['runs']);
    }));

  it('reports that none of the jobs still exists', () =>
    withScript(async server => {
      const running = json({ id: 1, status: 'running', name: 'Job 1' });
      const job = json(jobWire(1));
      server.queue(job, running, job, json({ message: 'Задачи не найдены' }, 400));
      const { code, stdout, stderr } = await stopAt(server, '1');
      assert.equal(code, 1);
      assert.match(stdout, /^1 {3}Job 1 {2}not found {2}running$/m);
      assert.equal(stderr, 'Response from the server: Задачи не найдены\n');
    }));

  it('reports which jobs were stopped if the server accepts only some at once', async () => {
    const request: RequestInfo = {
      operation: 'stopJobs',
      method: 'POST',
      origin: 'https://a.example',
      path: '/',
    };
    const parts = { requestedIds: [1, 2], failedIds: [3], unsentIds: [4] };
    const statusOf = (id: number): KnownStatus => ({
      word: '',
      kind: id === 2 ? 'succeeded' : 'running',
      asOfMs: 0,
    });
    const session = partialOf<ServerSession>({
      server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
      jobs: partialOf<ServerSession['jobs']>({ read: async (id: number) => job(id) }),
      writes: partialOf<ServerSession['writes']>({
        stop: async () => ({
          response: { kind: 'accepted', message: '' },
          requestedIds: new Set(parts.requestedIds),
          refused: new Map(),
          failure: new PartialStopError(request, parts, new OutcomeError(request, 'unknown', undefined)),
        }),
      }),
      statuses: partialOf<ServerSession['statuses']>({
        read: async (id: number) => statusOf(id),
        get: (id: number) => statusOf(id),
      }),
    });
    const { output, result, errors } = memoryOutput(false);
    const { options, operands } = parse(
      'stop',
      '1',
      '2',
      '3',
      '4',
      '--no-wait',
      '--yes',
      '--state-dir',
      ownState,
    );
    const done: string[] = [];
    const context = partialOf<CliContext<string>>({
      operands,
      options,
      output,
      localizer: englishLocalizer,
      signal: new AbortController().signal,
      environment: {},
      ask: undefined,
      connect: () =>
        partialOf<CliConnection>({
          session,
          server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
        }),
      filterTerms: async () => [],
      loadTerms: async () => undefined,
      errorText: () => 'Two jobs were not stopped.',
      setDone: (sentence: string) => void done.push(sentence),
    });
    assert.equal(await stopJobs(context), 1);
    const lines = result().trimEnd().split('\n').slice(1);
    assert.deepEqual(
      lines.map(line => line.slice(11, 43).trim()),
      ['stop requested', 'not executing, so not affected', 'not known', 'not sent'],
    );
    assert.equal(errors(), 'Two jobs were not stopped.\n');
    assert.deepEqual(done, ['Stop requested for 2 jobs.']);
  });
});

function stopAt({ url }: { readonly url: string }, ...args: readonly string[]) {
  const environment = { DEVICE_AUTOMATION_SERVER_URL: url, DEVICE_AUTOMATION_TOKEN: scriptToken };
  return runCliHere(['stop', ...args, '--state-dir', ownState], environment);
}
