import type { DemoServer } from '../../demo/server.ts';
import { addServer } from './demoFleet.ts';
import { literal } from './tree.ts';
import type { Workbench } from './workbench.ts';

/** What a new user does first: connect, see the jobs, open one, stop one. */
export async function takeFirstSteps(workbench: Workbench, server: DemoServer): Promise<void> {
  const [job] = server.world.jobs.all();
  if (job === undefined) throw new Error('the server has no jobs');
  server.runner.set(job, 'running');
  await addServer(workbench, server, 'Fleet');
  await workbench.openView('Jobs');
  const row = (status: string) =>
    workbench.treeRow(new RegExp(`^${literal(job.name)}, ${status}`), 'Jobs').first();
  await row('running').waitFor();
  await row('running').click();
  await workbench.editors.tab(new RegExp(literal(job.name).slice(0, 10))).waitFor();
  await workbench.webviewFrame().getByLabel('Name').first().waitFor();
  await workbench.contextMenu(row('running'), 'Stop');
  await row('stopped').waitFor();
}
