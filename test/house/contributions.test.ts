import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  generatedManifest,
  kernelFolder,
  type ManifestPart,
  readManifestParts,
} from '../../scripts/manifestParts.ts';
import { generatedTables, withTable } from '../../scripts/readmeTables.ts';
import { statusKinds } from '../../src/api/model/jobStatus.ts';
import { unlistedCommands } from '../../src/commandNames.ts';
import {
  colors,
  contextKeys,
  documentLanguage,
  formViewTypes,
  languages,
  reportScheme,
  scheme,
  settings,
  settingsSection,
  views,
  walkthroughId,
} from '../../src/workbench/platform/ids.ts';
import { isTakeout, projectDirectory, typeScriptFiles } from '../support/projectFiles.ts';
import { itWith } from '../support/withContributions.ts';
import { contributionUses } from './support/houseRules.ts';
import { findItemTags, type ItemTags } from './support/itemTags.ts';
import { manifest, manifestTexts, menuUses, walkthroughSteps, whenClauses } from './support/manifest.ts';
import { conditionsOf } from './support/whenClause.ts';

const { contributes } = manifest;
const commandIds = contributes.commands.map(({ command }) => command);
const conditions = whenClauses.flatMap(conditionsOf);

/** The completion events of the walkthrough's steps. */
const completions = walkthroughSteps.flatMap(({ completionEvents }) =>
  completionEvents.map(event => {
    const [, kind = '', key = ''] = /^(\w+):([\w.]+)/.exec(event) ?? [];
    return { event: kind, key };
  }),
);

const UseSchema = z.looseObject({ command: z.string().optional() });
/** What of a part refers to commands. */
const PartSchema = z.looseObject({
  commands: z.array(UseSchema).optional(),
  menus: z.record(z.string(), z.array(UseSchema)).optional(),
  keybindings: z.array(UseSchema).optional(),
  walkthroughs: z
    .array(z.looseObject({ steps: z.array(z.looseObject({ completionEvents: z.array(z.string()) })) }))
    .optional(),
});

const PartSettingsSchema = z.looseObject({
  configuration: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }).optional(),
});

/** Reports what one side lacks, which is shorter than two lists, and duplicates. */
function assertSame(contributed: Iterable<string>, inCode: Iterable<string>, what?: string): void {
  const [ours, theirs] = [[...contributed], [...inCode]];
  const missing = theirs.filter(id => !ours.includes(id));
  const unknown = ours.filter(id => !theirs.includes(id));
  const twice = ours.filter((id, index) => ours.indexOf(id) !== index);
  assert.deepEqual({ missing, unknown, twice }, { missing: [], unknown: [], twice: [] }, what);
}

function walkthroughPictures() {
  return walkthroughSteps.map(({ media }) => ({
    file: media.svg,
    picture: readFileSync(join(projectDirectory, media.svg), 'utf8'),
  }));
}

/** VS Code's own context keys that package.json may use. */
const keysOfVSCode = [
  'activeCustomEditorId',
  `config.${settingsSection}.agents.tools`,
  'false',
  'focusedView',
  'inputFocus',
  'isInDiffEditor',
  'listDoubleSelection',
  'isWorkspaceTrusted',
  'listFocus',
  'listMultiSelection',
  'resource',
  'resourcePath',
  'resourceScheme',
  'scmProvider',
  'scmResourceGroup',
  'view',
  'viewItem',
  'webviewId',
];

/** What the timeline says of a line, in `data-vscode-context`. */
const pageKey = 'rowContext';

