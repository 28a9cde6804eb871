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

Prints the SQL that gives each tenant of a connection a login of its own, which reads its own rows and does nothing else, and the
roles: and shared: of connections/NAME.yaml. It reads the database's catalogues at QUERENT_ADMIN_URL (a superuser's url, from the environment
only) and changes nothing unless --apply is given. The SQL may be run twice.

  --schema NAME             the schema to be asked (default: public)
  --table NAME ...          the tables and views to be asked (default: all that can be given safely)
  --tenant-column NAME      the column that says whose a row is: row security is enabled with a policy for each login
  --value TENANT=VALUE ...  what the column holds for a tenant (default: the tenant's name)
  --shared NAME ...         tables whose rows are for every tenant (others without the column are not given)
  --application ROLE ...    roles of applications: they keep what PUBLIC loses, and every row
  --role TENANT=NAME ...    the name of a tenant's role (default: connection_tenant)
  --connection-limit N      connections at once for each login, of all executors together (default: 20)
  --statement-timeout MS    (default: 300000)
  --passwords FILE          where new passwords go (default: once to stderr); nobody else may read the file
  --apply                   run the SQL in one transaction at QUERENT_ADMIN_URL, then say what the new logins can do beyond reading
  --drop                    the SQL that takes it all back
  --help

A tenant's password is taken from QUERENT_<CONNECTION>_<TENANT>_PASSWORD where that is set, else generated when the role is created.`;

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
      'QUERENT_ADMIN_URL must hold the url of a superuser: postgres://user:password@host:port/database.',
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
    // Before anything is changed: a login whose password could not be kept would be of no use.
    if (!args.drop) tellPasswords(plan, facts, args.passwords);
    if (args.apply) await client.query(script);
    if (args.apply && !args.drop) await tellFindings(plan, facts, url);
  } finally {
    await client.end();
  }
}

function readArguments() {
  return parseArgs({ options: OPTIONS }).values;
}

function planOf(args: Arguments): RolePlan {
  if (args.connection === undefined)
    throw new PlanError('Name the connection with --connection; --help tells the rest.');
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
      if (at < 1) throw new PlanError(`--${option} is written TENANT=${option.toUpperCase()}.`);
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

/** Only of roles that are new: what an existing role's password is, nobody can tell. */
function tellPasswords(plan: RolePlan, { existingRoles }: DatabaseFacts, file: string | undefined): void {
  const lines = plan.logins
    .filter(({ role, givenPassword }) => givenPassword === null && !existingRoles.includes(role))
    .map(({ variable, newPassword }) => `${variable}=${newPassword}`);
  if (lines.length === 0) return;
  if (file === undefined) return console.error(`The new logins' passwords, this once:\n${lines.join('\n')}`);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  console.error(`The new logins' passwords are in ${file}.`);
}

async function tellFindings(plan: RolePlan, { existingRoles }: DatabaseFacts, adminUrl: string): Promise<void> {
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
          ? `${login.role} can read, and nothing else.`
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
