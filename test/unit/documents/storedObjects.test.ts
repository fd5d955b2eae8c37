import assert from 'node:assert/strict';
import { jobUri as uri } from './support/fileSystemDesk.ts';
import { one, path, ref, settled, two, withReadings } from './support/readingsDesk.ts';

const { objectKinds } = await import('../../../src/documents/objectKinds.ts');

describe('the version of an open object in the store', () => {
  it('is reported once when it differs from the one before', () =>
    withReadings(async ({ latestName, readings, store, takeStored, versions }) => {
      await store(one);
      assert.equal(takeStored(), false);
      await readings.open(uri, ref);
      assert.equal(takeStored(), false);
      await store(two);
      assert.deepEqual([takeStored(), latestName()], [true, 'Two']);
      assert.equal(takeStored(), false);
      const origin = versions.get(uri)?.latest.origin;
      assert.equal(origin, 'https://plant.example');
    }));

  it('is not reported while the store holds the same as before, however old', () =>
    withReadings(async ({ latestName, plant, readings, store, takeStored, versions, session }) => {
      await store(one);
      await readings.open(uri, ref);
      plant.jobs.set(1, two);
      const nowMs = performance.now();
      const origin = session.server.url;
      versions.seen(uri, { draft: two, origin, requestedMs: nowMs, receivedMs: nowMs });
      assert.deepEqual([takeStored(), latestName()], [false, 'Two']);
      assert.equal(takeStored(), false);
    }));

  it('is reported after the server moved to another URL, even when it is identical', () =>
    withReadings(async ({ session, store, takeStored, versions }) => {
      const nowMs = performance.now() + 60_000;
      const at = { origin: 'https://former.example', requestedMs: nowMs, receivedMs: nowMs };
      await store(one);
      const held = objectKinds.job.storedDraft(session, 1) ?? assert.fail('the store has it');
      versions.seen(uri, { draft: held, ...at });
      assert.equal(takeStored(), true);
      const { latest } = versions.get(uri) ?? assert.fail('it was just taken');
      assert.equal(latest.origin, session.server.url);
      assert.ok(latest.requestedMs < nowMs);
      assert.equal(takeStored(), false);
    }));

  it('is not reported when it was already read', () =>
    withReadings(async ({ session, store, takeStored, versions }) => {
      await store(one);
      const held = objectKinds.job.storedDraft(session, 1) ?? assert.fail('the store has it');
      const at = { origin: session.server.url, requestedMs: 1, receivedMs: 1 };
      versions.seen(uri, { draft: { ...held }, ...at });
      assert.equal(takeStored(), false);
    }));

  it('does not count as a reading, so that the next read goes to the server', () =>
    withReadings(async ({ plant, readings, store, takeStored, versions }) => {
      await store(one);
      await readings.open(uri, ref);
      const before = versions.get(uri)?.latest.requestedMs;
      await store(two);
      assert.equal(takeStored(), true);
      assert.equal(versions.get(uri)?.latest.requestedMs, before);
      const reads = plant.reads.length;
      await readings.current(uri, ref, false);
      assert.equal(plant.reads.length, reads + 1);
    }));

  it('is verified when it disappears, and only then counts as deleted', () =>
    withReadings(async ({ deleted, plant, readings, session, store, takeStored }) => {
      await store(one);
      await readings.open(uri, ref);
      takeStored();
      plant.jobs.clear();
      await session.jobs.refresh();
      const before = plant.reads.length;
      assert.equal(takeStored(), false);
      while (deleted.length === 0) await new Promise(resolve => setImmediate(resolve));
      assert.deepEqual([deleted, plant.reads.slice(before)], [[uri.toString()], [path]]);
      assert.equal(takeStored(), false);
      await settled();
      assert.equal(plant.reads.length, before + 1);
    }));

  it('is ignored for a document that was never read, or was closed', () =>
    withReadings(async ({ plant, readings, session, store, takeStored }) => {
      await store(one);
      const reads = plant.reads.length;
      assert.equal(takeStored(), false);
      await readings.open(uri, ref);
      takeStored();
      readings.closed(uri);
      plant.jobs.clear();
      await session.jobs.refresh();
      assert.equal(takeStored(), false);
      await settled();
      assert.deepEqual(
        plant.reads.slice(reads).filter(read => read === path),
        [path],
      );
    }));
});
