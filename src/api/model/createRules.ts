import { keysOf } from '../../base/tables.ts';
import type { Draft } from './draft.ts';

/** A rule of a create (docs/api.md, "Job body"), which also holds for what is changed (decision 34). */
export type CreateRule = 'noName' | 'noWork' | 'noFormat';

type JobRules = Readonly<
  Record<CreateRule, { readonly fields: readonly string[]; isBroken(job: Draft): boolean }>
>;

const jobRules: JobRules = {
  noName: { fields: ['name'], isBroken: ({ name }) => isBlankName(name) },
  noWork: {
    fields: ['policies', 'reports'],
    isBroken: ({ policies, reports }) => isEmpty(policies) && isEmpty(reports),
  },
  noFormat: {
    fields: ['reports', 'report_formats'],
    isBroken: ({ reports, report_formats: formats }) => !isEmpty(reports) && isEmpty(formats),
  },
};

export const ruleTexts = {
  noName: 'A job needs a name.',
  noWork: 'A job needs at least one policy or one report.',
  noFormat: 'A job with reports needs at least one report format, for example "pdf".',
} as const satisfies Readonly<Record<CreateRule, string>>;

/** The rules that the job breaks; after a change, only those about the fields that it changes. */
export function brokenJobRules(job: Draft, changed?: readonly string[]): readonly CreateRule[] {
  return keysOf(jobRules).filter(rule => {
    const { fields, isBroken } = jobRules[rule];
    return isBroken(job) && (changed === undefined || fields.some(field => changed.includes(field)));
  });
}

/** Whether nobody would see anything of the name. */
export function isBlankName(name: unknown): boolean {
  return typeof name !== 'string' || !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(name);
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}
