import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../src/base/clock.ts';
import type { Route, Variant } from '../../../src/contrib/demo/server/call.ts';
import { type DemoServer, startDemoServer } from '../../../src/contrib/demo/server/httpServer.ts';
import { notFound } from '../../../src/contrib/demo/server/reply.ts';
import { apiRoutes } from '../../../src/contrib/demo/server/routes.ts';
import {
  type GroupFields,
  type JobFields,
  type JobRecord,
  type Phase,
  World,
} from '../../../src/contrib/demo/server/world.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type CliResult, type HereOptions, runCliHere } from '../../support/runCli.ts';

/** A Wednesday. */
const startMs = Date.UTC(2026, 2, 4, 12);

const blankJob: JobFields = {
  name: '',
  params: '',
  enabled: true,
  run_on_start: false,
  groups: [],
  peers: [],
  policies: [9],
  dynamic_groups: [],
  reports: [],
  report_formats: [],
  notify: false,
  retry: null,
};

/** A server with few objects, a folder for files, and a shell. */
export interface Shell {
  readonly server: DemoServer;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  addJob(fields: Partial<JobFields>, phase?: Phase): JobRecord;
  addGroup(fields: Partial<GroupFields>): number;
  addDevice(hostname: string): number;
  /** Runs `device-automation` with these arguments, separated by spaces unless they are a list. */
  run(args: string | readonly string[], options?: HereOptions): Promise<CliResult>;
}

/** The routes of a server that does not return the status of job 2. */
export const withoutSecondStatus: readonly Route[] = apiRoutes.map(route => {
  const { GET } = route.operations;
  if (route.title !== 'Job Status' || GET === undefined) return route;
  const read: typeof GET = call => {
    if (call.idText === '2') throw notFound('Job');
    return GET(call);
  };
  return { ...route, operations: { ...route.operations, GET: read } };
});

/** How the server differs from the default one. */
export type ShellOptions = Variant & { readonly routes?: readonly Route[]; readonly clock?: Clock };

/** Runs `use` with a server whose clock stands still, unless another one is passed. */
export async function withShell(
  use: (shell: Shell) => Promise<void>,
  { routes, clock = createManualClock(startMs), ...variant }: ShellOptions = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-shell-'));
  const world = new World();
  const token = 'a-token-of-the-plant';
  const server = await startDemoServer({ world, clock, token, pace: 'still', variant, routes });
  const environment = {
    HOME: folder,
    DEVICE_AUTOMATION_SERVER_URL: server.url,
    DEVICE_AUTOMATION_TOKEN: token,
  };
  const addJob = (fields: Partial<JobFields>, phase?: Phase) => {
    const job = world.addJob({ ...blankJob, ...fields }, startMs);
    if (phase !== undefined) server.runner.set(job, phase);
    return job;
  };
  try {
    await use({
      server,
      folder,
      environment,
      addJob,
      addGroup: fields =>
        world.addGroup({ name: '', dn: '', server_set: [], owner: null, ...fields }, startMs).id,
      addDevice: hostname => {
        const id = world.devices.nextId();
        const rest = { addr: `10.0.0.${id}`, status: 'online', username: '', server_id: '', connection: '' };
        return world.addDevice({ id, hostname, ...rest }).id;
      },
      run: (args, options) =>
        runCliHere(typeof args === 'string' ? args.split(' ') : args, environment, options),
    });
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}
