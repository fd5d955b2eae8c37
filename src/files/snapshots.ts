import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerConfig } from '../model/server.ts';
import { fingerprintOf } from '../model/serverFingerprint.ts';
import { fileName } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import { makePrivateFolder, privateFileMode } from '../util/privateFiles.ts';
import { manifestName } from './exportedFolder.ts';
import { type ExportPlan, exportObjects } from './exportObjects.ts';
import { FilesError } from './filesError.ts';
import { replaceFile, writeFiles } from './fileWriting.ts';
import type { ServerState } from './serverState.ts';
import { packFiles, unpackFiles } from './tarArchive.ts';

/** All jobs and groups of a server as files, as of one time, in one archive. */
export interface Snapshot {
  readonly path: string;
  readonly timeMs: number;
}

/** The newest ones that are kept for a server. */
const mostSnapshots = 10;
const ending = '.tar.gz';
const namePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/** Where snapshots are stored, and how they are read. */
export interface SnapshotOptions {
  /** The folder for the state of this user's programs. */
  readonly stateFolder: string;
  readonly localizer: Localizer;
}

/** Writes the files of an export to an archive, and deletes all but the newest ones of this server. */
export async function takeSnapshot(
  state: ServerState,
  { stateFolder, localizer }: SnapshotOptions,
  timeMs: number,
): Promise<Snapshot & { readonly plan: ExportPlan }> {
  const fileSet = { manifest: undefined, manifestText: undefined, files: [] };
  const plan = await exportObjects({ fileSet, state, localizer });
  const bytes = await packFiles(plan.writes, timeMs);
  const folder = folderFor(stateFolder, state.server);
  await makePrivateFolder(folder);
  const stamp = new Date(timeMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const path = join(folder, `${stamp}${ending}`);
  await replaceFile(path, bytes, privateFileMode);
  const old = (await listSnapshots(stateFolder, state.server)).slice(mostSnapshots);
  await Promise.all(old.map(snapshot => rm(snapshot.path, { force: true })));
  return { path, timeMs, plan };
}

/** The snapshots of a server, the newest first. */
export async function listSnapshots(
  stateFolder: string,
  server: Pick<ServerConfig, 'url'>,
): Promise<readonly Snapshot[]> {
  const folder = folderFor(stateFolder, server);
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap(name => {
      const iso = name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z');
      return iso === name ? [] : [{ path: join(folder, name), timeMs: Date.parse(iso) }];
    })
    .sort((one, other) => other.timeMs - one.timeMs);
}

/** Writes the files of a snapshot to a folder, which is emptied before. Throws `FilesError`. */
export async function unpackSnapshot(path: string, folder: string, localizer: Localizer): Promise<void> {
  const files = await unpackFiles(await readFile(path));
  if (files?.some(file => file.path === manifestName) !== true)
    throw new FilesError({ kind: 'notASnapshot', path });
  await rm(folder, { recursive: true, force: true });
  await makePrivateFolder(folder);
  const writes = files.map(file => ({ ...file, before: undefined }));
  const { problems } = await writeFiles(folder, writes, { localizer });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${join(folder, problem.path)}: ${problem.text}`);
}

/** The folder to which the snapshot that is compared is unpacked: one for a server, named for what shows it. */
export function comparisonFolder(
  stateFolder: string,
  { name, url }: Pick<ServerConfig, 'name' | 'url'>,
): string {
  return join(folderFor(stateFolder, { url }), fileName(`${name} snapshot`, 'snapshot'));
}

function folderFor(stateFolder: string, { url }: Pick<ServerConfig, 'url'>): string {
  return join(stateFolder, 'snapshots', fingerprintOf(url));
}
