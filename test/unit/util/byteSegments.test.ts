import assert from 'node:assert/strict';
import { ByteSegments } from '../../../src/util/byteSegments.ts';

const segmentBytes = 1024 * 1024;

describe('bytes that arrive in parts', () => {
  /** Three and a half segments, in parts that end before, at and after segment boundaries. */
  const all = Uint8Array.from({ length: 3.5 * segmentBytes }, (_, index) => (index * 7) % 251);
  const bytes = new ByteSegments();
  const ends = [0, 5, segmentBytes, segmentBytes + 1, 3 * segmentBytes + 9, all.length];
  for (const [index, end] of ends.entries()) bytes.add(all.subarray(ends[index - 1] ?? 0, end));

  it('are read in their order, and nothing after the last one', () => {
    assert.equal(bytes.length, all.length);
    for (const index of [0, 4, 5, segmentBytes - 1, segmentBytes, 3 * segmentBytes, all.length - 1])
      assert.equal(bytes.at(index), all[index]);
    assert.equal(bytes.at(all.length), undefined);
    assert.equal(new ByteSegments().at(0), undefined);
  });

  it('can be viewed from any position to any other, even across segments', () => {
    for (const [start, end] of [
      [0, 10],
      [segmentBytes - 3, segmentBytes],
      [segmentBytes, segmentBytes + 3],
      [segmentBytes - 3, segmentBytes + 3],
      [10, 3 * segmentBytes + 10],
      [all.length - 3, all.length + 100],
      [7, 7],
    ] as const)
      assert.ok(Buffer.from(all.subarray(start, end)).equals(bytes.view(start, end)), `${start} to ${end}`);
    assert.equal(new ByteSegments().view(0, 10).length, 0);
  });

  it('are not copied when they are in one segment', () => {
    const view = bytes.view(2, 9);
    assert.equal(view.buffer, bytes.view(0, segmentBytes).buffer);
  });
});
