import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findTimeZone } from '../../../src/recurrence/text/timeZone.ts';

const hourMs = 3_600_000;
const zoneOf = (id: string) => findTimeZone(id) ?? assert.fail(`${id} is not known`);
const instantOf = (id: string, wall: string) => {
  const { instantMs, clockChange } = zoneOf(id).toInstant(Date.parse(`${wall}Z`));
  return [new Date(instantMs).toISOString().slice(0, 16), clockChange];
};

/** Looks up more names than are cached. */
function forgetZones() {
  for (let index = 0; index < 500; index++) findTimeZone(`Mars/${index}`);
}

describe('a time zone', () => {
  // No test uses cached results of another: each has different zones, although several have the same clock.
  before(forgetZones);

  it('is found by its name, and UTC in any case', () => {
    assert.equal(findTimeZone('Mars/Olympus'), undefined);
    assert.equal(findTimeZone(''), undefined);
    for (const id of ['UTC', 'utc']) assert.equal(zoneOf(id).id, 'UTC');
    assert.equal(zoneOf('Europe/Lisbon').id, 'Europe/Lisbon');
  });

  for (const [id, wall, instant, clockChange] of [
    ['Europe/Paris', '2027-01-15T12:00', '2027-01-15T11:00', undefined],
    ['Europe/Madrid', '2027-03-28T01:59', '2027-03-28T00:59', undefined],
    ['Europe/Vienna', '2027-03-28T02:00', '2027-03-28T01:00', 'skipped'],
    ['Europe/Prague', '2027-03-28T03:00', '2027-03-28T01:00', undefined],
    ['Europe/Warsaw', '2027-10-31T02:00', '2027-10-31T00:00', 'doubled'],
    ['Europe/Budapest', '2027-10-31T03:00', '2027-10-31T02:00', undefined],
    ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-02T15:45', 'skipped'],
    ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45', 'doubled'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00', 'skipped'],
  ] as const)
    it(`reads ${wall} in ${id} as ${clockChange ?? 'one instant'}`, () => {
      assert.deepEqual(instantOf(id, wall), [instant, clockChange]);
    });

  it('converts back to the original local time, unless that was skipped', () => {
    const zones = [
      'Europe/Athens',
      'America/New_York',
      'Australia/Adelaide',
      'Asia/Kathmandu',
      'Africa/Cairo',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1995) / 1000, max: Date.UTC(2060) / 1000 }),
        (id, seconds) => {
          const wallMs = seconds * 1000;
          const { instantMs, clockChange } = zoneOf(id).toInstant(wallMs);
          const shownMs = zoneOf(id).toWall(instantMs);
          assert.equal(shownMs - wallMs > 0, clockChange === 'skipped');
          if (clockChange === 'doubled') {
            const later = [0.5, 1, 2].map(hours => zoneOf(id).toWall(instantMs + hours * hourMs));
            assert.ok(later.includes(wallMs));
          }
        },
      ),
    );
  });

  it('matches Intl to the second, even in the first years', () => {
    for (const [instant, wall] of [
      ['2027-03-28T00:59:59', '2027-03-28T01:59:59'],
      ['2027-03-28T01:00:00', '2027-03-28T03:00:00'],
      ['0001-01-01T12:34:56', '0001-01-01T13:28:24'],
      ['0000-12-31T12:00:07', '0000-12-31T12:53:35'],
    ])
      assert.equal(
        new Date(zoneOf('Europe/Berlin').toWall(Date.parse(`${instant}Z`))).toISOString().slice(0, 19),
        wall,
      );
  });
});
