import assert from 'node:assert/strict';
import { toDevice } from '../../../src/api/model/device.ts';
import { DeviceDirectory, readPastedDevices } from '../../../src/contrib/devices/common/pastedDevices.ts';

const known = new DeviceDirectory([
  toDevice({ id: 1, hostname: 'PC-1', addr: '10.0.0.1' }),
  toDevice({ id: 1, hostname: 'PC-1', addr: '10.0.0.1' }),
  toDevice({ id: 2, hostname: 'PC-2' }),
  toDevice({ id: 3, hostname: 'TWIN' }),
  toDevice({ id: 4, hostname: 'twin' }),
]);
const names = (text: string) => readPastedDevices(text, known).devices.map(({ name }) => name);
const notes = (text: string) =>
  readPastedDevices(text, known).notes.map(({ line, kind }) => `${line}: ${kind}`);

describe('pasted devices', () => {
  it('are read from a column, a list, tabs and quotes', () => {
    for (const text of ['PC-1\nPC-2', 'PC-1\r\nPC-2\r\n', ' PC-1 ;PC-2', '"PC-1"\t\'PC-2\'', 'PC-1,,PC-2'])
      assert.deepEqual([names(text), notes(text)], [['PC-1', 'PC-2'], []], text);
  });

  it('are the same when they were copied from names with line breaks, which are shown as signs', () => {
    const odd = ['PC\n1', 'PC\t2', 'a\r\nb', 'x\u2028y'];
    const listed = new DeviceDirectory(odd.map((hostname, id) => toDevice({ id, hostname })));
    assert.deepEqual(
      readPastedDevices('PC␊1\nPC␉2\na␍␊b\nx␤y', listed).devices,
      odd.map((name, id) => ({ name, id })),
    );
  });

  it('are read from the column with the heading for host names', () => {
    const text = 'Name;Host name;Room\nBoss;PC-1;1\n"Lab; old";PC-2;2\n;;';
    assert.deepEqual(
      [names(text), notes(text)],
      [
        ['PC-1', 'PC-2'],
        ['1: header', '4: blank'],
      ],
    );
  });

  it('are named as the server names them', () => {
    const { devices, notes: all } = readPastedDevices('pc-1\n10.0.0.1', known);
    assert.deepEqual(devices, [{ name: 'PC-1', id: 1 }]);
    assert.deepEqual(all, [
      { kind: 'alias', line: 1, text: 'pc-1', name: 'PC-1' },
      { kind: 'sameDevice', line: 2, text: '10.0.0.1', first: 1 },
    ]);
  });

  it('report every line that is not accepted unchanged', () => {
    const text = ['PC-1', '', 'PC-1', 'NEW', 'new', 'TWIN', 'a\u0007b', 'x'.repeat(256), '"PC-2'].join('\n');
    assert.deepEqual(names(text), ['PC-1', 'NEW', 'TWIN', 'PC-2']);
    assert.deepEqual(notes(text), [
      '2: blank',
      '3: duplicate',
      '4: unknown',
      '5: otherCase',
      '6: shared',
      '7: damaged',
      '8: tooLong',
      '9: unclosedQuote',
    ]);
  });

  it('may have 20,000 lines without any being lost', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `HOST-${index % 19_999}`);
    const { devices, notes: all } = readPastedDevices(lines.join('\r\n'), known);
    assert.equal(devices.length, 19_999);
    assert.deepEqual(all.at(-1), { kind: 'duplicate', line: 20_000, text: 'HOST-0', first: 1 });
  });
});
