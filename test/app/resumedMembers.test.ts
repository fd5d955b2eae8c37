import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { type AppOptions, withApp } from './support/appInNode.ts';

const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise(resolve => setImmediate(resolve));
};

function twoGroups({ groups }: DemoServer['world']) {
  const [from, to] = groups.all();
  return [existing(from), existing(to)] as const;
}

/** A move whose window closed after the device was added to its new group, recorded as sent. */
async function leaveMove(storage: string, { url, world }: DemoServer): Promise<void> {
  const [from, to] = twoGroups(world);
  const device = existing(from.server_set.at(-1));
  const reference = { name: existing(world.devices.get(device)).hostname, id: device };
  const item = (id: number, dn: string, change: object) => ({
    name: dn,
    id,
    key: `dn:${dn}`,
    marks: { dn },
    draft: { add: [], remove: [], ...change },
  });
  const header = {
    version: 1,
    time: new Date().toISOString(),
    act: 'changeMembers',
    server: { id: 'plant', name: 'Plant', url },
    items: [item(to.id, to.dn, { add: [reference] }), item(from.id, from.dn, { remove: [reference] })],
  };
  const steps = [header, { item: 0, is: 'sent' }, { item: 0, is: 'done' }];
  const folder = join(storage, 'runs');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${Date.now()}-0a.0.jsonl`),
    steps.map(step => `${JSON.stringify(step)}\n`).join(''),
  );
}

async function resume(
  hasArrived: boolean,
  answer: NonNullable<AppOptions['answer']>,
  check: (server: DemoServer, device: number, texts: readonly string[]) => void,
): Promise<void> {
  const server = await startDemoServer({ groups: 3, jobs: 0, pace: 'still', token: scriptToken });
  try {
    const [from, to] = twoGroups(server.world);
    const device = existing(server.world.devices.all()[0]).id;
    from.server_set = [...from.server_set.filter(id => id !== device), device];
    const others = to.server_set.filter(id => id !== device);
    to.server_set = hasArrived ? [...others, device] : others;
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    const prepare = (storage: string) => leaveMove(storage, server);
    await withApp({ servers, prepare, answer }, async ({ storage, messages }) => {
      await until(async () => (await readdir(join(storage, 'runs'))).every(name => name.includes('.ended.')));
      check(
        server,
        device,
        messages.map(({ message }) => message),
      );
    });
  } finally {
    await server.close();
  }
}

const resuming: NonNullable<AppOptions['answer']> = ({ actions }) =>
  ['Do the Rest…', 'Continue'].find(label => actions.includes(label));

describe('a move of devices that was interrupted', () => {
  for (const hasArrived of [true, false])
    it(`is completed when the device is ${hasArrived ? '' : 'not '}in its new group`, () =>
      resume(hasArrived, resuming, (server, device, texts) => {
        const has = twoGroups(server.world).map(({ server_set: devices }) => devices.includes(device));
        assert.deepEqual(has, [false, true]);
        assert.match(texts[0] ?? '', /^“Change Devices of Groups” on “Plant” was interrupted: 1 done/);
        assert.match(texts[1] ?? '', /^Do the rest of “Change Devices of Groups” on “Plant” for 2 objects\?/);
      }));
});
