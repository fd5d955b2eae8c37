/** The setting with the tools that language models may call, also named in the `when` of each tool. */
export const agentToolsSetting = 'agents.tools';
