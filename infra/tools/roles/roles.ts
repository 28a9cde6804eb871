import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatasource, verifyRole } from '@querent/datasource';
import { Client } from 'pg';
import { comment, createStatements } from './create-statements';
import { readDatabaseFacts, type DatabaseFacts } from './database-facts';
import { dropStatements } from './drop-statements';
import { grantedRelations } from './granted-relations';
import { connectionBlock, PlanError, planRoles, type RolePlan } from './role-plan';

const HELP = `Usage: npm run -s roles -- --connection NAME --tenant NAME [--tenant NAME ...] [options]

Prints the SQL that creates a separate login for each tenant of a connection, which can read the tenant's rows and do nothing else,
and the roles: and shared: of connections/NAME.yaml. Reads the catalogues of the database at QUERENT_ADMIN_URL (a superuser's URL,
only from the environment). Changes nothing without --apply. The SQL may be run twice.

  --schema NAME             the schema of the tables (default: public)
  --table NAME ...          the tables and views that tenants may read (default: all that can be granted safely)
  --tenant-column NAME      the column with the tenant of a row: row security is enabled, with policies for each login
  --value TENANT=VALUE ...  the value of that column for a tenant (default: the tenant's name)
  --shared NAME ...         tables whose rows are for every tenant (other tables without the column are not granted)
  --application ROLE ...    roles of applications: they keep the rights that PUBLIC loses, and see every row
  --role TENANT=NAME ...    the name of a tenant's role (default: connection_tenant)
  --connection-limit N      the maximum connections of each login, from all executors together (default: 20)
  --statement-timeout MS    the statement_timeout of each login (default: 300000)
  --passwords FILE          a new file for the new passwords, readable only by its owner (default: print them once to stderr)
  --apply                   run the SQL in one transaction at QUERENT_ADMIN_URL, then report what the new logins can do beyond reading
  --drop                    print the SQL that removes the logins, or run it with --apply
  --help                    print this text

A tenant's password comes from QUERENT_<CONNECTION>_<TENANT>_PASSWORD if that is set. Otherwise it is generated when the role is created.`;

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true, default: [] as string[] } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  connection: text,
  schema: { ...text, default: 'public' },
  tenant: list,
  table: list,
  'tenant-column': text,
  value: list,
  shared: list,
  application: list,
  role: list,
  'connection-limit': { ...text, default: '20' },
  'statement-timeout': { ...text, default: '300000' },
  passwords: text,
  apply: flag,
  drop: flag,
  help: flag,
} as const;

type Arguments = ReturnType<typeof readArguments>;

main().catch((error: unknown) => {
  const isMisuse =
    error instanceof PlanError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = isMisuse ? 2 : 1;
});

async function main(): Promise<void> {
  const args = readArguments();
  if (args.help) return console.log(HELP);
  const plan = planOf(args);
  const url = process.env['QUERENT_ADMIN_URL'];
  if (url === undefined || !URL.canParse(url))
    throw new PlanError(
      'QUERENT_ADMIN_URL must be the URL of a superuser: postgres://user:password@host:port/database.',
    );
  const client = new Client({ connectionString: url, application_name: 'querent roles' });
  await client.connect();
  try {
    const facts = await readDatabaseFacts(client, plan.schema, plan.tenantColumn);
    const script = scriptOf(args.drop ? dropStatements(plan, facts) : createStatements(plan, facts));
    console.log(script);
    if (!args.drop)
      console.log(
        `\n${comment(
          `For connections/${plan.connection}.yaml:\n${connectionBlock(
            plan,
            { host: new URL(url).host, name: facts.database },
            grantedRelations(plan, facts).granted.map(({ relation }) => relation),
          )}`,
        )}`,
      );
    // Before any change: if the passwords cannot be written, no login is created.
    if (!args.drop) writePasswords(plan, facts, args.passwords);
    if (args.apply) await client.query(script);
    if (args.apply && !args.drop) await printFindings(plan, facts, url);
  } finally {
    await client.end();
  }
}

function readArguments() {
  return parseArgs({ options: OPTIONS }).values;
}

function planOf(args: Arguments): RolePlan {
  if (args.connection === undefined) throw new PlanError('Name the connection with --connection; see --help.');
  return planRoles(
    {
      connection: args.connection,
      schema: args.schema,
      tenants: args.tenant,
      roles: pairs('role', args.role),
      values: pairs('value', args.value),
      tables: args.table.length > 0 ? args.table : null,
      tenantColumn: args['tenant-column'] ?? null,
      shared: args.shared,
      applications: args.application,
      connectionLimit: wholeNumber('connection-limit', args['connection-limit']),
      statementTimeoutMs: wholeNumber('statement-timeout', args['statement-timeout']),
    },
    process.env,
  );
}

function pairs(option: string, texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((one) => {
      const at = one.indexOf('=');
      if (at < 1) throw new PlanError(`--${option} must have the form TENANT=${option.toUpperCase()}.`);
      return [one.slice(0, at), one.slice(at + 1)] as const;
    }),
  );
}

function wholeNumber(option: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new PlanError(`--${option} must be a positive whole number.`);
  return Number(value);
}

function scriptOf(statements: readonly string[]): string {
  return ['BEGIN;', ...statements, 'COMMIT;'].join('\n');
}

/** Writes the generated passwords of new roles. The passwords of existing roles are unknown. */
function writePasswords(plan: RolePlan, { existingRoles }: DatabaseFacts, file: string | undefined): void {
  const lines = plan.logins
    .filter(({ role, givenPassword }) => givenPassword === null && !existingRoles.includes(role))
    .map(({ variable, newPassword }) => `${variable}=${newPassword}`);
  if (lines.length === 0) return;
  if (file === undefined)
    return console.error(`The passwords of the new logins, which are printed only once:\n${lines.join('\n')}`);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  console.error(`The passwords of the new logins are in ${file}.`);
}

/** Connects as each login whose password is known, and prints its rights beyond reading. */
async function printFindings(plan: RolePlan, { existingRoles }: DatabaseFacts, adminUrl: string): Promise<void> {
  for (const login of plan.logins.filter(
    ({ role, givenPassword }) => givenPassword !== null || !existingRoles.includes(role),
  )) {
    const url = new URL(adminUrl);
    [url.username, url.password] = [encodeURIComponent(login.role), login.newPassword];
    const datasource = openDatasource({
      name: plan.connection,
      url: url.href,
      schema: plan.schema,
      limits: { statementTimeoutMs: 20_000, maxRows: 1_000, maxBytes: 1_000_000 },
    });
    try {
      const { findings } = await verifyRole(datasource);
      console.error(
        findings.length === 0
          ? `${login.role} can only read.`
          : [
              `${login.role} can do more than read:`,
              ...findings.flatMap(({ what, fix }) => [what, ...fix.map((one) => `    ${one};`)]),
            ].join('\n'),
      );
    } finally {
      await datasource.close();
    }
  }
}
