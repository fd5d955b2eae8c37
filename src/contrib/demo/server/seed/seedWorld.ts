import {
  type DeviceRecord,
  distinguishedName,
  type GroupRecord,
  type JobRecord,
  type Phase,
  World,
} from '../world.ts';
import { Random } from './random.ts';
import { scheduleWriter, unparsableSchedule } from './scheduleText.ts';

interface SeedOptions {
  readonly jobs: number;
  readonly groups: number;
  readonly devices: number;
  /** Schedules are centered on this time. */
  readonly now: number;
  readonly seed: number;
}

/** The same options give the same world. */
export function seedWorld(options: SeedOptions): World {
  const world = new World();
  const random = new Random(options.seed);
  times(options.devices, () => world.addDevice(seedDevice(random, world.devices.nextId())));
  const deviceIds = idsOf(world.devices.all());
  const names = new Set<string>();
  times(options.groups, () => {
    const [id, name] = [world.groups.nextId(), freshGroupName(random, names)];
    world.groups.add(seedGroup(random, { id, name, deviceIds, now: options.now }));
  });
  const seeding = {
    random,
    writeSchedule: scheduleWriter(random, options.now),
    deviceIds,
    groupIds: idsOf(world.groups.all()),
    size: options.jobs,
    now: options.now,
  };
  times(options.jobs, () => world.jobs.add(seedJob(world.jobs.nextId(), seeding)));
  return world;
}

interface GroupSeed {
  readonly id: number;
  readonly name: string;
  readonly deviceIds: readonly number[];
  readonly now: number;
}

function seedGroup(random: Random, { id, name, deviceIds, now }: GroupSeed): GroupRecord {
  return {
    // Gaps as left by deleted groups: a client must not rely on 1, 2, 3.
    id: id + random.between(0, 2),
    name,
    dn: distinguishedName(name),
    server_set: random.sample(deviceIds, random.between(0, 14)),
    owner: { login: random.pick(['admin', 'helpdesk']), mail: null },
    createdAtMs: now - random.between(30, 900) * 86_400_000,
    updatedAtMs: now,
  };
}

/** Names are unique in a directory. */
function freshGroupName(random: Random, taken: Set<string>): string {
  let name = makeGroupName(random, taken.size);
  while (taken.has(name)) name = makeGroupName(random, 50 * taken.size);
  taken.add(name);
  return name;
}

function times(count: number, make: () => void): void {
  for (let done = 0; done < count; done++) make();
}

function idsOf(records: readonly { readonly id: number }[]): readonly number[] {
  return records.map(record => record.id);
}

const sites = ['MSK', 'SPB', 'EKB', 'KZN', 'BER', 'LON', 'WH3', 'SCHOOL7'] as const;
const kinds = ['PC', 'PC', 'PC', 'NB', 'POS', 'SRV', 'KIOSK'] as const;

function seedDevice(random: Random, id: number): DeviceRecord {
  return {
    id,
    addr: address(random, id),
    status: statusWord(random),
    username: userName(random),
    hostname: hostName(random, id),
    server_id: String(random.between(100_000_000, 999_999_999)),
    connection: random.pick(['direct', 'direct', 'relay', 'vpn', '']),
  };
}

/** Addresses are unique, so that devices without a host name are distinguishable. */
function address(random: Random, id: number): string {
  if (random.chance(0.05)) return `fd00:20::${id.toString(16)}`;
  return `10.${20 + (id >> 16)}.${(id >> 8) & 255}.${id & 255}`;
}

function hostName(random: Random, id: number): string {
  const number = String(id).padStart(4, '0');
  // Some devices report no host name and are identified by their address.
  if (random.chance(0.03)) return '';
  if (random.chance(0.15)) return `${random.pick(['kiosk', 'teacher', 'till'])}-${number}.corp.example`;
  return `${random.pick(sites)}-${random.pick(kinds)}-${number}`;
}

function statusWord(random: Random): string {
  if (random.chance(0.6)) return 'online';
  return random.pick(['offline', 'offline', 'offline', 'busy', 'sleeping', 'не в сети']);
}

interface JobSeeding {
  readonly random: Random;
  readonly writeSchedule: ReturnType<typeof scheduleWriter>;
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly size: number;
  readonly now: number;
}

const unparsableId = 7;

/** Shared by all jobs with empty lists, which matters with 100,000 jobs. */
const none: readonly never[] = [];

