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

Passwords in connections/<name>.yaml, encrypted (AES-256-GCM) with the first key of QUERENT_SECRET_KEY.

  encrypt        asks for the text (or takes it from standard input, never from an argument) and writes it, encrypted, into the
                 file; --from-file takes what stands there; --print shows it instead, for an environment variable. It opens for
                 this connection and field alone.
  rotate         encrypts anew, with the first key of QUERENT_SECRET_KEY, what an older key encrypted. To change the key:
                 1. QUERENT_SECRET_KEY=new,old everywhere  2. rotate  3. QUERENT_SECRET_KEY=new
  check          (or --check) names the passwords that still stand there for everyone, and the texts that do not open
  generate-key   prints a key of 256 random bits

  --dir DIR      the folder of the configuration (default: $QUERENT_CONFIG_DIR, else infra/demo/config)
  --help

Ends with 0 when all is well, 1 when something is not, 2 when called wrongly. No password is ever printed.`;

const commands: Record<string, (options: Options, env: Env) => number | Promise<number>> = {
  encrypt,
  rotate,
  check,
  'generate-key': () => say(randomBytes(32).toString('base64url')),
};

/** The operators' tool for the secrets of connection files. @returns the exit code */
export async function secretTool(args: string[], env: Env): Promise<number> {
  try {
    const { command, options } = readArguments(args, env);
    if (command === null) return say(help);
    return await command(options, env);
  } catch (error) {
    complain((error as Error).message);
    return error instanceof UsageError ? 2 : 1;
  }
}

class UsageError extends Error {}

function readArguments(args: string[], env: Env): { command: (typeof commands)[string] | null; options: Options } {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const names = { connection: text, field: text, dir: text, 'from-file': flag, print: flag, check: flag, help: flag };
  // Strict parsing would repeat an argument that somebody meant as the secret.
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
      `${rest.length > 0 ? 'A secret is never an argument: others see it. It is asked for.\n\n' : ''}${help}`,
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
  if (!print && !existsSync(path)) throw new Error(`${path} is not there: write the file first, or use --print.`);
  const text = fromFile ? plainIn(path, field) : await readSecret(`${field} of ${connection}`);
  refuseUnfit(text, field);
  const encrypted = encryptText(text, { connection, field }, key);
  if (print) return say(encrypted);
  replaceFile(path, withSecret(textOf(path), field, encrypted));
  return say(`${path}: ${field} is encrypted.`);
}

function plainIn(path: string, field: string): string {
  const found = secretTextsOf(textOf(path)).find((secret) => secret.field === field);
  if (found === undefined) throw new Error(`${path} has no ${field}.`);
  if (isEncrypted(found.value)) throw new Error(`${path}: ${field} is encrypted already.`);
  return found.value;
}

/**
 * A secret from standard input: typed without being shown at a terminal, else all of it without its last line's end.
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

/** readline echoes what is typed into its output: this one swallows it. */
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

function refuseUnfit(text: string, field: string): void {
  if (text === '') throw new Error('Nothing was given.');
  if (/\$\{\w+/.test(text))
    throw new Error(
      'The text holds ${…}, which is not expanded once it is encrypted: give the text as it is to be used.',
    );
  if (field !== 'tls.key' && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
    throw new Error('That is no PostgreSQL address: postgres://user:password@host:port/database.');
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
      } else failed += complain(`${path}: ${field} does not open with any key of QUERENT_SECRET_KEY; left as it is.`);
    }
    if (changed > 0) replaceFile(path, text);
    if (changed > 0) say(`${path}: ${changed} encrypted anew.`);
  }
  if (failed === 0) say('All encrypted texts are of the first key.');
  return failed === 0 ? 0 : 1;
}

function check({ dir }: Options, env: Env): number {
  const keys = secretKeysOf(env['QUERENT_SECRET_KEY']);
  let found = 0;
  for (const connection of connectionNames(dir)) {
    const path = connectionFile(dir, connection);
    for (const { field, value, anchored } of secretsIn(path)) {
      if (holdsPlainSecret(value))
        found += complain(
          `${path}: ${field} stands there for everyone. Encrypt it: npm run secret -- encrypt --connection ${connection} --field ${field} --from-file`,
        );
      else if (isEncrypted(value) && anchored)
        found += complain(`${path}: ${field} is shared by a YAML anchor; an encrypted text opens in one place alone.`);
      else if (isEncrypted(value) && !openText(value, { connection, field }, keys).ok)
        found += complain(`${path}: ${field} does not open with any key of QUERENT_SECRET_KEY.`);
    }
  }
  return found === 0 ? say('No password stands in a connection file for everyone, and every encrypted text opens.') : 1;
}

/** An unreadable file is no reason to leave the others. */
function secretsIn(path: string): SecretText[] {
  try {
    return secretTextsOf(textOf(path));
  } catch (error) {
    complain(`${path}: ${(error as Error).message}; left out.`);
    return [];
  }
}

function keysOf(env: Env): [Key, ...Key[]] {
  const [first, ...others] = secretKeysOf(env['QUERENT_SECRET_KEY']);
  const mistake =
    first === undefined
      ? 'is not set: npm run secret -- generate-key makes a key'
      : secretKeyMistake(env['QUERENT_SECRET_KEY'] ?? '');
  if (first === undefined || mistake !== null) throw new Error(`QUERENT_SECRET_KEY ${mistake}`);
  return [first, ...others];
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string): 1 {
  process.stderr.write(`${text}\n`);
  return 1;
}
