import { dateAndTime } from '../util/clockFormat.ts';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import type { FailedLooks } from './history.ts';
import type { FactsPeriod } from './jobFacts.ts';
import { lengthText, runText } from './runTexts.ts';
import type { PlannedRun, Verdict } from './verdicts.ts';

/** What a user can do about it; each has a command. */
export type Advice = 'open' | 'enable' | 'setZone' | 'watch';

export interface Explanation {
  /** Sentences, the conclusion first, each with the time of what it rests on. */
  readonly sentences: readonly string[];
  readonly advice: readonly Advice[];
}

export interface ExplainSource {
  readonly planned: PlannedRun;
  readonly verdict: Verdict;
  readonly facts: readonly FactsPeriod[];
  /** Failed looks around the planned time. */
  readonly failures: readonly FailedLooks[];
  /** The number of its targets if the server now says of all of them that they are offline. */
  readonly offlineTargets: number;
}

/** Says why a planned run did not happen, or that it did, from what is known and nothing else. */
export function explainRun(source: ExplainSource, localizer: Localizer): Explanation {
  const conclusion = conclusionOf(source.verdict, localizer);
  if ('run' in source.verdict) return { sentences: [conclusion.text], advice: ['open'] };
  const causes = causesOf(source, localizer);
  const { kind } = source.verdict;
  const isOpen = (kind === 'didNotRun' || kind === 'notSeen') && causes.length === 0;
  const unknown = localizer.t(
    'Nothing that the server says of the job explains it. Its own log of that time may say more.',
  );
  return {
    sentences: [conclusion.text, ...causes.map(({ text }) => text), ...(isOpen ? [unknown] : [])],
    advice: [...new Set([conclusion, ...causes].flatMap(({ advice = [] }) => advice)), 'open'],
  };
}

interface Reason {
  readonly text: string;
  readonly advice?: readonly Advice[];
}

function conclusionOf(verdict: Verdict, localizer: Localizer): Reason {
  const { t } = localizer;
  const at = (ms: number) => dateAndTime(ms, localizer.language);
  switch (verdict.kind) {
    case 'seen': {
      const { start } = verdict.run;
      const what = runText(verdict.run, localizer);
      const begun =
        start.afterMs === undefined
          ? t('It was executing at {time}.', { time: at(start.byMs) })
          : t('It began between {from} and {to}.', { from: at(start.afterMs), to: at(start.byMs) });
      return { text: t('It did run ({what}). {begun}', { what, begun }) };
    }
    case 'endedUnseen': {
      const { word = '', start } = verdict.run;
      return {
        text: t(
          'It did run: between {from} and {to} its status became “{status}”. It was not seen executing.',
          {
            from: at(start.afterMs ?? start.byMs),
            to: at(start.byMs),
            status: displayText(word, 60),
          },
        ),
      };
    }
    case 'didNotRun':
      return {
        text: t('It did not run: at {time} the server still said “{status}”.', {
          time: at(verdict.idleMs),
          status: displayText(verdict.word, 60),
        }),
      };
    case 'waiting':
      return {
        text: t('It did not begin: it was queued each time its status was read from {from} to {to}.', {
          from: at(verdict.fromMs),
          to: at(verdict.toMs),
        }),
      };
    case 'notSeen':
      return {
        text: t(
          'It was not seen, and would have been: its status was read at least once every {gap}, and the shortest known run took {shortest}.',
          {
            gap: lengthText(verdict.sighting.largestGapMs, localizer),
            shortest: lengthText(verdict.shortestMs ?? 0, localizer),
          },
        ),
      };
    case 'cannotTell':
      return { text: cannotTellText(verdict, localizer), advice: ['watch'] };
    case 'notWatched': {
      const { beforeMs, firstMs } = verdict.sighting;
      const readings = [
        beforeMs === undefined
          ? ''
          : t('The status was last read before that at {time}.', { time: at(beforeMs) }),
        firstMs === undefined ? '' : t('The status was next read at {time}.', { time: at(firstMs) }),
      ];
      const text = t('Nobody watched the job then, so nobody can tell whether it ran.');
      return { text: [text, ...readings].filter(sentence => sentence !== '').join(' '), advice: ['watch'] };
    }
    default:
      return notJudged(verdict, localizer);
  }
}

