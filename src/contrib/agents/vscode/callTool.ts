import * as vscode from 'vscode';
import { englishLocalizer } from '../../../base/localizer.ts';
import { stateFolder } from '../../../base/privateFiles.ts';
import { createRedactor } from '../../../base/redact.ts';
import { localTimeZone } from '../../../recurrence/text/timeZone.ts';
import type { RunRecord } from '../../../store/runs/runRecord.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { reportDone } from '../../../workbench/commands/runs/bulk.ts';
import { localizer, plural } from '../../../workbench/platform/localize.ts';
import { groupIdSearchLimit } from '../../../workbench/platform/settings.ts';
import { runChecks } from '../../doctor/vscode/checkConnection.ts';
import type { FleetSettings } from '../../fleetCheck/vscode/fleetChoices.ts';
import { answer } from '../common/answer.ts';
import { planResult, type ToolResult } from '../common/changePlan.ts';
import { type Fleet, ToolError } from '../common/fleet.ts';
import type { ToolCall } from '../common/serverCall.ts';
import { type ChangingTool, planWritable, type Tool } from '../common/tool.ts';
import { toolNamed } from '../common/toolTable.ts';
import { agentTools } from './allowedTools.ts';
import { confirmPlan } from './confirmPlan.ts';

type AgentContext = Uses<
  | 'servers'
  | 'sessions'
  | 'tokens'
  | 'passphrases'
  | 'notices'
  | 'dialogs'
  | 'log'
  | 'journal'
  | 'labels'
  | 'schedules'
  | 'reports'
  | 'creates'
  | 'runActions'
> & { readonly fleetSettings: Pick<FleetSettings, 'choicesOf'> } & Pick<Fleet, 'filterTerms'>;

/** Calls a tool for a model. A change is only sent if the user confirms it in a dialog of this extension. */
export async function callTool(
  context: AgentContext,
  name: string,
  input: unknown,
  signal: AbortSignal,
): Promise<string> {
  const fleet = await fleetOf(context);
  const result = await answer(
    fleet,
    async () => {
      const tool = allowed(toolNamed(name));
      const call = { fleet, signal };
      return tool.does === 'read' ? tool.run(input, call) : change(context, tool, input, call);
    },
    signal,
  );
  if (result.isError) throw new Error(result.text);
  return result.text;
}

function allowed(tool: Tool | undefined): Tool {
  const setting = agentTools();
  if (tool === undefined || setting === 'off')
    throw new ToolError('The user has switched the tools of Device Automation off.');
  if (tool.does === 'read') return tool;
  if (setting !== 'all') throw new ToolError('The user allows only tools that read, so nothing was changed.');
  if (!vscode.workspace.isTrusted)
    throw new ToolError(
      'This workspace is not trusted, so only tools that read can be used. Nothing was changed.',
    );
  return tool;
}

async function fleetOf(context: AgentContext): Promise<Fleet> {
  const { servers, sessions, schedules, labels, notices, tokens } = context;
  const secrets = await Promise.all(servers.servers.map(server => tokens.get(server)));
  return {
    servers: servers.servers,
    usual: servers.active,
    session: ({ id, name }) => {
      const session = sessions.get(id);
      if (session === undefined) throw new ToolError(`The server ${JSON.stringify(name)} was removed.`);
      return session;
    },
    outlook: server => schedules.of(server),
    filterTerms: context.filterTerms,
    label: ({ id }, field, of) => labels.get(id, field, of),
    choices: ({ id }) => context.fleetSettings.choicesOf(id),
    checkConnection: (server, signal) => runChecks(context, server, { localizer: englishLocalizer, signal }),
    errorText: (error, server) => notices.text(error, server),
    localizer,
    get readerZone() {
      return localTimeZone();
    },
    nowMs: () => Date.now(),
    stateFolder: stateFolder(process.env),
    idBudget: groupIdSearchLimit(),
    redact: createRedactor(secrets),
  };
}

async function change(
  context: AgentContext,
  tool: ChangingTool,
  input: unknown,
  call: ToolCall,
): Promise<ToolResult> {
  const plan = await planWritable(tool, input, call);
  const seen = planResult(plan);
  if (plan.items.length === 0) return { applied: false, why: 'There is nothing to change.', ...seen };
  const answered = await confirmPlan(context, plan);
  if (answered !== 'confirmed') return { applied: false, why: refusals[answered], ...seen };
  // The user may have taken their time, and another window may have changed the settings.
  allowed(tool);
  const { result, record } = await plan.apply({
    journal: context.journal,
    signal: call.signal,
    textOf: error => context.notices.text(error, plan.server),
  });
  if (doneIn(record) === 0) return result;
  void reportDone(context, plan.session, record, {
    texts: [
      plural(
        'An agent changed {count} object on “{server}”.|An agent changed {count} objects on “{server}”.',
        doneIn(record),
        {
          server: plan.server.name,
        },
      ),
    ],
  }).catch((error: unknown) => context.notices.show(error, plan.server));
  return { ...result, undo: 'The user can undo it with the command “Device Automation: Show Activity”.' };
}

const refusals = {
  refused: 'The user did not confirm it, so nothing was sent. Do not try again unless the user asks for it.',
  reading:
    'The user is reading the preview first, so nothing was sent. When the user says so, call again with the same input.',
} as const;

function doneIn({ items }: RunRecord): number {
  return items.filter(({ is }) => is === 'done' || is === 'otherwise').length;
}
