import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

const nightly = { params: 'RRULE:FREQ=DAILY', policies: [1], reports: [] };

/** A run whose window closed before anything was sent. */
async function leaveRun(storage: string, act: string, url: string): Promise<void> {
  const runs = join(storage, 'runs');
  await mkdir(runs, { recursive: true });
  const header = {
    version: 1,
    time: new Date().toISOString(),
    act,
    server: { id: 'plant', name: 'Plant', url },
    items: [1, 2, 3].map(id => ({ name: `Job ${id}`, id, marks: nightly })),
  };
  await writeFile(join(runs, `${Date.now()}-0a.0.jsonl`), `${JSON.stringify(header)}\n`);
}

type Answer = NonNullable<AppOptions['answer']>;

/** A server where job 2 now has another name, and job 3 another policy. */
function withMemoryServer(
  act: string,
  answer: Answer,
  use: (running: RunningApp, server: ScriptedServer) => Promise<void>,
): Promise<void> {
  const jobs = new Map([
    [1, { id: 1, name: 'Job 1', enabled: true, ...nightly }],
    [2, { id: 2, name: 'Payroll backup', enabled: true, ...nightly }],
    [3, { id: 3, name: 'Job 3', enabled: true, ...nightly, policies: [9] }],
  ]);
  return withScript(server => {
    server.otherwise(async exchange => {
      const { method, path } = exchange.received;
      const id = Number(/\/job\/(\d+)\//.exec(path)?.[1]);
      const job = jobs.get(id);
      if (method === 'PATCH' && job !== undefined) jobs.set(id, { ...job, enabled: false });
      await json(path.endsWith('/status/') ? { id, name: '', status: 'queued' } : jobs.get(id))(exchange);
    });
    return withApp(
      {
        servers: [{ id: 'plant', name: 'Plant', url: server.url }],
        prepare: storage => leaveRun(storage, act, server.url),
        answer,
      },
      running => use(running, server),
    );
  });
}

const writesOf = ({ received }: ScriptedServer) =>
  received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const turn = () => new Promise(resolve => setImmediate(resolve));
const runsIn = ({ storage }: RunningApp) => readdir(join(storage, 'runs'));
const pressing =
  (...labels: readonly string[]): Answer =>
  ({ actions }) =>
    labels.find(label => actions.includes(label));

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await turn();
}

describe('an interrupted run whose objects have changed since', () => {
  it('changes only the unchanged object, and reports why the others are left', () =>
    withMemoryServer('disableJobs', pressing('Do the Rest…', 'Disable'), async (running, server) => {
      await until(() => running.messages.some(({ message }) => /1 done\. 2 failed\./.test(message)));
      await until(async () => (await runsIn(running)).length === 0);
      assert.deepEqual(writesOf(server), ['PATCH /automation/api/job/1/']);
      const text = running.messages.map(({ message }) => message).join('\n');
      assert.match(text, /Job 2: .*Changed on the server in the meantime, so nothing was sent: Name/);
      assert.match(text, /Job 3: .*Changed on the server in the meantime, so nothing was sent: Policies/);
    }));
});
