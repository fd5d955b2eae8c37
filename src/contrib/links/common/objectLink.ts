import * as z from 'zod/mini';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';

/** The path of links; there is no other one. */
const linkPath = '/open';

const ServerSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/));
const NameSchema = z.string().check(z.minLength(1), z.maxLength(2_000));

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
  const target = 'job' in object ? { job: String(object.job) } : object;
  const query = new URLSearchParams({ server: fingerprintOf(url), ...target });
  return `${scheme}://${extension}${linkPath}?${query}`;
}
