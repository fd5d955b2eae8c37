import * as z from 'zod/mini';
import { displayText } from '../../../base/displayText.ts';
import type { RunSource } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { copyObjects, type ExportChoice, omissionTexts } from '../common/exportObjects.ts';
import { makePlan } from '../common/makePlan.ts';
import { type ApplyContext, applyReviewed, readResumedRun, reportResults } from './applyFiles.ts';
import {
  type FilesContext,
  findSelectedObjects,
  labelSource,
  readState,
  type Selected,
} from './exportFiles.ts';
import { serverChoice } from './planFiles.ts';

/** Copies jobs and groups to another server, where their groups and devices are looked up by name. */
export async function copyToServer(context: ApplyContext, args: Args): Promise<void> {
  const { dialogs, sessions } = context;
  const resumed = readResumedRun(args);
  const selected =
    resumed === undefined
      ? await findSelectedObjects(context, args)
      : await readResumedSelection(context, args);
  if (selected === undefined) return;
  const { session, choice = { jobIds: new Set(), groups: new Set() } } = selected;
  if (choice.jobIds.size + choice.groups.size === 0)
    return void (await dialogs.info(t('Select jobs or groups to copy first.')));
  const target = resumed?.server ?? (await otherServer(context, session.server.id));
  const other = target === undefined ? undefined : sessions.get(target);
  if (other === undefined) return;
  const title = t('Copy from “{server}” to “{other}”', {
    server: displayText(session.server.name, 60),
    other: displayText(other.server.name, 60),
  });
  const { plan, copy } = await dialogs.progress(title, async (report, signal) => {
    const state = await readState(context, session, { report, signal });
    const copy = await copyObjects(state, choice, localizer);
    const options = { localizer, signal, labels: labelSource(context.labels, other) };
    return { copy, plan: (await makePlan(other, copy.fileSet, options)).plan };
  });
  const items = plan.items.filter(({ file }) => file !== undefined);
  const leftOut = omissionTexts(copy, localizer, 5).join(' ');
  const isPart = leftOut !== '' && items.length > 0;
  if (isPart) void dialogs.warn(leftOut);
  const results = await applyReviewed(context, other, {
    plan,
    items,
    source: sourceOf(session, choice),
    resumed,
    title,
    equalText:
      leftOut !== '' && !isPart
        ? leftOut
        : t('Nothing to copy: “{server}” is already up to date.', { server: other.server.name }),
  });
  if (results !== undefined) await reportResults(context, other, results);
}

/** The source of a run. Recorded, because resuming the run reads the values again. */
function sourceOf({ server }: ServerSession, { jobIds, groups }: ExportChoice): RunSource {
  const from = { id: server.id, name: server.name, url: server.url };
  return { copied: { from, jobs: [...jobIds], groups: [...groups] } };
}

const CopySchema = z.looseObject({
  copied: z.looseObject({
    from: z.looseObject({ id: z.string(), name: z.string(), url: z.string() }),
    jobs: z.array(z.number()),
    groups: z.array(z.union([z.string(), z.number()])),
  }),
});

/** The objects that an interrupted run copies; `undefined` if the server has been replaced by another. */
async function readResumedSelection(
  { dialogs, sessions }: FilesContext,
  args: Args,
): Promise<Selected | undefined> {
  const { copied } = CopySchema.parse(args[0]);
  const { id, name, url } = copied.from;
  const session = sessions.get(id);
  if (session?.server.url === url)
    return { session, choice: { jobIds: new Set(copied.jobs), groups: new Set(copied.groups) } };
  const words = { server: displayText(name, 60), url: displayText(url) };
  await dialogs.error(
    t('The copy cannot be resumed: it was made from “{server}” at {url}, which is not configured.', words),
  );
  return undefined;
}

async function otherServer({ servers, dialogs }: FilesContext, own: string): Promise<string | undefined> {
  const others = servers.servers.filter(({ id }) => id !== own);
  if (others.length === 0) await dialogs.info(t('Only one server is configured. Add another one first.'));
  if (others.length <= 1) return others[0]?.id;
  return dialogs.pick(t('Copy to Another Server'), others.map(serverChoice));
}
