/** What the result is printed as. JSON and YAML are one document for programs. */
const formats = ['table', 'wide', 'name', 'json', 'yaml', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** The format of the options, before they are parsed: errors in them are printed in it, too. */
export function formatIn(args: readonly string[]): Format {
  if (args.includes('--json')) return 'json';
  const index = args.findIndex(argument => /^(?:-o|--output$|--output=)/.test(argument));
  const [, inline = ''] = /^(?:-o|--output)=?(.*)$/s.exec(args[index] ?? '') ?? [];
  const name = inline || args[index + 1];
  return formats.find(format => format === name) ?? 'table';
}

/** Keys that YAML 1.1 does not read as text, and those that pipelines would execute if they were not quoted. */
const reserved = /^(?:y|n|yes|no|on|off|true|false|null|section_\w+|travis_\w+)$/i;

/**
 * A JSON value as YAML: each text is quoted as in JSON, which YAML reads as the same text in every version, so that no
 * text of a server is taken for a number, a date or a comment.
 */
export function yamlText(value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  return linesOf(plain).join('\n');
}

function linesOf(value: unknown): readonly string[] {
  const nested = (inner: unknown) => linesOf(inner).map(line => `  ${line}`);
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap(item =>
      nested(item).map((line, index) => (index === 0 ? `-${line.slice(1)}` : line)),
    );
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = /^[A-Za-z_][\w-]*$/.test(key) && !reserved.test(key) ? key : JSON.stringify(key);
    const isBlock = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0;
    return isBlock ? [`${name}:`, ...nested(inner)] : [`${name}: ${JSON.stringify(inner)}`];
  });
}
