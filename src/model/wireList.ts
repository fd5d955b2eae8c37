import * as z from 'zod';
import { customIssue, issueAt } from './mismatch.ts';

const partSize = 256;

/**
 * A list of a server. It is checked part by part and given up at the first part that does not fit: zod notes every
 * element that does not, which takes seconds where somebody sends a million of them.
 */
export function wireList<T>(element: z.ZodType<T>, most = Number.POSITIVE_INFINITY) {
  const part = z.array(element);
  return z.array(z.unknown()).transform((values, context): T[] => {
    if (values.length > most) {
      context.addIssue(customIssue('tooLarge'));
      return z.NEVER;
    }
    const found: T[] = [];
    for (let from = 0; from < values.length; from += partSize) {
      const result = part.safeParse(values.length <= partSize ? values : values.slice(from, from + partSize));
      if (!result.success) {
        for (const issue of result.error.issues.slice(0, 1)) {
          const [index, ...inner] = issue.path;
          context.addIssue(issueAt([from + Number(index ?? 0), ...inner], issue));
        }
        return z.NEVER;
      }
      for (const value of result.data) found.push(value);
    }
    return found;
  });
}