describe('commands in package.json', () => {
  it('have titles that distinguish them from each other in both languages', () => {
    for (const texts of Object.values(manifestTexts)) {
      const titles = contributes.commands.map(({ title, category }) =>
        [category, title].map(key => texts[key.slice(1, -1)]).join(': '),
      );
      assert.equal(new Set(titles).size, contributes.commands.length);
    }
  });

  it('exist if menus or key bindings refer to them', () => {
    const known = new Set<string>(commandIds);
    const used = [...menuUses, ...contributes.keybindings].map(({ command }) => command);
    assert.deepEqual(
      used.filter(command => !known.has(command)),
      [],
    );
  });

  it('have an icon if only an icon is shown', () => {
    const withIcon = new Set(contributes.commands.filter(({ icon }) => icon).map(({ command }) => command));
    const bare = menuUses.filter(
      ({ group = '', command }) => /^(navigation|inline)\b/.test(group) && !withIcon.has(command),
    );
    assert.deepEqual(bare, []);
  });

  it('have icons that exist', () => {
    const glyphs = readFileSync(
      join(projectDirectory, 'node_modules/@vscode/codicons/dist/codicon.css'),
      'utf8',
    );
    for (const { icon } of contributes.commands) {
      const name = icon?.slice(2, -1);
      assert.ok(name === undefined || glyphs.includes(`.codicon-${name}:before`), name);
    }
  });
});

describe('IDs in package.json', () => {
  it('of views are those of the code', () => {
    const contributed = Object.values(contributes.views).flatMap(list => list.map(({ id }) => id));
    assertSame(contributed, Object.values(views));
  });

  it('of views name containers and views that exist', () => {
    const containers = Object.values(contributes.viewsContainers).flatMap(list => list.map(({ id }) => id));
    assertSame(Object.keys(contributes.views), containers);
    const viewIds = new Set<string>(Object.values(views));
    for (const { view } of contributes.viewsWelcome) assert.ok(viewIds.has(view), view);
  });

  it('of settings are those of the code', async () => {
    const ofKernel = Object.values(settings).map(name => `${settingsSection}.${name}`);
    for (const {
      folder,
      manifest: { contributes: part },
    } of await readManifestParts()) {
      const { properties = {} } = PartSettingsSchema.parse(part).configuration ?? {};
      const ids = Object.keys(properties);
      if (folder === kernelFolder) assertSame(ids, ofKernel);
      const code = typeScriptFiles(folder)
        .map(({ text }) => text)
        .join();
      for (const id of ids) assert.ok(code.includes(`'${id.slice(settingsSection.length + 1)}'`), id);
    }
  });

  (isTakeout ? it.skip : it)('of settings are few, in an order, and link to settings that exist', () => {
    const all = Object.entries(contributes.configuration.properties);
    // The 18th: only a setting of its own can stay on this computer while Settings Sync takes the servers elsewhere.
    assert.ok(all.length <= 18, String(all.length));
    const orders = all.map(([, { order }]) => Number(order)).toSorted((a, b) => a - b);
    assert.deepEqual(
      orders,
      Array.from(all.keys(), index => index + 1),
    );
    for (const texts of Object.values(manifestTexts))
      for (const [id, { markdownDescription }] of all) {
        const text = texts[String(markdownDescription).slice(1, -1)] ?? assert.fail(id);
        for (const [, linked = ''] of text.matchAll(/`#(.+?)#`/g))
          assert.ok(linked !== id && Object.hasOwn(contributes.configuration.properties, linked), linked);
      }
  });

  (isTakeout ? it.skip : it)(
    'of settings let a profile and a team have their own, and an untrusted folder none',
    () => {
      const all = Object.entries(contributes.configuration.properties);
      // Records of runs are stored once on a computer: no profile and no folder may shorten them.
      const ofComputer = all.filter(([, { scope }]) => scope === 'application');
      assert.deepEqual(
        ofComputer.map(([id, { ignoreSync }]) => [id, ignoreSync]),
        ['days', 'megabytes'].map(name => [`${settingsSection}.history.${name}`, true]),
      );
      const unsynced = all.filter(([, { ignoreSync }]) => ignoreSync === true).map(([id]) => id);
      const connections = `${settingsSection}.${settings.connections}`;
      assertSame(unsynced, [connections, ...ofComputer.map(([id]) => id)]);
      const others = all.filter(([, { scope }]) => scope === 'window').map(([id]) => id);
      assert.equal(others.length, all.length - ofComputer.length);
      const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
      // VS Code only restricts settings of extensions whose support is limited.
      assert.equal(supported, 'limited');
      assertSame(restrictedConfigurations, others);
    },
  );

  it('of status words may have every kind', () => {
    const schema = contributes.configuration.properties[`${settingsSection}.${settings.statusMapping}`];
    const { enum: kinds } = z
      .looseObject({ enum: z.array(z.string()) })
      .parse(schema?.['additionalProperties']);
    assertSame(kinds, statusKinds);
  });

  it('of colors are those of the code, with a value for every kind of theme', () => {
    assertSame(
      contributes.colors.map(({ id }) => id),
      Object.values(colors),
    );
    for (const { defaults } of contributes.colors)
      assertSame(Object.keys(defaults), ['light', 'dark', 'highContrast', 'highContrastLight']);
  });

  itWith('jsonEditing', 'of languages are those of the code', () => {
    const ids = Object.values(languages);
    const highlighted = [...ids, reportScheme];
    const all = [...highlighted, documentLanguage];
    assertSame(
      contributes.languages.map(({ id }) => id),
      // Files in a workspace use VS Code's own language.
      contributionUses['files'] === undefined ? all : [...all, 'jsonc'],
    );
    assertSame(
      contributes.grammars.map(({ language }) => language),
      highlighted,
    );
    assertSame(
      contributes.jsonLanguageParticipants.map(({ languageId }) => languageId),
      ids,
    );
    assertSame(
      Object.keys(contributes.configurationDefaults).filter(key => key.startsWith('[')),
      all.map(id => `[${id}]`),
    );
  });

  it('of languages that are read and written as UTF-8 have it as default, whatever the user has set', () => {
    for (const id of [documentLanguage, reportScheme]) {
      const defaults = z.looseObject({}).parse(contributes.configurationDefaults[`[${id}]`]);
      assert.deepEqual([defaults['files.encoding'], defaults['files.autoGuessEncoding']], ['utf8', false]);
    }
  });

  it('of custom editors are those of the code', () => {
    const viewTypes = Object.values<string>(formViewTypes);
    assertSame(
      contributes.customEditors.map(({ viewType }) => viewType),
      viewTypes,
    );
    for (const { value } of conditions.filter(({ key }) => key === 'activeCustomEditorId')) {
      assert.ok(value === '' || viewTypes.includes(value), value);
    }
  });

  it('of the scheme are those of the code', () => {
    for (const { url } of contributes.jsonValidation) {
      assert.ok(url.startsWith(`${scheme}://`), url);
    }
    const used = conditions.filter(({ key }) => key === 'resourceScheme').map(({ value }) => value);
    assertSame(new Set(used), [scheme, reportScheme]);
  });
});

