import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import {
  encryptText,
  holdsPlainSecret,
  isEncrypted,
  isOfKey,
  openText,
  secretKeyMistake,
  secretKeysOf,
} from '@querent/catalog';
import { connectionFile, connectionNames, replaceFile, textOf } from './config-files';
import { secretTextsOf, withSecret, type SecretText } from './connection-texts';

type Env = Readonly<Record<string, string | undefined>>;
type Key = ReturnType<typeof secretKeysOf>[number];

interface Options {
  dir: string;
  connection?: string;
  field?: string;
  fromFile: boolean;
  print: boolean;
}

const help = `Usage: npm run secret -- encrypt --connection NAME --field url|roles.TENANT|tls.key [--from-file] [--print]
       npm run secret -- rotate
       npm run secret -- check
       npm run secret -- generate-key

Encrypts the passwords of connections/<name>.yaml (AES-256-GCM) with the first key of QUERENT_SECRET_KEY.

  encrypt        prompts for the text (or reads standard input; a secret is never an argument) and writes it, encrypted, into the
                 file. --from-file encrypts the text that is in the file. --print prints the encrypted text instead, for an
                 environment variable. The result can be decrypted only for this connection and field.
  rotate         encrypts the texts of older keys again, with the first key of QUERENT_SECRET_KEY. To change the key:
                 1. QUERENT_SECRET_KEY=new,old for every service  2. rotate  3. QUERENT_SECRET_KEY=new
  check          (or --check) lists the passwords in plain text, and the texts that cannot be decrypted
  generate-key   prints a key of 256 random bits

  --dir DIR      the configuration folder (default: $QUERENT_CONFIG_DIR, else infra/demo/config)
  --help         prints this text

Exit codes: 0 without problems, 1 with a problem, 2 for wrong arguments. No password is ever printed.`;

const commands: Record<string, (options: Options, env: Env) => number | Promise<number>> = {
  encrypt,
  rotate,
  check,
  'generate-key': () => printLine(randomBytes(32).toString('base64url')),
};

/** The program of `npm run secret`. @returns the exit code */
export async function secretTool(args: string[], env: Env): Promise<number> {
  try {
    const { command, options } = readArguments(args, env);
    if (command === null) return printLine(help);
    return await command(options, env);
  } catch (error) {
    printError((error as Error).message);
    return error instanceof UsageError ? 2 : 1;
  }
}

class UsageError extends Error {}