function cannotTellText(
  { sighting, shortestMs, earlier }: Extract<Verdict, { kind: 'notSeen' | 'cannotTell' }>,
  localizer: Localizer,
): string {
  const { t } = localizer;
  if (earlier !== undefined)
    return t('Nobody can tell: a run of it that had begun earlier was still executing at the planned time.');
  if (!Number.isFinite(sighting.largestGapMs))
    return t(
      'Nobody can tell: the status was not read at the start or at the end of the time in which the job could have begun.',
    );
  const gap = lengthText(sighting.largestGapMs, localizer);
  return shortestMs === undefined
    ? t(
        'Nobody can tell: up to {gap} passed between two readings of the status, and how short its runs can be is not known yet.',
        { gap },
      )
    : t(
        'Nobody can tell: up to {gap} passed between two readings of the status, and the shortest known run took {shortest}.',
        {
          gap,
          shortest: lengthText(shortestMs, localizer),
        },
      );
}

function notJudged(verdict: Extract<Verdict, { kind: 'notJudged' }>, { t, language }: Localizer): Reason {
  const { reason, facts, next } = verdict;
  const at = (ms: number | undefined) => (ms === undefined ? '?' : dateAndTime(ms, language));
  switch (reason) {
    case 'disabled':
      return {
        text: t('The job was disabled when it was read at {time}.', { time: at(facts?.confirmedMs) }),
        advice: ['enable'],
      };
    case 'changed': {
      const times = { from: at(facts?.confirmedMs), to: at(next?.readMs) };
      return next?.facts.isEnabled === false
        ? {
            text: t('The job was disabled between {from} and {to}, around the planned time.', times),
            advice: ['enable'],
          }
        : { text: t('The schedule was changed between {from} and {to}, around the planned time.', times) };
    }
    case 'zone':
      return {
        text: t(
          'When it was planned is not known: the schedule leaves the time zone to the server, and the zone of the server is not set.',
        ),
        advice: ['setZone'],
      };
    case 'early':
      return { text: t('It may still begin.') };
    case 'unread':
      return { text: t('The schedule of that time is not known: the job had not been read yet.') };
  }
}

/** Facts that may be the reason, each with its time. */
function causesOf(
  { planned, verdict, facts, failures, offlineTargets }: ExplainSource,
  localizer: Localizer,
): Reason[] {
  const { t, plural, language } = localizer;
  const at = (ms: number) => dateAndTime(ms, language);
  const then = facts.findLast(({ readMs }) => readMs <= planned.atMs);
  const { groups = 1, dynamicGroups = 0, devices = 0 } = then?.facts.targets ?? {};
  const causes: Reason[] = [];
  if (then !== undefined && groups + dynamicGroups + devices === 0)
    causes.push({
      text: t('The job had no targets when it was read at {time}.', { time: at(then.confirmedMs) }),
    });
  if ('earlier' in verdict && verdict.earlier !== undefined)
    causes.push({
      text: t('Its earlier run, first seen at {from}, was still executing at {to}.', {
        from: at(verdict.earlier.start.byMs),
        to: at(verdict.earlier.end.afterMs),
      }),
    });
  for (const { jobId, firstMs, lastMs } of failures.slice(0, mostFailures)) {
    const times = { from: at(firstMs), to: at(lastMs) };
    causes.push({
      text:
        jobId === undefined
          ? t('The server did not respond from {from} to {to}.', times)
          : t('The status of the job could not be read from {from} to {to}.', times),
    });
  }
  if (offlineTargets > 0)
    causes.push({
      text: plural(
        'Its {count} known target is offline now; whether it was then is not known.|All of its {count} known targets are offline now; whether they were then is not known.',
        offlineTargets,
      ),
    });
  return causes;
}

const mostFailures = 3;
