import { posix } from 'node:path';
import uses from '../../../src/contrib/uses.json' with { type: 'json' };

/** Sources by path relative to `src`, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The rooms of the kernel. Each imports only from those before it. */
const kernelRooms: readonly string[] = ['base', 'recurrence', 'api', 'store', 'pages', 'workbench', 'cli'];

/** Two programs, and the lists of their contributions. Each imports only from rooms and from those before it. */
const entryFiles: readonly string[] = [
  'activations.ts',
  'commandNames.ts',
  'contributions.ts',
  'earlyContributions.ts',
  'cliContributions.ts',
  'later.ts',
  'app.ts',
  'extension.ts',
  'main.ts',
  'formControls.ts',
  'formPage.ts',
];

/** Which contributions use which others. There are no circles, so that each can be taken out with those that use it. */
export const contributionUses: Readonly<Record<string, readonly string[]>> = uses;

/** Rooms without VS Code, and folders of contributions. */
const withoutVSCode =
  /^(base|recurrence|api|store|pages|cli)\/|^main\.ts|^contrib\/\w+\/(common|protocol|cli|page|server)\//;

/** What the pages may import of other rooms: nothing that needs Node or VS Code, and not the words of descriptions. */
const forPages = /^(base|recurrence(?!\/describe)|api\/(fields|model)|pages|contrib\/\w+\/protocol)\//;

/** The demo must not depend on the client that is tested against it. */
const forDemo = /^(base|recurrence|api\/model)\/|^contrib\/demo\/server\//;

/** With more files, a folder has to be searched instead of understood. */
const filesInFolderAtMost = 30;

/** As in biome.json. */
const lineWidth = 110;

const namelessNames = /^(utils?|helpers?|common|manager|misc|shared)\.[a-z]+$/i;

interface Import {
  readonly specifier: string;
  /** Whether the whole statement imports types only. */
  readonly isType: boolean;
}

/** Every place where the sources break the rules, one sentence each. */
export function houseOffences(sources: Sources): string[] {
  const offences: string[] = [];
  for (const [file, text] of sources) {
    if (namelessNames.test(posix.basename(file)))
      offences.push(`${file}: the name does not say what it is for`);
    if (!isInHouse(file)) offences.push(`${file}: ${roomOf(file)} is no room of the house`);
    for (const found of importsOf(text)) {
      const { specifier } = found;
      const offence = importOffence(file, specifier) ?? writeOffence(file, found);
      if (offence !== undefined) offences.push(`${file} imports ${specifier}: ${offence}`);
    }
    offences.push(...rawRequests(file, text));
    offences.push(...bracedIfs(text).map(line => `${file}: braces around one line: ${line}`));
  }
  return [
    ...offences,
    ...crowdedFolders(sources),
    ...circles(fileArrows(sources)).map(circle => `import circle: ${circle.join(' -> ')}`),
    ...circles(folderArrows(sources)).map(circle => `circle of folders: ${circle.join(' -> ')}`),
    ...circles(new Map(Object.entries(contributionUses).map(([name, uses]) => [name, new Set(uses)]))).map(
      circle => `circle of contributions: ${circle.join(' -> ')}`,
    ),
  ];
}

