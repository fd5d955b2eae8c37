import * as z from 'zod/mini';
import { parseShape } from '../../../api/model/mismatch.ts';
import { isRecord, stringOf } from '../../../base/json.ts';
import { nearest } from '../../../base/nameSearch.ts';
import { agentText } from './agentText.ts';
import type { ChangePlan, ToolResult } from './changePlan.ts';
import { fitResult } from './fitResult.ts';
import { ToolError } from './fleet.ts';
import { isOptional, looseInput } from './looseInput.ts';
import { ServerCall, type ToolCall } from './serverCall.ts';
import type { ChangingToolName, ReadingToolName } from './toolNames.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

interface ToolFacts<Name extends string> {
  readonly name: Name;
  /** For the model, which chooses a tool by it. */
  readonly description: string;
}

interface ChangeFacts extends ToolFacts<ChangingToolName> {
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
}

export interface ReadingTool extends ToolFacts<ReadingToolName> {
  readonly does: 'read';
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Rejects with `ToolError` if the input is wrong. */
  run(input: unknown, call: ToolCall): Promise<ToolResult>;
}

export interface ChangingTool extends ChangeFacts {
  readonly does: 'change';
  readonly inputSchema: JsonSchema;
  /** What the change would do, from the objects as they are now. Nothing is sent. */
  plan(input: unknown, call: ToolCall): Promise<ChangePlan>;
}

export type Tool = ReadingTool | ChangingTool;

/** A call without a server is about the usual one. */
interface ServerInput {
  readonly server?: string | undefined;
  readonly offset?: number | undefined;
}

type InputSchema<Input extends ServerInput> = z.ZodMiniObject<z.core.$ZodLooseShape> & z.core.$ZodType<Input>;

/** A part of the input that a call may leave out. */
export function optionalInput<T extends z.ZodMiniType>(description: string, type: T): z.ZodMiniOptional<T> {
  return z.optional(type.check(z.describe(description)));
}

type RowsKey<Output> = keyof Output & string;

export function readingTool<Input extends ServerInput, Output extends ToolResult>({
  input,
  output,
  rows,
  run,
  ...facts
}: ToolFacts<ReadingToolName> & {
  readonly input: InputSchema<Input>;
  readonly output: z.core.$ZodType<Output>;
  /** The member of the output that comes in pages. */
  readonly rows?: RowsKey<NoInfer<Output>> | ((input: Input) => RowsKey<NoInfer<Output>> | undefined);
  readonly run: (input: Input, call: ServerCall) => Promise<NoInfer<Output>>;
}): ReadingTool {
  return {
    ...facts,
    does: 'read',
    get inputSchema() {
      return plainSchema(input, 'input');
    },
    get outputSchema() {
      return outputSchema(output);
    },
    run: async (value, call) => {
      const [parsed, own] = parseCall(facts.name, input, value, call);
      const list = typeof rows === 'function' ? rows(parsed) : rows;
      const page = list === undefined ? undefined : { rows: list, offset: parsed.offset ?? 0 };
      return fitResult(await run(parsed, own), own.fleet.redact, page);
    },
  };
}

function outputSchema(output: z.core.$ZodType): JsonSchema {
  const schema = plainSchema(output, 'output');
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return { ...schema, properties: { ...properties, omitted: { type: 'string' } } };
}

/** A JSON schema without what says nothing to a model. */
function plainSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === 'output') return;
      // A rejection says these, and every definition is part of every question to a model.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === 0 || jsonSchema.minimum === 1) delete jsonSchema.minimum;
      for (const limit of ['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'] as const)
        delete jsonSchema[limit];
    },
  });
  return plain;
}

export function changingTool<Input extends ServerInput>({
  input,
  plan,
  ...facts
}: ChangeFacts & {
  readonly input: InputSchema<Input>;
  readonly plan: (input: Input, call: ServerCall) => Promise<ChangePlan>;
}): ChangingTool {
  return {
    ...facts,
    does: 'change',
    get inputSchema() {
      return plainSchema(input, 'input');
    },
    plan: async (value, call) => plan(...parseCall(facts.name, input, value, call)),
  };
}

