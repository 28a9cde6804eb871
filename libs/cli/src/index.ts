/**
 * The command line `querent`: questions, administration and an MCP bridge, over the public client. The demo uses these
 * parts of it.
 */
export { Querent } from '@querent/client';
export { untilPrepared } from './commands/choose-connection';
export { explanationLines } from './terminal/explanation-report.mjs';
export { clarificationLines, readReply, runLines, stepLine } from './terminal/run-report';
