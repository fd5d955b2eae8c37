import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { partialOf } from '../../support/partialOf.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { TestDocument } from '../../workbench/documents/support/setup.ts';

const { Position } = await import('../../support/vscode/vscodeFake.ts');
const { DocumentCompletion } = await import('../../../src/contrib/jsonEditing/vscode/documentCompletion.ts');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');

const uri = objectUri('plant', 'job', 1, 'One');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** Text with the cursor at `|`. */
class TypedDocument extends TestDocument {
  readonly cursor: number;

  constructor(text: string, of = uri) {
    super(of, text.replace('|', ''));
    this.cursor = text.indexOf('|');
  }

  offsetAt(): number {
    return this.cursor;
  }

  positionAt(offset: number) {
    return new Position(0, offset);
  }
}

const position = partialOf<vscode.Position>({});

function completionOf({ session }: Given) {
  const names = new Map([
    [5, 'Reboot'],
    [9, 'Scan'],
  ]);
  return new DocumentCompletion(
    { get: id => (id === 'plant' ? session : undefined) },
    {
      ids: (_, field) => (field === 'policies' ? [...names.keys()] : []),
      get: (_, field, id) => (field === 'policies' ? names.get(id) : undefined),
    },
  );
}

/** The completions at the cursor: label, inserted text, and detail. */
async function offered(given: Given, text: string, of = uri) {
  const document = new TypedDocument(text, of);
  const items = await completionOf(given).provideCompletionItems(document.asVscode, position);
  return items.map(({ label, insertText, documentation, filterText, range, kind }) => ({
    ...(typeof label === 'string' ? { label } : label),
    insertText,
    documentation,
    filterText,
    kind,
    replaced:
      range === undefined || !('start' in range)
        ? undefined
        : document.text.slice(range.start.character, range.end.character),
  }));
}

async function hovered(given: Given, text: string, of = uri): Promise<string | undefined> {
  const document = new TypedDocument(text, of);
  const hover = await completionOf(given).provideHover(document.asVscode, position);
  const contents: unknown = hover?.contents;
  return typeof contents === 'object' && contents !== null && 'value' in contents
    ? String(contents.value)
    : undefined;
}

const withLab = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const devices = [
      { id: 1, hostname: 'PC-1', addr: '10.0.0.1', status: 'online' },
      { id: 2, hostname: '', addr: '10.0.0.2', status: '' },
    ];
    given.memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: devices });
    given.memoryServer.jobs.set(1, { name: 'One', policies: [5, 6] });
    given.memoryServer.jobs.set(2, { name: 'Two', policies: [5] });
    await given.session.jobs.refresh();
    await use(given);
  });

describe('what completion offers in the lists of a job', () => {
  it('includes the groups, which it loads first', () =>
    withLab(async given => {
      assert.deepEqual(await offered(given, '{"groups": [|]}'), [
        {
          label: '7',
          description: 'Lab · 2 devices · L',
          insertText: '7',
          documentation: 'Lab · 2 devices · L',
          filterText: '7 7 Lab · 2 devices · L',
          kind: 11,
          replaced: undefined,
        },
      ]);
      assert.equal(given.memoryServer.reads.filter(path => path.endsWith('/group/')).length, 1);
    }));

  for (const field of ['peers', 'server_set'])
    it(`are the devices by the names that requests use, in ${field}`, () =>
      withLab(async given => {
        const items = await offered(given, `{"${field}": ["P|"]}`);
        assert.deepEqual(
          items.map(({ label, insertText, description }) => [label, insertText, description]),
          [
            ['PC-1', '"PC-1"', '10.0.0.1 · online'],
            ['10.0.0.2', '"10.0.0.2"', ''],
          ],
        );
        assert.deepEqual(
          items.map(({ documentation, replaced }) => [documentation, replaced]),
          [
            ['10.0.0.1 · online', '"P"'],
            ['Known to this server', '"P"'],
          ],
        );
      }));

  it('includes IDs with the labels that the user gave them, and how many jobs have each', () =>
    withLab(async given => {
      const items = await offered(given, '{"policies": [1, |]}');
      assert.deepEqual(
        items.map(({ label, description }) => [label, description]),
        [
          ['5', 'Reboot · in 2 jobs'],
          ['6', 'in 1 job'],
          ['9', 'Scan'],
        ],
      );
      assert.equal(
        given.memoryServer.reads.some(path => path.endsWith('/group/')),
        false,
      );
    }));
});

describe('the hover of a list entry', () => {
  it('shows its name on the server', () =>
    withLab(async given => {
      assert.equal(await hovered(given, '{"groups": [|7]}'), '7 — Lab · 2 devices · L');
      assert.equal(await hovered(given, '{"policies": [|5]}'), '5 — Reboot · in 2 jobs');
      assert.match((await hovered(given, '{"peers": ["|PC-1"]}')) ?? '', /^PC\\-1 — 10\\\.0\\\.0\\\.1/);
    }));
});
