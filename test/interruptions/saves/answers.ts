import type { Plan } from './steps.ts';

/** What the person of a plan answers to questions that offer it. */
export class Answers {
  /** For one of them, by its number. */
  readonly chosen: readonly (readonly string[])[];
  /** Once there is nothing else to do. */
  readonly confirmed: readonly string[];

  constructor({ resumes, groups }: Plan) {
    const place = groups?.moves ? 'Move Here' : 'Add';
    const ofGroups = ['Remove', place];
    const plain = ['Enable', 'Disable', ...(groups === undefined ? [] : ofGroups)];
    const undo = groups === undefined ? [] : ['Undo'];
    this.chosen = [
      ['Overwrite', 'Keep Both', 'Create as New', 'Replace', 'Resume…', ...plain, ...undo],
      ['Compare', 'Show Report'],
      [],
    ];
    this.confirmed = [
      ...plain,
      ...(resumes ? ['Resume…'] : []),
      ...(groups === undefined ? [] : ['Find All Group IDs', 'Continue']),
      ...(groups?.undoes ? ['Undo'] : []),
    ];
  }
}
