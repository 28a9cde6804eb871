import { bilingual } from '@querent/language';
import { seesSql, type Caller } from '../auth/caller';
import type { AgentView, ConnectionDetail, LoginView, MistakeView, StatusView } from './admin-schemas';

/** Placeholder for a technical text that only keys with the scope `sql:read` may read. */
export const WITHHELD = bilingual('shown to keys with the scope sql:read');

/** Connection detail for a caller. Without `sql:read` it holds no names of database objects and no driver messages. */
export function connectionDetailFor(caller: Caller, detail: ConnectionDetail): ConnectionDetail {
  if (seesSql(caller)) return detail;
  return {
    ...detail,
    file: null,
    schema: null,
    functions: null,
    status: statusFor(caller, detail.status),
    logins: detail.logins.map(withoutFindings),
    problems: problemsFor(caller, detail.problems),
  };
}

export const problemsFor = (caller: Caller, problems: readonly MistakeView[]): MistakeView[] =>
  seesSql(caller) ? [...problems] : problems.map(withoutMessage);

export function statusFor(caller: Caller, status: StatusView): StatusView {
  return seesSql(caller) || status.detail === null ? status : { ...status, detail: WITHHELD };
}

/** An agent for a caller. Without `sql:read` it has no filters and no problem messages, because both name columns. */
export const agentFor = (caller: Caller, agent: AgentView): AgentView =>
  seesSql(caller) ? agent : { ...agent, filters: null, problems: problemsFor(caller, agent.problems) };

function withoutFindings({ tenant, status, schemaReadAt, findings, notes }: LoginView): LoginView {
  return {
    tenant,
    schemaReadAt,
    status: status.detail === null ? status : { ...status, detail: WITHHELD },
    findings: findings?.map(({ rule, severity }) => ({ rule, severity, what: WITHHELD, fix: [] })) ?? null,
    notes: notes.map(withoutMessage),
  };
}

const withoutMessage = (problem: MistakeView): MistakeView => ({ ...problem, path: '', message: WITHHELD });
