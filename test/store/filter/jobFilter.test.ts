import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StatusKind } from '../../../src/api/model/jobStatus.ts';
import type { FilterTerm } from '../../../src/store/filter/filterTerm.ts';
import { quoteName } from '../../../src/store/filter/filterText.ts';
import {
  englishFilterWords,
  englishTerms,
  type FilterFacts,
  matches,
  noFilter,
  parseJobFilter,
} from '../../../src/store/filter/jobFilter.ts';
import { job } from '../support/fakes.ts';

const nowMs = Date.UTC(2026, 2, 4, 12);
const none: FilterFacts = {
  nowMs,
  statusOf: () => undefined,
  nextRunMs: () => undefined,
  hasEnded: () => false,
  setOf: () => new Set(),
};
/** A term of a contribution. */
const late: FilterTerm = {
  name: 'late',
  text: () => ['late', 'Jobs that are late'],
  takesTime: true,
  find: async () => new Set(),
};
/** What a status with a time is for a contribution. */
const failedSince: FilterTerm = { name: 'failed', takesTime: true, find: async () => new Set() };
const words = englishFilterWords([late, failedSince]);
const filter = (text: string) => parseJobFilter(text, words);

describe('a filter of jobs', () => {
  it('has the trimmed text, words, statuses and conditions', () => {
    assert.deepEqual(filter(' Night  device PC-1 -group "Head Office" @today -@Failed @failed @what '), {
      text: 'Night  device PC-1 -group "Head Office" @today -@Failed @failed @what',
      words: ['night'],
      statuses: ['failed'],
      conditions: [
        { kind: 'device', name: 'pc-1', isNot: false },
        { kind: 'group', name: 'head office', isNot: true },
        { term: 'today', isNot: false },
        { term: 'failed', isNot: true },
      ],
      unknown: ['@what'],
    });
    assert.deepEqual(filter(' '), noFilter);
  });

  it('has the terms of contributions, which a time can make of a status', () => {
    const since = { agoMs: 12 * 3_600_000 };
    const { statuses, conditions } = filter('@late -@late since 12h @failed @failed since 12h');
    assert.deepEqual(statuses, ['failed']);
    assert.deepEqual(conditions, [
      { term: late, isNot: false },
      { term: late, isNot: true, since },
      { term: failedSince, isNot: false, since },
    ]);
    assert.deepEqual(filter('@enabled since 12h').words, ['since', '12h']);
    assert.deepEqual(parseJobFilter('@late', englishFilterWords([])).unknown, ['@late']);
    assert.deepEqual(englishTerms([late, failedSince]).slice(-2), ['duplicate', 'late']);
  });

  it('calls statuses as the view does, or by their kind', () => {
    assert.deepEqual(filter('@executing @running @other').statuses, ['running', 'running', 'unknown']);
  });

  it('has quoted words and words without a name as plain text', () => {
    const wordsOf = (text: string) => filter(text).words;
    assert.deepEqual(wordsOf('"device" pc-1'), ['device', 'pc-1']);
    assert.deepEqual(wordsOf('«@failed job» group'), ['@failed job', 'group']);
    assert.deepEqual(wordsOf('-old @ a@b'), ['-old', '@', 'a@b']);
  });

  it('finds a name again that was quoted', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.boolean(), (name, isNot) => {
        fc.pre(name.trim() !== '' && !(name.includes('"') && name.includes('”') && name.includes('»')));
        const { conditions, words } = filter(`${isNot ? '-' : ''}group ${quoteName(name)} word`);
        assert.deepEqual(conditions, [{ kind: 'group', name: name.toLocaleLowerCase().trim(), isNot }]);
        assert.deepEqual(words, ['word']);
      }),
    ));

  it('matches no job if a term does not exist', () => {
    assert.equal(matches(job(1), filter('@what'), none), false);
  });

  it('finds jobs with one of its statuses and none of the negated ones, and none whose status is unread', () => {
    const find = (text: string, kind: StatusKind | undefined) =>
      matches(job(1), filter(text), {
        ...none,
        statusOf: () => (kind === undefined ? undefined : { word: kind, kind, asOfMs: nowMs }),
      });
    const kinds = ['failed', 'stopped', 'running', undefined] as const;
    assert.deepEqual(
      kinds.map(kind => find('@failed @stopped', kind)),
      [true, true, false, false],
    );
    assert.deepEqual(
      kinds.map(kind => find('-@failed', kind)),
      [false, true, true, false],
    );
  });

  it('combines conditions, of which each can be negated', () => {
    const setOf: FilterFacts['setOf'] = condition =>
      new Set('term' in condition ? [1, 2] : condition.kind === 'device' ? [2, 3] : [3]);
    const find = (text: string) =>
      [1, 2, 3, 4].filter(id => matches(job(id), filter(text), { ...none, setOf }));
    assert.deepEqual(find('@late device PC-1'), [2]);
    assert.deepEqual(find('-@late'), [3, 4]);
    assert.deepEqual(find('@late -device PC-1'), [1]);
    assert.deepEqual(find('-@late -group Office @enabled'), [4]);
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