/** The plan of a change, unless the server is marked as read-only: then nothing needs to be asked. */
export async function planWritable(tool: ChangingTool, input: unknown, call: ToolCall): Promise<ChangePlan> {
  const plan = await tool.plan(input, call);
  if (plan.server.readOnly !== true) return plan;
  const name = JSON.stringify(agentText(plan.server.name));
  throw new ToolError(`The server ${name} is marked as read-only, so nothing can be changed there.`);
}

function parseCall<Input extends ServerInput>(
  name: string,
  schema: InputSchema<Input>,
  value: unknown,
  call: ToolCall,
): [Input, ServerCall] {
  const input = parseInput<Input>(name, schema, value);
  return [input, new ServerCall(call, input.server)];
}

/** The input of a call. Throws `ToolError` that says how to call rightly. */
export function parseInput<Input>(
  name: string,
  schema: z.ZodMiniObject<z.core.$ZodLooseShape> & z.core.$ZodType<Input>,
  value: unknown,
): Input {
  const given = looseInput(schema, value ?? {});
  const { data, issues } = parseShape<Input>(schema, given);
  if (issues === undefined) return data;
  const problems = issues.slice(0, 5).map(issue => issueText(issue, given, keysAt(schema, issue.path)));
  const known = keysAt(schema, []).join(', ') || 'nothing';
  throw new ToolError(`Wrong input of ${name}. ${problems.join(' ')} It takes: ${known}.`);
}

/** The keys of the object at this place of the input. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  if (isOptional(schema)) return keysAt(schema.def.innerType, path);
  const [key, ...rest] = path;
  if (schema instanceof z.ZodMiniArray) return keysAt(schema.def.element, rest);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  const part: z.core.$ZodType | undefined = key === undefined ? undefined : schema.shape[String(key)];
  if (key === undefined) return Object.keys(schema.shape);
  return part === undefined ? [] : keysAt(part, rest);
}

function issueText(issue: z.core.$ZodIssue, input: unknown, known: readonly string[]): string {
  const place = issue.path.join('.') || 'The input';
  const value = issue.path.reduce<unknown>(valueAt, input);
  const must = `${place}${value === undefined ? ' is missing: it' : ''} must be`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(key => unknownKeyText(key, valueAt(value, key), issue.path, known)).join(' ');
    case 'invalid_value':
      return `${must} one of: ${issue.values.map(allowed => JSON.stringify(allowed)).join(', ')}.`;
    case 'invalid_type':
      return `${must} ${typeTexts[issue.expected] ?? issue.expected}${value === undefined ? '' : `, not ${givenText(value)}`}.`;
    case 'invalid_union':
      return `${place} must be a number or a text.`;
    case 'too_small':
      return `${place} must be at least ${issue.minimum}${sizeText(issue.origin)}.`;
    case 'too_big':
      return `${place} must be at most ${issue.maximum}${sizeText(issue.origin)}.`;
    case 'custom':
      return `${issue.message}.`;
    case 'invalid_format':
      return `${place} has the wrong format: ${issue.message}.`;
    default:
      return `${place} is not valid.`;
  }
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
}

const typeTexts: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function givenText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return agentText(JSON.stringify(value), 60);
  return Array.isArray(value) ? 'a list' : 'an object';
}

function sizeText(origin: string): string {
  if (origin === 'array') return ' items';
  return origin === 'string' ? ' characters' : '';
}

function unknownKeyText(
  key: string,
  value: unknown,
  path: readonly PropertyKey[],
  known: readonly string[],
): string {
  const meant = nearest(key, known) ?? meantByValue(key, value, known);
  const place = path.join('.');
  const text = `There is no parameter ${agentText(key, 40)}${place === '' ? '' : ` in ${place}`}`;
  if (meant !== undefined) return `${text}; did you mean ${meant}?`;
  return place === '' || known.length === 0 ? `${text}.` : `${text}, which takes: ${known.join(', ')}.`;
}

/** `job_id`, or `job` with a number or a name, for `id` or `name`. */
function meantByValue(key: string, value: unknown, known: readonly string[]): string | undefined {
  const words = key.toLowerCase().split(/[^a-z]+/);
  const isNumber = typeof value === 'number' || /^\s*\d+\s*$/.test(stringOf(value));
  const candidates = [...words.toReversed(), isNumber ? 'id' : 'name', isNumber ? 'ids' : 'filter'];
  return Array.isArray(value)
    ? known.find(name => name === 'ids')
    : candidates.find(name => known.includes(name));
}
