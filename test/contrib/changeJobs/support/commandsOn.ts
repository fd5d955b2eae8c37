import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { environmentOf, runHere, startDemoProgram } from '../../../contract/support/programs.ts';
import type { DemoProcess } from '../../../support/demoProcess.ts';

const JobsSchema = z.object({
  jobs: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      params: z.string(),
      enabled: z.boolean(),
      run_on_start: z.boolean(),
    }),
  ),
});

/** A demo server for the tests of a suite, the command line, and the jobs as it lists them. */
export function commandsOn(manner: string) {
  let server: DemoProcess;
  let environment: Record<string, string>;
  let folder: string;
  before(async () => {
    server = await startDemoProgram(
      ...['--manner', manner, '--jobs', '40', '--groups', '5', '--token', 'token-of-plant'],
    );
    folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
    environment = { ...environmentOf(server), XDG_STATE_HOME: folder };
  });
  after(async () => {
    await server.end();
    rmSync(folder, { recursive: true });
  });
  const run = (...args: readonly string[]) => runHere([...args, '--server-name', 'Plant'], environment);
  const jobs = async () =>
    JobsSchema.parse(JSON.parse((await run('list', '-ojson', '--no-status')).stdout)).jobs;
  /** Jobs that run again and again. */
  const repeating = async () =>
    (await jobs()).filter(
      ({ enabled, run_on_start: onStart, params }) =>
        enabled && !onStart && params.includes('DTSTART') && /RRULE:FREQ=(?:DAILY|WEEKLY)/.test(params),
    );
  return { run, jobs, repeating };
}
