import { bilingual, type PrivilegeText } from '@querent/language';
import type { FindingSeverity } from '../role-report';
import type { RoleRule } from '../role-rule';

/**
 * PostgreSQL's predefined roles that give more than reading granted objects (manual, "Predefined Roles", versions 12 to
 * 18). `refuse` if the right works in a READ ONLY transaction and bypasses all grants.
 */
const PREDEFINED_ROLES: Readonly<Record<string, readonly [FindingSeverity, PrivilegeText]>> = {
  pg_execute_server_program: [
    'refuse',
    'runs programs on the database server (COPY … TO PROGRAM), in a READ ONLY transaction too',
  ],
  pg_write_server_files: ['refuse', 'writes files on the database server, in a READ ONLY transaction too'],
  pg_read_server_files: ['refuse', 'reads any file of the database server, the stored tables and passwords among them'],
  pg_read_all_data: [
    'warn',
    'reads every table of every schema, also the stored passwords (pg_authid) and the statistics, which hold values of rows that row security withholds; grant SELECT on the tables to be asked instead',
  ],
  pg_write_all_data: ['warn', 'writes every table'],
  pg_maintain: ['warn', 'locks and rewrites tables'],
  pg_signal_backend: ['warn', "ends other logins' statements and sessions"],
  pg_signal_autovacuum_worker: ['warn', "ends the server's own clean-up"],
  pg_monitor: ['warn', "reads the texts of other logins' statements, with the values in them"],
  pg_read_all_stats: ['warn', "reads the texts of other logins' statements, with the values in them"],
  pg_stat_scan_tables: ['warn', 'holds locks on tables for long'],
  pg_read_all_settings: [
    'warn',
    'reads settings that are kept from ordinary logins, such as file locations and connection strings',
  ],
  pg_checkpoint: ['warn', 'makes the server write to disk at will'],
  pg_create_subscription: ['warn', 'makes the server connect to other servers'],
  pg_use_reserved_connections: ['warn', 'takes the connection slots that are kept for administrators'],
};

function predefinedRolesRule(id: string, severity: FindingSeverity): RoleRule {
  const listed = Object.entries(PREDEFINED_ROLES).filter(([, [level]]) => level === severity);
  const values = listed.map(([name, [, gives]]) => `('${name}', '${gives.replaceAll("'", "''")}')`).join(', ');
  const query = `
    SELECT ARRAY[p.role] AS subjects, CASE WHEN m.direct = m.role THEN '' ELSE pg_catalog.format('${bilingual(' through {role}', { role: '%I' })}', pg_catalog.pg_get_userbyid(m.direct)) END AS via,
           p.gives AS detail, ARRAY[m.leave] AS fix
      FROM memberships m JOIN pg_catalog.pg_roles r ON r.oid = m.role JOIN (VALUES ${values}) AS p(role, gives) ON p.role = r.rolname
     ORDER BY p.role`;
  return { id, severity, sentence: 'The login is a member of {subjects}{via}, which {detail}.', query };
}

export const predefinedRoleRules: readonly RoleRule[] = [
  predefinedRolesRule('server_access', 'refuse'),
  predefinedRolesRule('predefined_roles', 'warn'),
];
