import assert from 'node:assert/strict';
import {
  unitName,
  weekdaysInOrder,
  weekdayTexts,
} from '../../../src/contrib/scheduleBuilder/page/scheduleRepeat.ts';
import { browser, setGlobal } from '../../pages/support/browserWindow.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';

describe('the weekdays of the builder', () => {
  for (const [locale, order] of [
    ['ru', [0, 1, 2, 3, 4, 5, 6]],
    ['en-GB', [0, 1, 2, 3, 4, 5, 6]],
    ['en', [6, 0, 1, 2, 3, 4, 5]],
    ['ar-EG', [5, 6, 0, 1, 2, 3, 4]],
  ] as const) {
    it(`are in the order of a calendar in ${locale}`, () => assert.deepEqual(weekdaysInOrder(locale), order));
  }

  describe('on a page', () => {
    useBrowser();

    it('begin as in the region that the browser names for the language of the page', () => {
      setGlobal('navigator', { languages: ['de-DE', 'ru', 'en-GB', 'en-US'] });
      assert.equal(weekdaysInOrder()[0], 0);
      setGlobal('navigator', { languages: ['de-DE', 'ru'] });
      assert.equal(weekdaysInOrder()[0], 6);
    });

    it('are in the language of the page, and in English if it has none', () => {
      browser.document.documentElement.lang = 'ru';
      assert.deepEqual(weekdayTexts('short'), ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']);
      browser.document.documentElement.lang = '';
      assert.deepEqual(weekdayTexts('short'), ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    });
  });
});

describe('the unit of an interval', () => {
  it('agrees with the number', () => {
    const names = (locale: string, unit: Parameters<typeof unitName>[0]) =>
      [1, 2, 5, 21, Number.NaN].map(count => unitName(unit, count, locale));
    assert.deepEqual(names('en', 'week'), ['week', 'weeks', 'weeks', 'weeks', 'weeks']);
    assert.deepEqual(names('ru', 'day'), ['день', 'дня', 'дней', 'день', 'дня']);
    assert.deepEqual(names('ru', 'year'), ['год', 'года', 'лет', 'год', 'года']);
  });
});
