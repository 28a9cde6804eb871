import { grantRule, RELATION, RELATIONS_AND_COLUMNS } from '../grant-rule';
import type { RoleRule } from '../role-rule';

/** pg_settings grants UPDATE to PUBLIC as an alternative to SET; it writes nothing. */
const writtenRelations = grantRule({
  id: 'writable_relations',
  severity: 'warn',
  sentence: 'The login has {detail} on {subjects}{via}. It only needs SELECT.',
  grants: {
    ...RELATION,
    objects: `SELECT * FROM (${RELATIONS_AND_COLUMNS}) c WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND (c.nspname, c.relname) <> ('pg_catalog', 'pg_settings')`,
    privileges: ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'],
  },
});

const sequences = grantRule({
  id: 'usable_sequences',
  severity: 'warn',
  sentence: 'The login has {detail} on the sequences {subjects}{via}: it may advance them.',
  grants: {
    ...RELATION,
    objects: `SELECT * FROM (${RELATIONS_AND_COLUMNS}) c WHERE c.relkind = 'S'`,
    kind: 'SEQUENCE',
    privileges: ['USAGE', 'UPDATE'],
  },
});

const schemas = grantRule({
  id: 'creates_in_schemas',
  severity: 'warn',
  sentence: 'The login may create objects in the schemas {subjects}{via}.',
  grants: {
    objects: `SELECT * FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_(toast|temp)'`,
    acl: 'o.nspacl',
    owner: 'o.nspowner',
    name: 'pg_catalog.quote_ident(o.nspname)',
    kind: 'SCHEMA',
    privileges: ['CREATE'],
  },
});

const database = grantRule({
  id: 'creates_in_database',
  severity: 'warn',
  sentence: 'The login has {detail} on the database {subjects}{via}.',
  grants: {
    objects: 'SELECT * FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()',
    acl: `coalesce(o.datacl, pg_catalog.acldefault('d', o.datdba))`,
    owner: 'o.datdba',
    name: 'pg_catalog.quote_ident(o.datname)',
    kind: 'DATABASE',
    privileges: ['CREATE', 'TEMPORARY'],
  },
});

const tablespaces = grantRule({
  id: 'creates_in_tablespaces',
  severity: 'warn',
  sentence: 'The login may create objects in the tablespaces {subjects}{via}.',
  grants: {
    objects: 'SELECT * FROM pg_catalog.pg_tablespace',
    acl: 'o.spcacl',
    owner: 'o.spcowner',
    name: 'pg_catalog.quote_ident(o.spcname)',
    kind: 'TABLESPACE',
    privileges: ['CREATE'],
  },
});

const largeObjects = grantRule({
  id: 'writable_large_objects',
  severity: 'warn',
  sentence: 'The login may write the large objects {subjects}{via}.',
  grants: {
    objects: 'SELECT * FROM pg_catalog.pg_largeobject_metadata',
    acl: 'o.lomacl',
    owner: 'o.lomowner',
    name: 'o.oid::text',
    kind: 'LARGE OBJECT',
    privileges: ['UPDATE'],
  },
});

const largeObjectsUnchecked: RoleRule = {
  id: 'large_objects_unchecked',
  severity: 'warn',
  sentence: 'The setting {subjects} is on: every login may read and write every large object.',
  query: `
    SELECT ARRAY['lo_compat_privileges'] AS subjects, '' AS via, '' AS detail,
           ARRAY[pg_catalog.format('ALTER DATABASE %I SET lo_compat_privileges = off', pg_catalog.current_database())] AS fix
     WHERE pg_catalog.current_setting('lo_compat_privileges') = 'on'`,
};

const parameters = grantRule({
  id: 'sets_parameters',
  severity: 'warn',
  sentence: 'The login has {detail} on the server parameters {subjects}{via}, which are kept for superusers.',
  since: 150_000,
  grants: {
    objects: 'SELECT * FROM pg_catalog.pg_parameter_acl',
    acl: 'o.paracl',
    owner: '10',
    name: 'pg_catalog.quote_ident(o.parname)',
    kind: 'PARAMETER',
    privileges: ['SET', 'ALTER SYSTEM'],
  },
});

/** PREPARE TRANSACTION needs no privilege, and READ ONLY does not prevent it; PostgreSQL's default is to allow none. */
const preparedTransactions: RoleRule = {
  id: 'prepared_transactions',
  severity: 'warn',
  sentence:
    'The server lets every login leave prepared transactions behind ({subjects} is above 0), which hold back its clean-up. Unless an application needs two-phase commit, set it to 0.',
  query: `
    SELECT ARRAY['max_prepared_transactions'] AS subjects, '' AS via, '' AS detail, ARRAY[]::text[] AS fix
     WHERE pg_catalog.current_setting('max_prepared_transactions')::int > 0`,
};

export const writtenObjectRules: readonly RoleRule[] = [
  writtenRelations,
  sequences,
  schemas,
  database,
  tablespaces,
  largeObjects,
  largeObjectsUnchecked,
  parameters,
  preparedTransactions,
];
