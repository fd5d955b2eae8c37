import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '../../src/api/client.ts';
import { isApiError } from '../../src/api/errors/apiError.ts';
import { systemClock } from '../../src/base/clock.ts';
import { GroupStore } from '../../src/store/groups/groupStore.ts';
import { JobStore } from '../../src/store/jobs/jobStore.ts';
import { ownTransport } from '../support/http/clients.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { type BenchRow, limitRow, median, type Scale } from './benchRow.ts';
import { bundled } from './bundle.ts';
import { type HostileBody, hostileBodies } from './hostileBodies.ts';
import { longestBlockMs } from './longestBlock.ts';

const limitMs = 50;
/** Repeats a body that seems to block for long, because something else may have interfered. */
const rounds = 3;

/** How long response bodies that are designed to block the extension host do so. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const program = await bundled(join(projectDirectory, 'test/bench/hostileServerProgram.ts'));
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface({ input: server.stdout }), 'line');
  // The first request loads undici; its path selects no body.
  await blockOf({ name: 'none', list: 'jobs', text: () => '' }, `http://127.0.0.1:${port}`);
  const blocks: { readonly name: string; readonly ms: number }[] = [];
  for (const body of hostileBodies.slice(0, scale.size(hostileBodies.length))) {
    const found: number[] = [];
    for (
      let round = 0;
      round === 0 || (round < scale.rounds(rounds) && median(found) > limitMs / 2);
      round++
    ) {
      globalThis.gc?.();
      found.push(await blockOf(body, `http://127.0.0.1:${port}`));
    }
    blocks.push({ name: body.name, ms: median(found) });
  }
  server.kill();
  blocks.sort((a, b) => b.ms - a.ms);
  const [worst] = blocks;
  const name = `longest block of the host over ${blocks.length} hostile bodies (${worst?.name})`;
  return [limitRow(name, 'ms', worst?.ms ?? Number.NaN, limitMs)];
}

async function blockOf({ name, list }: HostileBody, url: string): Promise<number> {
  const client = createClient({
    baseUrl: `${url}/${encodeURIComponent(name)}`,
    getToken: () => 'token',
    transport: ownTransport(),
  });
  const jobs = new JobStore(client.jobs, systemClock);
  const memory = { get: () => undefined, set: () => undefined };
  const groups = new GroupStore({ api: client.groups, clock: systemClock, memory, jobGroupIds: () => [] });
  const store = list === 'jobs' ? jobs : groups;
  try {
    return await longestBlockMs(() =>
      store.refresh().catch((error: unknown) => {
        if (!isApiError(error)) throw error;
      }),
    );
  } finally {
    jobs.dispose();
    groups.dispose();
    await client.close();
  }
}
