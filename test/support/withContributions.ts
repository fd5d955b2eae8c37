const takenOut = new Set((process.env['TAKEOUT'] ?? '').split(','));

/** A test of an ability together with a contribution; left out in a copy without it (`npm run takeout`). */
export function itWith(contribution: string, title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
  (takenOut.has(contribution) ? it.skip : it)(title, run);
}
