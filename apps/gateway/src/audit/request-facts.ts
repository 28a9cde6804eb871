import type { AuditEntry } from '@querent/contracts';
import type { FastifyRequest } from 'fastify';
import type { ProblemError } from '../problems/problem-error';

/** Facts that a route reports about its request because the audit hooks cannot see them. */
export type AuditFacts = Partial<Pick<AuditEntry, 'tenant' | 'key' | 'connection' | 'rows' | 'runId'>>;

const facts = new WeakMap<FastifyRequest, AuditFacts>();
const problems = new WeakMap<FastifyRequest, ProblemError>();

export function noteFacts(request: FastifyRequest, more: AuditFacts): void {
  facts.set(request, { ...facts.get(request), ...more });
}

export const factsOf = (request: FastifyRequest): AuditFacts => facts.get(request) ?? {};

/** The problem that a request ended with. */
export function noteProblem(request: FastifyRequest, problem: ProblemError): void {
  problems.set(request, problem);
}

export const problemOfRequest = (request: FastifyRequest): ProblemError | undefined => problems.get(request);
