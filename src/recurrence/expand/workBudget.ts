/** Thrown when a computation has spent its budget. What was found until then is correct. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';

  constructor() {
    super('The budget of work for this schedule is spent');
  }
}

/**
 * Counts steps of about equal cost, so that no text can freeze the extension. Counting steps instead of milliseconds
 * gives the same results on slow machines.
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
