import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import type * as z from 'zod/mini';
import type { Draft } from '../../../api/model/draft.ts';
import { type DraftProblem, shapeProblem } from '../../../api/model/drafts.ts';
import { deepestNesting } from '../../../api/model/extraFields.ts';
import { jsonErrorText } from '../../../api/model/jsonErrorText.ts';
import { parseShape } from '../../../api/model/mismatch.ts';
import { toTextKeys } from '../../../api/model/textKeys.ts';
import { displayText } from '../../../base/displayText.ts';
import { isRecord, jsonOrUndefined, positionAt } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';

/** A problem and its position in a file; lines and columns start at 1. */
export interface FileProblem {
  /** Relative to the folder of the set, with forward slashes. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The length of the text at fault, in UTF-16 code units; 0 for the file as a whole. */
  readonly length: number;
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** How to fix it, if that is not obvious. */
  readonly advice?: string | undefined;
}

/** The problem, followed by how to fix it. */
export function fileProblemText({ text, advice }: Pick<FileProblem, 'text' | 'advice'>): string {
  return advice === undefined ? text : `${text} ${advice}`;
}

/** The position of a value in the text of a file. */
type FilePlace = Pick<FileProblem, 'line' | 'column' | 'length'>;

const wholeFile: FilePlace = { line: 1, column: 1, length: 0 };

export type FileReading =
  | { readonly kind: 'ok'; readonly value: Draft }
  | { readonly kind: 'bad'; readonly problem: FileProblem };

const parseOptions = { disallowComments: false, allowTrailingComma: true };
/** Building a tree with all positions takes many times as long as parsing. */
const longestTree = 512 * 1024;
/** The object, and its deepest fields: deeper values would overflow the stack of what compares and writes them. */
const deepest = deepestNesting + 1;

/** Parses the JSON object in a file, which may have comments and trailing commas. */
export function readFileText(path: string, text: string, localizer: Localizer): FileReading {
  const { t } = localizer;
  const bad = (problem: string, place: FilePlace = wholeFile): FileReading => ({
    kind: 'bad',
    problem: { path, ...place, severity: 'error', text: problem },
  });
  const { depth, fields } = outlineOf(text);
  if (depth > deepest) return bad(t('The file is nested in more than 100 levels, so it is not read.'));
  // Much faster than the parser that allows comments, which most files do not have.
  const plain = jsonOrUndefined(text);
  if (isRecord(plain) && Object.keys(plain).length === fields) return { kind: 'ok', value: plain };
  if (text.length > longestTree) {
    return bad(
      t(
        'The file is longer than 512 KiB and not plain JSON, so it is not read. Check its syntax, and remove comments, trailing commas and repeated fields.',
      ),
    );
  }
  const source = withoutMark(text);
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, parseOptions);
  const [error] = errors;
  const marker = error && /^(?:<{7}|={7}|>{7})(?=[ \r\n]|$)/m.exec(source);
  if (marker) return bad(t('This is a merge conflict. Resolve it first.'), placeAt(source, marker.index, 7));
  if (error !== undefined) {
    const problem = jsonErrorText(error.error, localizer);
    return bad(
      t('This is not valid JSON: {problem}.', { problem }),
      placeAt(source, error.offset, error.length),
    );
  }
  const repeated = findRepeatedField(root);
  if (repeated !== undefined) {
    const field = displayText(String(repeated.value), 80);
    const place = placeAt(source, repeated.offset, repeated.length);
    return bad(t('The field “{field}” occurs twice.', { field }), place);
  }
  // The parser creates objects without a prototype; a round trip through JSON gives plain ones.
  const value = root === undefined ? undefined : jsonOrUndefined(JSON.stringify(getNodeValue(root)));
  return isRecord(value) ? { kind: 'ok', value } : bad(t('The file must contain one JSON object.'));
}

/** Whether parsing, comparing or writing the JSON would overflow the stack: a stored plan has the values of an object. */
export function isNestedTooDeeply(text: string): boolean {
  return outlineOf(text).depth > deepest + 10;
}

/**
 * How deeply brackets outside of strings are nested, and the number of colons at the first level. What is in comments
 * counts as well, which matters only to odd files.
 */
function outlineOf(text: string): { readonly depth: number; readonly fields: number } {
  let [level, depth, fields] = [0, 0, 0];
  let isText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isText = !isText;
    else if (isText) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth = Math.max(depth, ++level);
    else if (character === ']' || character === '}') level -= 1;
    else if (character === ':' && level === 1) fields += 1;
  }
  return { depth, fields };
}

