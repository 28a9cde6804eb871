import type { Problem } from '@querent/catalog';
import { seesSql, type Caller } from '../auth/caller';
import type { AgentView, ConnectionDetail, LoginView, StatusView } from './admin-schemas';

/** Stands where keys with the scope `sql:read` read a technical text. */
export const WITHHELD = 'shown to keys with the scope sql:read';

/**
 * A connection's detail as its reader may see it: without `sql:read`, nothing that names a part of the database or
 * quotes its driver.
 */
export function connectionDetailFor(caller: Caller, detail: ConnectionDetail): ConnectionDetail {
  if (seesSql(caller)) return detail;
  return {
    ...detail,
    schema: null,
    functions: null,
    status: statusFor(caller, detail.status),
    logins: detail.logins.map(withoutFindings),
    problems: detail.problems.map(withoutMessage),
  };
}

export function statusFor(caller: Caller, status: StatusView): StatusView {
  return seesSql(caller) || status.detail === null ? status : { ...status, detail: WITHHELD };
}

/** An agent as its reader may see it: its filters and its mistakes name columns. */
export const agentFor = (caller: Caller, agent: AgentView): AgentView =>
  seesSql(caller) ? agent : { ...agent, filters: null, problems: agent.problems.map(withoutMessage) };

function withoutFindings({ tenant, status, findings, notes }: LoginView): LoginView {
  return {
    tenant,
    status: status.detail === null ? status : { ...status, detail: WITHHELD },
    findings: findings?.map(({ rule, severity }) => ({ rule, severity, what: WITHHELD, fix: [] })) ?? null,
    notes: notes.map(withoutMessage),
  };
}

const withoutMessage = (problem: Problem): Problem => ({ ...problem, path: '', message: WITHHELD });
