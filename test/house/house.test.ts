import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isTakeout } from '../support/projectFiles.ts';
import { contributionArrows, contributionUses, houseOffences, importsOf } from './support/houseRules.ts';
import { readSource } from './support/sourceProgram.ts';
import { untypedPlaces } from './support/testRules.ts';

const src = new URL('../../src/', import.meta.url);

function sourcesOfSrc(): Map<string, string> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.[cm]?tsx?$/.test(file));
  return new Map(files.map(file => [file, readFileSync(new URL(file, src), 'utf8')]));
}

describe('the structure of the sources', () => {
  it('respects the laws of the house, and has no import cycles, crowded folders or files with generic names', () => {
    const sources = sourcesOfSrc();
    assert.ok(sources.size > 50);
    assert.deepEqual(houseOffences(sources), []);
  });

  it('lists which contributions use which others, and no more', () => {
    const listed = Object.entries(contributionUses).flatMap(([user, used]) =>
      used.map(other => `${user} -> ${other}`),
    );
    assert.deepEqual(contributionArrows(sourcesOfSrc()), listed.sort());
  });

  it('compares text alike in every locale, and doubts the time zone of this computer in one place', () => {
    const calls =
      /toLocale(?:Lower|Upper)Case|.*\btimeZone\b.*resolvedOptions|resolvedOptions\(\)\.timeZone/g;
    const found = [...sourcesOfSrc()].flatMap(([file, text]) => Array.from(text.matchAll(calls), () => file));
    assert.deepEqual(found, ['recurrence/text/timeZone.ts']);
  });
});

describe('the tests', () => {
  it('keep the types of what they build: three places cast, each with a reason, and none uses Object.create', () => {
    assert.deepEqual(
      readSource(untypedPlaces, 'test')
        .map(place => place.replace(/:\d+:/, ':'))
        .sort(),
      [
        'test/support/partialOf.ts: strict as T',
        'test/support/vscode/asVSCode.ts: document as vscode.TextDocument',
        'test/support/vscode/asVSCode.ts: panel as vscode.WebviewPanel',
      ],
    );
  });
});

