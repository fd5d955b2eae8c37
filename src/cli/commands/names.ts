import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName } from '../../files/exportedFolder.ts';
import { parseManifest } from '../../files/fileSet.ts';
import { readText } from '../../files/folderReading.ts';
import { countBy } from '../../util/collections.ts';
import type { Localizer } from '../../util/localizer.ts';
import type { CommandRow } from '../cliContext.ts';
import { readGroups, readJobs } from '../objects.ts';
import { connectionOptions, UsageError } from '../optionTable.ts';

const objectKinds = ['job', 'group'] as const;

export const namesCommand = {
  operands: '(jobs|groups|servers)',
  completes: ['jobs', 'groups', 'servers'],
  summary: 'Print names, one a line, for the completion of shells',
  details: [
    'Prints what other commands accept: the name of each job, or its ID where the name does not identify it; the name or DN of each group; or the servers of the files in the current folder and in those directly below it. The completion scripts call this.',
  ],
  options: connectionOptions,
  examples: { 'device-automation names jobs': 'The names of all jobs.' },
  run: async context => {
    const { operands, output, localizer } = context;
    const [wanted = '', chosen = ''] = operands;
    // `objects` completes a kind first, and then names of that kind.
    const isKind = wanted === 'objects' && !/^(job|group)s?$/.test(chosen);
    const kind = wanted === 'objects' ? `${chosen.replace(/s$/, '')}s` : wanted;
    if (isKind) output.lines(objectKinds);
    else if (kind === 'servers') output.lines(serversHere(localizer));
    else if (kind === 'jobs') {
      const jobs = await readJobs(context.connect().session, context);
      output.lines(identifying(jobs, ({ id }) => String(id)));
    } else if (kind === 'groups') {
      const groups = await readGroups(context.connect().session, context);
      output.lines(identifying(groups, ({ dn }) => dn.trim()));
    } else throw new UsageError(localizer.t('Pass “jobs”, “groups” or “servers”.'));
    return 0;
  },
} as const satisfies CommandRow;

/** The name of each object where it is the only one and is not read as something else. */
function identifying<T extends { readonly name: string }>(
  objects: readonly T[],
  otherwise: (object: T) => string,
): readonly string[] {
  const counts = countBy(objects, ({ name }) => name.trim());
  const isClear = (name: string) =>
    counts.get(name) === 1 && name !== '' && !/^(?:-|\d+$|name:|\w+\/)/.test(name);
  return objects
    .map(object => (isClear(object.name.trim()) ? object.name.trim() : otherwise(object)))
    .filter(text => text !== '');
}

function serversHere(localizer: Localizer): readonly string[] {
  const folders = readdirSync('.', { withFileTypes: true }).filter(entry => entry.isDirectory());
  const servers = ['.', ...folders.map(({ name }) => join('.', name))].flatMap(folder => {
    const reading = readText(folder, manifestName, localizer);
    return reading.kind === 'text' ? (parseManifest(reading.text, localizer).manifest?.server ?? []) : [];
  });
  return [...new Set(servers)];
}
