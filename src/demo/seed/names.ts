import type { Random } from './random.ts';

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
export function makeJobName(random: Random, size: number): string {
  if (random.chance(0.4)) return `${random.pick(tasksInRussian)} – ${placeIn(placesInRussian, random, size)}`;
  return `${random.pick(tasks)} – ${placeIn(places, random, size)}`;
}

export function makeGroupName(random: Random, size: number): string {
  return placeIn(random.chance(0.4) ? placesInRussian : places, random, size);
}

export function userName(random: Random): string {
  return random.pick(users);
}

function placeIn(words: Words, random: Random, size: number): string {
  const highest = Math.max(9, Math.ceil(size / 50));
  return random.pick(words).replace('#', () => String(random.between(1, highest)));
}
