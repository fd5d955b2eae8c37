import { posix } from 'node:path';

/** Source texts by their path below `src`, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The floors, lowest first. A folder imports only from floors below its own. */
const floors: readonly (readonly string[])[] = [
  ['util'],
  ['schedule'],
  ['model'],
  ['api', 'protocol'],
  ['store', 'demo'],
  ['host'],
  ['views', 'documents', 'forms', 'commands'],
  ['app'],
  ['app.ts'],
  ['extension.ts'],
];

/** The browser side of the forms stands apart from the stair. */
const webviewMayImport: ReadonlySet<string> = new Set(['webview', 'protocol', 'model', 'schedule', 'util']);

/** What demo may take although it stands higher: it must not know the client it is tested against. */
const demoMayImport: ReadonlySet<string> = new Set(['demo', 'model', 'schedule', 'util']);

const firstFloorWithVSCode = floors.findIndex(folders => folders.includes('host'));

const namelessNames = /^(utils?|helpers?|common|manager|misc|shared)\.[a-z]+$/i;

interface Import {
  readonly specifier: string;
  readonly isType: boolean;
}

/** Everything in which the sources do not keep to the house's rules, one sentence each. */
export function houseOffences(sources: Sources): string[] {
  const offences: string[] = [];
  for (const [file, text] of sources) {
    if (namelessNames.test(posix.basename(file)))
      offences.push(`${file}: the name does not say what it is for`);
    if (floorOf(file) === undefined && roomOf(file) !== 'webview') {
      offences.push(`${file}: ${roomOf(file)} is no room of the house`);
    }
    for (const { specifier } of importsOf(text)) {
      const offence = importOffence(file, specifier);
      if (offence !== undefined) offences.push(`${file} imports ${specifier}: ${offence}`);
    }
  }
  return [...offences, ...valueCycles(sources).map(cycle => `import cycle: ${cycle.join(' -> ')}`)];
}

export function importsOf(text: string): Import[] {
  const found: Import[] = [];
  // Comments may quote code, and strings hold no line breaks before "from".
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

function importOffence(file: string, specifier: string): string | undefined {
  const room = roomOf(file);
  const floor = floorOf(file);
  if (specifier === 'vscode') {
    return (floor ?? 0) < firstFloorWithVSCode ? 'vscode is only for host and above' : undefined;
  }
  if (!specifier.startsWith('.')) return undefined;
  const target = resolve(file, specifier);
  const targetRoom = roomOf(target);
  if (room === targetRoom) return undefined;
  if (room === 'webview') return webviewMayImport.has(targetRoom) ? undefined : 'webview stands apart';
  if (targetRoom === 'webview') return 'webview stands apart';
  if (room === 'demo' && !demoMayImport.has(targetRoom)) return 'demo does not know the client';
  return (floorOf(target) ?? 0) < (floor ?? 0) ? undefined : 'that floor is not below';
}

/** Cycles of imports that exist when the program runs, each once, from its first file in order. */
function valueCycles(sources: Sources): string[][] {
  const next = new Map<string, readonly string[]>();
  for (const [file, text] of sources) {
    const targets = importsOf(text)
      .filter(({ specifier, isType }) => !isType && specifier.startsWith('.'))
      .map(({ specifier }) => resolve(file, specifier));
    next.set(file, targets);
  }
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      cycles.push([...trail.slice(start), file]);
      return;
    }
    if (finished.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return cycles;
}

function resolve(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** The first part of the path: a folder of the house, or a file beside them. */
function roomOf(file: string): string {
  return file.split('/')[0] ?? file;
}

function floorOf(file: string): number | undefined {
  const floor = floors.findIndex(rooms => rooms.includes(roomOf(file)));
  return floor < 0 ? undefined : floor;
}
