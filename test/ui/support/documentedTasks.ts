import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../../scripts/paths.ts';

interface Task {
  /** How many acts it takes. */
  readonly acts: number;
  /** How many it may take. */
  readonly atMost: number;
}

/** The tasks in docs/everyday-tasks.md by their titles. */
export const documentedTasks = new Map(
  readFileSync(join(repositoryRoot, 'docs/everyday-tasks.md'), 'utf8')
    .split('\n')
    .flatMap((line): [string, Task][] => {
      const [, title, , acts, atMost] = line.split('|').map(cell => cell.trim());
      return title === undefined || !Number.isInteger(Number(acts))
        ? []
        : [[title, { acts: Number(acts), atMost: Number(atMost) }]];
    }),
);
