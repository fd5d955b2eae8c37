import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { Draft } from '../../model/draft.ts';
import type { DraftProblem } from '../../model/drafts.ts';
import { deepestNesting } from '../../model/extraFields.ts';
import { jsonErrorText } from '../../model/jsonErrorText.ts';
import { displayText } from '../../util/displayText.ts';
import { isRecord, jsonOrUndefined } from '../../util/json.ts';
import type { Localizer } from '../../util/localizer.ts';
import type { FilePlace, FileProblem } from '../objectFile.ts';

export type FileReading =
  | { readonly kind: 'ok'; readonly value: Draft }
  | { readonly kind: 'bad'; readonly problems: readonly FileProblem[] };

const parseOptions = { disallowComments: false, allowTrailingComma: true };

/** Parses the JSON object in a file, which may have comments and trailing commas. */
export function readFileText(path: string, text: string, localizer: Localizer): FileReading {
  if (isNestedTooDeeply(text)) {
    const message = localizer.t('The file is nested in more than 100 levels, so it is not read.');
    return { kind: 'bad', problems: [fileProblem(path, message)] };
  }
  const plain = plainJson(text);
  if (plain !== undefined && !mayRepeatField(text, plain)) return { kind: 'ok', value: plain };
  if (text.length > longestTree) {
    const message = localizer.t(
      'The file is longer than 512 KiB and not plain JSON, so it is not read. Check its syntax, and remove comments, trailing commas and repeated fields.',
    );
    return { kind: 'bad', problems: [fileProblem(path, message)] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(withoutMark(text), errors, parseOptions);
  if (errors.length > 0) return { kind: 'bad', problems: syntaxProblems(path, text, errors, localizer) };
  const repeated = findRepeatedField(root);
  if (repeated !== undefined)
    return { kind: 'bad', problems: [repeatedProblem(path, text, repeated, localizer)] };
  // The parser creates objects without a prototype; a round trip through JSON gives plain ones.
  const value = root === undefined ? undefined : jsonOrUndefined(JSON.stringify(getNodeValue(root)));
  if (isRecord(value)) return { kind: 'ok', value };
  const message = localizer.t('The file must contain one JSON object.');
  return { kind: 'bad', problems: [fileProblem(path, message)] };
}

/** Building a tree with all positions takes many times as long as parsing. */
const longestTree = 512 * 1024;
/** The object, and its deepest fields: deeper values would overflow the stack of what compares and writes them. */
const deepest = deepestNesting + 1;

/** Counts brackets outside of strings. Those in comments count as well, which matters only to odd files. */
function isNestedTooDeeply(text: string): boolean {
  let level = 0;
  let isText = false;
  for (let index = 0; index < text.length && level <= deepest; index++) {
    const character = text[index];
    if (character === '"') isText = !isText;
    else if (isText) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') level += 1;
    else if (character === ']' || character === '}') level -= 1;
  }
  return level > deepest;
}

/** Much faster than the parser that allows comments, which most files do not have. */
function plainJson(text: string): Draft | undefined {
  const value = jsonOrUndefined(text);
  return isRecord(value) ? value : undefined;
}

/** Parsers use the last of two values and would drop the first, which may be left over from a merge. */
function mayRepeatField(text: string, value: Draft): boolean {
  const keys = Object.keys(value);
  const mayRepeat = keys.some(key => {
    const quoted = quoteKey(key);
    return text.includes(quoted, text.indexOf(quoted) + 1);
  });
  return mayRepeat && countFields(text) > keys.length;
}

/** Counts the colons outside of strings at the first level of valid JSON. */
function countFields(text: string): number {
  let [level, count] = [0, 0];
  let isText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isText = !isText;
    else if (isText) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') level += 1;
    else if (character === ']' || character === '}') level -= 1;
    else if (character === ':' && level === 1) count += 1;
  }
  return count;
}

/** Cached, because thousands of files have the same few keys. */
const quotedKeys = new Map<string, string>();
const mostQuoted = 1_000;

function quoteKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = JSON.stringify(key);
  if (quotedKeys.size < mostQuoted) quotedKeys.set(key, quoted);
  return quoted;
}

/** The first key that its object already has. */
function findRepeatedField(root: Node | undefined): Node | undefined {
  if (root?.type !== 'object') return undefined;
  const seen = new Set<unknown>();
  const names = (root.children ?? []).flatMap(({ children }) => children?.[0] ?? []);
  return names.find(name => seen.size === seen.add(name.value).size);
}

function repeatedProblem(path: string, text: string, name: Node, { t }: Localizer): FileProblem {
  return {
    path,
    ...placeAt(withoutMark(text), name.offset, name.length),
    severity: 'error',
    text: t('The field “{field}” occurs twice.', { field: displayText(String(name.value), 80) }),
  };
}

function syntaxProblems(
  path: string,
  text: string,
  errors: readonly ParseError[],
  localizer: Localizer,
): FileProblem[] {
  const [first] = errors;
  if (first === undefined) return [];
  const marker = /^(?:<{7}|={7}|>{7})(?=[ \r\n]|$)/m.exec(withoutMark(text));
  if (marker !== null) {
    const problem = localizer.t('This is a merge conflict. Resolve it first.');
    return [{ path, ...placeAt(withoutMark(text), marker.index, 7), severity: 'error', text: problem }];
  }
  return [
    {
      path,
      ...placeAt(withoutMark(text), first.offset, first.length),
      severity: 'error',
      text: localizer.t('This is not valid JSON: {problem}.', {
        problem: jsonErrorText(first.error, localizer),
      }),
    },
  ];
}

/** A problem of the file as a whole. */
export function fileProblem(
  path: string,
  text: string,
  severity: FileProblem['severity'] = 'error',
): FileProblem {
  return { path, line: 1, column: 1, length: 0, severity, text };
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
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, length };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
