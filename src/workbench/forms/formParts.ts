import * as z from 'zod/mini';
import type { LabeledField } from '../../api/fields/objectFields.ts';
import type { Group } from '../../api/model/group.ts';
import type { Clock } from '../../base/clock.ts';
import { type FoldStates, foldIds } from '../../pages/protocol/hostMessages.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { DocumentTabs } from '../documents/documentTabs.ts';
import type { OpenDocuments } from '../documents/openDocuments.ts';
import type { Saves } from '../documents/save.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';
import type { ReadPageFiles } from '../platform/pages/pageFiles.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { FormNotes } from './formNotes.ts';

/** The forms' dependencies, provided by the composition root. */
export interface FormParts {
  readonly folds: FoldMemory;
  readonly pageFiles: ReadPageFiles;
  readonly sessions: Pick<SessionRegistry, 'onDidChange' | 'onDidChangeObjects' | 'onDidChangeStatuses'>;
  readonly labels: Pick<Labels, 'get' | 'ids' | 'onDidChange'>;
  /** What contributions say in forms. */
  readonly formNotes: readonly FormNotes[];
  readonly schedules: Schedules;
  readonly notices: Pick<ErrorNotices, 'note' | 'show'>;
  /** For debouncing changes that arrive together. */
  readonly clock: Clock;
  readonly documents: Pick<OpenDocuments, 'ofText' | 'onDidChange' | 'onDidRejectSave'>;
  readonly saves: Pick<Saves, 'overwrite' | 'keepBoth'>;
  readonly tabs: Pick<DocumentTabs, 'openJson' | 'compare' | 'revert'>;
  /** Finds the ID of a group with the user's help; `undefined` if they cancel. */
  findGroupId(session: ServerSession, group: Group): Promise<number | undefined>;
  /** Asks for a name for the ID. */
  nameId(serverId: string, field: LabeledField, id: number): Promise<void>;
}

export type FoldMemory = Pick<StoredValue<FoldStates>, 'get' | 'set'>;

/** The parts of forms that the user opened or closed, stored for all windows and workspaces. */
export function foldMemory(memory: Memory): FoldMemory {
  return memory.of({
    key: 'formFolds',
    schema: z.partialRecord(z.enum(foldIds), z.boolean()),
    fallback: {},
    meaning: () => t('The collapsed sections of forms were reset.'),
  });
}
