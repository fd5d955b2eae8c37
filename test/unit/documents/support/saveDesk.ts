import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ObjectRef } from '../../../../src/documents/documentUri.ts';
import type { ObjectSave } from '../../../../src/documents/objectSaves.ts';
import type { ObjectKind } from '../../../../src/fields/objectFields.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import type { ServerConfig } from '../../../../src/model/server.ts';
import { FakeMemento } from '../../../support/vscode/fakeMemento.ts';
import { withPlant } from '../../commands/support/plant.ts';

const { BaseMemory } = await import('../../../../src/documents/baseMemory.ts');
const { objectUri } = await import('../../../../src/documents/documentUri.ts');
const { DocumentVersions, readingOf } = await import('../../../../src/documents/documentVersions.ts');
const { objectKinds } = await import('../../../../src/documents/objectKinds.ts');
const { ObjectSaves } = await import('../../../../src/documents/objectSaves.ts');
const { Memory } = await import('../../../../src/platform/memory.ts');

const plantUrl = 'https://plant.example';

type Plant = Parameters<Parameters<typeof withPlant>[0]>[0];

/** Saves of documents over a server in memory; VS Code and new objects have only the members that a save calls. */
export async function withSaves(
  use: (desk: ReturnType<typeof createDesk>) => Promise<void>,
  marks?: Pick<ServerConfig, 'production'>,
): Promise<void> {
  await withPlant(given => use(createDesk(given)), marks);
}

function createDesk(given: Plant) {
  const { plant, person, session } = given;
  const fail = (problem: unknown) => assert.fail(String(problem));
  const memory = new Memory({ memento: new FakeMemento(), onUnread: fail, onFailure: fail });
  const versions = new DocumentVersions(new BaseMemory(memory));
  const logged: string[] = [];
  const compared: string[] = [];
  const created: string[] = [];
  /** `createdUri` is the URI of the object created from the text of a deleted one. */
  const desk: { createdUri: vscode.Uri | undefined } = { createdUri: undefined };
  const saves = new ObjectSaves({
    versions,
    notices: given.context.notices,
    dialogs: person.dialogs,
    newObjects: {
      create: async (_uri, _ref, _session, text) => void created.push(text),
      createdFrom: async () =>
        desk.createdUri === undefined ? undefined : { uri: desk.createdUri, ref: ref('job', 2) },
    },
    log: { info: text => void logged.push(text) },
    compare: async uri => void compared.push(uri.toString()),
  });
  const open = async (kind: ObjectKind, id: number) => {
    const uri = objectUri('plant', kind, id, 'x');
    const read = async () => (await objectKinds[kind].fetch(session, id)).draft;
    versions.shown(uri, await readingOf(plantUrl, read));
    return uri;
  };
  const save = (kind: ObjectKind, id: number, edit: Draft, more: Partial<ObjectSave> = {}) => {
    const uri = objectUri('plant', kind, id, 'x');
    const text = JSON.stringify({ ...versions.get(uri)?.base?.text, ...edit });
    const usual = { begunWith: undefined, chosenOver: undefined, keepsBoth: false };
    return saves.save({ session, uri, ref: ref(kind, id), text, ...usual, ...more });
  };
  return { plant, person, session, versions, saves, logged, compared, created, desk, open, save };
}

function ref(objectKind: ObjectKind, id: number): ObjectRef {
  return { kind: 'object', serverId: 'plant', objectKind, id, view: 'edited' };
}
