import * as z from 'zod/mini';
import { setting, userSetting } from '../../../workbench/platform/configValue.ts';
import { agentToolsSetting } from '../common/agentToolsSetting.ts';

const AgentToolsSchema = z.enum(['all', 'readOnly', 'off']);
type AgentTools = z.infer<typeof AgentToolsSchema>;

/**
 * Which tools language models may call. A workspace can only take tools away, and an invalid setting switches the
 * changing ones off.
 */
export function agentTools(): AgentTools {
  const allowed = [userSetting, setting].map(
    read => AgentToolsSchema.safeParse(read(agentToolsSetting) ?? 'all').data ?? 'readOnly',
  );
  return AgentToolsSchema.options.findLast(tools => allowed.includes(tools)) ?? 'off';
}
