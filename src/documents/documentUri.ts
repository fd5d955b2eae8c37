import * as vscode from 'vscode';
import * as z from 'zod';
import { scheme } from '../host/ids.ts';
import { serverIdPattern } from '../model/server.ts';
import { displayText } from '../util/displayText.ts';

export type ObjectKind = 'job' | 'group';

/** What a URI of ours stands for. `isServerVersion`: always what the server has now, read-only. */
export type DocumentRef =
  | {
      readonly kind: 'object';
      readonly serverId: string;
      readonly objectKind: ObjectKind;
      readonly id: number;
      readonly isServerVersion: boolean;
    }
  | {
      readonly kind: 'new';
      readonly serverId: string;
      readonly objectKind: ObjectKind;
      readonly draftId: string;
    }
  | { readonly kind: 'schema'; readonly objectKind: ObjectKind };

const folders: Readonly<Record<ObjectKind, string>> = { job: 'jobs', group: 'groups' };
const serverVersionQuery = 'server';
/** package.json names it in `jsonValidation`. */
const schemaAuthority = 'schemas_';

const PathSchema = z.templateLiteral(['/', z.enum(['jobs', 'groups']), '/', z.string()]);
const IdSchema = z.coerce.number().int().min(0);

/** Reads a URI; `undefined` for one that this extension never makes. */
export function parseDocumentUri(uri: vscode.Uri): DocumentRef | undefined {
  if (uri.scheme !== scheme || !PathSchema.safeParse(uri.path).success) return undefined;
  const [, folder, key = '', name = ''] = uri.path.split('/');
  const objectKind: ObjectKind = folder === 'groups' ? 'group' : 'job';
  if (uri.authority === schemaAuthority) return { kind: 'schema', objectKind };
  if (!serverIdPattern.test(uri.authority) || !name.endsWith(`.${objectKind}.json`)) return undefined;
  const serverId = uri.authority;
  if (key.startsWith('new-')) return { kind: 'new', serverId, objectKind, draftId: key };
  const id = /^\d+$/.test(key) ? IdSchema.safeParse(key) : undefined;
  if (!id?.success) return undefined;
  return {
    kind: 'object',
    serverId,
    objectKind,
    id: id.data,
    isServerVersion: uri.query === serverVersionQuery,
  };
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

/** The same object as the server has it at the moment, for comparing. */
export function serverVersionUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ query: serverVersionQuery });
}

/** The object whose text is edited under a URI; its id is `undefined` until it exists. */
export function editedObject(
  uri: vscode.Uri,
): { readonly serverId: string; readonly kind: ObjectKind; readonly id: number | undefined } | undefined {
  const ref = parseDocumentUri(uri);
  if (ref === undefined || ref.kind === 'schema') return undefined;
  const { serverId, objectKind: kind } = ref;
  if (ref.kind === 'new') return { serverId, kind, id: undefined };
  return ref.isServerVersion ? undefined : { serverId, kind, id: ref.id };
}

function documentUri(authority: string, objectKind: ObjectKind, key: string, name: string): vscode.Uri {
  return vscode.Uri.from({
    scheme,
    authority,
    path: `/${folders[objectKind]}/${key}/${name}.${objectKind}.json`,
  });
}

/** The name is only for the eye (the id identifies), so what paths cannot hold is simply replaced. */
function fileName(name: string, fallback: string): string {
  const cleaned = displayText(name.replace(/[/\\:*?"<>|%#]+/g, ' '), 80)
    .replace(/\s+/g, ' ')
    .trim();
  return cleaned.replace(/^\.+|\.+$/g, '') || fallback;
}
