import * as z from 'zod/mini';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';

/** The path of links; there is no other one. */
const linkPath = '/open';

const ServerSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/));
/** Letters, digits, "-" and "_" alone: VS Code decodes the query of a link, so no other character would be safe in it. */
const NameSchema = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,8000}$/)),
  z.transform(text => Buffer.from(text, 'base64url').toString()),
);

const LinkSchema = z.union([
  z.strictObject({
    server: ServerSchema,
    job: z.pipe(
      z.string().check(z.regex(/^\d{1,15}$/)),
      z.transform(text => Number(text)),
    ),
  }),
  z.strictObject({ server: ServerSchema, group: NameSchema }),
]);

/** A job or a group, by its DN or else its name, on a server that is named by the fingerprint of its address. */
export type ObjectLink = z.infer<typeof LinkSchema>;

/** `undefined` for anything but a link to one object: there is nothing else that it may carry. */
export function parseLink(path: string, query: string): ObjectLink | undefined {
  if (path !== linkPath) return undefined;
  const pairs = [...new URLSearchParams(query)];
  const values = Object.fromEntries(pairs);
  return Object.keys(values).length === pairs.length ? LinkSchema.safeParse(values).data : undefined;
}

/** `vscode://device-automation.device-automation/open?server=…&job=12`. */
export function linkText(
  { scheme, extension }: { readonly scheme: string; readonly extension: string },
  url: string,
  object: { readonly job: number } | { readonly group: string },
): string {
  const target =
    'job' in object
      ? { job: String(object.job) }
      : { group: Buffer.from(object.group).toString('base64url') };
  const query = new URLSearchParams({ server: fingerprintOf(url), ...target });
  return `${scheme}://${extension}${linkPath}?${query}`;
}
