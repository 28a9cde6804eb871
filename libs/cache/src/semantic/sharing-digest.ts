import { hash } from 'node:crypto';
import type { QuestionKey } from '@querent/contracts';

/** All inputs besides the question that decide whether a statement may serve another question. */
export interface SharingScope {
  tenant: string;
  /** The login of the statement: `audienceOf`. */
  audience: string;
  connection: string;
  /** Version of the semantic model and the schema snapshot together. */
  version: string;
  /** The agent's name and the version of its file. */
  agent: string | null;
  /** Language of the column labels. */
  locale: string;
  /** Time zone of days inside the statement. */
  timezone: string;
  /** The smaller of the request's and the connection's limits; the statement is cut there. */
  maxRows: number;
  /** The models that write statements which the planner does not cover; relevant only for those. */
  reasoner: string | null;
}

/** One digest of scope, kind and signature: two questions with equal digests differ only in wording. */
export function sharingDigest(
  scope: SharingScope,
  { kind, signature }: Pick<QuestionKey, 'kind' | 'signature'>,
): string {
  const { tenant, audience, connection, version, agent, locale, timezone, maxRows, reasoner } = scope;
  return digest([
    tenant,
    audience,
    connection,
    version,
    agent,
    locale,
    timezone,
    maxRows,
    kind === 'words' ? reasoner : null,
    kind,
    signature,
  ]);
}

/** Id of an entry: one signature may have several dissimilar texts. */
export const entryId = ({ signature, text }: { signature: string; text: string }): string =>
  `${signature}/${digest([text]).slice(0, 22)}`;

export const signatureOfEntry = (id: string): string => id.slice(0, id.lastIndexOf('/'));

const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url');
