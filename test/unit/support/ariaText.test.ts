import assert from 'node:assert/strict';
import { ariaText } from '../../support/ariaText.ts';

describe('the text of an accessibility tree', () => {
  it('is the same on every day and at every hour', () => {
    const monday = [
      '- status: executing',
      '- text: · since 05:30 · 3 devices · next run in 5 min',
      '- \'row "04 Monday, November 23, 2026, 04:00: runs: 1"\':',
      '  - \'gridcell "Monday, November 23, 2026, 04:00: no runs; now"\'',
      '  - \'gridcell "Tuesday, November 24, 2026, 04:00: runs: 1"\': "1"',
      '  - \'gridcell "Wednesday, November 25, 2026, 04:00: runs: 1"\': "1"',
      '- option "Tue, Nov 24, 04:30 Inventory"',
    ];
    const friday = [
      '- status: executing',
      '- text: · since 23:10 · 3 devices · next run Sat 04:30',
      '- row "04":',
      '  - gridcell [disabled]',
      '  - \'gridcell "Saturday, November 28, 2026, 04:00: runs: 1"\': "1"',
      '- option "Sat, Nov 28, 04:30 Inventory"',
      '- option "Sun, Nov 29, 04:30 Inventory"',
    ];
    assert.equal(ariaText(monday.join('\n')), ariaText(friday.join('\n')));
    assert.equal(
      ariaText(friday.join('\n')),
      [
        '- status: executing',
        '- text: · since ‹time› · 3 devices · next run ‹time›',
        '- row:',
        '  - \'gridcell "‹day›, 04:00: runs: 1"\': "1"',
        '- option "‹day›, 04:30 Inventory"\n',
      ].join('\n'),
    );
  });

  it('keeps differing parts next to repeated ones', () => {
    const columns = [
      '- columnheader "Sun 22":',
      '  - button "Sun 22"',
      '- columnheader "Mon 23":',
      '  - button "Mon 23"',
    ];
    assert.equal(
      ariaText([...columns, '- cell "a"', '- cell "b"'].join('\n')),
      '- columnheader "‹day›":\n  - button "‹day›"\n- cell "a"\n- cell "b"\n',
    );
  });
});