export function importsOf(text: string): Import[] {
  const found: Import[] = [];
  // Comments may quote code, and strings have no line breaks before "from".
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statements = /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?(['"])([^'"\n]+)\2/gm;
  for (const [, type, , specifier = ''] of code.matchAll(statements)) {
    found.push({ specifier, isType: type !== undefined });
  }
  for (const [, , specifier = ''] of code.matchAll(/\b(?:import|require)\(\s*(['"])([^'"\n]+)\1/g)) {
    found.push({ specifier, isType: false });
  }
  return found;
}

/** The key of the client's writing methods, and who uses it. Everything else writes through `session.writes`. */
const writingKey = 'api/writing.ts';
const usesWritingKey: ReadonlySet<string> = new Set(['api/client.ts', 'api/writes/serverWrites.ts']);
/** Files of the client that write without that key; other rooms may only import their types. */
const writesWithoutKey: ReadonlySet<string> = new Set([
  'api/resources/jobs.ts',
  'api/resources/groups.ts',
  'api/transport/requester.ts',
]);

function writeOffence(file: string, { specifier, isType }: Import): string | undefined {
  const target = resolve(file, specifier);
  if (target === writingKey && !usesWritingKey.has(file)) return 'only writes has the key to write';
  const isClient = roomOf(file) === 'api' && !file.startsWith('api/writes/');
  if (writesWithoutKey.has(target) && !isClient && !isType) return 'only its types are for others';
  return undefined;
}

/** Requests that bypass the client. */
function rawRequests(file: string, text: string): string[] {
  const calls = roomOf(file) === 'api' ? [] : [...text.matchAll(/\btransport\s*\??\.\s*send\b/g)];
  return calls.map(([call]) => `${file}: ${call} bypasses the client`);
}

/** Each `if` without `else` that would fit on one line without its braces. The linter has no rule for it. */
function bracedIfs(text: string): string[] {
  const braced = /^( *)(if \(.*\)) \{\n\1 {2}(?!const |if |for |while |\/\/)(\S.*;)\n\1\}$/gm;
  return [...text.matchAll(braced)]
    .map(([, indent = '', condition = '', statement = '']) => `${indent}${condition} ${statement}`)
    .filter(line => line.length <= lineWidth)
    .map(line => line.trim());
}

function importOffence(file: string, specifier: string): string | undefined {
  if (specifier === 'vscode') return withoutVSCode.test(file) ? 'this part runs without VS Code' : undefined;
  if (!specifier.startsWith('.')) return undefined;
  const target = resolve(file, specifier);
  return target.startsWith('..') ? undefined : roomOffence(file, target);
}

function roomOffence(file: string, target: string): string | undefined {
  const [room, targetRoom] = [roomOf(file), roomOf(target)];
  const [own, other] = [contributionOf(file), contributionOf(target)];
  if (isPage(file)) return forPages.test(target) || isPage(target) ? undefined : 'a page stands apart';
  if (isPage(target)) return 'a page stands apart';
  if (file.startsWith('contrib/demo/server/'))
    return forDemo.test(target) ? undefined : 'demo does not know the client';
  if (room === targetRoom && own === other) return undefined;
  if (entryFiles.includes(room)) {
    return entryFiles.includes(targetRoom) && entryFiles.indexOf(targetRoom) >= entryFiles.indexOf(room)
      ? 'that entry file comes later'
      : undefined;
  }
  if (entryFiles.includes(targetRoom)) return 'nothing imports entry files';
  if (other !== undefined) {
    if (own === undefined) return 'the kernel knows no contribution';
    return contributionUses[own]?.includes(other) ? undefined : `${own} does not use ${other}`;
  }
  if (room === 'cli' || (own !== undefined && withoutVSCode.test(file)))
    return withoutVSCode.test(target) ? undefined : 'this part runs without VS Code';
  if (own !== undefined) return undefined;
  return kernelRooms.indexOf(targetRoom) < kernelRooms.indexOf(room) ? undefined : 'that room comes later';
}

function isInHouse(file: string): boolean {
  const room = roomOf(file);
  if (room === 'contrib') return contributionUses[contributionOf(file) ?? ''] !== undefined;
  return entryFiles.includes(file) || kernelRooms.includes(room);
}

/** A page or a part of one. Messages between page and host are in `protocol`, which both import. */
function isPage(file: string): boolean {
  return /^form(?:Page|Controls)\.ts$|^pages\/(?!protocol\/)|^contrib\/\w+\/page\//.test(file);
}

/** The pairs of contributions of which one imports from the other, sorted. */
export function contributionArrows(sources: Sources): string[] {
  const arrows = new Set<string>();
  for (const [file, targets] of fileArrows(sources)) {
    const from = contributionOf(file);
    for (const to of [...targets].map(contributionOf))
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`${from} -> ${to}`);
  }
  return [...arrows].sort();
}

/** The contribution to which a file belongs, by its folder. */
function contributionOf(file: string): string | undefined {
  return /^contrib\/(\w+)\//.exec(file)?.[1];
}

function crowdedFolders(sources: Sources): string[] {
  const counts = new Map<string, number>();
  for (const file of sources.keys()) {
    // They only say what other files add.
    if (file.endsWith('.contribution.ts')) continue;
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > filesInFolderAtMost)
    .map(([folder, count]) => `${folder}: ${count} files side by side`);
}

/** Which files each file imports, types included. */
function fileArrows(sources: Sources): Arrows {
  const arrows = new Map<string, ReadonlySet<string>>();
  for (const [file, text] of sources) {
    const targets = importsOf(text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => resolve(file, specifier));
    arrows.set(file, new Set(targets));
  }
  return arrows;
}

/**
 * Which folders of a room its other folders import. The files at the top of a room connect its folders and provide what
 * they share, so they may be on both sides.
 */
function folderArrows(sources: Sources): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const [file, targets] of fileArrows(sources)) {
    const from = folderOf(file);
    for (const target of targets) {
      const to = folderOf(target);
      if (from === undefined || to === undefined || from === to || roomOf(file) !== roomOf(target)) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Each cycle once, starting at the first of its members that is visited. */
function circles(arrows: Arrows): string[][] {
  const found: string[][] = [];
  const finished = new Set<string>();
  const visit = (place: string, trail: readonly string[]): void => {
    const start = trail.indexOf(place);
    if (start >= 0) {
      found.push([...trail.slice(start), place]);
      return;
    }
    if (finished.has(place)) return;
    for (const target of arrows.get(place) ?? []) visit(target, [...trail, place]);
    finished.add(place);
  };
  for (const place of arrows.keys()) visit(place, []);
  return found;
}

function resolve(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** The first part of the path: a top-level folder or file. */
function roomOf(file: string): string {
  return file.split('/')[0] ?? file;
}

/** The first folder below a room or contribution; `undefined` for files at its top. */
function folderOf(file: string): string | undefined {
  return /^(contrib\/\w+\/\w+|(?!contrib\/)\w+\/\w+)\//.exec(file)?.[1];
}
