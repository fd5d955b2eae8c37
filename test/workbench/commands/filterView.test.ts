import assert from 'node:assert/strict';
import type { SearchQuestion } from '../../../src/workbench/platform/searchPick.ts';
import { filterTerms } from '../../house/support/filterTerms.ts';
import { itWith } from '../../support/withContributions.ts';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { filterView } = await import('../../../src/workbench/commands/filterView.ts');
const { jobVocabulary } = await import('../../../src/workbench/trees/filterWords.ts');

/** The view of jobs, which records the filters that are set. */
function viewOf({ context }: Given, set: string[], filter = '') {
  return {
    ...context.jobsView,
    filter,
    filterVocabulary: jobVocabulary(filterTerms),
    setFilter: (text: string) => void set.push(text),
  };
}

/** Asks for a filter, and passes the question to `use`; the user then cancels. */
const whileAsked = (use: (question: SearchQuestion, set: string[], given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const { memoryServer, session, user } = given;
    memoryServer.groups.set(5, {
      name: 'Head Office',
      server_set: [{ hostname: 'PC-042', addr: '10.0.0.42' }],
    });
    memoryServer.groups.set(6, { name: 'Lab', server_set: [{ hostname: 'pc-042' }, { hostname: 'PC-7' }] });
    await session.groups.whole();
    const set: string[] = [];
    user.search = async question => {
      await use(question, set, given);
      return undefined;
    };
    await filterView(given.context, viewOf(given, set, 'lab'), []);
    assert.equal(set.at(-1), 'lab', 'the previous filter is restored');
  });

const labelsFor = async ({ search }: SearchQuestion, text: string) =>
  (await search(text, new AbortController().signal)).map(({ label }) => label);

describe('filtering a view', () => {
  it('uses the text of an argument without asking', () =>
    withMemoryServer(async given => {
      const set: string[] = [];
      for (const argument of ['backup', { text: '@failed' }])
        await filterView(given.context, viewOf(given, set), [argument]);
      assert.deepEqual(set, ['backup', '@failed']);
      assert.deepEqual(given.user.messages, []);
    }));

  it('offers to clear the filter that is set, until another text is typed', () =>
    withMemoryServer(async given => {
      const set: string[] = [];
      let offers: boolean[] = [];
      given.user.search = async question => {
        const shown = [await labelsFor(question, 'lab'), await labelsFor(question, 'la')];
        offers = shown.map(labels => labels[1] === 'Clear Filter');
        return { value: 'clear', typed: 'lab' };
      };
      await filterView(given.context, viewOf(given, set, 'lab'), []);
      assert.deepEqual([offers, set.at(-1)], [[true, false], '']);
    }));

  it('saves the typed filter under a name, which a view of groups does not offer', () =>
    withMemoryServer(async given => {
      const saved: string[] = [];
      const offers: boolean[] = [];
      given.user.search = async question => {
        offers.push((await labelsFor(question, '@failed')).includes('Save Filter…'));
        return { value: 'save', typed: '@failed' };
      };
      given.user.type = () => ' Failed ';
      const view = viewOf(given, []);
      await filterView(given.context, { ...view, saveFilter: async name => void saved.push(name) }, []);
      await filterView(given.context, view, []);
      assert.deepEqual([saved, offers], [['Failed'], [true, false]]);
    }));

  it('applies text while it is typed, and the typed text in the end', () =>
    withMemoryServer(async given => {
      const set: string[] = [];
      given.user.search = async question => {
        assert.equal(question.value, 'lab');
        await labelsFor(question, 'off');
        return { value: '', typed: 'office' };
      };
      await filterView(given.context, viewOf(given, set, 'lab'), [{ text: 5 }]);
      assert.deepEqual(set, ['off', 'office']);
    }));

  it('completes terms, of which the first line is always the text itself', () =>
    whileAsked(async question => {
      assert.deepEqual(await labelsFor(question, '@exe'), ['@executing', 'There is no filter term @exe.']);
      const [first, ...others] = await labelsFor(question, 'night -@unt');
      assert.deepEqual([first, others.length], ['-@untargeted', 1]);
      assert.deepEqual((await labelsFor(question, '@executing')).slice(0, 1), ['@executing']);
      assert.equal((await labelsFor(question, ''))[0], 'Show All');
    }));

  it('says where words are searched, unless all words are terms or names', () =>
    whileAsked(async ({ search }) => {
      const searchedFor = async (text: string) =>
        (await search(text, new AbortController().signal))[0]?.description;
      assert.equal(await searchedFor('@failed night'), 'Filter · Words are searched in names');
      assert.equal(await searchedFor('@failed device pc-7'), 'Filter');
    }));

  it('completes the names of devices and groups, quoted where they have spaces', () =>
    whileAsked(async question => {
      assert.deepEqual(await labelsFor(question, 'device 042'), ['device 042', 'PC-042']);
      const choices = await question.search('@failed -group off', new AbortController().signal);
      const office = choices.find(({ label }) => label === 'Head Office');
      assert.equal(office && question.complete?.(office.value), '@failed -group "Head Office" ');
      assert.equal(question.complete?.(choices[0]?.value ?? 'x'), undefined, 'the first line ends the input');
    }));

  it('does not apply a term or a name that is not complete yet, and reports a term that does not exist', () =>
    whileAsked(async (question, set) => {
      for (const text of ['device ', 'device pc', '@fail', '@failed device pc-042'])
        await labelsFor(question, text);
      assert.deepEqual(set, ['@failed device pc-042']);
      const [mistake] = await labelsFor(question, '@fialed night');
      assert.equal(mistake, 'There is no filter term @fialed. Did you mean @failed?');
    }));

  itWith('history', 'completes the time after a term about runs', () =>
    whileAsked(async question => {
      const offered = async (text: string) => (await labelsFor(question, text)).slice(1, 4);
      assert.deepEqual((await offered('@failed '))[0], 'since');
      assert.deepEqual((await labelsFor(question, '@failed since ')).slice(0, 3), [
        'today',
        'yesterday',
        'last night',
      ]);
      assert.deepEqual((await labelsFor(question, '@failed since y'))[0], 'yesterday');
      assert.ok(!(await offered('@today ')).includes('since'));
    }),
  );
});
