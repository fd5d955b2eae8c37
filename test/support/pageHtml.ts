import * as z from 'zod';

/** The messages inside a page, as its browser reads them. */
export function firstIn(html: string): unknown[] {
  const text = /<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '[]';
  return z.array(z.unknown()).parse(JSON.parse(text));
}
