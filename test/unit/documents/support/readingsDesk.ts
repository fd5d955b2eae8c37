import assert from 'node:assert/strict';
import type { ObjectRef } from '../../../../src/documents/documentUri.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import { TestDocument, jobUri as uri } from './fileSystemDesk.ts';
import { withSaves } from './saveDesk.ts';

const { DocumentServers } = await import('../../../../src/documents/documentServers.ts');
const { ObjectReadings } = await import('../../../../src/documents/objectReadings.ts');
const { draftText } = await import('../../../../src/documents/objectKinds.ts');
const { person: editor } = await import('../../../support/vscode/vscodeFake.ts');

export const ref: ObjectRef = { kind: 'object', serverId: 'plant', objectKind: 'job', id: 1, view: 'edited' };
export const path = '/automation/api/job/1/';
export const one = { name: 'One', enabled: true };
export const two = { name: 'Two', enabled: true };

/** Resolves when every started operation has sent its request. */
export const settled = () => new Promise(resolve => setImmediate(resolve));

type Desk = Parameters<Parameters<typeof withSaves>[0]>[0];

export async function withReadings(use: (given: Desk & ReturnType<typeof readingsOf>) => Promise<void>) {
  await withSaves(async desk => {
    desk.plant.jobs.set(1, one);
    try {
      await use({ ...desk, ...readingsOf(desk) });
    } finally {
      editor.documents.length = 0;
    }
  });
}

function readingsOf({ plant, session, versions }: Desk) {
  const deleted: string[] = [];
  const servers = new DocumentServers({
    sessions: { get: () => session },
    notices: { text: String },
    log: { info: () => undefined, error: () => undefined },
  });
  const readings = new ObjectReadings({
    versions,
    servers,
    onDeleted: gone => {
      deleted.push(gone.toString());
      versions.deleted(gone);
    },
  });
  /** Opens the document with the text of the last read. */
  const show = async (draft?: Draft) => {
    const document = new TestDocument(uri, draftText(draft ?? (await readings.open(uri, ref))));
    editor.documents.push(document);
    return document;
  };
  /** Has the store read the job, as views do. */
  const store = async (row: typeof one) => {
    plant.jobs.set(1, row);
    await session.jobs.read(1);
  };
  /** Makes known values count as read long ago, or just now, however long the test takes. */
  const age = (receivedMs = Number.NEGATIVE_INFINITY) => {
    const { latest } = versions.get(uri) ?? assert.fail('nothing is known');
    versions.seen(uri, { ...latest, receivedMs });
  };
  const baseName = () => versions.knownBase(uri)?.stored['name'];
  const latestName = () => versions.get(uri)?.latest.draft['name'];
  const takeStored = () => readings.takeStored(uri, ref, session);
  return { readings, deleted, show, store, age, baseName, latestName, takeStored };
}
