export interface HostileBody {
  readonly name: string;
  readonly list: 'jobs' | 'groups';
  readonly status?: number;
  readonly text: () => string;
}

const bytes = 64 * 1024 * 1024 - 4_096;

/** As many copies of a text as fit in a body. */
function filled(part: string, length = bytes): string {
  return part.repeat(Math.floor(length / part.length));
}

/** Different parts, joined by commas, about as long as a body. */
function numbered(part: (index: number) => string, length = bytes): string {
  const parts: string[] = [];
  for (let index = 1, size = 0; size < length - 200; index++) {
    const text = part(index);
    parts.push(text);
    size += text.length + 1;
  }
  return parts.join(',');
}

const results = (rows: string) => `{"count":1,"results":[${rows}]}`;
const oneJob = (fields: string) => results(`{"id":1,"name":"A",${fields}},{"id":2}`);
const device = (index: number) =>
  `{"id":${index},"addr":"10.0.0.1","status":"up","username":"u","hostname":"ws-${index}"}`;
const mebibyte = 1024 * 1024;

/** What a server could send to block its client. */
export const hostileBodies: readonly HostileBody[] = [
  { name: 'zeros, 1 MiB', list: 'jobs', text: () => results(`${filled('0,', mebibyte)}0`) },
  { name: 'zeros, 64 MiB', list: 'jobs', text: () => results(`${filled('0,')}0`) },
  { name: 'empty rows', list: 'jobs', text: () => results(`${filled('{},', 3_000_000)}{}`) },
  { name: 'small jobs', list: 'jobs', text: () => results(numbered(id => `{"id":${id}}`)) },
  {
    name: 'as many jobs as are read',
    list: 'jobs',
    text: () => results(numbered(id => `{"id":${id},"name":"Job ${id}"}`, 1_600_000)),
  },
  {
    name: 'long rows',
    list: 'jobs',
    text: () => results(numbered(id => `{"id":${id},"x":"${'y'.repeat(300_000)}"}`)),
  },
  { name: 'deep lists', list: 'jobs', text: () => `${filled('[', bytes / 2)}${filled(']', bytes / 2)}` },
  {
    name: 'deep objects',
    list: 'jobs',
    text: () => `${filled('{"a":', (bytes / 6) * 5)}0${filled('}', bytes / 6)}`,
  },
  { name: 'nested lists', list: 'jobs', text: () => results(`${filled('[[0]],')}0`) },
  { name: 'many keys', list: 'jobs', text: () => `{${numbered(index => `"${index}":0`)}}` },
  { name: 'many shapes', list: 'jobs', text: () => results(numbered(index => `{"${index}":0}`)) },
  { name: 'a name of 64 MiB', list: 'jobs', text: () => oneJob(`"x":"${filled('x')}"`) },
  { name: 'escaped text', list: 'jobs', text: () => results(`"${filled('\\"')}"`) },
  { name: 'a job with many group ids', list: 'jobs', text: () => oneJob(`"groups":[${filled('0,')}0]`) },
  {
    name: 'a job with wrong group ids',
    list: 'jobs',
    text: () => oneJob(`"groups":[${filled('"",', 3_900_000)}0]`),
  },
  {
    name: 'a job with empty devices',
    list: 'jobs',
    text: () => oneJob(`"peers":[${filled('{},', 2_900_000)}{}]`),
  },
  {
    name: 'a job with as many devices as are read',
    list: 'jobs',
    text: () => oneJob(`"peers":[${numbered(device, 1_900_000)}]`),
  },
  {
    name: 'a job with many fields',
    list: 'jobs',
    text: () => oneJob(numbered(index => `"f${index}":0`, 1_300_000)),
  },
  {
    name: 'a job with nested fields',
    list: 'jobs',
    text: () => oneJob(`"f":[${filled('[0],', 3_900_000)}0]`),
  },
  { name: 'bare groups', list: 'groups', text: () => `[${numbered(index => `{"name":"G${index}"}`)}]` },
  {
    name: 'as many groups as are read',
    list: 'groups',
    text: () => `[${numbered(index => `{"name":"G${index}"}`, 350_000)}]`,
  },
  {
    name: 'a group with as many devices as are read',
    list: 'groups',
    text: () => `[{"name":"G","server_set":[${numbered(device, 1_900_000)}]}]`,
  },
  { name: 'blanks', list: 'jobs', text: () => filled(' ') },
  { name: 'a number', list: 'jobs', text: () => filled('1') },
  {
    name: 'broken off',
    list: 'jobs',
    text: () => `{"results":[${numbered(id => `{"id":${id}}`, 9_000_000)}`,
  },
  { name: 'a web page', list: 'jobs', text: () => `<html><title>${filled('x')}` },
  { name: 'an error', list: 'jobs', status: 400, text: () => `{"detail":["${filled('x')}"]}` },
  {
    name: 'an error with many fields',
    list: 'jobs',
    status: 400,
    text: () => `{${numbered(index => `"${index}":["x"]`)}}`,
  },
];
