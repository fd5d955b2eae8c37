import assert from 'node:assert/strict';
import { statusKinds } from '../../src/api/model/jobStatus.ts';
import { contextKeys, reportScheme, scheme, views } from '../../src/workbench/platform/ids.ts';
import { isTakeout } from '../support/projectFiles.ts';
import { itWith } from '../support/withContributions.ts';
import { findItemTags } from './support/itemTags.ts';
import { type MenuEntry, manifest, manifestTexts, type Texts } from './support/manifest.ts';
import { type Context, holds } from './support/whenClause.ts';

const { commands, menus, submenus } = manifest.contributes;

/** Every combination of one word of each list. */
function combine(...lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>(
    (texts, words) => texts.flatMap(text => words.map(word => `${text} ${word}`.trim())),
    [''],
  );
}

const marks = [
  ['pinned', 'unpinned'],
  ['found', ''],
] as const;

/** The words of each kind of row, in all of its states, by the view. */
const rows: Readonly<Record<string, { readonly view: string; readonly states: readonly string[] }>> = {
  job: {
    view: views.jobs,
    states: combine(
      ['job'],
      ['enabled', 'disabled'],
      statusKinds,
      ['watched', 'unwatched'],
      ['paused', ''],
      ...marks,
    ),
  },
  group: { view: views.groups, states: combine(['group'], ['idKnown', 'idUnknown'], ...marks) },
  'device of a group': { view: views.groups, states: ['device'] },
  'device of a job': { view: views.jobs, states: ['device'] },
  policy: { view: views.jobs, states: ['policy'] },
  'run of a job': { view: views.jobs, states: ['run'] },
  'unreadable entry': { view: views.jobs, states: ['unreadable'] },
  'named filter': { view: views.jobs, states: ['namedFilter'] },
  server: {
    view: views.servers,
    states: combine(
      ['server'],
      ['active', 'inactive'],
      ['signedIn', 'signedOut'],
      ['demo', 'configured'],
      ['offline', ''],
    ),
  },
};

const hasEverything: Context = {
  [contextKeys.hasServer]: true,
  [contextKeys.hasJobConsole]: true,
  [contextKeys.hasGroupConsole]: true,
  [contextKeys.groupIdsUnknown]: true,
  'deviceAutomation.hasFiles': true,
};

/** What VS Code shows in a menu: an entry whose condition holds for each of the selected rows. */
function entriesOf(menu: string, contexts: readonly Context[]): readonly MenuEntry[] {
  return (menus[menu] ?? []).filter(({ when }) =>
    contexts.every(context => holds(when, { ...hasEverything, ...context })),
  );
}

const isIcon = ({ group = '' }: MenuEntry) => /^(?:inline|navigation)\b/.test(group);
const nameOf = (entry: MenuEntry) => ('command' in entry ? entry.command : entry.submenu);

/** Checks the size of a menu and of its submenus, and that their order is clear. */
function assertShort(menu: string, contexts: readonly Context[], what: string): void {
  const shown = entriesOf(menu, contexts).filter(entry => !isIcon(entry));
  const below = shown.filter(entry => 'submenu' in entry);
  const names = shown.map(nameOf).join(' ');
  assert.ok(shown.length - below.length <= 10 && below.length <= 3, `${what}: ${names}`);
  const places = shown.map(({ group }) => group);
  assert.equal(new Set(places).size, places.length, `${what} has entries with equal order: ${names}`);
  for (const { submenu } of below) assertShort(submenu, contexts, `${what} ▸ ${submenu}`);
}

function rowContext(view: string, state: string, isOfSeveral: boolean): Context {
  return { view, viewItem: state, listMultiSelection: isOfSeveral };
}

describe('the menu of a row', () => {
  for (const [kind, { view, states }] of Object.entries(rows)) {
    it(`of a ${kind} is short in every state`, () => {
      for (const state of states)
        assertShort('view/item/context', [rowContext(view, state, false)], `the menu of “${state}”`);
    });

    it(`of several rows, one of them a ${kind}, is the same in every state`, () => {
      const shown = states.map(state => {
        const contexts = [rowContext(view, state, true)];
        assertShort('view/item/context', contexts, `the menu of several “${state}”`);
        return entriesOf('view/item/context', contexts)
          .filter(entry => !isIcon(entry))
          .map(nameOf);
      });
      // Only one server can be selected.
      if (kind !== 'server') for (const names of shown) assert.deepEqual(names, shown[0]);
    });
  }

  it('offers what the state of one row allows', () => {
    const offered = (state: string) =>
      entriesOf('view/item/context', [rowContext(views.jobs, `job ${state} unpinned unwatched`, false)])
        .filter(entry => !isIcon(entry))
        .map(nameOf)
        .filter(id => /\.job\.(?:stop|enable|disable)$/.test(id))
        .map(id => id.replace(/^.*\./, ''));
    assert.deepEqual(offered('enabled running'), ['stop', 'disable']);
    assert.deepEqual(offered('disabled succeeded'), ['enable']);
  });

  it('of a job and its open rows is that of several jobs', () => {
    const several = { view: views.jobs, listMultiSelection: true };
    const namesOf = (...rows: readonly string[]) =>
      entriesOf(
        'view/item/context',
        rows.map(viewItem => ({ ...several, viewItem })),
      )
        .filter(entry => !isIcon(entry))
        .map(nameOf);
    const job = 'job enabled succeeded unpinned unwatched';
    const names = namesOf(job, 'job disabled failed pinned watched');
    assert.ok(names.includes('deviceAutomation.job.delete'));
    assert.deepEqual(namesOf(job, 'jobPart targets', 'policy', 'run', 'section', 'showMore'), names);
  });

  it('is tested with every word that rows of jobs and groups have', () => {
    const known = new Set(
      Object.values(rows).flatMap(({ states }) => states.flatMap(state => state.split(' '))),
    );
    const tags = findItemTags().flatMap(({ tags: words }) => words);
    const used = Object.values(menus)
      .flat()
      .flatMap(({ when = '' }) => [...when.matchAll(/\\b(\w+)\\b/g)].map(([, tag = '']) => tag));
    const inMenus = tags.filter(tag => used.includes(tag) && !/^(?:report|dynamicGroup)$/.test(tag));
    assert.deepEqual(
      inMenus.filter(tag => !known.has(tag)),
      [],
    );
  });
});

