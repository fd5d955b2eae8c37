import assert from 'node:assert/strict';
import fc from 'fast-check';
import { headLine, LineDecoder, LineEncoder } from '../../../src/history/historyLines.ts';
import { collectingSink, type Stored, stored } from './support/storedHistory.ts';

function linesOf(entries: readonly Stored[]): string[] {
  const lines = [headLine('w')];
  const encoder = new LineEncoder(line => void lines.push(line));
  for (const put of entries) put(encoder);
  return lines;
}

function read(lines: readonly string[]): readonly string[] {
  const { sink, seen } = collectingSink();
  const decoder = new LineDecoder();
  for (const line of lines) decoder.add(line, sink);
  return seen;
}

const allOf = (entries: readonly Stored[]): readonly string[] => {
  const { sink, seen } = collectingSink();
  for (const put of entries) put(sink);
  return seen;
};

describe('lines of a history', () => {
  it('contain exactly what was written', () => {
    fc.assert(
      fc.property(fc.array(stored), entries => assert.deepEqual(read(linesOf(entries)), allOf(entries))),
    );
  });

  it('lose at most what is damaged, and what needs a damaged word or writer', () => {
    const damage = fc.tuple(
      fc.nat(),
      fc.nat({ max: 200 }),
      fc.constantFrom('', '\u0000', '{', '"', 'x', '\n'),
    );
    fc.assert(
      fc.property(
        fc.array(stored, { minLength: 1 }),
        fc.array(damage, { maxLength: 3 }),
        (entries, damages) => {
          const whole = linesOf(entries);
          const damaged = new Set<number>();
          const lines = whole.map(line => [line]);
          for (const [where, at, by] of damages) {
            const place = 1 + (where % (whole.length - 1));
            const line = whole[place] ?? '';
            damaged.add(place);
            lines[place] = `${line.slice(0, at % line.length)}${by}`.split('\n');
          }
          const lostWords = whole.filter((line, place) => damaged.has(place) && /^{"(?:w|by)"/.test(line));
          const isLost = (line: string, place: number) =>
            damaged.has(place) || (line.startsWith('[') && lostWords.length > 0);
          const safe = read(whole.filter((line, place) => !isLost(line, place)));
          const found = new Set(read(lines.flat()));
          assert.deepEqual(
            safe.filter(entry => !found.has(entry)),
            [],
          );
        },
      ),
    );
  });

  it('are not read if a newer version wrote them, until lines of this version follow', () => {
    const span: Stored = sink =>
      sink.span(1, { word: 'ok', firstMs: 5, lastMs: 5, largestGapMs: 0, slackMs: 0, writer: 'a' });
    const [, ...rest] = linesOf([span]);
    assert.deepEqual(read(['{"v":2,"writer":"later"}', ...rest]), []);
    assert.deepEqual(read(['{"v":2,"writer":"later"}', ...rest, headLine('w'), ...rest]), allOf([span]));
  });
});
