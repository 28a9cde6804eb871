import { bilingual } from '@querent/language';
import type { Datasource } from '../connection/datasource';
import { DatabaseFailure } from '../connection/database-failure';
import { runReadOnly } from '../execution/run-read-only';
import type { CellValue } from '../values/cell-value';
import type { RoleFinding, RoleReport } from './role-report';
import { ROLE_PRELUDE, type RoleRule } from './role-rule';
import { leftOutFindings } from './left-out-findings';
import { functionRules } from './rules/functions';
import { ownershipRules } from './rules/ownership';
import { predefinedRoleRules } from './rules/predefined-roles';
import { roleAttributeRules } from './rules/role-attributes';
import { rowSecurityRules } from './rules/row-security';
import { writtenObjectRules } from './rules/written-objects';

const RULES: readonly RoleRule[] = [
  ...roleAttributeRules,
  ...predefinedRoleRules,
  ...ownershipRules,
  ...writtenObjectRules,
  ...functionRules,
  ...rowSecurityRules,
];

const READ_LOGIN = `
  SELECT r.rolname::text, r.rolsuper, pg_catalog.current_setting('server_version_num')::int
    FROM pg_catalog.pg_roles r WHERE r.rolname = session_user`;

/** Limits for catalogues of thousands of tables; the connection's limits apply to user statements only. */
const BOUNDS = { maxRows: 10_000, maxBytes: 16_000_000, statementTimeoutMs: 20_000 };
/** Further names are counted, not listed. */
const NAMED_SUBJECTS = 8;

/**
 * The rights of a connection's or tenant's login beyond reading granted objects, with the statements that would remove
 * them. Reads only system catalogues, as that login, with some 30 statements of a few milliseconds.
 *
 * For a superuser nothing else is reported, because it may do everything.
 *
 * @throws DatabaseFailure if the database cannot be reached; a rule that cannot be checked is itself a finding.
 */
export async function verifyRole(datasource: Datasource, tenant?: string, signal?: AbortSignal): Promise<RoleReport> {
  const read = async (sql: string): Promise<CellValue[][]> =>
    (await runReadOnly(datasource, { sql, tenant, signal, ...BOUNDS })).rows;
  const [login] = await read(READ_LOGIN);
  const [name, isSuperuser, version] = [String(login?.[0]), login?.[1] === true, Number(login?.[2])];
  const rules = isSuperuser
    ? roleAttributeRules.filter(({ id }) => id === 'superuser')
    : RULES.filter(({ since = 0 }) => since <= version);
  const findings: RoleFinding[] = [];
  for (const rule of rules) findings.push(...(await findingsOf(rule, read)));
  if (!isSuperuser) findings.push(...(await leftOutFindings(datasource, { tenant, signal, version })));
  return {
    login: name,
    isSuperuser: findings.some(({ severity }) => severity === 'refuse'),
    findings: merged(findings),
  };
}

async function findingsOf(rule: RoleRule, read: (sql: string) => Promise<CellValue[][]>): Promise<RoleFinding[]> {
  try {
    const rows = await read(`${ROLE_PRELUDE}${rule.query.startsWith(',') ? '' : ' '}${rule.query}`);
    return rows.map(([subjects, via, detail, fix]) => ({
      rule: rule.id,
      severity: rule.severity,
      what: bilingual(rule.sentence, {
        subjects: namesOf(texts(subjects)),
        via: String(via),
        detail: rule.detail ?? String(detail),
      }),
      fix: texts(fix),
    }));
  } catch (error) {
    // An administrator may have restricted a catalogue, or it is too large; a connection failure means that the login
    // was not checked at all.
    const isFinding =
      error instanceof DatabaseFailure && (error.sqlstate?.startsWith('42') || error.errorClass.name === 'timeout');
    if (!isFinding) throw error;
    return [
      {
        rule: rule.id,
        severity: 'warn',
        what: bilingual('This rule could not be checked in the system catalogues: {rule}.', { rule: rule.id }),
        fix: [],
      },
    ];
  }
}

/** The same finding from two sources (two grantors of a membership) needs the statements of both. */
function merged(findings: readonly RoleFinding[]): RoleFinding[] {
  const byText = new Map<string, RoleFinding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.what]);
    const known = byText.get(key);
    byText.set(key, known ? { ...known, fix: [...known.fix, ...finding.fix] } : finding);
  }
  return [...byText.values()];
}

function namesOf(subjects: readonly string[]): string {
  const more = subjects.length - NAMED_SUBJECTS;
  return (
    subjects.slice(0, NAMED_SUBJECTS).join(', ') + (more > 0 ? bilingual(' and {count} more', { count: more }) : '')
  );
}

function texts(value: CellValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
