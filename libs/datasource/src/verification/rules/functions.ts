import { FUNCTIONS_TO_REVOKE, JUDGED_FUNCTIONS, OUTWARD_EXTENSIONS } from '../dangerous-functions';
import { CALLABLE_ROUTINES, grantRule, RELATION, ROUTINE } from '../grant-rule';
import type { RoleRule } from '../role-rule';

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** One rule per reason, so that the sentence can include it. */
const dangerous: readonly RoleRule[] = JUDGED_FUNCTIONS.filter((judged) => judged.verdict === 'revoke').map(
  ({ names, why }) =>
    grantRule({
      id: 'dangerous_functions',
      severity: 'warn',
      sentence:
        'The login may execute {subjects}{via}, which {detail}. Grant it back to the logins of applications that need it.',
      detail: why,
      grants: {
        ...ROUTINE,
        objects: `${CALLABLE_ROUTINES} AND n.nspname = 'pg_catalog' AND p.proname IN (${listOf(names)})`,
      },
    }),
);

const initiallyRestricted = (privilege: string, catalogue: string, object: string): string => `
  EXISTS (SELECT FROM pg_catalog.pg_init_privs i
           WHERE i.objoid = ${object} AND i.classoid = 'pg_catalog.${catalogue}'::regclass AND i.objsubid = 0
             AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(i.initprivs) x WHERE x.grantee = 0 AND x.privilege_type = '${privilege}'))`;

/** Functions of any name that PostgreSQL or an extension withholds from PUBLIC and that were granted since. */
const restrictedFunctions = grantRule({
  id: 'restricted_functions',
  severity: 'warn',
  sentence: 'The login may execute {subjects}{via}, which PostgreSQL or an extension keeps for administrators.',
  grants: {
    ...ROUTINE,
    objects: `${CALLABLE_ROUTINES} AND p.proname NOT IN (${listOf(FUNCTIONS_TO_REVOKE)}) AND ${initiallyRestricted('EXECUTE', 'pg_proc', 'p.oid')}`,
  },
});

const restrictedCatalogues = grantRule({
  id: 'restricted_catalogues',
  severity: 'warn',
  sentence:
    'The login may read {subjects}{via}, which PostgreSQL keeps for administrators: passwords, or values of rows that row security withholds.',
  grants: {
    ...RELATION,
    objects: `SELECT c.*, c.relacl AS acl, n.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
               WHERE n.nspname = 'pg_catalog' AND c.relkind IN ('r', 'v') AND ${initiallyRestricted('SELECT', 'pg_class', 'c.oid')}`,
    privileges: ['SELECT'],
  },
});

/** A trigger's function cannot be called. */
const securityDefiners = grantRule({
  id: 'security_definer_functions',
  severity: 'warn',
  sentence:
    "The login may execute {subjects}{via}, which run with their owner's rights: neither the login's grants nor its row security bind what they do.",
  grants: {
    ...ROUTINE,
    objects: `${CALLABLE_ROUTINES} AND p.prosecdef AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)`,
  },
});

const outwardFunctions = grantRule({
  id: 'outward_functions',
  severity: 'warn',
  sentence: 'The login may execute {subjects}{via}, which reach other servers or sessions from the database server.',
  grants: {
    ...ROUTINE,
    objects: `${CALLABLE_ROUTINES} AND EXISTS (
      SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND e.extname IN (${listOf(OUTWARD_EXTENSIONS)})
       WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_catalog.pg_extension'::regclass AND d.deptype = 'e')`,
  },
});

const foreignWrappers = grantRule({
  id: 'foreign_data_wrappers',
  severity: 'warn',
  sentence: 'The login may make connections to other servers or files with the foreign data wrappers {subjects}{via}.',
  grants: {
    objects: 'SELECT * FROM pg_catalog.pg_foreign_data_wrapper',
    acl: 'o.fdwacl',
    owner: 'o.fdwowner',
    name: 'pg_catalog.quote_ident(o.fdwname)',
    kind: 'FOREIGN DATA WRAPPER',
    privileges: ['USAGE'],
  },
});

const foreignServers = grantRule({
  id: 'foreign_servers',
  severity: 'warn',
  sentence: 'The login may map itself to users of the foreign servers {subjects}{via}.',
  grants: {
    objects: 'SELECT * FROM pg_catalog.pg_foreign_server',
    acl: 'o.srvacl',
    owner: 'o.srvowner',
    name: 'pg_catalog.quote_ident(o.srvname)',
    kind: 'FOREIGN SERVER',
    privileges: ['USAGE'],
  },
});

export const functionRules: readonly RoleRule[] = [
  ...dangerous,
  restrictedFunctions,
  restrictedCatalogues,
  securityDefiners,
  outwardFunctions,
  foreignWrappers,
  foreignServers,
];
