import assert from 'node:assert/strict';
import type { ObjectKind } from '../../../../src/api/fields/objectFields.ts';
import { englishLocalizer as localizer } from '../../../../src/base/localizer.ts';
import type { FileSet } from '../../../../src/contrib/files/common/fileSet.ts';
import { withMemoryServer } from '../../../workbench/commands/support/memoryServer.ts';

const { applyPlan } = await import('../../../../src/contrib/files/common/applyPlan.ts');
const { makePlan } = await import('../../../../src/contrib/files/common/makePlan.ts');
const { ManifestSchema } = await import('../../../../src/contrib/files/common/manifest.ts');
const { readObjectFile } = await import('../../../../src/contrib/files/common/objectFiles.ts');

export type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];
export type Fields = Readonly<Record<string, unknown>>;

/** A file set in memory, by path: `jobs/a` is a job, `groups/a` a group. */
export function fileSetOf(contents: Readonly<Record<string, Fields>>, rules: Fields = {}): FileSet {
  const files = Object.entries(contents).map(([path, value]) => {
    const kind: ObjectKind = path.startsWith('jobs/') ? 'job' : 'group';
    const { file, problems } = readObjectFile({ kind, path, text: JSON.stringify(value) }, localizer);
    return file ?? assert.fail(JSON.stringify(problems));
  });
  const manifest = ManifestSchema.parse({
    version: 1,
    server: 'Plant',
    allowUnknownDevices: true,
    ...rules,
  });
  return { manifest, manifestText: undefined, isNew: false, files, problems: [] };
}

/** The server, and files that are planned and then applied to it, with changes in between. */
export async function withFiles(use: (given: Given & ReturnType<typeof setup>) => Promise<void>) {
  await withMemoryServer(given => use({ ...given, ...setup(given) }));
}

function setup({ context, memoryServer, session }: Given) {
  const plan = async (contents: Readonly<Record<string, Fields>>, rules?: Fields) => {
    const read = await makePlan(session, fileSetOf(contents, rules), { localizer });
    memoryServer.reads.length = 0;
    return read.plan;
  };
  const progress: string[] = [];
  const apply = async (
    planned: Awaited<ReturnType<typeof plan>>,
    more: Partial<Parameters<typeof applyPlan>[1]> = {},
  ) => {
    const { results, record } = await applyPlan(planned, {
      access: session,
      journal: context.journal,
      localizer,
      source: {},
      onProgress: (done, all) => progress.push(`${done}/${all}`),
      ...more,
    });
    return {
      record,
      outcomes: results.map(({ item, outcome }) => `${item.name}: ${outcome}`),
      texts: results.map(({ text }) => text),
      results,
    };
  };
  return { plan, apply, progress };
}
