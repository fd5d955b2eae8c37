import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { gate, settled } from '../../store/support/fakes.ts';
import { withQuickPick } from '../../support/vscode/withParts.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { findAcceptedChoice, pickOrType } = await import('../../../src/workbench/platform/pickOrType.ts');

const choices = ['PC-1', 'PC-10', 'PC-2'].map(label => ({
  value: label.toLowerCase(),
  label,
  description: 'x',
}));
const accept = (typed: string, ...checked: string[]) => findAcceptedChoice(typed, choices, checked);

describe('Enter in a list that also accepts text', () => {
  it('accepts the checked items and one that is typed in full', () => {
    assert.deepEqual(accept('', 'pc-2'), { values: ['pc-2'], typed: '' });
    assert.deepEqual(accept('pc-1', 'pc-2'), { values: ['pc-2', 'pc-1'], typed: '' });
  });

  it('accepts an ID with and without a number sign, whether it is listed or only part of a listed one', () => {
    const listed = [
      { value: '7', label: '#7' },
      { value: '17', label: 'Baseline', description: '#17 · in 2 jobs' },
    ];
    const isComplete = (text: string) => /^#?\d+$/.test(text);
    const enter = (typed: string) => findAcceptedChoice(typed, listed, ['1'], isComplete);
    for (const typed of ['7', '#7']) assert.deepEqual(enter(typed), { values: ['1', '7'], typed: '' });
    for (const typed of ['17', '#17']) assert.deepEqual(enter(typed), { values: ['1', '17'], typed: '' });
    for (const typed of ['1', '#70']) assert.deepEqual(enter(typed), { values: ['1'], typed });
  });

  it('accepts the only match, and requires more text if several match', () => {
    assert.deepEqual(accept('c-2'), { values: ['pc-2'], typed: '' });
    assert.equal(accept('pc'), 'unclear');
  });

  it('accepts everything else as names, one per line as pasted', () => {
    assert.deepEqual(accept('PC-1 PC-77', 'pc-2'), { values: ['pc-2'], typed: 'PC-1\nPC-77' });
    assert.deepEqual(accept('PC-7   PC-77'), { values: [], typed: 'PC-7\nPC-77' });
  });
});

const question = {
  title: 'Add to Devices',
  placeholder: 'Type or paste host names',
  hint: 'Type a full host name',
  paste: 'Paste from Clipboard',
  choices: [...choices, { value: 'odd', label: '$(bug) odd' }],
};

describe('a list that also accepts text', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    mock.timers.reset();
    user.copied = '';
  });

  it('shows items without icons from the server, allows checking several, and stays open when it loses the focus', () =>
    withQuickPick(async pick => {
      void pickOrType(question);
      assert.deepEqual([pick.title, pick.canSelectMany, pick.ignoreFocusOut], [question.title, true, true]);
      assert.deepEqual(
        pick.items.map(({ label }) => label),
        ['PC-1', 'PC-10', 'PC-2', '\\$(bug) odd'],
      );
    }));

  it('returns checked items and typed text on Enter, and closes', () =>
    withQuickPick(async pick => {
      const picked = pickOrType(question);
      pick.tick('pc-2');
      pick.type('  NB-7 NB-8 ');
      pick.pressEnter();
      assert.deepEqual(await picked, { values: ['pc-2'], typed: 'NB-7\nNB-8' });
      assert.equal(pick.isDisposed, true);
    }));

  it('closes on Enter only if something is checked or typed', () =>
    withQuickPick(async pick => {
      const picked = pickOrType(question);
      pick.pressEnter();
      pick.type('   ');
      pick.pressEnter();
      assert.equal(pick.isDisposed, false);
      pick.tick('pc-1', 'odd');
      pick.pressEnter();
      assert.deepEqual(await picked, { values: ['pc-1', 'odd'], typed: '' });
    }));

  it('shows a hint in its title while the typed text matches several items', () =>
    withQuickPick(async pick => {
      void pickOrType(question);
      pick.type('pc');
      assert.equal(pick.title, question.title);
      pick.pressEnter();
      assert.deepEqual([pick.title, pick.isDisposed], [question.hint, false]);
      pick.type('pc-');
      assert.equal(pick.title, question.title);
    }));

  it('adds the text of the clipboard to the checked items', () =>
    withQuickPick(async pick => {
      user.copied = 'NB-1\nNB-2\n';
      const picked = pickOrType(question);
      pick.tick('pc-10');
      pick.pressButton();
      assert.deepEqual(await picked, { values: ['pc-10'], typed: 'NB-1\nNB-2\n' });
    }));
});

describe('a search in a list that also accepts text', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  function searching() {
    const searches: { readonly typed: string; readonly found: ReturnType<typeof gate<typeof choices>> }[] =
      [];
    const search = (typed: string) => {
      const found = gate<typeof choices>();
      searches.push({ typed, found });
      return found.promise;
    };
    return { searches, question: { ...question, choices, search } };
  }

  it('starts after a pause in typing, with at least two characters', () =>
    withQuickPick(async pick => {
      const { searches, question } = searching();
      void pickOrType(question);
      pick.type(' n ');
      mock.timers.tick(300);
      assert.deepEqual(searches, []);
      pick.type('nb');
      mock.timers.tick(299);
      pick.type(' nb- ');
      mock.timers.tick(299);
      assert.deepEqual([searches.length, pick.busy], [0, false]);
      mock.timers.tick(1);
      assert.deepEqual(
        searches.map(({ typed }) => typed),
        ['nb-'],
      );
      assert.equal(pick.busy, true);
      pick.type('nb');
      mock.timers.tick(300);
      assert.equal(searches.length, 2, 'two characters are enough');
    }));

  it('adds new items, and leaves checked items checked', () =>
    withQuickPick(async pick => {
      const { searches, question } = searching();
      void pickOrType(question);
      pick.type('pc-1');
      mock.timers.tick(300);
      pick.tick('pc-2');
      const found = { value: 'found:pc-17', label: '$(bug) PC-17', description: 'found by the server' };
      searches[0]?.found.open([...choices, found]);
      await settled();
      assert.deepEqual(pick.shownValues, ['pc-1', 'pc-10', 'pc-2', 'found:pc-17']);
      assert.equal(pick.items.at(-1)?.label, '\\$(bug) PC-17');
      assert.deepEqual([pick.tickedValues, pick.busy], [['pc-2'], false]);
    }));
});
