import fc from 'fast-check';
import type { HistorySink } from '../../../../src/contrib/history/common/historyLines.ts';

/** Something that is stored: puts itself into a sink. */
export type Stored = (sink: HistorySink) => void;

const id = fc.nat({ max: 5 });
const timeMs = fc.integer({ min: 1_760_000_000_000, max: 1_770_000_000_000 });
const count = fc.nat({ max: 1_000_000 });

const spans = fc
  .tuple(
    id,
    fc.constantFrom('ok', 'Выполнено', 'in "quotes"'),
    timeMs,
    fc.integer({ min: -900, max: 80_000_000 }),
  )
  .chain(([jobId, word, firstMs, lengthMs]) =>
    fc
      .record({
        largestGapMs: count,
        slackMs: fc.nat({ max: 900 }),
        writer: fc.constantFrom('a window', 'a service'),
      })
      .map((rest): Stored => {
        return sink => sink.span(jobId, { word, firstMs, lastMs: firstMs + lengthMs, ...rest });
      }),
  );

const facts = fc
  .record({
    name: fc.string({ unit: 'binary' }),
    params: fc.string(),
    isEnabled: fc.boolean(),
    runsOnStart: fc.boolean(),
    targets: fc.record({ groups: fc.nat(), dynamicGroups: fc.nat(), devices: fc.nat() }),
    work: fc.string(),
    aim: fc.string(),
    birth: fc.string(),
  })
  .chain(read =>
    fc
      .tuple(id, timeMs, timeMs, fc.option(timeMs, { nil: undefined }))
      .map(([jobId, readMs, confirmedMs, wasMs]): Stored => {
        return sink => sink.facts(jobId, { facts: read, readMs, confirmedMs }, wasMs);
      }),
  );

const others = fc.oneof(
  fc.tuple(fc.array(id), timeMs).map(
    ([ids, atMs]): Stored =>
      sink =>
        sink.stopped(ids, atMs),
  ),
  fc.tuple(fc.option(id, { nil: undefined }), timeMs, timeMs).map(
    ([jobId, firstMs, lastMs]): Stored =>
      sink =>
        sink.failed({ jobId, firstMs, lastMs }),
  ),
  timeMs.map(
    (atMs): Stored =>
      sink =>
        sink.listRead(atMs),
  ),
);

export const stored: fc.Arbitrary<Stored> = fc.oneof({ weight: 3, arbitrary: spans }, facts, others);

/** A sink, and what was put into it, as text. */
export function collectingSink(): { readonly sink: HistorySink; readonly seen: string[] } {
  const seen: string[] = [];
  const put =
    (kind: string) =>
    (...values: readonly unknown[]) =>
      void seen.push(`${kind} ${JSON.stringify(values)}`);
  const sink = {
    span: put('span'),
    facts: put('facts'),
    stopped: put('stopped'),
    failed: put('failed'),
    listRead: put('listRead'),
  };
  return { sink, seen };
}
