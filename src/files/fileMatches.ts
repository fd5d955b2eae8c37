import type { ObjectKind } from '../fields/objectFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { mapInSteps, type Steps } from '../util/steps.ts';
import type { DraftParts } from './fileDrafts.ts';
import { type Resolution, resolveFile } from './fileResolution.ts';
import type { FileSet } from './fileSet.ts';
import { KnownFields } from './knownFields.ts';
import { isOwnServer, type ManagedKind, type Manifest, managedOf, newManifest, rulesOf } from './manifest.ts';
import { type Matches, matchFiles } from './matching.ts';
import { References } from './references.ts';
import { objectsOf, type ServerObject } from './serverObjects.ts';
import type { ServerState } from './serverState.ts';

/** The files of one kind matched with the objects of a server. */
export interface KindMatches extends Matches {
  readonly kind: ObjectKind;
  readonly rules: ManagedKind;
  /** What determines how objects of the server are written as files. */
  readonly draftParts: DraftParts;
  readonly resolutions: readonly Resolution[];
  readonly fields: KnownFields;
  /** All objects on the server that the manifest manages. */
  readonly objects: readonly ServerObject[];
}

export interface FileMatches {
  readonly manifest: Manifest;
  readonly references: References;
  /** Whether the files are planned against the server of the manifest. */
  readonly isOwnServer: boolean;
  readonly groups: KindMatches;
  readonly jobs: KindMatches;
}

/** Finds the object of each file on a server, and what the names in the files refer to. */
export function* matchFileSet(
  fileSet: Pick<FileSet, 'manifest' | 'files'>,
  state: ServerState,
  localizer: Localizer,
): Steps<FileMatches> {
  const manifest = fileSet.manifest ?? newManifest(state.server);
  const isOwn = isOwnServer(manifest, state.server);
  const match = function* (kind: ObjectKind, references: References): Steps<KindMatches> {
    const rules = rulesOf(manifest, kind);
    const parts = {
      references,
      rules,
      deviceNames: manifest.allowUnknownDevices ? undefined : state.deviceNames,
      serverName: state.server.name,
      ownLabels: isOwn ? undefined : (manifest.labels[manifest.server] ?? {}),
      localizer,
    };
    const files = fileSet.files.filter(file => file.kind === kind);
    yield;
    const resolutions = yield* mapInSteps(files, file => resolveFile(file, parts));
    const all = yield* objectsOf(state, kind);
    const objects = yield* managedOf(rules, all);
    yield;
    const fields = new KnownFields(kind, objects, isOwn);
    const compared = resolutions.map(({ file, draft }) => ({ file, draft: fields.sent(draft) }));
    const matches = yield* matchFiles({ files: compared, objects, rules, hasKeys: isOwn });
    const draftParts = { references, rules, serverUrl: state.server.url };
    return { ...matches, kind, rules, draftParts, resolutions, fields, objects };
  };
  const groups = yield* match('group', new References(state, manifest));
  const references = new References(state, manifest, namesToCreate(groups));
  const jobs = yield* match('job', references);
  return { manifest, references, isOwnServer: isOwn, groups, jobs };
}

/** Names by which jobs refer to groups that have a file, but are missing on the server or have another name there. */
function namesToCreate({ resolutions, byFile, ambiguous }: KindMatches): string[] {
  return resolutions
    .filter(({ file }) => !ambiguous.has(file) && byFile.get(file)?.isRename !== false)
    .flatMap(({ draft }) => [draft['name'], draft['dn']])
    .filter(text => typeof text === 'string')
    .map(text => text.trim());
}
