import type { Command } from 'commander';
import type { Context } from '../context';
import type { ExitCode } from '../exit-codes';

/** What a command does. `command.processedArgs` and `command.opts()` hold its arguments. */
export type Act = (context: Context, command: Command) => Promise<ExitCode | void>;

/** Adds commands to the program; `action` connects one with what it does. */
export type Registrar = (program: Command, action: (act: Act) => (...args: unknown[]) => Promise<void>) => void;

export const example = (text: string): string => `\nExample:\n  ${text}`;