function seedJob(id: number, seeding: JobSeeding): JobRecord {
  const { random } = seeding;
  const name = makeJobName(random, seeding.size);
  const phase = restingPhase(random);
  return {
    id,
    name,
    params: id === unparsableId ? unparsableSchedule : seeding.writeSchedule(rhythmOf(name)),
    enabled: random.chance(0.8),
    run_on_start: random.chance(0.1),
    ...seedTargets(seeding),
    ...seedWork(name, seeding),
    notify: random.chance(0.5),
    retry: random.pick(retryPlans),
    createdAtMs: seeding.now - random.between(1, 700) * 86_400_000,
    updatedAtMs: seeding.now,
    phase,
    runs: phase === 'never' ? 0 : random.between(1, 40),
  };
}

const retryPlans: [unknown, ...unknown[]] = [
  null,
  { attempts: 2, delay: { minutes: 15 } },
  { attempts: 5, delay: { minutes: 1 } },
];

function seedTargets({ random, deviceIds, groupIds }: JobSeeding) {
  const groups = random.chance(0.5) ? random.sample(groupIds, random.between(1, 2)) : none;
  const needsPeers = groups.length === 0 || random.chance(0.3);
  return {
    groups,
    peers: needsPeers ? random.sample(deviceIds, random.between(1, 5)) : none,
    dynamic_groups: random.chance(0.15) ? [random.between(1, 5)] : none,
  };
}

/** A job named after a report creates one; all others apply policies. */
function seedWork(name: string, { random }: JobSeeding) {
  const hasReports = /report|отчёт/i.test(name) || random.chance(0.1);
  return {
    policies: !hasReports || random.chance(0.2) ? random.sample(policyIds, random.between(1, 3)) : none,
    reports: hasReports ? [random.between(1, 9)] : none,
    report_formats: hasReports ? random.sample(formats, random.between(1, 2)) : none,
  };
}

const policyIds = [1, 2, 3, 4, 5, 7, 11, 12];
const formats = ['pdf', 'xlsx', 'csv', 'html'];

function rhythmOf(name: string): 'weekly' | 'monthly' | 'any' {
  if (/weekly|еженедельно/.test(name)) return 'weekly';
  return /monthly/.test(name) ? 'monthly' : 'any';
}

/** The result of the last run, before the runner starts any jobs. */
function restingPhase(random: Random): Phase {
  return random.pick(['finished', 'finished', 'finished', 'finished', 'failed', 'stopped', 'never']);
}

type Words = readonly [string, ...string[]];

function words(text: string): Words {
  const [first = '', ...others] = text.split(', ');
  return [first, ...others];
}

const tasks = words(
  'Nightly update, Antivirus scan, Backup check, Browser policy, Certificate renewal, ' +
    'Clean temporary files, Disk space report, Driver update, Firewall baseline, ' +
    'Inventory report (weekly), Install office suite, Licence report (monthly), Printer settings, ' +
    'Restart kiosks, Security patches, Software inventory',
);

const tasksInRussian = words(
  'Ночное обновление, Проверка антивирусом, Контроль резервных копий, Обновление драйверов, ' +
    'Отчёт по оборудованию (еженедельно), Отчёт по лицензиям, Очистка временных файлов, ' +
    'Перезагрузка терминалов, Политика браузера, Политика паролей, Установка обновлений безопасности, ' +
    'Инвентаризация ПО',
);

/** `#` stands for a number. */
const places = words(
  'Head office, Accounting, Sales, Call centre, Reception, Meeting rooms, Warehouse #, School #, Shop #, ' +
    'Branch office #, Production line #, Classroom #',
);

const placesInRussian = words(
  'Бухгалтерия, Отдел кадров, Приёмная, Центральный офис, Учебный класс #, Склад #, Школа № #, ' +
    'Магазин #, Филиал #, Цех #',
);

const users = words(
  'a.smith, j.brown, m.garcia, operator, OFFICE\\k.miller, OFFICE\\l.jones, i.petrov, e.ivanova, ' +
    'OFFICE\\s.sidorov, Администратор, учитель, ',
);

/** `size` is the number of jobs: larger fleets have higher numbers. */
function makeJobName(random: Random, size: number): string {
  if (random.chance(0.4)) return `${random.pick(tasksInRussian)} – ${placeIn(placesInRussian, random, size)}`;
  return `${random.pick(tasks)} – ${placeIn(places, random, size)}`;
}

function makeGroupName(random: Random, size: number): string {
  return placeIn(random.chance(0.4) ? placesInRussian : places, random, size);
}

function userName(random: Random): string {
  return random.pick(users);
}

function placeIn(words: Words, random: Random, size: number): string {
  const highest = Math.max(9, Math.ceil(size / 50));
  return random.pick(words).replace('#', () => String(random.between(1, highest)));
}
