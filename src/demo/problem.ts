import { json, type Reply } from './reply.ts';

/** The messages that the REST framework sends for a field: sentences, or nested messages. */
export type FieldProblem = readonly string[] | { readonly [place: string]: FieldProblem };
export type FieldProblems = Record<string, FieldProblem>;

/** Thrown for an invalid request; holds the response. */
export class Problem extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`HTTP ${reply.status}`);
    this.reply = reply;
  }
}

export function detail(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem(json(status, { detail: text }, headers));
}

export function unauthorized(text: string): Problem {
  return detail(401, text, { 'WWW-Authenticate': 'Token' });
}

export function invalid(problems: FieldProblems): Problem {
  return new Problem(json(400, problems));
}

export function notFound(noun: 'Job' | 'Group'): Problem {
  return detail(404, `No ${noun} matches the given query.`);
}
