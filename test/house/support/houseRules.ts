import { posix } from 'node:path';

/** Sources by path relative to `src`, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The floors, lowest first. A room imports only from rooms on floors below its own. */
const floors: readonly (readonly string[])[] = [
  ['util'],
  ['recurrence', 'fields'],
  ['model', 'protocol'],
  ['api', 'demo', 'history'],
  ['network', 'timeline', 'writes'],
  ['store'],
  ['journal', 'doctor'],
  ['files', 'fleetCheck'],
  ['agents'],
  ['platform'],
  ['servers', 'reports'],
  ['notices'],
  ['documents', 'watching', 'workspaceFiles'],
  ['forms', 'views', 'timelinePanel', 'fleetProblems'],
  ['commands'],
  ['app'],
  ['contributions.ts', 'earlyContributions.ts'],
  ['later.ts'],
  ['app.ts'],
  // Two programs: the extension, and the command line without VS Code.
  ['extension.ts', 'cli'],
];

/** The pages are outside the floors. */
const webviewMayImport: ReadonlySet<string> = new Set(['protocol', 'model', 'recurrence', 'fields', 'util']);

/**
 * What demo may import although it is on a higher floor: it must not depend on the client that is tested against it.
 */
const demoMayImport: ReadonlySet<string> = new Set(['model', 'recurrence', 'util']);

const firstFloorWithVSCode = floors.findIndex(rooms => rooms.includes('platform'));

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
    if (floorOf(file) === undefined && roomOf(file) !== 'webview') {
      offences.push(`${file}: ${roomOf(file)} is no room of the house`);
    }
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
  if (writesWithoutKey.has(target) && roomOf(file) !== 'api' && !isType)
    return 'only its types are for others';
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
  const room = roomOf(file);
  const floor = floorOf(file);
  if (specifier === 'vscode') {
    if (room === 'cli') return 'the command line runs without VS Code';
    return (floor ?? 0) < firstFloorWithVSCode ? 'vscode is only for platform and above' : undefined;
  }
  if (!specifier.startsWith('.')) return undefined;
  const target = resolve(file, specifier);
  const targetRoom = roomOf(target);
  if (room === targetRoom) return undefined;
  if (room === 'webview' && folderOf(target) === 'recurrence/describe')
    return 'the host describes schedules, so that no page carries the words of every language';
  if (room === 'webview') return webviewMayImport.has(targetRoom) ? undefined : 'webview stands apart';
  if (targetRoom === 'webview') return 'webview stands apart';
  if (room === 'cli' && (floorOf(target) ?? 0) >= firstFloorWithVSCode)
    return 'the command line runs without VS Code';
  if (room === 'demo' && !demoMayImport.has(targetRoom)) return 'demo does not know the client';
  return (floorOf(target) ?? 0) < (floor ?? 0) ? undefined : 'that floor is not below';
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
export function circles(arrows: Arrows): string[][] {
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
  // The list of what the command line consists of.
  if (file === 'cliContributions.ts') return 'cli';
  return file.split('/')[0] ?? file;
}

/** The first folder below the room; `undefined` for files at the top of the room. */
function folderOf(file: string): string | undefined {
  const [room, folder, ...rest] = file.split('/');
  return rest.length === 0 ? undefined : `${room}/${folder}`;
}

function floorOf(file: string): number | undefined {
  const floor = floors.findIndex(rooms => rooms.includes(roomOf(file)));
  return floor < 0 ? undefined : floor;
}
