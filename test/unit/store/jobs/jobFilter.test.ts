import assert from 'node:assert/strict';
import {
  englishFilterWords,
  type JobFacts,
  matches,
  noFilter,
  parseJobFilter,
} from '../../../../src/store/jobs/jobFilter.ts';
import { job } from '../support/fakes.ts';

const nowMs = Date.UTC(2026, 2, 4, 12);
const none: JobFacts = { nowMs, statusOf: () => undefined, nextRunMs: () => undefined };
const filter = (text: string) =>
  parseJobFilter(text, {
    ...englishFilterWords,
    isHas: word => word === 'has',
  });

describe('a filter of jobs', () => {
  it('has the trimmed text and its terms', () => {
    assert.deepEqual(filter(' Office  has PC-1 @today @failed '), {
      text: 'Office  has PC-1 @today @failed',
      words: ['office'],
      targets: ['pc-1'],
      statuses: ['failed'],
      terms: ['today'],
    });
    assert.deepEqual(filter(' '), noFilter);
    assert.deepEqual(parseJobFilter('has office', { terms: new Map() }).words, ['has', 'office']);
  });

  it('finds jobs that run within a day or a week, but no disabled ones', () => {
    const dayMs = 86_400_000;
    const runs = (inMs: number, text: string, enabled = true) =>
      matches(job(1, { enabled }), filter(text), { ...none, nextRunMs: () => nowMs + inMs });
    assert.deepEqual([runs(dayMs, '@today'), runs(dayMs + 1, '@today')], [true, false]);
    assert.deepEqual([runs(7 * dayMs, '@week'), runs(7 * dayMs + 1, '@week')], [true, false]);
    assert.equal(runs(1, '@today', false), false);
  });
});
