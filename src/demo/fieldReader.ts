import { isRecord } from '../util/json.ts';
import { pythonType, type Reader } from './fields.ts';
import { type FieldProblems, invalid } from './problem.ts';

/** Reads the fields of one request body and collects all their errors. */
export class FieldReader {
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #problems: FieldProblems = {};

  constructor(body: unknown) {
    if (!isRecord(body)) {
      const got = pythonType(body);
      throw invalid({ non_field_errors: [`Invalid data. Expected a dictionary, but got ${got}.`] });
    }
    this.#body = body;
  }

  /**
   * Returns `fallback` if the field is missing. The error of an invalid field is collected, and `fallback` returned
   * as well.
   */
  optional<T>(name: string, reader: Reader<T>, fallback: T): T {
    if (!Object.hasOwn(this.#body, name)) return fallback;
    const read = reader(this.#body[name]);
    if (read.ok) return read.value;
    this.#problems[name] = read.problem;
    return fallback;
  }

  required<T>(name: string, reader: Reader<T>, fallback: T): T {
    if (!Object.hasOwn(this.#body, name)) this.#problems[name] = ['This field is required.'];
    return this.optional(name, reader, fallback);
  }

  /** Throws if any field was invalid. Rules for the whole object are only checked after this. */
  finish(): void {
    if (Object.keys(this.#problems).length > 0) throw invalid(this.#problems);
  }
}