function readArguments(args: string[], env: Env): { command: (typeof commands)[string] | null; options: Options } {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const names = { connection: text, field: text, dir: text, 'from-file': flag, print: flag, check: flag, help: flag };
  // The errors of strict parsing would print an argument, which may be a secret.
  const { values, positionals, tokens } = parseArgs({
    args,
    options: names,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  if (values.help === true) return { command: null, options: { dir: '', fromFile: false, print: false } };
  const unknown = tokens.some((token) => token.kind === 'option' && !Object.hasOwn(names, token.name));
  const [name = values.check === true ? 'check' : '', ...rest] = positionals;
  const command = commands[name];
  if (command === undefined || unknown || rest.length > 0)
    throw new UsageError(
      `${rest.length > 0 ? 'A secret is never an argument, because other users can see it. It is prompted for.\n\n' : ''}${help}`,
    );
  const given = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const dir = given(values.dir) ?? (env['QUERENT_CONFIG_DIR'] || 'infra/demo/config');
  return {
    command,
    options: {
      dir,
      connection: given(values.connection),
      field: given(values.field),
      fromFile: values['from-file'] === true,
      print: values.print === true,
    },
  };
}

async function encrypt({ dir, connection, field, fromFile, print }: Options, env: Env): Promise<number> {
  if (connection === undefined || field === undefined || !/^(url|tls\.key|roles\..+)$/.test(field))
    throw new UsageError(help);
  const [key] = keysOf(env);
  const path = connectionFile(dir, connection);
  if (!print && !existsSync(path)) throw new Error(`${path} does not exist: create the file first, or use --print.`);
  const text = fromFile ? plainIn(path, field) : await readSecret(`${field} of ${connection}`);
  checkSecret(text, field);
  const encrypted = encryptText(text, { connection, field }, key);
  if (print) return printLine(encrypted);
  replaceFile(path, withSecret(textOf(path), field, encrypted));
  return printLine(`${path}: ${field} is encrypted.`);
}

function plainIn(path: string, field: string): string {
  const found = secretTextsOf(textOf(path)).find((secret) => secret.field === field);
  if (found === undefined) throw new Error(`${path} has no ${field}.`);
  if (isEncrypted(found.value)) throw new Error(`${path}: ${field} is already encrypted.`);
  return found.value;
}

/**
 * Reads a secret from standard input: at a terminal a line without echo, otherwise everything without the last line
 * break.
 */
async function readSecret(what: string): Promise<string> {
  return process.stdin.isTTY ? typed(`${what}: `) : piped();
}

async function piped(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** readline echoes the input to its output stream; this one discards it. */
async function typed(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(prompt);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

function checkSecret(text: string, field: string): void {
  if (text === '') throw new Error('The text is empty.');
  if (/\$\{\w+/.test(text))
    throw new Error('The text contains ${…}, which is not expanded in an encrypted text: give the final text.');
  if (field !== 'tls.key' && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
    throw new Error('The text is not a PostgreSQL address: postgres://user:password@host:port/database.');
}

function rotate({ dir }: Options, env: Env): number {
  const keys = keysOf(env);
  const [first] = keys;
  let failed = 0;
  for (const connection of connectionNames(dir)) {
    const path = connectionFile(dir, connection);
    let text = textOf(path);
    let changed = 0;
    for (const { field, value } of secretsIn(path).filter((secret) => isEncrypted(secret.value))) {
      if (isOfKey(value, first)) continue;
      const opened = openText(value, { connection, field }, keys);
      if (opened.ok) {
        text = withSecret(text, field, encryptText(opened.text, { connection, field }, first));
        changed += 1;
      } else
        failed += printError(`${path}: ${field} cannot be decrypted with any key of QUERENT_SECRET_KEY; unchanged.`);
    }
    if (changed > 0) replaceFile(path, text);
    if (changed > 0) printLine(`${path}: ${changed} encrypted again.`);
  }
  if (failed === 0) printLine('All encrypted texts use the first key.');
  return failed === 0 ? 0 : 1;
}

function check({ dir }: Options, env: Env): number {
  const keys = secretKeysOf(env['QUERENT_SECRET_KEY']);
  let found = 0;
  for (const connection of connectionNames(dir)) {
    const path = connectionFile(dir, connection);
    for (const { field, value, anchored } of secretsIn(path)) {
      if (holdsPlainSecret(value))
        found += printError(
          `${path}: ${field} is in plain text. Encrypt it: npm run secret -- encrypt --connection ${connection} --field ${field} --from-file`,
        );
      else if (isEncrypted(value) && anchored)
        found += printError(
          `${path}: ${field} is shared by a YAML anchor; an encrypted text can be decrypted in one field only.`,
        );
      else if (isEncrypted(value) && !openText(value, { connection, field }, keys).ok)
        found += printError(`${path}: ${field} cannot be decrypted with any key of QUERENT_SECRET_KEY.`);
    }
  }
  return found === 0
    ? printLine('No connection file contains a password in plain text, and every encrypted text can be decrypted.')
    : 1;
}

/** The secrets of a file; none, with a message, if it is not valid YAML, so that the other files are still handled. */
function secretsIn(path: string): SecretText[] {
  try {
    return secretTextsOf(textOf(path));
  } catch (error) {
    printError(`${path}: ${(error as Error).message}; skipped.`);
    return [];
  }
}

function keysOf(env: Env): [Key, ...Key[]] {
  const [first, ...others] = secretKeysOf(env['QUERENT_SECRET_KEY']);
  const mistake =
    first === undefined
      ? 'is not set: npm run secret -- generate-key prints a key'
      : secretKeyMistake(env['QUERENT_SECRET_KEY'] ?? '');
  if (first === undefined || mistake !== null) throw new Error(`QUERENT_SECRET_KEY ${mistake}`);
  return [first, ...others];
}

function printLine(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

function printError(text: string): 1 {
  process.stderr.write(`${text}\n`);
  return 1;
}
