import { copyObjects } from '../../files/copyObjects.ts';
import { makePlan } from '../../files/makePlan.ts';
import { localizer } from '../../platform/localize.ts';
import { displayText } from '../../util/displayText.ts';
import type { CommandContext } from '../commandContext.ts';
import type { ServerChoice } from '../servers/serverArguments.ts';
import { type ApplyContext, applyReviewed, reportResults } from './applyFiles.ts';
import { labelSource, readState, selectedObjects } from './exportFiles.ts';

const { t } = localizer;

type CopyContext = ApplyContext & ServerChoice & Pick<CommandContext, 'sessions' | 'labels'>;

/** Copies jobs and groups to another server, where groups and devices are found by their names. */
export async function copyToServer(context: CopyContext, args: readonly unknown[]): Promise<void> {
  const { dialogs, sessions } = context;
  const selected = await selectedObjects(context, args);
  if (selected === undefined) return;
  const { session, choice = { jobIds: new Set(), groups: new Set() } } = selected;
  if (choice.jobIds.size + choice.groups.size === 0)
    return void (await dialogs.info(t('Select jobs or groups to copy first.')));
  const target = await otherServer(context, session.server.id);
  const other = target === undefined ? undefined : sessions.get(target);
  if (other === undefined) return;
  const title = t('Copy from “{server}” to “{other}”', {
    server: displayText(session.server.name, 60),
    other: displayText(other.server.name, 60),
  });
  const { plan } = await dialogs.progress(title, async (report, signal) => {
    const state = await readState(context, session, { report, signal });
    const fileSet = copyObjects(state, choice, localizer);
    return makePlan(other, fileSet, { localizer, signal, labels: labelSource(context.labels, other) });
  });
  const items = plan.items.filter(({ file }) => file !== undefined);
  const results = await applyReviewed(context, other, { plan, items, folder: '', title });
  if (results !== undefined) await reportResults(context, results);
}

async function otherServer({ servers, dialogs }: CopyContext, own: string): Promise<string | undefined> {
  const others = servers.servers.filter(({ id }) => id !== own);
  if (others.length === 0) await dialogs.info(t('Only one server is configured. Add another one first.'));
  if (others.length <= 1) return others[0]?.id;
  const choices = others.map(({ id, name, url }) => ({ value: id, label: name, description: url }));
  return dialogs.pick(t('Copy to Another Server'), choices);
}
