import type { DeviceRecord, JobFields, World } from '../../src/contrib/demo/server/world.ts';

/** Names that a careless client would execute, draw as an icon, reverse or fail on. */
const awkwardNames = [
  '<img src=x onerror=alert(1)>',
  '[x](command:workbench.action.quit)',
  '$(trash) $(sync~spin)',
  '\u202Egnp.etadpu\u202C right to left',
  'عملية التحديث الليلي',
  '🖥️ Kiosk 👩🏽‍🔧 refresh',
  'line one\nline two\ttabbed',
  '   spaces   inside   ',
  '{0} {name} %s',
  'null',
  '__proto__',
  'x'.repeat(500),
] as const;

/** Adds a dozen jobs, two groups and three devices that are hard to display. */
export function addAwkward(world: World, nowMs: number): void {
  const devices = awkwardDevices(world.devices.nextId()).map(device => world.addDevice(device).id);
  const writable = devices.slice(1);
  for (const [place, name] of awkwardNames.entries()) {
    // The first job has the device that cannot be named, so it cannot be written back completely.
    world.addJob(awkwardJob(name, place === 0 ? devices : writable), nowMs);
  }
  const name = 'Same name, two groups';
  world.addGroup({ name, dn: '', server_set: devices, owner: null }, nowMs);
  world.addGroup({ name, dn: '', server_set: [], owner: null }, nowMs);
}

function awkwardJob(name: string, devices: readonly number[]): JobFields {
  return {
    name,
    params: 'DTSTART:20200101T030000Z\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    enabled: false,
    run_on_start: true,
    groups: [],
    peers: devices,
    policies: [2_147_483_647],
    dynamic_groups: [1],
    reports: [1],
    report_formats: ['pdf', 'xlsx', 'csv', 'html', 'odt'],
    notify: true,
    retry: null,
  };
}

/** A device with neither host name nor address, which cannot be written back; another has a Cyrillic name. */
function awkwardDevices(firstId: number): readonly DeviceRecord[] {
  const blank = { status: '', username: '', server_id: '', connection: '' };
  return [
    { ...blank, id: firstId, hostname: '', addr: '' },
    { ...blank, id: firstId + 1, hostname: 'КАССА-02', addr: '', status: 'устанавливается…' },
    {
      ...blank,
      id: firstId + 2,
      hostname: 'host name with spaces',
      addr: '192.0.2.7:5651',
      status: '<b>on</b>',
    },
  ];
}
