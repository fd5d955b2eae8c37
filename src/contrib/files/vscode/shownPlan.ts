import * as vscode from 'vscode';
import { fieldRow } from '../../../api/fields/objectFields.ts';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { displayText } from '../../../base/displayText.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import type { Plan, PlanItem } from '../common/filePlan.ts';
import type { FileSet } from '../common/fileSet.ts';
import type { ServerState } from '../common/serverState.ts';
import { folderUri } from './folders.ts';

/** The plan of a folder, with the server state it is based on. */
export interface FolderPlan {
  /** What `folderId` returns. */
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

/** Objects on a server, for comparison with workspace files. */
export const planScheme = 'device-automation-plan';

/** The file of an item; an object without a file gets its own URI. */
export function itemUri(shown: Pick<FolderPlan, 'folder'>, item: PlanItem): vscode.Uri {
  return item.file === undefined ? serverUri(shown, item) : fileUri(shown, item);
}

function fileUri({ folder }: Pick<FolderPlan, 'folder'>, item: PlanItem): vscode.Uri {
  return vscode.Uri.joinPath(folderUri(folder), itemPath(item));
}

/** Halves of characters, which URIs cannot contain. */
const unpaired = /[\ud800-\udfff]/gu;

/** Relative to the folder. */
export function itemPath({ file, kind, id, name }: PlanItem): string {
  return file?.path ?? `${kind}-${id ?? encodeURIComponent(name.replace(unpaired, '_'))}.${kind}.jsonc`;
}

/** The object on the server as the text of a file. */
export function serverUri(shown: Pick<FolderPlan, 'folder'>, item: PlanItem): vscode.Uri {
  const uri = fileUri(shown, item);
  return uri.with({ scheme: planScheme, query: uri.scheme });
}

/** The file that is compared with what the URI shows; other URIs are returned as they are. */
export function comparedFile(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === planScheme ? uri.with({ scheme: uri.query, query: '' }) : uri;
}

const actionTexts = {
  create: 'Not on {server} yet',
  rename: 'Named “{name}” on {server}',
  unchanged: 'Same as on {server}',
  blocked: 'Cannot be applied to {server}: {reason}',
  onlyOnServer: 'Only on {server}',
  delete: 'No file: to be deleted on {server}',
} as const;

/** A short sentence about the effect of applying the item, or about why it cannot be applied. */
export function actionText(item: PlanItem, serverName: string): string {
  const { action, changes } = item;
  const server = displayText(serverName, 60);
  if (action !== 'change')
    return t(actionTexts[action], { server, name: previousTitle(item, 80), reason: reasonOf(item) });
  return plural('{count} field differs from {server}|{count} fields differ from {server}', changes.length, {
    server,
  });
}

/** Without the full stop, for use inside other sentences. */
function reasonOf({ problems }: PlanItem): string {
  return problems.find(({ severity }) => severity === 'error')?.text.replace(/\.$/, '') ?? '';
}

const itemTexts = {
  create: 'create',
  change: 'change: {fields}',
  rename: 'rename from “{name}”: {fields}',
  delete: 'delete',
  blocked: 'cannot be applied',
} as const;

/** Describes an item in a picker: the action and its fields. */
export function itemDescription(item: PlanItem): string {
  const { action, changes } = item;
  if (action === 'unchanged' || action === 'onlyOnServer') return '';
  const fields = changes.map(({ field }) => fieldRow(field)?.label(localizer) ?? displayText(field, 40));
  return t(itemTexts[action], { fields: fields.join(', '), name: previousTitle(item, 60) });
}

function previousTitle(item: PlanItem, maxLength: number): string {
  const { previousName: name = item.name } = item;
  return displayText(objectTitle({ ...item, name }, localizer), maxLength);
}
