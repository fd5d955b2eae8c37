import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectDirectory } from '../support/projectFiles.ts';
import type { BenchRow, Scale } from './benchRow.ts';
import { bundled } from './bundle.ts';

/** In the order of the table. Those in a window need a real VS Code. */
export const benchParts: readonly { readonly name: string; readonly place: 'node' | 'window' }[] = [
  { name: 'listing', place: 'node' },
  { name: 'validation', place: 'node' },
  { name: 'memory', place: 'node' },
  { name: 'hostile', place: 'node' },
  { name: 'polling', place: 'node' },
  { name: 'observing', place: 'node' },
  { name: 'observedWeeks', place: 'node' },
  { name: 'tree', place: 'node' },
  { name: 'groups', place: 'node' },
  { name: 'activation', place: 'node' },
  { name: 'firstRows', place: 'window' },
  { name: 'forms', place: 'window' },
  { name: 'schedules', place: 'node' },
  { name: 'pastRunFilters', place: 'node' },
  { name: 'fleetCheck', place: 'node' },
  { name: 'timeline', place: 'window' },
  { name: 'files', place: 'node' },
  { name: 'history', place: 'node' },
];

const PartSchema = z.looseObject({
  run: z.custom<(scale: Scale) => Promise<readonly BenchRow[]>>(value => typeof value === 'function'),
});

/** Loads a part as it is measured, in a bundle of its own. */
export async function loadPart(name: string): Promise<z.infer<typeof PartSchema>> {
  const folders = [
    'test/bench',
    ...readdirSync(join(projectDirectory, 'test/contrib')).map(ability => `test/contrib/${ability}/bench`),
  ];
  const file = folders.map(folder => join(projectDirectory, folder, `${name}.ts`)).find(existsSync);
  if (file === undefined) throw new Error(`There is no part ${name}.`);
  return PartSchema.parse(await import(await bundled(file)));
}
