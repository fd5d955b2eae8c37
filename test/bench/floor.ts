import { Agent, request } from 'undici';
import * as z from 'zod';
import type { DemoProcess } from '../support/demoProcess.ts';

const PageSchema = z.looseObject({ next: z.string().nullable(), results: z.array(z.unknown()) });

/** Reads the same pages with nothing but undici's `request` and `JSON.parse`. */
export async function listByFloor(demo: DemoProcess, query: string, agent: Agent): Promise<number> {
  const headers = { authorization: `Token ${demo.token}` };
  let rows = 0;
  for (let url: string | null = `${demo.url}/automation/api/job/?${query}`; url !== null; ) {
    const { body } = await request(url, { headers, dispatcher: agent });
    // Checks two fields of the page but not its rows, to give the page a type.
    const page: z.infer<typeof PageSchema> = PageSchema.parse(JSON.parse(await body.text()));
    rows += page.results.length;
    url = page.next;
  }
  return rows;
}

export function floorAgent(): Agent {
  return new Agent({ connections: 8 });
}

/** Reads statuses with nothing but undici's `request` and `JSON.parse`, 8 at a time. */
export async function statusesByFloor(
  demo: DemoProcess,
  ids: readonly number[],
  agent: Agent,
): Promise<void> {
  const headers = { authorization: `Token ${demo.token}` };
  const rest = ids.values();
  const worker = async () => {
    for (const id of rest) {
      const { body } = await request(`${demo.url}/automation/api/job/${id}/status/`, {
        headers,
        dispatcher: agent,
      });
      JSON.parse(await body.text());
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
