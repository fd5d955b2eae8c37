import type { ServerConfig } from '../../../api/model/server.ts';
import type { JobEdit } from '../../../api/writes/objectEdits.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { jobName } from '../../../workbench/platform/objectNames.ts';
import { reviewOn } from '../../../workbench/servers/serverMarks.ts';
import { type PreviewLine, previewCounts, previewText } from './changePreview.ts';

interface Reviewed {
  /** What is done to the jobs, as a heading. */
  readonly title: string;
  readonly lines: readonly PreviewLine[];
  /** What the user should know of all edits together. */
  readonly hintOf: (edits: readonly JobEdit[]) => string;
}

interface ReviewOptions {
  /** Asks for something else to be done to the same jobs; `undefined` if the user cancels. */
  readonly edit?: { readonly label: string; readonly run: () => Promise<Reviewed | undefined> };
}

const order = { edit: 0, unchanged: 1, blocked: 2 };

/**
 * Shows the lines with checkboxes, which is the confirmation, those that cannot be changed last. Resolves with the edits
 * that are left checked, and what was reviewed; if nothing would change, the user is told why.
 */
export async function reviewEdits(
  { dialogs, reports }: Uses<'dialogs' | 'reports'>,
  { server }: ServerSession,
  reviewed: Reviewed,
  { edit }: ReviewOptions = {},
): Promise<{ readonly edits: readonly JobEdit[]; readonly title: string }> {
  let current = sorted(reviewed);
  const showAll = () =>
    reports.show({
      key: `changes/${server.id}`,
      title: t('Preview of changes on “{server}”', { server: displayText(server.name, 60) }),
      read: async () => previewText(current.lines, current.title, server),
    });
  if (editsOf(current.lines).length === 0 && edit === undefined) {
    const show = t('Show Details');
    const [only] = current.lines;
    const text =
      current.lines.length === 1 && only !== undefined
        ? `${jobName(only.job)}: ${only.what}`
        : t('Nothing would change: {counts}.', { counts: previewCounts(current.lines) });
    if ((await dialogs.info(text, show)) === show) await showAll();
    return { edits: [], title: current.title };
  }
  const chosen = await reviewOn(server, dialogs, {
    action: t('Change'),
    ...questionOf(current, server),
    open: { label: t('Open Preview in Editor'), run: showAll },
    ...(edit && {
      edit: {
        label: edit.label,
        run: async () => {
          const other = await edit.run();
          if (other !== undefined) current = sorted(other);
          const question = questionOf(current, server);
          return { ...question, placeholder: joinTexts(' · ', question.placeholder, server.url) };
        },
      },
    }),
  });
  const ids = new Set(chosen);
  const edits = editsOf(current.lines).filter(({ job }) => ids.has(String(job.id)));
  return { edits, title: current.title };
}

function sorted(reviewed: Reviewed): Reviewed {
  const lines = reviewed.lines.toSorted((a, b) => order[a.outcome.kind] - order[b.outcome.kind]);
  return { ...reviewed, lines };
}

export function editsOf(lines: readonly PreviewLine[]): readonly JobEdit[] {
  return lines.flatMap(({ job, outcome }) => (outcome.kind === 'edit' ? [{ job, edit: outcome.edit }] : []));
}

function questionOf({ title, lines, hintOf }: Reviewed, server: ServerConfig) {
  return {
    title: t('{change}, on “{server}”', { change: title, server: displayText(server.name, 60) }),
    placeholder: joinTexts(' · ', previewCounts(lines), hintOf(editsOf(lines))),
    choices: lines.map(({ job, outcome, what, runs, isUnchecked = false }) => ({
      value: String(job.id),
      label: jobName(job),
      description: what,
      detail: runs,
      isFixed: outcome.kind !== 'edit',
      isUnchecked,
    })),
  };
}
