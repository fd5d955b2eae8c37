export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export const noContent: Reply = { status: 204, headers: {}, body: '' };

/** A page from Django itself, outside the REST framework. */
export function djangoPage(status: number, title: string, text: string): Reply {
  const page = `
<!doctype html>
<html lang="en">
<head>
  <title>${title}</title>
</head>
<body>
  <h1>${title}</h1><p>${text}</p>
</body>
</html>
`;
  return html(status, page);
}

/** All that Django reveals about an internal error. */
export const serverError = djangoPage(500, 'Server Error (500)', '');

/** What nginx in front of Django returns when a body is too long. */
export function tooLargePage(): Reply {
  const title = '413 Request Entity Too Large';
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  return html(413, body, { Connection: 'close' });
}

export function redirectTo(location: string): Reply {
  return html(301, '', { Location: location });
}

function html(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body };
}

/** The messages that the REST framework sends for a field: sentences, or nested messages. */
export type FieldProblem = readonly string[] | { readonly [place: string]: FieldProblem };
export type FieldProblems = Record<string, FieldProblem>;

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
