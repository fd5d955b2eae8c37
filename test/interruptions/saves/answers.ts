import type { Plan } from './steps.ts';

/** What the person of a plan answers to questions, where they offer that. */
export class Answers {
  /** To one of them, by its number. */
  readonly chosen: readonly (readonly string[])[];
  /** Once nothing else is to be done. */
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
