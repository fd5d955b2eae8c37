import assert from 'node:assert/strict';
import { randomFor } from '../../../src/demo/seed/random.ts';
import { type SeedOptions, seedWorld } from '../../../src/demo/seed/seedWorld.ts';
import type { World } from '../../../src/demo/world.ts';
import { worldFor } from '../../demo/server.ts';
import { startMs } from './support/started.ts';

const sizes: SeedOptions = { jobs: 60, groups: 12, devices: 150, now: startMs, seed: 1 };

function contents(world: World) {
  return [world.jobs.all(), world.groups.all(), world.devices.all()];
}

function schedulesOf(world: World): readonly string[] {
  return world.jobs.all().map(job => job.params);
}

describe('demo server: seeded data', () => {
  it('are the same for the same seed, and different for another', () => {
    assert.deepEqual(contents(seedWorld(sizes)), contents(seedWorld(sizes)));
    assert.notDeepEqual(contents(seedWorld(sizes)), contents(seedWorld({ ...sizes, seed: 2 })));
  });

  it('are exactly the same on every machine', () => {
    const { jobs, groups, devices } = seedWorld(sizes);
    assert.deepEqual(jobs.get(5), {
      id: 5,
      name: 'Отчёт по лицензиям – Склад 1',
      params: 'DTSTART:20260217T013000Z\nRRULE:FREQ=DAILY;INTERVAL=5',
      enabled: true,
      run_on_start: false,
      groups: [10, 24],
      peers: [],
      dynamic_groups: [3],
      policies: [12],
      reports: [3],
      report_formats: ['pdf', 'html'],
      notify: false,
      retry: { attempts: 2, delay: { minutes: 15 } },
      createdAtMs: Date.UTC(2026, 1, 8, 12),
      updatedAtMs: startMs,
      phase: 'finished',
      runs: 13,
    });
    assert.deepEqual(jobs.get(60), {
      id: 60,
      name: 'Инвентаризация ПО – Филиал 6',
      params: 'DTSTART:20260209T104500Z\nRRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20260314T223000Z',
      enabled: true,
      run_on_start: false,
      groups: [1, 23],
      peers: [],
      dynamic_groups: [],
      policies: [3],
      reports: [],
      report_formats: [],
      notify: false,
      retry: { attempts: 5, delay: { minutes: 1 } },
      createdAtMs: Date.UTC(2025, 9, 25, 12),
      updatedAtMs: startMs,
      phase: 'finished',
      runs: 11,
    });
    assert.deepEqual(groups.get(24), {
      id: 24,
      name: 'Head office',
      dn: 'CN=Head office,OU=Groups,DC=demo,DC=example',
      server_set: [89, 106, 124],
      owner: { login: 'helpdesk', mail: null },
      createdAtMs: Date.UTC(2025, 10, 10, 12),
      updatedAtMs: startMs,
    });
    const device = (id: number) => Object.values(devices.get(id) ?? {}).join(' | ');
    assert.deepEqual([13, 39, 60, 150].map(device), [
      '13 | fd00:20::d | offline | OFFICE\\s.sidorov | kiosk-0013.corp.example | 882792213 | vpn',
      '39 | fd00:20::27 | online | m.garcia |  | 553149030 | relay',
      '60 | 10.20.0.60 | не в сети | j.brown | teacher-0060.corp.example | 423884775 | direct',
      '150 | 10.20.0.150 | online | operator | MSK-NB-0150 | 157577663 | direct',
    ]);
  });

  it('have schedules with exceptions, several rules, and times with and without a zone', () => {
    const texts = schedulesOf(seedWorld({ ...sizes, jobs: 300 }));
    const found = (kind: RegExp) => texts.find(text => kind.test(text))?.split('\n');
    assert.deepEqual(found(/EXRULE/), [
      'DTSTART:20260222T203000Z',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'EXRULE:FREQ=MONTHLY;BYDAY=-1FR',
      'EXDATE:20260305T203000Z',
      'EXDATE:20260307T203000Z',
      'RDATE:20260314T203000Z',
    ]);
    assert.deepEqual(found(/RRULE.*\nRRULE/), [
      'DTSTART:20260216T083000Z',
      'RRULE:FREQ=WEEKLY;BYDAY=TU,SU',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
      'EXDATE:20260309T051500Z',
    ]);
    assert.deepEqual(found(/TZID/), ['DTSTART;TZID=Europe/Berlin:20260212T030000', 'RRULE:FREQ=DAILY']);
    assert.deepEqual(found(/^RRULE/), ['RRULE:FREQ=WEEKLY;BYDAY=TU;BYHOUR=17;BYMINUTE=30']);
    assert.deepEqual(found(/^DTSTART:[\dT]+\n/), ['DTSTART:20260220T031500', 'RRULE:FREQ=WEEKLY;BYDAY=FR']);
  });

  it('have the requested sizes', () => {
    const world = seedWorld(sizes);
    assert.deepEqual([world.jobs.size, world.groups.size, world.devices.size], [60, 12, 150]);
    assert.equal(seedWorld({ ...sizes, jobs: 0, groups: 0, devices: 0 }).jobs.size, 0);
  });

  it('obey the rules for requests', () => {
    const world = seedWorld({ ...sizes, jobs: 500 });
    for (const job of world.jobs.all()) {
      assert.ok(job.policies.length > 0 || job.reports.length > 0, job.name);
      assert.ok(job.reports.length === 0 || job.report_formats.length > 0, job.name);
      assert.ok(job.groups.every(id => world.groups.has(id)));
      assert.ok(job.peers.every(id => world.devices.has(id)));
    }
  });

  it('have schedules of many kinds', () => {
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
  });

  it('have dates near the given time', () => {
    const years = schedulesOf(seedWorld(sizes)).flatMap(
      text => text.match(/(?<=[:,])\d{4}(?=\d{4}T)/g) ?? [],
    );
    assert.ok(years.length > 20);
    assert.deepEqual([...new Set(years)], ['2026']);
  });

  it('have names in English and Russian, and unique group names', () => {
    const world = seedWorld(sizes);
    const names = world.jobs.all().map(job => job.name);
    assert.ok(names.some(name => /^[ -~–]+$/.test(name)) && names.some(name => /[а-я]/.test(name)));
    assert.equal(new Set(world.groups.all().map(group => group.dn)).size, 12);
  });

  it('have devices without a host name, and a different address for each', () => {
    const devices = seedWorld({ ...sizes, devices: 70_000 }).devices.all();
    assert.ok(devices.some(device => device.hostname === ''));
    assert.equal(new Set(devices.map(device => device.addr)).size, 70_000);
    assert.equal(devices[65_535]?.addr, '10.21.0.0');
  });

  it('have devices in every state, with every connection and from every site', () => {
    const devices = seedWorld({ ...sizes, devices: 1_000 }).devices.all();
    const kinds = (of: (device: (typeof devices)[number]) => string) => [...new Set(devices.map(of))].sort();
    assert.deepEqual(
      kinds(({ status }) => status),
      ['busy', 'offline', 'online', 'sleeping', 'не в сети'],
    );
    assert.deepEqual(
      kinds(({ connection }) => connection),
      ['', 'direct', 'relay', 'vpn'],
    );
    const places = kinds(({ hostname }) => hostname.split('-')[0] ?? '');
    const known = ['BER', 'EKB', 'KZN', 'LON', 'MSK', 'SCHOOL7', 'SPB', 'WH3', 'kiosk', 'teacher', 'till'];
    assert.deepEqual(places, ['', ...known]);
  });

  it('include unusual values only if configured', () => {
    const plain = seedWorld(sizes);
    const awkward = worldFor({ ...sizes, awkward: true }, startMs);
    const nameless = (world: World) => world.devices.all().filter(device => !device.hostname && !device.addr);
    assert.deepEqual([nameless(plain).length, nameless(awkward).length], [0, 1]);
    const names = awkward.jobs.all().map(job => job.name);
    assert.ok(names.includes('<img src=x onerror=alert(1)>') && names.some(name => name.length === 500));
  });

  it('have a policy in every job if the server is an older one', () => {
    const world = worldFor({ ...sizes, legacy: true }, startMs);
    assert.ok(world.jobs.all().every(job => job.policies.length > 0 && job.reports.length === 0));
  });
});

describe('demo server: random numbers', () => {
  it('do not depend on other draws', () => {
    const draw = () => randomFor(5, 17, 3).next();
    assert.equal(draw(), draw());
    assert.notEqual(draw(), randomFor(5, 17, 4).next());
    assert.notEqual(draw(), randomFor(6, 17, 3).next());
  });

  it('are spread over the whole range', () => {
    const counts = [0, 0, 0, 0];
    for (let id = 0; id < 4000; id++) {
      const quarter = randomFor(1, id, 1).between(0, 3);
      counts[quarter] = (counts[quarter] ?? 0) + 1;
    }
    assert.ok(
      counts.every(count => count > 800 && count < 1200),
      String(counts),
    );
  });
});
