import assert from 'node:assert/strict';
import type { DocumentRef } from '../../../../src/documents/documentUri.ts';
import type { ObjectSave } from '../../../../src/documents/objectSaves.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import { TestDocument } from './fileSystemDesk.ts';
import { withSaves } from './saveDesk.ts';

const { person } = await import('../../../support/vscode/vscodeFake.ts');
const { objectUri, parseDocumentUri } = await import('../../../../src/documents/documentUri.ts');
const { draftText } = await import('../../../../src/documents/objectKinds.ts');
const { SaveProtocol } = await import('../../../../src/documents/saveProtocol.ts');
const { SaveStates } = await import('../../../../src/documents/saveStates.ts');

export const uri = objectUri('plant', 'job', 1, 'x');
const bytes = (name: string) => new TextEncoder().encode(JSON.stringify({ name }));
export const shown = { name: 'Theirs' };

type Desk = Parameters<Parameters<typeof withSaves>[0]>[0];

/** The open document of a job, and the saves that reach the object; each ends when the test says so. */
export const withProtocol = (
  use: (given: ReturnType<typeof protocolOf> & Omit<Desk, 'saves'>) => Promise<void>,
) =>
  withSaves(async desk => {
    desk.plant.jobs.set(1, { name: 'One' });
    await desk.open('job', 1);
    try {
      await use({ ...desk, ...protocolOf(desk) });
    } finally {
      person.documents.length = 0;
    }
  });

export function protocolOf({ session, versions }: Desk) {
  const saves: Omit<ObjectSave, 'session'>[] = [];
  const failed: unknown[] = [];
  const states = new SaveStates();
  const outcome = { of: async (): Promise<void> => undefined };
  const options = { isUtf8: true };
  const protocol = new SaveProtocol({
    objects: {
      save: async ({ session: _, ...save }) => {
        saves.push(save);
        await outcome.of();
      },
    },
    newObjects: {
      create: async () => assert.fail('the job exists'),
      createdFrom: async () => undefined,
      swap: () => assert.fail('the document is that of the job'),
    },
    versions,
    servers: {
      session: () => session,
      fileError: (_, error) => new Error(error instanceof Error ? error.name : String(error)),
    },
    states,
    saveReasons: { requireManualSave: () => undefined },
    encodings: { isUtf8: () => options.isUtf8 },
    onSaveFailed: (_, error) => failed.push(error),
  });
  const write = (name: string, ref: DocumentRef | undefined = parseDocumentUri(uri)) =>
    protocol.write(uri, ref ?? assert.fail('the URI is ours'), bytes(name));
  /** Opens the job in an editor with this text. */
  const show = (text: Draft, isDirty: boolean) => {
    const document = new TestDocument(uri, draftText(text));
    document.isDirty = isDirty;
    person.documents.splice(0, 1, document);
  };
  /** Has the server return this for the job. */
  const theirs = (draft: Draft, origin = session.server.url) =>
    versions.seen(uri, { draft, origin, requestedMs: performance.now(), receivedMs: 0 });
  const stat = () => protocol.stat(uri, versions.get(uri) ?? assert.fail('it was read'));
  return { protocol, write, saves, failed, states, outcome, options, show, theirs, stat };
}
