import assert from 'node:assert/strict';
import { gate, settled } from '../../store/support/fakes.ts';
import { withQuickPick } from '../../support/vscode/withParts.ts';

const { searchPick } = await import('../../../src/workbench/platform/searchPick.ts');

type Found = readonly { readonly value: string; readonly label: string }[];

function searching(value?: string) {
  const searches: {
    readonly typed: string;
    readonly signal: AbortSignal;
    readonly found: ReturnType<typeof gate<Found>>;
  }[] = [];
  const picked = searchPick({
    title: 'Go to Job, Group or Device',
    placeholder: 'Type a name',
    ...(value === undefined ? {} : { value }),
    search: (typed, signal) => {
      const found = gate<Found>();
      searches.push({ typed, signal, found });
      return found.promise;
    },
  });
  return { searches, picked };
}
const found = (...values: string[]): Found => values.map(value => ({ value, label: `$(bug) ${value}` }));

describe('a list of best matches', () => {
  it('searches at once for the first text, and shows all results', () =>
    withQuickPick(async pick => {
      const { searches } = searching('night');
      assert.deepEqual(
        [pick.title, pick.placeholder, pick.value],
        ['Go to Job, Group or Device', 'Type a name', 'night'],
      );
      assert.deepEqual([pick.isShown, pick.busy, searches[0]?.typed], [true, true, 'night']);
      searches[0]?.found.open(found('a', 'b'));
      await settled();
      assert.deepEqual(pick.items, [
        { value: 'a', label: '\\$(bug) a', alwaysShow: true },
        { value: 'b', label: '\\$(bug) b', alwaysShow: true },
      ]);
      assert.equal(pick.busy, false);
    }));

  it('searches again for each text, and drops the results for earlier ones', () =>
    withQuickPick(async pick => {
      const { searches } = searching();
      pick.type('n');
      assert.deepEqual(
        searches.map(({ typed, signal }) => [typed, signal.aborted]),
        [
          ['', true],
          ['n', false],
        ],
      );
      searches[1]?.found.open(found('new'));
      await settled();
      searches[0]?.found.open(found('old'));
      await settled();
      assert.deepEqual(pick.shownValues, ['new']);
    }));

  it('resolves with the active line and the typed text on Enter, and closes', () =>
    withQuickPick(async pick => {
      const { searches, picked } = searching();
      pick.pressEnter();
      assert.equal(pick.isDisposed, false, 'nothing is found yet');
      pick.type('b');
      searches[1]?.found.open(found('a', 'b'));
      await settled();
      pick.activeItems = pick.items.slice(1);
      pick.pressEnter();
      assert.deepEqual(await picked, { value: 'b', typed: 'b' });
      assert.equal(pick.isDisposed, true);
    }));

  it('takes the best match of the typed text if Enter came before it was found', () =>
    withQuickPick(async pick => {
      const { searches, picked } = searching();
      searches[0]?.found.open(found('a', 'b'));
      await settled();
      pick.type('b');
      pick.pressEnter();
      searches[1]?.found.open(found('b', 'bb'));
      assert.deepEqual(await picked, { value: 'b', typed: 'b' });
    }));

  it('continues with the text of a choice that completes what was typed', () =>
    withQuickPick(async pick => {
      const picked = searchPick({
        title: 'Filter',
        placeholder: '',
        search: async typed => found(typed, `@failed `),
        complete: value => (value.startsWith('@') ? value : undefined),
      });
      assert.equal(pick.ignoreFocusOut, true);
      pick.type('fai');
      await settled();
      pick.activeItems = pick.items.slice(1);
      pick.pressEnter();
      assert.equal(pick.value, '@failed ');
      // The choices for this text have not arrived yet, so Enter takes the text.
      pick.pressEnter();
      assert.deepEqual(await picked, { value: '', typed: '@failed ' });
    }));

  it('takes the typed text while the active choice is still one for an earlier text', () =>
    withQuickPick(async pick => {
      const picked = searchPick({
        title: 'Filter',
        placeholder: '',
        search: async typed => found(typed, `@clash `),
        complete: value => (value.startsWith('@') ? value : undefined),
      });
      await settled();
      pick.activeItems = pick.items.slice(1);
      pick.type('a');
      await settled();
      pick.pressEnter();
      assert.deepEqual(await picked, { value: '', typed: 'a' });
    }));
});
