import assert from 'node:assert/strict';
import { seedWorld } from '../../../../src/contrib/demo/server/seed/seedWorld.ts';
import type { World } from '../../../../src/contrib/demo/server/world.ts';

const sizes = { jobs: 60, groups: 12, devices: 150, now: Date.UTC(2026, 2, 4, 12), seed: 1 };

function contents(world: World) {
  return [world.jobs.all(), world.groups.all(), world.devices.all()];
}

function schedulesOf(world: World): readonly string[] {
  return world.jobs.all().map(job => job.params);
}

describe('the initial objects of the demo server', () => {
  it('are the same for the same seed, and different for another', () => {
    assert.deepEqual(contents(seedWorld(sizes)), contents(seedWorld(sizes)));
    assert.notDeepEqual(contents(seedWorld(sizes)), contents(seedWorld({ ...sizes, seed: 2 })));
  });

  it('obey the rules for requests', () => {
    const world = seedWorld({ ...sizes, jobs: 500 });
    for (const job of world.jobs.all()) {
      assert.ok(job.policies.length > 0 || job.reports.length > 0, job.name);
      assert.ok(job.reports.length === 0 || job.report_formats.length > 0, job.name);
      assert.ok(job.groups.every(id => world.groups.has(id)));
      assert.ok(job.peers.every(id => world.devices.has(id)));
    }
    assert.equal(new Set(world.groups.all().map(group => group.dn)).size, 12);
  });

  it('have schedules of many kinds, one of them unreadable, near the given time', () => {
    const texts = schedulesOf(seedWorld({ ...sizes, jobs: 300 }));
    const kinds = [
      /^$/,
      /^DTSTART:\d{8}T\d{6}Z$/,
      /^RDATE:/,
      /FREQ=WEEKLY;BYDAY=/,
      /FREQ=MONTHLY;BYDAY=-?\d/,
      /\nEXRULE:.*\nEXDATE:.*\nEXDATE:.*\nRDATE:/,
      /RRULE.*\nRRULE/,
      /^DTSTART;TZID=/,
      /^DTSTART:\d{8}T\d{6}\n/,
      /^RRULE:/,
    ];
    for (const kind of kinds)
      assert.ok(
        texts.some(text => kind.test(text)),
        String(kind),
      );
    assert.equal(texts.filter(text => text !== '' && !/^(DTSTART|RRULE|RDATE)/.test(text)).length, 1);
    const years = texts.flatMap(text => text.match(/(?<=[:,])\d{4}(?=\d{4}T)/g) ?? []);
    assert.deepEqual([...new Set(years)], ['2026']);
  });

  it('include devices without a host name, and give each device its own address', () => {
    const devices = seedWorld({ ...sizes, devices: 70_000 }).devices.all();
    assert.ok(devices.some(device => device.hostname === ''));
    assert.equal(new Set(devices.map(device => device.addr)).size, 70_000);
  });
});
