import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Plan, PlanItem } from '../files/filePlan.ts';
import type { FileSet } from '../files/fileSet.ts';
import type { ServerState } from '../files/serverState.ts';
import { planScheme } from '../platform/ids.ts';

/** The plan of a folder, with the server state it is based on. */
export interface FolderPlan {
  readonly folder: string;
  readonly fileSet: FileSet;
  readonly plan: Plan;
  readonly state: ServerState;
  /** Whether the server was searched for the devices in the files; if not, they are assumed to exist. */
  readonly hasSearched: boolean;
}

/** The files as they are planned: devices that were not searched for are assumed to exist. */
export function readPlannedSet({
  fileSet,
  hasSearched,
}: Pick<FolderPlan, 'fileSet' | 'hasSearched'>): FileSet {
  const { manifest } = fileSet;
  return hasSearched || manifest === undefined
    ? fileSet
    : { ...fileSet, manifest: { ...manifest, allowUnknownDevices: true } };
}

/** An item of a visible plan. */
export interface ShownItem {
  readonly shown: FolderPlan;
  readonly item: PlanItem;
}

/** The file of an item; an object without a file gets its own URI. */
export function itemUri({ folder }: Pick<FolderPlan, 'folder'>, item: PlanItem): vscode.Uri {
  const uri = vscode.Uri.file(join(folder, itemPath(item)));
  return item.file === undefined ? uri.with({ scheme: planScheme }) : uri;
}

/** Halves of characters, which URIs cannot contain. */
const unpaired = /[\ud800-\udfff]/gu;

/** Relative to the folder. */
export function itemPath({ file, kind, id, name }: PlanItem): string {
  return file?.path ?? `${kind}-${id ?? encodeURIComponent(name.replace(unpaired, '_'))}.${kind}.jsonc`;
}

/** The object on the server as the text of a file. */
export function serverUri({ folder }: Pick<FolderPlan, 'folder'>, item: PlanItem): vscode.Uri {
  return itemUri({ folder }, item).with({ scheme: planScheme });
}
