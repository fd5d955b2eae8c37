import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../support/projectFiles.ts';
import { contributionArrows, kernelArrows } from './support/contributions.ts';
import { circles, houseOffences, importsOf } from './support/houseRules.ts';
import { readSource } from './support/sourceProgram.ts';
import { untypedPlaces } from './support/testRules.ts';

const src = new URL('../../src/', import.meta.url);

/** Contributions that use what another one offers. */
const contributionMayImport: Readonly<Record<string, readonly string[]>> = {
  agents: ['changeJobs', 'fleetCheck', 'history', 'timeline'],
  changeJobs: ['devices'],
  fleetCheck: ['changeJobs', 'files', 'history'],
  groupTables: ['devices'],
  observe: ['fleetCheck', 'history'],
  statusBar: ['history'],
  timeline: ['history'],
  watching: ['history'],
};

function sourcesOfSrc(): Map<string, string> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.[cm]?tsx?$/.test(file));
  return new Map(files.map(file => [file, readFileSync(new URL(file, src), 'utf8')]));
}

describe('the structure of the sources', () => {
  it('respects the floors, and has no import cycles, crowded folders or files with generic names', () => {
    const sources = sourcesOfSrc();
    assert.ok(sources.size > 50);
    assert.deepEqual(houseOffences(sources), []);
  });

  it('has no new arrow from the kernel to a contribution, and those that were are struck from the list', () => {
    const listed = readFileSync(join(projectDirectory, 'test/fixtures/house/kernelArrows.txt'), 'utf8');
    assert.deepEqual(
      kernelArrows(sourcesOfSrc()),
      listed.split('\n').filter(line => line !== ''),
    );
  });

  it('has arrows between contributions only along the listed pairs, which are no circle', () => {
    const found = contributionArrows(sourcesOfSrc());
    const listed = Object.entries(contributionMayImport).flatMap(([from, targets]) =>
      targets.map(to => `${from} -> ${to}`),
    );
    assert.deepEqual(found, listed);
    const arrows = Object.entries(contributionMayImport).map(
      ([from, targets]) => [from, new Set(targets)] as const,
    );
    assert.deepEqual(circles(new Map(arrows)), []);
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

describe('the rules of the structure report', () => {
  const lower = [
    ['util/a.ts', 'export const a = 1;'],
    ['api/model/job.ts', ''],
    ['api/client.ts', ''],
    ['views/tree.ts', ''],
    ['forms/form.ts', ''],
    ['store/jobs.ts', ''],
    ['webview/page.ts', ''],
    ['recurrence/describe/description.ts', ''],
  ] as const;
  const offencesOf = (file: string, text: string) => houseOffences(new Map([...lower, [file, text]]));

  const wrong: Readonly<Record<string, readonly [string, string, string]>> = {
    'an import upwards': [
      'model/x.ts',
      "import { c } from '../api/client.ts';",
      'model/x.ts imports ../api/client.ts: that floor is not below',
    ],
    'a type import upwards': [
      'util/x.ts',
      "import type { Job } from '../model/job.ts';",
      'util/x.ts imports ../model/job.ts: that floor is not below',
    ],
    'an import when it is needed': [
      'util/x.ts',
      "const job = await import('../model/job.ts');",
      'util/x.ts imports ../model/job.ts: that floor is not below',
    ],
    'a neighbor on the same floor': [
      'documents/x.ts',
      "import { f } from '../watching/watching.ts';",
      'documents/x.ts imports ../watching/watching.ts: that floor is not below',
    ],
    'demo that knows the client': [
      'demo/x.ts',
      "import { c } from '../api/client.ts';",
      'demo/x.ts imports ../api/client.ts: demo does not know the client',
    ],
    'vscode below platform': [
      'store/x.ts',
      "import * as vscode from 'vscode';",
      'store/x.ts imports vscode: vscode is only for platform and above',
    ],
    'a web page that knows the store': [
      'webview/x.ts',
      "import '../store/jobs.ts';",
      'webview/x.ts imports ../store/jobs.ts: webview stands apart',
    ],
    'a command line that imports from a room with VS Code': [
      'cli/x.ts',
      "import '../views/tree.ts';",
      'cli/x.ts imports ../views/tree.ts: the command line runs without VS Code',
    ],
    'braces around what fits on one line': [
      'util/x.ts',
      'if (a) {\n  b();\n}',
      'util/x.ts: braces around one line: if (a) b();',
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
    it(kind, () => assert.deepEqual(offencesOf(file, text), [sentence]));
  }

  for (const word of ['', 'type ']) {
    it(`an import cycle of files, by ${word === '' ? 'value' : 'type'}`, () => {
      const sources = new Map([
        ['util/a.ts', "import { b } from './b.ts';"],
        ['util/b.ts', "import { c } from './c.ts';"],
        ['util/c.ts', `import ${word}{ a } from './a.ts';`],
      ]);
      assert.deepEqual(houseOffences(sources), [
        'import circle: util/a.ts -> util/b.ts -> util/c.ts -> util/a.ts',
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
      new Map(Array.from({ length: count }, (_, index) => [`model/noun${index}.ts`, '']));
    assert.deepEqual(houseOffences(files(30)), []);
    assert.deepEqual(houseOffences(files(31)), ['model: 31 files side by side']);
  });

  it('nothing in correct code', () => {
    const right = [
      "import * as vscode from 'vscode';",
      "import { a } from '../util/a.ts';",
      "import type { Client } from '../api/client.ts';",
      "import type { ListOptions } from '../api/resources/jobs.ts';",
      "import { f } from './form.ts';",
      'await session.writes.jobs.remove(seen);',
      "// import '../views/tree.ts';",
      "/* import '../views/tree.ts'; */",
    ].join('\n');
    assert.deepEqual(offencesOf('forms/x.ts', right), []);
    assert.equal(importsOf(right).length, 5);
  });
});
