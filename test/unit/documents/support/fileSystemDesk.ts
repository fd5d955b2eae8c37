import type * as vscode from 'vscode';
import type { CreatedFrom } from '../../../../src/documents/newObjects.ts';
import { asTextDocument } from '../../../support/vscode/asVSCode.ts';
import { withSaves } from './saveDesk.ts';

const { objectUri } = await import('../../../../src/documents/documentUri.ts');
const { ObjectFileSystem } = await import('../../../../src/documents/objectFileSystem.ts');
const { SaveStates } = await import('../../../../src/documents/saveStates.ts');
const { person: editor } = await import('../../../support/vscode/vscodeFake.ts');

export const jobUri = objectUri('plant', 'job', 1, 'One');

/** The text that VS Code holds for a document. */
export class TestDocument {
  readonly eol = 1;
  readonly version = 3;
  isDirty = false;
  isClosed = false;
  readonly uri: vscode.Uri;
  text: string;

  constructor(uri: vscode.Uri, text: string) {
    this.uri = uri;
    this.text = text;
  }

  getText(): string {
    return this.text;
  }

  /** As VS Code passes it to the extension. */
  get asVscode(): vscode.TextDocument {
    return asTextDocument(this);
  }
}

/** The file system of documents over a server in memory that has job 1. */
export async function withFileSystem(
  use: (given: Desk & ReturnType<typeof createFileSystem>) => Promise<void>,
): Promise<void> {
  await withSaves(async desk => {
    desk.plant.jobs.set(1, { name: 'One', enabled: true });
    try {
      await use({ ...desk, ...createFileSystem(desk) });
    } finally {
      editor.documents.length = 0;
    }
  });
}

type Desk = Parameters<Parameters<typeof withSaves>[0]>[0];

function createFileSystem({ session, versions, person }: Desk) {
  const servers = { get: (id: string) => (id === 'plant' ? session : undefined) };
  const given: string[] = [];
  const fired: string[] = [];
  const created: string[] = [];
  const swapped: string[] = [];
  const failed: unknown[] = [];
  /** What was created from each new document. */
  const createdFrom = new Map<string, CreatedFrom>();
  const states = new SaveStates();
  const fileSystem = new ObjectFileSystem({
    sessions: servers,
    notices: { text: error => (error instanceof Error ? error.name : String(error)) },
    log: { info: () => undefined, error: () => undefined },
    versions,
    states,
    onSaveFailed: (_, error) => failed.push(error),
    dialogs: person.dialogs,
    newObjects: {
      create: async (_uri, _place, _session, text) => void created.push(text),
      createdFrom: async uri => createdFrom.get(uri.toString()),
      swap: (_, to) => swapped.push(String(to)),
    },
    saveReasons: { requireManualSave: () => undefined },
    encodings: { given: (_, text) => given.push(text), isUtf8: () => true },
    compare: async () => undefined,
  });
  fileSystem.onDidChangeFile(changes => {
    for (const { type, uri } of changes) fired.push(`${type} ${uri.toString()}`);
  });
  /** Opens the document in an editor, as VS Code does. */
  const openDocument = async (uri = jobUri) => {
    await fileSystem.stat(uri);
    const document = new TestDocument(uri, new TextDecoder().decode(await fileSystem.readFile(uri)));
    editor.documents.push(document);
    fileSystem.edited(document.asVscode);
    return document;
  };
  return { fileSystem, states, given, fired, created, swapped, failed, createdFrom, openDocument };
}
