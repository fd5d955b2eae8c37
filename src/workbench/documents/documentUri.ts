import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import { serverIdPattern } from '../../api/model/server.ts';
import { fileName } from '../../base/displayText.ts';
import { scheme } from '../platform/ids.ts';

/**
 * What a URI shows of an object: the text being edited, or read-only the server's version or the current text of the
 * editor.
 */
type DocumentView = 'edited' | 'server' | 'typed';

interface OfObject {
  readonly serverId: string;
  readonly objectKind: ObjectKind;
  readonly view: DocumentView;
}

export type ObjectRef = OfObject & { readonly kind: 'object'; readonly id: number };
export type NewRef = OfObject & { readonly kind: 'new'; readonly draftId: string };

/** What one of our URIs refers to. */
export type DocumentRef =
  | ObjectRef
  | NewRef
  | { readonly kind: 'schema'; readonly objectKind: ObjectKind; readonly name: string };

const folders: Readonly<Record<ObjectKind, string>> = { job: 'jobs', group: 'groups' };
/** Also used in the `jsonValidation` of package.json. */
const schemaAuthority = 'schemas_';

const PathSchema = z.templateLiteral(['/', z.enum(['jobs', 'groups']), '/', z.string()]);
const IdSchema = z.coerce.number().check(z.int(), z.minimum(0));

/** Whether a URI is a folder that contains documents. VS Code checks this before it saves a file that was deleted. */
export function isFolderUri({ scheme: own, path }: vscode.Uri): boolean {
  return own === scheme && /^\/(?:(?:jobs|groups)(?:\/(?:new-)?\d+)?\/?)?$/.test(path);
}

/** Parses a URI; `undefined` for one that this extension never creates. */
export function parseDocumentUri(uri: vscode.Uri): DocumentRef | undefined {
  if (uri.scheme !== scheme || !PathSchema.safeParse(uri.path).success) return undefined;
  const [, folder, key = '', name = ''] = uri.path.split('/');
  const objectKind: ObjectKind = folder === 'groups' ? 'group' : 'job';
  if (uri.authority === schemaAuthority) return { kind: 'schema', objectKind, name: key };
  if (!serverIdPattern.test(uri.authority) || !name.endsWith(`.${objectKind}.json`)) return undefined;
  const serverId = uri.authority;
  const view = viewOf(uri);
  if (key.startsWith('new-')) return { kind: 'new', serverId, objectKind, draftId: key, view };
  const id = /^\d+$/.test(key) ? IdSchema.safeParse(key) : undefined;
  if (!id?.success) return undefined;
  return { kind: 'object', serverId, objectKind, id: id.data, view };
}

function viewOf({ query }: vscode.Uri): DocumentView {
  return query === 'server' || query === 'typed' ? query : 'edited';
}

export function objectUri(serverId: string, objectKind: ObjectKind, id: number, name: string): vscode.Uri {
  return documentUri(serverId, objectKind, String(id), fileName(name, `${objectKind} ${id}`));
}

export function newObjectUri(
  serverId: string,
  objectKind: ObjectKind,
  draftNumber: number,
  name: string,
): vscode.Uri {
  return documentUri(serverId, objectKind, `new-${draftNumber}`, fileName(name, objectKind));
}

/** The server's current version of the same object, for comparisons. */
export function serverVersionUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ query: 'server' satisfies DocumentView });
}

/** The text in the document's editor, for comparisons. */
export function toTypedTextUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ query: 'typed' satisfies DocumentView });
}

/** The editable document that any of its views belongs to. */
export function findEditedUri(uri: vscode.Uri): vscode.Uri {
  return uri.query === '' ? uri : uri.with({ query: '' });
}

/** The object that is edited under a URI; its ID is `undefined` until it exists. */
export function findEditedObject(
  uri: vscode.Uri,
): { readonly serverId: string; readonly kind: ObjectKind; readonly id: number | undefined } | undefined {
  const ref = parseDocumentUri(uri);
  if (ref === undefined || ref.kind === 'schema' || ref.view !== 'edited') return undefined;
  const { serverId, objectKind: kind } = ref;
  return { serverId, kind, id: ref.kind === 'new' ? undefined : ref.id };
}

export function fileNameOf(uri: vscode.Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}

/** The document as VS Code has it in memory; `undefined` if it is not open. */
export function textDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(open => open.uri.toString() === key);
}

function documentUri(authority: string, objectKind: ObjectKind, key: string, name: string): vscode.Uri {
  return vscode.Uri.from({
    scheme,
    authority,
    path: `/${folders[objectKind]}/${key}/${name}.${objectKind}.json`,
  });
}
