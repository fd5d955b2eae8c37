import { Agent, request } from 'undici';
import { JobSchema } from '../../src/api/model/job.ts';
import { JobReader } from '../../src/api/model/jobReader.ts';
import { readRows } from '../../src/api/resources/listPage.ts';
import { startDemoServer } from '../demo/server.ts';
import { type BenchRow, ratioRow, type Scale, timeInTurns } from './benchRow.ts';

const jobs = 100_000;
const pageSize = 1_000;

/**
 * The cost of validating 100,000 jobs compared to parsing their text, and the effect of one invalid job on the others.
 */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const texts = await pageTexts(scale.size(jobs, pageSize));
  const pages = texts.map(rowsOf);
  const times = await timeInTurns({
    rounds: scale.rounds(3),
    floor: () => {
      for (const text of texts) JSON.parse(text);
    },
    ours: async () => {
      const reader = new JobReader();
      const reading = { schema: JobSchema, quick: (raw: unknown) => reader.read(raw) };
      for (const rows of pages) await readRows(reading, rows);
    },
  });
  return [
    ratioRow('validation of 100,000 jobs, against JSON.parse of the same text', 'ms', { ...times, most: 1 }),
    await salvage(pages[0] ?? []),
  ];
}

async function salvage(rows: readonly unknown[]): Promise<BenchRow> {
  const reader = new JobReader();
  const broken = rows.with(500, { id: 'not a number', name: 7 });
  const page = await readRows({ schema: JobSchema, quick: raw => reader.read(raw) }, broken);
  return {
    name: 'jobs shown from a page of 1,000 with one unreadable',
    value: page.items.length,
    unit: 'jobs',
    goal: '999, and the raw JSON of the other',
    ok: page.items.length === 999 && page.unreadable[0]?.index === 500,
  };
}

async function pageTexts(count: number): Promise<string[]> {
  const server = await startDemoServer({ jobs: count, pageSize, pace: 'still' });
  const agent = new Agent();
  try {
    const texts: string[] = [];
    for (let page = 1; page <= count / pageSize; page++) {
      const { body } = await request(`${server.url}/automation/api/job/?page=${page}`, {
        headers: { authorization: `Token ${server.token}` },
        dispatcher: agent,
      });
      texts.push(await body.text());
    }
    return texts;
  } finally {
    await agent.close();
    await server.close();
  }
}

function rowsOf(text: string): readonly unknown[] {
  const { results } = JSON.parse(text);
  return results;
}
