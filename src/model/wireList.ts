import * as z from 'zod/mini';
import { issueAt } from './mismatch.ts';

const partSize = 256;

/**
 * The schema of a server's list. It checks the list in parts and stops at the first part with a mismatch, because zod
 * records every mismatch, which takes seconds for a million elements.
 */
export function wireList<T>(element: z.core.$ZodType<T>, isPlain?: (value: unknown) => value is T) {
  const part = z.array(element);
  const read = (values: unknown[], { issues }: z.core.ParsePayload): T[] => {
    // Long lists of plain values need no schema.
    if (isPlain !== undefined && values.every(isPlain)) return values;
    const found: T[] = [];
    for (let from = 0; from < values.length; from += partSize) {
      const result = part.safeParse(values.length <= partSize ? values : values.slice(from, from + partSize));
      if (!result.success) {
        for (const issue of result.error.issues.slice(0, 1)) {
          const [index, ...inner] = issue.path;
          issues.push({ ...issueAt([from + Number(index ?? 0), ...inner], issue), input: values });
        }
        return z.NEVER;
      }
      for (const value of result.data) found.push(value);
    }
    return found;
  };
  return z.pipe(z.array(z.unknown()), z.transform(read));
}
