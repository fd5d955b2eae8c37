import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { findTimeZone, readLocalZone } from '../../../src/recurrence/text/timeZone.ts';

const summer = Date.UTC(2026, 6, 1);

/** What Node says of the zone: its name, the variable TZ, and how many minutes it is behind UTC. */
const cases: Readonly<
  Record<string, [string | undefined, string | undefined, number, string, string | undefined]>
> = {
  'a name': ['Asia/Kolkata', undefined, -330, 'Asia/Kolkata', undefined],
  'a name after a colon': ['Asia/Kolkata', ':Asia/Kolkata', -330, 'Asia/Kolkata', undefined],
  'a rule without a name': [undefined, 'MSK-3', -180, 'Etc/GMT-3', 'MSK-3'],
  'a rule west of UTC': [undefined, 'UTC+3', 180, 'Etc/GMT+3', 'UTC+3'],
  'a name that Intl does not take itself': ['GMT+03:00', 'GMT+3', 180, 'Etc/GMT+3', 'GMT+3'],
  'a name with another offset': ['Europe/Moscow', undefined, 180, 'Etc/GMT+3', 'Europe/Moscow'],
  'a rule that is read as UTC': ['UTC', 'MSK-3:30', 0, 'UTC', 'MSK-3:30'],
  'minutes without a name': [undefined, 'X', -345, 'UTC', 'X'],
  'an offset that no zone has': [undefined, 'X', -1200, 'UTC', 'X'],
  'the path of its file': [undefined, ':/usr/share/zoneinfo/Asia/Kolkata', -330, 'Asia/Kolkata', undefined],
  'a name among POSIX files': ['Asia/Kolkata', 'posix/Asia/Kolkata', -330, 'Asia/Kolkata', undefined],
  'a misspelled name': [undefined, 'Europe/Moskow', 0, 'UTC', 'Europe/Moskow'],
  'an empty variable': ['Etc/Unknown', '', 0, 'UTC', undefined],
  'UTC as POSIX spells it': [undefined, 'UTC0', 0, 'UTC', undefined],
  'no name at all': ['Etc/Unknown', undefined, 0, 'UTC', 'Etc/Unknown'],
};

describe('the time zone of this computer', () => {
  for (const [kind, [name, variable, behind, id, unknownName]] of Object.entries(cases))
    it(`is ${id} for ${kind}`, () => {
      assert.deepEqual(
        readLocalZone(name, variable, () => behind, summer),
        { id, unknownName },
      );
    });

  it('is not doubted on the days on which its clock changes, whatever the fraction of a second', () => {
    const zone = findTimeZone('Europe/Berlin') ?? assert.fail('it is known');
    for (const change of [Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)])
      for (let minute = -1_440; minute < 1_440; minute += 15) {
        const nowMs = change + minute * 60_000 + 345;
        const minutesBehind = (ms: number) => Math.round((ms - zone.toWall(ms)) / 60_000);
        const { id } = readLocalZone(zone.id, zone.id, minutesBehind, nowMs);
        assert.equal(id, 'Europe/Berlin', new Date(nowMs).toISOString());
      }
  });

  it('is a known one with the present offset for whatever TZ contains', () => {
    const program = `
      import { findTimeZone, doubtLocalZone } from './src/recurrence/text/timeZone.ts';
      const { id, unknownName } = doubtLocalZone();
      const zone = findTimeZone(id);
      const now = Date.now();
      console.log(JSON.stringify([unknownName ?? '', zone.toWall(now) - now + new Date(now).getTimezoneOffset() * 60000]));
    `;
    for (const zone of [
      'MSK-3',
      ':foo',
      '',
      'Europe/Moskow',
      'GMT+3',
      'MSK-3:30',
      '/etc/localtime',
      'EST5EDT',
    ]) {
      const output = execFileSync(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', program],
        {
          cwd: new URL('../../../', import.meta.url),
          env: { ...process.env, TZ: zone },
          encoding: 'utf8',
        },
      );
      assert.deepEqual(JSON.parse(output), [findTimeZone(zone) === undefined ? zone : '', 0], zone);
    }
  });
});
