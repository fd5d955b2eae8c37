/** What the result is printed as. JSON is one document for programs. */
const formats = ['table', 'wide', 'name', 'json', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** The format of the options, before they are parsed: errors in them are printed in it, too. */
export function formatIn(args: readonly string[]): Format {
  if (args.includes('--json')) return 'json';
  const index = args.findIndex(argument => /^(?:-o|--output$|--output=)/.test(argument));
  const [, inline = ''] = /^(?:-o|--output)=?(.*)$/s.exec(args[index] ?? '') ?? [];
  const name = inline || args[index + 1];
  return formats.find(format => format === name) ?? 'table';
}
