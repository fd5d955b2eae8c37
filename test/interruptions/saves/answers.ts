import type { Plan } from './steps.ts';

/** The buttons that the user in a plan presses if a prompt offers them. */
export class Answers {
  /** For prompts answered by a step, by its number. */
  readonly chosen: readonly (readonly string[])[];
  /** For prompts answered once there is nothing else to do. */
  readonly confirmed: readonly string[];

  constructor({ resumes, groups }: Plan) {
    const place = groups?.moves ? 'Move Here' : 'Add';
    const ofGroups = ['Remove', place];
    const plain = ['Enable', 'Disable', ...(groups === undefined ? [] : ofGroups)];
    const undo = groups === undefined ? [] : ['Undo'];
    this.chosen = [
      ['Overwrite', 'Keep Both', 'Create as New', 'Replace', 'Do the Rest…', ...plain, ...undo],
      ['Compare', 'Show Report'],
      [],
    ];
    this.confirmed = [
      ...plain,
      ...(resumes ? ['Do the Rest…'] : []),
      ...(groups === undefined ? [] : ['Find All Group IDs', 'Continue']),
      ...(groups?.undoes ? ['Undo'] : []),
    ];
  }
}
