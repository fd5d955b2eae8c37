import assert from 'node:assert/strict';
import fc from 'fast-check';
import { headLine, LineDecoder, LineEncoder } from '../../../src/contrib/history/common/historyLines.ts';
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

  it('of one append mean the same whatever is damaged in others, also if each begins to count anew', () => {
    const append = (words: readonly string[], from?: number) => {
      const lines: string[] = [];
      const encoder = new LineEncoder(line => void lines.push(line), from ?? 0);
      for (const word of words)
        encoder.span(1, { word, firstMs: 5, lastMs: 5, largestGapMs: 0, slackMs: 0, writer: '' });
      const text = from === undefined ? lines.map(line => line.replace(',"from":0', '')) : lines;
      return { text, end: encoder.end };
    };
    const words = fc.array(fc.constantFrom('failed', 'succeeded', 'stopped'), { minLength: 1, maxLength: 3 });
    const appends = fc.array(words, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        appends,
        fc.boolean(),
        fc.nat(),
        fc.constantFrom('x', '{"w":', '{"w":"ok"}'),
        (all, isOld, where, by) => {
          let from = 0;
          const lines: string[] = [];
          const meant: string[] = [];
          for (const each of all) {
            const { text, end } = append(each, isOld ? undefined : from);
            from = end;
            lines.push(...text);
            meant.push(...each);
          }
          const place = where % lines.length;
          const isSpan = (line: string) => line.startsWith('[');
          // Where each span that is left was.
          const spans = lines.flatMap((line, index) => (isSpan(line) ? [index] : []));
          const found: (string | undefined)[] = [];
          const decoder = new LineDecoder();
          decoder.add(headLine('w'), collectingSink().sink);
          for (const [index, line] of lines.entries()) {
            let word: string | undefined;
            const sink = {
              ...collectingSink().sink,
              span: (_: number, span: { word: string }) => {
                ({ word } = span);
              },
            };
            decoder.add(index === place ? by : line, sink);
            if (spans.includes(index)) found.push(word);
          }
          for (const [index, word] of found.entries()) assert.ok(word === undefined || word === meant[index]);
          if (!isOld) assert.ok(found.filter(word => word === undefined).length <= 3);
        },
      ),
      { numRuns: 500 },
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
