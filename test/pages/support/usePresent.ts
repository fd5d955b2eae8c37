/**
 * Stops the clock in a time zone for the tests of a file: pages and hosts read both. Returns a function that advances
 * it.
 */
export function usePresent(instant: string, zone: string): (byMs: number) => void {
  const { TZ: zoneBefore } = process.env;
  const { Date: dateBefore } = globalThis;
  let nowMs = 0;
  beforeEach(() => {
    nowMs = dateBefore.parse(instant);
  });
  before(() => {
    process.env['TZ'] = zone;
    globalThis.Date = new Proxy(dateBefore, {
      construct: (of, values, as) => Reflect.construct(of, values.length === 0 ? [nowMs] : values, as),
      get: (of, name) => (name === 'now' ? () => nowMs : Reflect.get(of, name)),
    });
  });
  after(() => {
    globalThis.Date = dateBefore;
    if (zoneBefore === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zoneBefore;
  });
  return byMs => {
    nowMs += byMs;
  };
}