/**
 * The first key that its object already has. Parsers use the last of two values and would drop the first, which may be
 * left over from a merge.
 */
function findRepeatedField(root: Node | undefined): Node | undefined {
  if (root?.type !== 'object') return undefined;
  const seen = new Set<unknown>();
  const names = (root.children ?? []).flatMap(({ children }) => children?.[0] ?? []);
  return names.find(name => seen.size === seen.add(name.value).size);
}

/** A problem of the file as a whole. */
export function fileProblem(
  path: string,
  text: string,
  severity: FileProblem['severity'] = 'error',
): FileProblem {
  return { path, ...wholeFile, severity, text };
}

export interface PlacedProblem extends DraftProblem {
  /** The problem is the presence of the field, whatever its value. */
  readonly isOfName?: boolean;
  readonly advice?: string | undefined;
}

/** A problem with one value of a file. */
export function problemIn(
  { path, text }: { readonly path: string; readonly text: string },
  problem: PlacedProblem,
): FileProblem {
  const { severity, advice } = problem;
  const found = { path, ...placeOf(text, problem), severity, text: problem.text };
  return advice === undefined ? found : { ...found, advice };
}

/** The tree of the latest text, because a file may have a hundred problems. */
let latest: { readonly source: string; readonly root: Node | undefined } | undefined;

function treeOf(source: string): Node | undefined {
  if (latest?.source !== source) latest = { source, root: parseTree(source, [], parseOptions) };
  return latest.root;
}

/** The position of the value at a path, or of the nearest enclosing one. */
function placeOf(text: string, { path, isOfName = false }: PlacedProblem): FilePlace {
  const source = withoutMark(text);
  const root = source.length > longestTree ? undefined : treeOf(source);
  if (root === undefined) return placeAt(source, 0, 0);
  for (let depth = path.length; depth > 0; depth--) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (node !== undefined) return placeOfNode(source, node, depth === path.length && !isOfName);
  }
  return placeAt(source, root.offset, 1);
}

function placeOfNode(text: string, node: Node, isOfValue: boolean): FilePlace {
  const field = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  // Marks a long value at its field name, or at its first character inside a list.
  const shown = isOfValue && !isLong(node) ? node : (field ?? node);
  return placeAt(text, shown.offset, isLong(shown) ? 1 : shown.length);
}

function isLong({ type }: Node): boolean {
  return type === 'array' || type === 'object';
}

function placeAt(text: string, offset: number, length: number): FilePlace {
  return { ...positionAt(text, offset), length };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Checks a value of a file against a schema; problems say what was expected. */
export function readShape<T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
  localizer: Localizer,
): { readonly value: T | undefined; readonly problems: readonly PlacedProblem[] } {
  const { data, issues } = parseShape(schema, value);
  if (issues === undefined) return { value: data, problems: [] };
  const found = issues.slice(0, mostProblems + 1).flatMap(issue => issueProblems(issue, value, localizer));
  if (found.length <= mostProblems) return { value: undefined, problems: found };
  const problems = found.slice(0, mostProblems);
  const text = localizer.t('The file may have more problems than the listed ones.');
  return { value: undefined, problems: [...problems, { path: [], severity: 'error', text }] };
}

const mostProblems = 100;

function issueProblems(issue: z.core.$ZodIssue, value: unknown, localizer: Localizer): PlacedProblem[] {
  const { t } = localizer;
  const problem = shapeProblem(issue, localizer);
  const { path } = problem;
  if (issue.code !== 'unrecognized_keys') {
    const missing = { ...problem, text: t('The field “{field}” is missing.', { field: path.join('.') }) };
    return [isMissing(value, path) ? missing : problem];
  }
  return issue.keys.slice(0, mostProblems + 1).map(key => ({
    path: [...path, key],
    severity: 'error',
    isOfName: true,
    text: t('There is no field “{field}” here.', { field: key }),
  }));
}

/** Whether the path ends at a field that is missing from its object. */
function isMissing(value: unknown, [key, ...rest]: PlacedProblem['path']): boolean {
  if (!isRecord(value) || key === undefined) return false;
  return rest.length === 0 ? !Object.hasOwn(value, key) : isMissing(value[key], rest);
}

/** Changes one field of the text; comments and all other fields stay. */
export function withField(text: string, field: string, value: unknown): string {
  const wrapped = toTextKeys({ [field]: value });
  const [key = field] = isRecord(wrapped) ? Object.keys(wrapped) : [];
  const own = isRecord(wrapped) ? wrapped[key] : value;
  return withValue(text, [key], own);
}

/** Changes or adds one value, using the line endings of the text. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
