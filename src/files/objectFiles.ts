import type * as z from 'zod';
import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { nameProblems } from '../model/jobDraft.ts';
import { fromTextKeys } from '../model/textKeys.ts';
import { isRecord } from '../util/json.ts';
import type { Localizer } from '../util/localizer.ts';
import { isOwnKey, type OwnKeys, objectFileSchemas } from './fileShapes.ts';
import type { FileProblem, ObjectFile } from './objectFile.ts';
import { problemIn, readFileText } from './text/fileText.ts';
import { readShape } from './text/shapeReading.ts';

export interface ObjectFileReading {
  /** `undefined` where the file cannot be read. */
  readonly file: ObjectFile | undefined;
  readonly problems: readonly FileProblem[];
}

/** Reads the text of one file of a job or group; the problems say where and why it cannot be used. */
export function readObjectFile(
  { kind, path, text }: Pick<ObjectFile, 'kind' | 'path' | 'text'>,
  localizer: Localizer,
): ObjectFileReading {
  const reading = readFileText(path, text, localizer);
  if (reading.kind === 'bad') return { file: undefined, problems: reading.problems };
  const schema: z.ZodType<Draft & OwnKeys> = objectFileSchemas[kind];
  const { value, problems: found } = readShape(schema, reading.value, localizer);
  if (value === undefined)
    return { file: undefined, problems: found.map(problem => problemIn({ path, text }, problem)) };
  const draft = fromTextKeys(Object.fromEntries(Object.entries(value).filter(([key]) => !isOwnKey(key))));
  if (!isRecord(draft)) return { file: undefined, problems: [] };
  const name = typeof draft['name'] === 'string' ? draft['name'] : '';
  const problems = [...found, ...draftProblems(kind, { name, draft }, localizer)];
  const file = { kind, path, name, key: value.$key, previousName: value.$previousName, draft, text };
  return { file, problems: problems.map(problem => problemIn({ path, text }, problem)) };
}

function draftProblems(
  kind: ObjectKind,
  { name, draft }: Pick<ObjectFile, 'name' | 'draft'>,
  { t }: Localizer,
) {
  const field = kind === 'job' ? 'peers' : 'server_set';
  const names = draft[field];
  const problems = nameProblems(field, Array.isArray(names) ? names.map(String) : [], t);
  if (name.trim() === '') {
    const text = kind === 'job' ? t('A job needs a name.') : t('A group needs a name.');
    problems.push({ path: ['name'], text });
  }
  return problems.map(problem => ({ severity: 'error' as const, ...problem }));
}
