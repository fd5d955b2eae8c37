/** What the command line uses of the protocol's package, which is loaded for this command only. */
export { inputRequired, Server } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
