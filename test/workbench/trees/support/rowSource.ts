import '../../../support/vscode/vscodeInNode.ts';
import type { withMemoryServer } from '../../commands/support/memoryServer.ts';

const vscode = await import('vscode');
const { contributedRows } = await import('./contributedRows.ts');
const { ObjectMarks } = await import('../../../../src/workbench/platform/rows/objectMarks.ts');

/** What a job's rows are made from: policy 1 has the label "Updates", only contributions mark. */
export function rowSource({ session, context }: Parameters<Parameters<typeof withMemoryServer>[0]>[0]) {
  const label = (kind: string, id: number) => (kind === 'policies' && id === 1 ? 'Updates' : undefined);
  const marks = new ObjectMarks();
  for (const markOf of contributedRows.marks)
    marks.add({
      markOf: (_, object) => (object.kind === 'job' ? markOf(object.id, session) : undefined),
      onDidChange: () => ({ dispose: () => undefined }),
    });
  return {
    session,
    labels: {
      get: (_: string, kind: string, id: number) => label(kind, id),
      text: (_: string, kind: string, id: number) => label(kind, id) ?? `#${id}`,
    },
    outlook: context.schedules.of(session.server),
    documentUri: () => vscode.Uri.file('/7'),
    marks,
    factSources: contributedRows.facts,
    isPinned: () => false,
    scheduleText: () => 'Mon 03:00',
  };
}
