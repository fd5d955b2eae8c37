import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { RunJournal } from '../journal/runJournal.ts';
import type { ServerConfig } from '../model/server.ts';
import { systemClock } from '../util/clock.ts';
import type { CommandContext } from './commandContext.ts';

type StateContext = Pick<CommandContext, 'environment' | 'options' | 'output' | 'localizer'>;

/** Where runs of the command line are recorded. */
export function journalOf({ environment, options, output, localizer }: StateContext): RunJournal {
  const onFailure = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!output.isJson) output.note(localizer.t('The record of the run: {reason}', { reason }));
  };
  const folder = join(stateFolder(options.value('state-dir'), environment), 'runs');
  return new RunJournal({ folder, clock: systemClock, onFailure });
}

function stateFolder(
  given: string | undefined,
  { XDG_STATE_HOME, LOCALAPPDATA, HOME }: CommandContext['environment'],
): string {
  if (given !== undefined) return resolve(given);
  const base = XDG_STATE_HOME || LOCALAPPDATA || join(HOME || homedir(), '.local', 'state');
  return join(base, 'device-automation');
}

/** Reports the interrupted runs on the same files; the next run on them replaces them. */
export async function takeInterrupted(
  journal: RunJournal,
  {
    server,
    folder,
    output,
    localizer,
  }: Pick<CommandContext, 'output' | 'localizer'> & {
    readonly server: ServerConfig;
    readonly folder: string;
  },
): Promise<{ readonly discard: () => Promise<void> }> {
  const { runs } = await journal.interrupted();
  const own = runs.filter(
    run => run.act === 'applyFiles' && run.folder === folder && run.server.url === server.url,
  );
  for (const run of own) {
    journal.onceBegun({ act: run.act, server: run.server }, run);
    const count = (wanted: (typeof run.items)[number]['is']) =>
      run.items.filter(({ is }) => is === wanted).length;
    const counts = { done: count('done'), failed: count('failed'), unknown: count('unknown') };
    const words = { ...counts, all: run.items.length };
    if (output.isJson) continue;
    output.note(
      localizer.t(
        'An apply of this folder was interrupted: {done} of {all} done, {failed} failed, {unknown} not known. The plan is made of what the server has now.',
        words,
      ),
    );
  }
  return {
    discard: async () => {
      for (const run of own) await run.discard();
    },
  };
}
