import * as vscode from 'vscode';
import type { FormNotes } from '../../../workbench/forms/formNotes.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { type MarkSource, registerDecorations } from '../../../workbench/platform/rows/objectMarks.ts';
import { pausedText } from '../common/pauseTexts.ts';
import type { Pauses } from './pauses.ts';

type Shown = Pick<Pauses, 'activeOf' | 'sessionOf' | 'wordsFor' | 'onDidChange'>;

/** Marks paused jobs: until when, and why. */
export function pauseMarks(pauses: Shown): MarkSource {
  return {
    markOf(serverId, object) {
      const session = object.kind === 'job' ? pauses.sessionOf(serverId) : undefined;
      const job = object.kind === 'job' ? session?.jobs.get(object.id) : undefined;
      const active = session && job && pauses.activeOf(job, session);
      if (active === undefined) return undefined;
      const text = pausedText(active, pauses.wordsFor());
      return { tag: 'paused', text, fact: [t('Paused'), text], decoration: 'paused' };
    },
    onDidChange: listener =>
      pauses.onDidChange(({ serverId, jobIds }) =>
        listener({ serverId, rows: jobIds.map(id => ({ kind: 'job', id })) }),
      ),
  };
}

export function pauseDecorations(): vscode.Disposable {
  return registerDecorations({ paused: () => new vscode.FileDecoration('‖', t('Paused')) });
}

/** Says at the schedule in the form that the job is paused. */
export function pauseNotes(pauses: Shown): FormNotes {
  return {
    notesOf(jobId, session) {
      const job = session.jobs.get(jobId);
      const active = job && pauses.activeOf(job, session);
      if (active === undefined) return [];
      return [{ title: t('Pause'), summary: pausedText(active, pauses.wordsFor()), bars: [] }];
    },
    onDidChange: pauses.onDidChange,
  };
}
