import assert from 'node:assert/strict';
import { existing, withDemo } from '../support/http/clients.ts';
import { createManualClock } from '../support/manualClock.ts';
import { accessServer } from '../support/serverAccess.ts';
import { patchGroup } from '../support/writes.ts';

describe('a group of tens of thousands of devices', () => {
  it('is changed, and the response is read whole', () =>
    withDemo({ devices: 30_000 }, async ({ server, client }) => {
      const { devices, groups } = server.world;
      const access = accessServer({
        server: { id: 'a', name: 'A', url: server.url },
        client,
        clock: createManualClock(0),
      });
      const names = devices.all().map(({ hostname, addr }) => hostname || addr);
      const changed = await patchGroup(access, existing(groups.all()[0]).id, { server_set: names });
      assert.deepEqual([names.length, changed.server_set.length], [30_000, 30_000]);
    }));
});
