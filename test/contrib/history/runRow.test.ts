import assert from 'node:assert/strict';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { job } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { rowSource } from '../../workbench/trees/support/rowSource.ts';
import { rowText, tooltipTexts } from '../../workbench/trees/support/rowTexts.ts';
import { hourlyRuns, hourMs, minuteMs, type RealRun, watchRuns } from './support/watchedRuns.ts';

const { jobRow, jobTooltip } = await import('../../../src/workbench/trees/jobRow.ts');
const { jobPartRow } = await import('../../../src/workbench/trees/jobPartRow.ts');
const { runsPart } = await import('../../../src/contrib/history/vscode/runRow.ts');

/** The rows below “Last runs”. */
function runRows(of: ReturnType<typeof job>, source: ReturnType<typeof rowSource>) {
  return runsPart
    .rows(of, source)
    .map(row => (row.kind === 'partRow' && runsPart.row?.(row.key, of, source)) || assert.fail());
}

const hour = Date.UTC(2026, 10, 25, 12);
/** Shortly after a full hour, at which another run is planned. */
const present = ['2026-11-25T12:05:00Z', 'UTC'] as const;
const hourly = 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY';
const full = job(7, { params: hourly });

/** Six usual runs, two hours without one, and what came after them. */
function withRuns(
  last: readonly RealRun[],
  toMs: number,
  use: (source: ReturnType<typeof rowSource>) => void | Promise<void>,
  fromMs = hour - 9 * hourMs,
) {
  return withMemoryServer(async given => {
    const { session, memoryServer } = given;
    historyOf(session).read(full, fromMs - minuteMs);
    const runs = [...hourlyRuns(fromMs, 6), ...last];
    watchRuns(historyOf(session), 7, { runs, fromMs: fromMs - minuteMs, toMs });
    const isExecuting = last.some(([startMs, lengthMs]) => startMs + lengthMs > toMs);
    memoryServer.statuses.set(7, isExecuting ? 'running' : (last.at(-1)?.[2] ?? 'finished'));
    await session.statuses.read(7);
    await use({ ...rowSource(given), outlook: given.context.schedules.of({ timeZone: 'UTC' }) });
  });
}

describe('the row of a job whose runs were seen', () => {
  usePresent(...present);

  it('says how long it has been executing at least, and how long that usually takes if it is much shorter', async () => {
    const shown = (minutes: number) => {
      const startMs = Date.now() - minutes * minuteMs;
      return withRuns(
        [[startMs, 100 * hourMs, '']],
        Date.now(),
        source => {
          const item = jobRow(full, source);
          const text = rowText(item).split(' | ').slice(1, 3).join(' | ');
          texts.push(`${text} | ${item.accessibilityInformation?.label}`);
        },
        startMs - 7 * hourMs,
      );
    };
    const texts: string[] = [];
    for (const minutes of [0.5, 9.1, 30.1, 50.1]) await shown(minutes);
    assert.deepEqual(texts, [
      'running | sync~spin charts.blue | Job 7, running, Mon 03:00',
      'running 9 min | sync~spin charts.blue | Job 7, running, Mon 03:00',
      'running 30 min, typically 4 min | sync~spin list.warningForeground | Job 7, running, ' +
        'executing for at least 30 min, typically 4 min, longer than usual, Mon 03:00',
      'may be stuck: 50 min, typically 4 min | sync~spin list.warningForeground | Job 7, running, ' +
        'executing for at least 50 min, typically 4 min, may be stuck, Mon 03:00',
    ]);
  });

  it('marks a run that was much shorter than usual', () =>
    withRuns([[hour - hourMs, minuteMs, 'finished']], hour, source => {
      const item = jobRow(full, source);
      assert.match(rowText(item), / \| Mon 03:00 · short run \| pass list\.warningForeground \| /);
      assert.match(item.accessibilityInformation?.label ?? '', /, finished, much shorter than usual,/);
    }));
});