describe('the menu of a line of the timeline', () => {
  it('is short in every state', () => {
    for (const rowContext of rows['job']?.states ?? [])
      assertShort(
        'webview/context',
        [{ webviewId: 'deviceAutomation.timeline', rowContext }],
        `the menu of “${rowContext}”`,
      );
  });
});

describe('a header', () => {
  const uri = `${scheme}://plant/jobs/1/Nightly.job.json`;
  const ofDocument: Context = {
    resource: uri,
    resourceScheme: scheme,
    resourcePath: '/jobs/1/Nightly.job.json',
    [contextKeys.executingDocuments]: [uri],
    [contextKeys.enabledDocuments]: [uri],
  };
  const headers: Readonly<Record<string, readonly [menu: string, context: Context]>> = {
    'the jobs': ['view/title', { view: views.jobs }],
    'jobs of a server that does not respond': [
      'view/title',
      { view: views.jobs, [contextKeys.offline]: true },
    ],
    'filtered jobs': ['view/title', { view: views.jobs, [contextKeys.jobsFiltered]: true }],
    'the groups': ['view/title', { view: views.groups }],
    'the servers': ['view/title', { view: views.servers }],
    'a document': ['editor/title', ofDocument],
    'a form': ['editor/title', { ...ofDocument, activeCustomEditorId: 'deviceAutomation.jobForm' }],
    'a report': ['editor/title', { resourceScheme: reportScheme }],
    'planned files': ['scm/title', { scmProvider: 'deviceAutomationFiles' }],
  };
  for (const [what, [menu, context]] of Object.entries(headers)) {
    it(`of ${what} has at most four icons, in a clear order`, () => {
      const icons = entriesOf(menu, [context]).filter(isIcon);
      assert.ok((isTakeout || icons.length > 0) && icons.length <= 4, icons.map(nameOf).join(' '));
      const shown = entriesOf(menu, [context]).map(({ group }) => group);
      assert.equal(new Set(shown).size, shown.length, shown.join(' '));
    });
  }
});

describe('the palette', () => {
  const conditions = new Map(
    (menus['commandPalette'] ?? []).map(entry => [nameOf(entry), entry.when] as const),
  );
  const withServer: Context = { [contextKeys.hasServer]: true };
  const inDocument: Context = { ...withServer, resourceScheme: scheme };
  const offered = (context: Context) =>
    commands.filter(
      ({ command, enablement }) => holds(enablement, context) && holds(conditions.get(command), context),
    );

  it('offers at most 53 of at most 79 commands, with a document as without', () => {
    assert.ok(commands.length <= 79, String(commands.length));
    for (const context of [withServer, inDocument, { ...withServer, resourceScheme: reportScheme }])
      assert.ok(offered(context).length <= 53, String(offered(context).length));
  });

  itWith('demo', 'offers three commands without a server', () => {
    assert.deepEqual(
      offered({}).map(({ command }) => command.replace('deviceAutomation.', '')),
      ['demo.start', 'server.add', 'walkthrough.open'],
    );
  });

  const words: Readonly<Record<string, readonly string[]>> = {
    en: ['stop', 'copy', 'export', 'compare'],
    ru: ['останов', 'копир', 'экспорт', 'сравн'],
  };
  for (const [language, list] of Object.entries(words)) {
    for (const word of list) {
      it(`has at most three commands with “${word}”`, () => {
        const texts: Texts = manifestTexts[language] ?? {};
        const found = [withServer, inDocument, { ...withServer, resourceScheme: reportScheme }].map(context =>
          offered(context)
            .map(({ title, category }) => [category, title].map(key => texts[key.slice(1, -1)]).join(': '))
            .filter(name => name.toLocaleLowerCase(language).includes(word)),
        );
        for (const names of found) assert.ok(names.length <= 3, names.join('\n'));
      });
    }
  }
});

describe('submenus', () => {
  it('are those that menus have, and have entries', () => {
    const used = Object.values(menus).flatMap(list =>
      list.flatMap(entry => ('submenu' in entry ? [entry.submenu] : [])),
    );
    assert.deepEqual([...new Set(used)].toSorted(), submenus.map(({ id }) => id).toSorted());
    // VS Code hides one whose abilities were taken out.
    if (!isTakeout) for (const { id } of submenus) assert.ok((menus[id] ?? []).length > 0, id);
  });
});
