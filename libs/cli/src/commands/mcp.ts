import { example, type Registrar } from './registrar';

export const registerMcp: Registrar = (program, action) => {
  program
    .command('mcp')
    .description('serve MCP on standard input and output, for programs that start their MCP servers')
    .addHelpText('after', example('querent mcp --profile work'))
    // The packages of MCP are a large part of the program, so they are evaluated by this command alone.
    .action(action(async (context) => (await import('./mcp-bridge')).bridge(context)));
};