describe('the tooltip of a job whose runs were seen', () => {
  usePresent(...present);

  it('has the last run, the typical duration, since when it was watched, and the last ten runs', () =>
    withRuns([[hour - hourMs, 5 * minuteMs, 'failed']], hour, source => {
      const tooltip = jobTooltip(full, source);
      const lines = tooltipTexts(tooltip);
      assert.match(lines[3] ?? '', /^Last run: .* \d\d:00: failed, 5 min$/);
      assert.equal(lines[4], 'Typical duration: 4 min (median of the last runs)');
      assert.match(lines[5] ?? '', /^Runs known: since [^;]*$/);
      const last = lines.find(line => line.includes('Last runs: ')) ?? '';
      const marks = last.replace(/<[^>]*>/g, '');
      assert.equal(marks, '✓ ✓ ✓ ✓ ✓ ✓ ○ ○ ✗ Last runs: 6 succeeded, 1 failed, 2 not seen');
      assert.match(last, /<span style="color:var\(--vscode-testing-iconFailed\);">✗<\/span>/);
      assert.equal(tooltip.supportHtml, true);
    }));

  it('says when nobody watched', () =>
    withMemoryServer(async given => {
      const history = historyOf(given.session);
      const word = 'finished';
      for (const atMs of [hour - 9 * hourMs, hour - 8.9 * hourMs, hour - 3 * hourMs, Date.now()])
        history.look(7, { word, earliestMs: atMs, latestMs: atMs });
      const lines = tooltipTexts(jobTooltip(full, rowSource(given)));
      const known = lines.find(line => line.startsWith('Runs known'));
      assert.match(known ?? '', /^Runs known: since [^;]+; not watched [^;]+$/);
    }));

  it('keeps text of the server as text', () =>
    withMemoryServer(async given => {
      const history = historyOf(given.session);
      for (const [word, atMs] of [
        ['never run', hour],
        ['<b>failed</b>', hour + 1],
      ] as const)
        history.look(7, { word, earliestMs: atMs, latestMs: atMs });
      const { value } = jobTooltip({ ...full, name: '<img src=x>' }, rowSource(given));
      assert.doesNotMatch(value, /(?<!\\)<(?!\/?span)/);
    }));
});

describe('the rows of the last runs', () => {
  usePresent(...present);

  it('have when each was, how long it took with what is uncertain, and how it ended; newest first', () =>
    withRuns([[hour - hourMs, 5 * minuteMs, 'failed']], hour, source => {
      historyOf(source.session).stopped([7], hour);
      const rows = runRows(full, source);
      const texts = rows.map(row => rowText(row).replace(/^.* (\d\d:\d\d) \|/, '|'));
      assert.deepEqual(texts.slice(0, 4), [
        '| 5 min · failed | error testing.iconFailed | run',
        '| not seen | circle-slash list.warningForeground | run',
        '| not seen | circle-slash list.warningForeground | run',
        '| 4 min · finished | pass testing.iconPassed | run',
      ]);
      assert.match(String(rows[0]?.tooltip), /\nStarted between .* and .*\.\nEnded between .* and .*\.$/);
      assert.match(String(rows[1]?.tooltip), /so closely that even its shortest run would have been seen/);
      const part = jobPartRow(runsPart, full, source);
      assert.match(rowText(part), /^Last runs \| .*: failed, 5 min · typically 4 min \| history \| /);
    }));

  it('begin with what came of the last planned run if nobody saw it', () =>
    withMemoryServer(async given => {
      const source = { ...rowSource(given), outlook: given.context.schedules.of({ timeZone: 'UTC' }) };
      const daily = job(7, { params: 'DTSTART:20260101T084400Z\nRRULE:FREQ=DAILY' });
      await historyOf(given.session).load();
      assert.match(
        rowText(jobPartRow(runsPart, daily, source)),
        /^Last runs \| Planned .*: nobody watched · /,
      );
      assert.match(
        tooltipTexts(jobTooltip(daily, source)).join('\n'),
        /^Last run: Planned .*: nobody watched$/m,
      );
    }));

  it('say who stopped a run, and that the start of a run is not known', () =>
    withMemoryServer(async given => {
      const history = historyOf(given.session);
      for (const [word, minutes] of [
        ['running', 0],
        ...Array.from({ length: 16 }, (_, half) => ['running', (half + 1) / 2] as const),
        ['stopped', 9],
      ] as const) {
        const atMs = hour + minutes * minuteMs;
        history.look(7, { word, earliestMs: atMs, latestMs: atMs });
      }
      history.stopped([7], hour + 8 * minuteMs);
      const source = rowSource(given);
      const [row] = runRows(job(7), source);
      assert.match(
        rowText(row ?? assert.fail()),
        /^before .* \| at least 8 min · stopped, stopped from here \| /,
      );
    }));
});