describe('the walkthrough', () => {
  it('has steps that check themselves off as the user works', () => {
    assertSame(
      contributes.walkthroughs.map(({ id }) => id),
      [walkthroughId],
    );
    assert.ok(walkthroughSteps.length > 1);
    const known = new Set<string>(commandIds);
    for (const { event, key } of completions)
      assert.ok(event === 'onContext' || (event === 'onCommand' && known.has(key)), `${event}:${key}`);
  });

  it('has pictures in the colors of the theme, without untranslated words', () => {
    for (const { picture, file } of walkthroughPictures()) {
      assert.doesNotMatch(picture, /<text|<script|<style|href/);
      for (const [, color] of picture.matchAll(/(?:fill|stroke)="([^"]+)"/g))
        assert.match(color ?? '', /^(?:none|var\(--vscode-[a-zA-Z-]+, (?:none|#[0-9a-f]{6})\))$/, file);
    }
  });
});

describe('when clauses in package.json', () => {
  it('use context keys that the code sets, and all of them', () => {
    const used = new Set(
      conditions.flatMap(({ key, operator, value }) => (operator === 'in' ? [key, value] : [key])),
    );
    for (const { key } of completions.filter(({ event }) => event === 'onContext')) used.add(key);
    const own = [...used].filter(key => key !== pageKey && !keysOfVSCode.includes(key));
    const ofKernel = new Set<string>(Object.values(contextKeys));
    const code = typeScriptFiles('src/contrib')
      .map(({ text }) => text)
      .join();
    const ofContributions = own.filter(key => !ofKernel.has(key));
    assertSame(own, [...ofKernel, ...ofContributions.filter(key => code.includes(`'${key}'`))]);
  });

  it('limit the keybindings of the views to their lists, excluding inputs', () => {
    const own = Object.values(views).map(view => `focusedView == ${view} && listFocus && !inputFocus`);
    for (const { when = '' } of contributes.keybindings) assert.ok(own.includes(when), when);
  });

  it('name views that exist', () => {
    const viewIds = new Set<string>(Object.values(views));
    for (const { operator, value } of conditions.filter(({ key }) => key === 'view')) {
      if (operator === '==') assert.ok(viewIds.has(value), value);
      else assert.equal(value, '/^deviceAutomation\\./');
    }
  });

  it('name the timeline as the only page with a context menu', () => {
    const pages = conditions.filter(({ key }) => key === 'webviewId').map(({ value }) => value);
    assertSame(new Set(pages), ['deviceAutomation.timeline']);
  });

  it('have welcome content for every state in which a list is empty', () => {
    const source = readFileSync(join(projectDirectory, 'src/workbench/trees/listPresentation.ts'), 'utf8');
    const [, union = ''] = /type ViewState =([^;]+);/.exec(source) ?? [];
    const states = [...union.matchAll(/'(\w+)'/g)].map(([, state]) => state ?? '');
    // A list that has loaded has rows, or a message that its filter has no matches.
    const silent = states.filter(state => state !== 'loading' && state !== 'ready');
    for (const key of [contextKeys.jobsState, contextKeys.groupsState]) {
      const welcomed = contributes.viewsWelcome
        .flatMap(({ when = '' }) => conditionsOf(when))
        .filter(condition => condition.key === key && condition.operator === '==');
      assertSame(new Set(welcomed.map(({ value }) => value)), silent, key);
    }
  });

  it('claim nothing in a view before the servers have been read', () => {
    // Without welcome content, VS Code shows that there is no data provider.
    const holdsWithoutKeys = (when: string) => when.split('&&').every(part => part.trim().startsWith('!'));
    for (const view of Object.values(views)) {
      const shown = contributes.viewsWelcome.filter(
        each => each.view === view && holdsWithoutKeys(each.when),
      );
      assert.deepEqual(
        shown.map(({ contents }) => contents),
        ['%welcome.loading%'],
        view,
      );
    }
  });

  describe('on rows', () => {
    let items: readonly ItemTags[];

    before(() => {
      items = findItemTags();
    });

    it('can rely on tags that are known when the program is built', () => {
      assert.ok(items.length > 0);
      assert.deepEqual(
        items.filter(({ isKnown }) => !isKnown),
        [],
      );
    });

    it('show at most two icons on a row of groups, which would cover a narrow one', () => {
      const { 'view/item/context': entries = [] } = contributes.menus;
      for (const tags of [
        ['group', 'idKnown'],
        ['group', 'idUnknown'],
        ['device', ''],
      ]) {
        const icons = entries.filter(
          ({ group = '', when = '' }) =>
            group.startsWith('inline') &&
            conditionsOf(when).every(
              ({ key, value }) =>
                (key === 'view' && value === views.groups) ||
                (key === 'viewItem' && tags.some(tag => value === `/\\b${tag}\\b/`)),
            ),
        );
        assert.ok(
          (isTakeout || icons.length > 0) && icons.length <= 2,
          `${tags}: ${icons.map(({ group }) => group)}`,
        );
      }
    });

    it('match whole tags that rows actually have', () => {
      const tags = new Set(items.flatMap(item => item.tags));
      const onRows = conditions.filter(({ key }) => key === 'viewItem' || key === pageKey);
      for (const { operator, value } of onRows) {
        const [, tag = ''] = /^\/\\b(\w+)\\b\/$/.exec(value) ?? [];
        assert.equal(operator, '=~', value);
        assert.ok(tags.has(tag), `no row has the tag of ${value}`);
      }
    });
  });
});

describe('package.json', () => {
  it('activates the extension after startup, when it has little to do, and for its own contributions', () => {
    const own =
      /^(onStartupFinished$|onFileSystem:|onUri$|onCustomEditor:|onView:|onCommand:|onLanguage:|onWebviewPanel:)/;
    for (const event of manifest.activationEvents) assert.match(event, own);
    assert.ok(manifest.activationEvents.includes(`onFileSystem:${scheme}`));
    if (!isTakeout) assert.ok(manifest.activationEvents.includes('onWebviewPanel:deviceAutomation.timeline'));
  });

  it('requires a VS Code that has the API that the code is checked against', () => {
    assert.equal(manifest.engines.vscode, '^1.99.0');
    const { version } = z
      .object({ version: z.string() })
      .parse(
        JSON.parse(readFileSync(join(projectDirectory, 'node_modules/@types/vscode/package.json'), 'utf8')),
      );
    assert.match(version, /^1\.99\./);
    assert.match(manifest.devDependencies['@types/vscode'] ?? '', /^~?1\.99(\.\d+)?$/);
  });

  it('installs the command line with npm, without other packages', () => {
    assert.deepEqual(manifest.bin, { 'device-automation': 'dist/cli.cjs' });
    assert.equal(Object.hasOwn(manifest, 'dependencies'), false);
  });

  it('names files that exist', () => {
    const files = [
      manifest.icon,
      ...Object.values(contributes.viewsContainers).flatMap(list => list.map(({ icon }) => icon)),
      ...Object.values(contributes.views).flatMap(list => list.map(({ icon }) => icon)),
      ...contributes.languages.flatMap(({ configuration = [] }) => configuration),
      ...contributes.grammars.map(({ path }) => path),
      ...walkthroughSteps.map(({ media }) => media.svg),
    ];
    for (const file of files) {
      assert.ok(file === undefined || existsSync(join(projectDirectory, file)), file);
    }
  });
});

describe('the parts of package.json', () => {
  let parts: readonly ManifestPart[];

  before(async () => {
    parts = await readManifestParts();
  });

  it('give the committed package.json and package.nls*.json (npm run readme)', async () => {
    for (const [file, text] of await generatedManifest(parts)) {
      const isCurrent = readFileSync(join(projectDirectory, file), 'utf8') === text;
      assert.ok(isCurrent, `${file} is not what its parts give: edit a part, then npm run readme`);
    }
  });

  it('give the same in any order', async () => {
    assert.deepEqual(await generatedManifest(parts.toReversed()), await generatedManifest(parts));
  });

  it('belong to the kernel and to contributions', () => {
    const folders = Object.keys(contributionUses).map(name => `src/contrib/${name}`);
    const others = parts.map(({ folder }) => folder).filter(folder => !folders.includes(folder));
    assert.deepEqual(others, [kernelFolder]);
  });

  const idsOf = (part: ManifestPart | undefined) => {
    const { commands = [] } = PartSchema.parse(part?.manifest['contributes']);
    return commands.flatMap(({ command }) => command ?? []);
  };

  it('of contributions have commands that the code of the kernel does not name', () => {
    const ids = parts.filter(({ folder }) => folder !== kernelFolder).flatMap(idsOf);
    const kernel = ['store', 'pages', 'workbench', 'cli'].flatMap(room => typeScriptFiles(`src/${room}`));
    assert.deepEqual(
      kernel.flatMap(({ path, text }) =>
        ids.filter(id => text.includes(`${id}'`)).map(id => `${path} names ${id}`),
      ),
      [],
    );
  });

  it('refer only to commands of their own and of the kernel, in menus, steps and the links of texts', () => {
    const kernelIds = [
      ...idsOf(parts.find(({ folder }) => folder === kernelFolder)),
      ...unlistedCommands,
      ...Object.values(views).map(view => `${view}.focus`),
    ];
    for (const part of parts) {
      const known = [...kernelIds, ...idsOf(part)];
      const {
        menus = {},
        keybindings = [],
        walkthroughs = [],
      } = PartSchema.parse(part.manifest['contributes']);
      const linked = [...part.texts.values()].flatMap(texts =>
        [...JSON.stringify(texts).matchAll(/\(command:([^)?]+)/g)].map(([, command]) => command ?? ''),
      );
      const completing = walkthroughs
        .flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents))
        .flatMap(event => /^onCommand:(.+)/.exec(event)?.[1] ?? []);
      const used = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => command ?? []);
      if (part.folder === kernelFolder) assert.ok(linked.length > 0);
      assert.deepEqual(
        [...used, ...linked, ...completing].filter(command => !known.includes(command)),
        [],
        part.folder,
      );
    }
  });

  it('are joined: contributions add texts to those of the kernel, and steps to its walkthrough', async () => {
    const partOf = (folder: string, steps: readonly string[], text: string) => ({
      folder,
      manifest: { contributes: { walkthroughs: [{ id: 'start', steps: steps.map(id => ({ id })) }] } },
      texts: new Map([['package.nls.json', { 'walkthrough.text': text }]]),
    });
    const files = await generatedManifest([
      partOf('src/contrib/demo', ['watch'], '[Try]'),
      partOf(kernelFolder, ['open', 'connect'], 'Add a server.'),
    ]);
    const { contributes: joined } = z
      .looseObject({ contributes: z.looseObject({ walkthroughs: z.unknown() }) })
      .parse(JSON.parse(files.get('package.json') ?? ''));
    assert.deepEqual(joined.walkthroughs, [
      { id: 'start', steps: [{ id: 'open' }, { id: 'connect' }, { id: 'watch' }] },
    ]);
    assert.deepEqual(JSON.parse(files.get('package.nls.json') ?? ''), {
      'walkthrough.text': 'Add a server.\n[Try]',
    });
  });

  const conflicts: Readonly<Record<string, readonly [unknown, unknown, string]>> = {
    'a value': [{ title: 'A' }, { title: 'B' }, 'contributes.title'],
    'a list whose order only one part can decide': [{ views: [1] }, { views: [2] }, 'contributes.views'],
    'a value and a list': [{ title: 'A' }, { title: ['A'] }, 'contributes.title'],
  };
  for (const [what, [first, second, path]] of Object.entries(conflicts)) {
    it(`cannot disagree about ${what}`, async () => {
      const partOf = (folder: string, contributed: unknown) => ({
        folder,
        manifest: { contributes: contributed },
        texts: new Map(),
      });
      await assert.rejects(generatedManifest([partOf('a', first), partOf('b', second)]), {
        message: `b: ${path} has another value than in another part`,
      });
    });
  }
});

describe('the documents', () => {
  for (const table of generatedTables) {
    it(`${table.file} has the current ${table.name} (npm run readme)`, async () => {
      assert.equal(readFileSync(join(projectDirectory, table.file), 'utf8'), await withTable(table));
    });
  }
});

describe('links from outside', () => {
  it('reach one place only', () => {
    assert.deepEqual(
      manifest.activationEvents.filter(event => /^(?:onAuthenticationRequest|\*)/.test(event)),
      [],
    );
    const handlers = typeScriptFiles('src').filter(({ text }) => /registerUriHandler|handleUri/.test(text));
    const paths = isTakeout ? [] : ['src/contrib/links/activate.ts'];
    assert.deepEqual(
      handlers.map(({ path }) => path).filter(path => !isTakeout || !path.startsWith('src/contrib/links/')),
      paths,
    );
  });
});
