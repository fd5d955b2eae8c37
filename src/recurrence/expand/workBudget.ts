/** Thrown when a computation has used up its budget; what is known so far is still right. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';

  constructor() {
    super('The budget of work for this schedule is spent');
  }
}

/**
 * Counts steps of about equal cost, so that no text can freeze its reader. Steps and not milliseconds:
 * the same text gives the same result on a slow machine.
 */
export class WorkBudget {
  #used = 0;
  readonly #allowed: number;

  constructor(allowedSteps: number) {
    this.#allowed = allowedSteps;
  }

  spend(steps = 1): void {
    this.#used += steps;
    if (this.#used > this.#allowed) throw new BudgetSpentError();
  }
}
