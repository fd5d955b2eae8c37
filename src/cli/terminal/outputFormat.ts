/** What the result is printed as. JSON is one document for programs. */
const formats = ['table', 'json', 'csv', 'name', 'markdown', 'sarif'] as const;
export type Format = (typeof formats)[number];

/** The format of the options, before they are parsed: errors in them are printed in it, too. */
export function formatIn(args: readonly string[]): Format {
  const index = args.findIndex(argument => /^(?:-o|--output$|--output=)/.test(argument));
  const [, inline = ''] = /^(?:-o|--output)=?(.*)$/s.exec(args[index] ?? '') ?? [];
  const name = inline || args[index + 1];
  return formats.find(format => format === name) ?? 'table';
}
