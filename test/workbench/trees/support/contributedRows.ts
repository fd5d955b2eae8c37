import '../../../support/vscode/vscodeInNode.ts';
import type { Event } from '../../../../src/base/emitter.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import type { ObjectMark } from '../../../../src/workbench/platform/rows/objectMarks.ts';
import type { FactSource, JobPart } from '../../../../src/workbench/trees/jobPoints.ts';

const { historyOf } = await import('../../../../src/contrib/history/common/sessionHistory.ts');
const { runFacts } = await import('../../../../src/contrib/history/vscode/runFacts.ts');
const { runMark } = await import('../../../../src/contrib/history/vscode/runMarks.ts');
const { runsPart } = await import('../../../../src/contrib/history/vscode/runRow.ts');

/** What contributions add to the rows of jobs. */
export const contributedRows: {
  readonly facts: readonly FactSource[];
  readonly parts: readonly JobPart[];
  readonly marks: readonly ((id: number, session: ServerSession) => ObjectMark | undefined)[];
  /** Fires with the jobs of which more is known. */
  readonly changes: readonly ((session: ServerSession) => {
    readonly onDidChange: Event<readonly number[]>;
  })[];
} = {
  facts: [runFacts],
  parts: [runsPart],
  marks: [runMark],
  changes: [historyOf],
};
