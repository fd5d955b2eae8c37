import * as z from 'zod/mini';
import { commandIds } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';

const storedAtMost = 30;
/** In characters, individually and in total: VS Code reads its entire storage at every start. */
const longestText = 200_000;
const longestTogether = 500_000;

const ActionSchema = z.object({
  title: z.string(),
  command: z.enum(commandIds),
  args: z.optional(z.readonly(z.array(z.unknown()))),
});
const LinkSchema = z.object({
  command: z.string().check(z.refine(id => commandIds.some(known => known === id))),
  argument: z.optional(z.unknown()),
  start: z.int().check(z.nonnegative()),
  end: z.int().check(z.nonnegative()),
});
const StoredReportSchema = z.object({
  uri: z.string(),
  /** Absent if it is too long to be stored. */
  report: z.optional(
    z.object({ text: z.string(), links: z.array(LinkSchema), actions: z.array(ActionSchema) }),
  ),
  again: z.optional(ActionSchema),
});

export type ReportAction = Readonly<z.infer<typeof ActionSchema>>;
export type StoredReport = z.infer<typeof StoredReportSchema>;

/** The reports that editors of this workspace may show again after a reload, newest first. */
export function reportMemory(memory: Memory): StoredValue<readonly StoredReport[]> {
  return memory.of<readonly StoredReport[]>({
    key: 'reports',
    schema: z.array(StoredReportSchema),
    fallback: [],
    meaning: () => t('Reports that were open before cannot be shown again.'),
  });
}

/** Adds this report as the newest, and drops texts that exceed the storage limits. */
export function withReport(stored: readonly StoredReport[], newest: StoredReport): readonly StoredReport[] {
  const others = stored.filter(({ uri }) => uri !== newest.uri);
  let rest = longestTogether;
  return [newest, ...others].slice(0, storedAtMost).map(({ report, ...head }) => {
    const length = report === undefined ? 0 : JSON.stringify(report).length;
    if (report === undefined || length > Math.min(longestText, rest)) return head;
    rest -= length;
    return { ...head, report };
  });
}
