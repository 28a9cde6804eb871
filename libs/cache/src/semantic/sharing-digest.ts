import { hash } from 'node:crypto';
import type { QuestionKey } from '@querent/contracts';

/** All that decides whether a statement may serve another question, beside what the question itself says. */
export interface SharingScope {
  tenant: string;
  /** Whose login the statement runs with: `audienceOf`. */
  audience: string;
  connection: string;
  /** Version of the semantic model and the schema snapshot together. */
  version: string;
  /** The agent's name and the version of its file. */
  agent: string | null;
  /** Columns are labelled in it. */
  locale: string;
  /** Days begin in it, inside the statement. */
  timezone: string;
  /** The least of the asker's and the connection's bounds: the statement is cut there. */
  maxRows: number;
  /** The models that write what the planner does not cover; only they matter there. */
  reasoner: string | null;
}

/** One digest of scope, kind and signature: two questions with equal ones differ in nothing but their wording. */
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

/** Of an entry: one signature may have several texts that are not alike. */
export const entryId = ({ signature, text }: { signature: string; text: string }): string =>
  `${signature}/${digest([text]).slice(0, 22)}`;

export const signatureOfEntry = (id: string): string => id.slice(0, id.lastIndexOf('/'));

const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url');
