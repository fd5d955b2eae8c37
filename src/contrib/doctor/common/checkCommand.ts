/** The command that reports how a server is reached and what fails; its argument is the ID of the server. */
export const checkCommand = 'deviceAutomation.server.check';