describe('the laws of the house', () => {
  const lower = [
    ['base/a.ts', 'export const a = 1;'],
    ['api/model/job.ts', ''],
    ['api/client.ts', ''],
    ['store/jobs.ts', ''],
    ['pages/form/page.ts', ''],
    ['workbench/trees/tree.ts', ''],
    ['contrib/history/common/runs.ts', ''],
    ['contrib/devices/vscode/drop.ts', ''],
    ['later.ts', ''],
  ] as const;
  const offencesOf = (file: string, text: string) => houseOffences(new Map([...lower, [file, text]]));

  const wrong: Readonly<Record<string, readonly [string, string, string]>> = {
    'an import from a later room': [
      'store/x.ts',
      "import { c } from '../workbench/trees/tree.ts';",
      'store/x.ts imports ../workbench/trees/tree.ts: that room comes later',
    ],
    'a type from a later room': [
      'base/x.ts',
      "import type { Job } from '../api/model/job.ts';",
      'base/x.ts imports ../api/model/job.ts: that room comes later',
    ],
    'an import when it is needed': [
      'base/x.ts',
      "const job = await import('../api/model/job.ts');",
      'base/x.ts imports ../api/model/job.ts: that room comes later',
    ],
    'a kernel that knows a contribution': [
      'workbench/x.ts',
      "import { f } from '../contrib/history/common/runs.ts';",
      'workbench/x.ts imports ../contrib/history/common/runs.ts: the kernel knows no contribution',
    ],
    'a contribution that uses one that it does not list': [
      'contrib/history/x.ts',
      "import { f } from '../devices/vscode/drop.ts';",
      'contrib/history/x.ts imports ../devices/vscode/drop.ts: history does not use devices',
    ],
    'a contribution without a line in the list of those that use others': [
      'contrib/news/x.ts',
      '',
      'contrib/news/x.ts: contrib is no room of the house',
    ],
    'an import of an entry file': [
      'workbench/x.ts',
      "import { f } from '../later.ts';",
      'workbench/x.ts imports ../later.ts: nothing imports entry files',
    ],
    'a demo server that knows the client': [
      'contrib/demo/server/x.ts',
      "import { c } from '../../../api/client.ts';",
      'contrib/demo/server/x.ts imports ../../../api/client.ts: demo does not know the client',
    ],
    'VS Code in a kernel room below the workbench': [
      'store/x.ts',
      "import * as vscode from 'vscode';",
      'store/x.ts imports vscode: this part runs without VS Code',
    ],
    'VS Code in the pure part of a contribution': [
      'contrib/history/common/x.ts',
      "import * as vscode from 'vscode';",
      'contrib/history/common/x.ts imports vscode: this part runs without VS Code',
    ],
    'a pure part that imports from one with VS Code': [
      'contrib/history/common/x.ts',
      "import '../../../workbench/trees/tree.ts';",
      'contrib/history/common/x.ts imports ../../../workbench/trees/tree.ts: this part runs without VS Code',
    ],
    'a page that knows the store': [
      'pages/form/x.ts',
      "import '../../store/jobs.ts';",
      'pages/form/x.ts imports ../../store/jobs.ts: a page stands apart',
    ],
    'a host that knows a page': [
      'workbench/x.ts',
      "import '../pages/form/page.ts';",
      'workbench/x.ts imports ../pages/form/page.ts: a page stands apart',
    ],
    'a command line that imports from a room with VS Code': [
      'cli/x.ts',
      "import '../workbench/trees/tree.ts';",
      'cli/x.ts imports ../workbench/trees/tree.ts: this part runs without VS Code',
    ],
    'braces around what fits on one line': [
      'base/x.ts',
      'if (a) {\n  b();\n}',
      'base/x.ts: braces around one line: if (a) b();',
    ],
    'a room that takes the key to write': [
      'store/x.ts',
      "import { writing } from '../api/writing.ts';",
      'store/x.ts imports ../api/writing.ts: only writes has the key to write',
    ],
    'a file of the client that passes on the key to write': [
      'api/x.ts',
      "export * from './writing.ts';",
      'api/x.ts imports ./writing.ts: only writes has the key to write',
    ],
    'a second client for writing': [
      'store/x.ts',
      "import { JobsResource } from '../api/resources/jobs.ts';",
      'store/x.ts imports ../api/resources/jobs.ts: only its types are for others',
    ],
    'a request that bypasses the client': [
      'store/x.ts',
      'await session.connection.transport.send(request);',
      'store/x.ts: transport.send bypasses the client',
    ],
  };
  for (const [kind, [file, text, sentence]] of Object.entries(wrong)) {
    // The samples name contributions that may have been taken out
    (isTakeout ? it.skip : it)(kind, () => assert.deepEqual(offencesOf(file, text), [sentence]));
  }

  for (const word of ['', 'type ']) {
    it(`an import cycle of files, by ${word === '' ? 'value' : 'type'}`, () => {
      const sources = new Map([
        ['base/a.ts', "import { b } from './b.ts';"],
        ['base/b.ts', "import { c } from './c.ts';"],
        ['base/c.ts', `import ${word}{ a } from './a.ts';`],
      ]);
      assert.deepEqual(houseOffences(sources), [
        'import circle: base/a.ts -> base/b.ts -> base/c.ts -> base/a.ts',
      ]);
    });
  }

  it('a cycle of folders in a room, but not one through the files at its top', () => {
    const sources = new Map([
      ['store/store.ts', "import { b } from './jobs/b.ts';"],
      ['store/jobs/a.ts', "import { c } from '../groups/c.ts';"],
      ['store/jobs/b.ts', ''],
      ['store/groups/c.ts', ''],
      ['store/groups/d.ts', "import { b } from '../jobs/b.ts';"],
    ]);
    assert.deepEqual(houseOffences(sources), ['circle of folders: store/jobs -> store/groups -> store/jobs']);
    sources.set('store/groups/d.ts', "import { store } from '../store.ts';");
    assert.deepEqual(houseOffences(sources), []);
  });

  it('a folder with too many files', () => {
    const files = (count: number) =>
      new Map(Array.from({ length: count }, (_, index) => [`base/noun${index}.ts`, '']));
    assert.deepEqual(houseOffences(files(30)), []);
    assert.deepEqual(houseOffences(files(31)), ['base: 31 files side by side']);
  });

  (isTakeout ? it.skip : it)('nothing in correct code', () => {
    const right = [
      "import * as vscode from 'vscode';",
      "import { a } from '../../base/a.ts';",
      "import type { Client } from '../../api/client.ts';",
      "import type { ListOptions } from '../../api/resources/jobs.ts';",
      "import { f } from './form.ts';",
      'await session.writes.jobs.remove(seen);',
      "// import '../../contrib/history/common/runs.ts';",
      "/* import '../../contrib/history/common/runs.ts'; */",
    ].join('\n');
    assert.deepEqual(offencesOf('workbench/forms/x.ts', right), []);
    assert.equal(importsOf(right).length, 5);
  });
});
