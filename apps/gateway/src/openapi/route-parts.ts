import { scopes } from '@querent/catalog';
import { runViewSchema, type ErrorCode } from '@querent/contracts';
import type { GatePlan } from '@querent/sql';
import { z } from 'zod';
import type { Demand } from '../auth/demand';

/** Groups of routes, with what they are for. */
export const tags = {
  Ask: 'Ask questions, and find earlier ones.',
  Run: 'Follow a run, reply to it, and read its result.',
  Administer: 'Read and change the configuration, and the data of a tenant.',
  'Sign in': 'Sessions of browsers.',
  MCP: 'The Model Context Protocol, for AI agents.',
  Operate: 'State of the service, and this document.',
} as const;

/** Response of a route for one status. */
export interface Answer {
  description: string;
  /** Media type → schema; a string schema means text or a stream. */
  content?: Record<string, z.ZodType>;
  headers?: Record<string, string>;
}

/**
 * One route of the API: required permissions, inputs and outputs. Authentication, the response gate and the OpenAPI
 * document read this table.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Permissions required of the key; null: public. */
  demands: Demand | null;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  query?: z.ZodObject;
  headers?: Record<string, string>;
  body?: z.ZodType;
  /** The request may have no body. */
  isBodyOptional?: true;
  /** The body may be YAML, and larger than others. */
  takesYaml?: true;
  answers: Record<number, Answer>;
  /**
   * Kinds of text in the response, for callers without `sql:read`. Absent: the route gates its body itself, or every
   * member is gated as `text`.
   */
  plan?: GatePlan;
  /** Besides those of every route of its kind. */
  problems: ErrorCode[];
}

/** A response in JSON. */
export const json = (schema: z.ZodType): Record<string, z.ZodType> => ({ 'application/json': schema });

/** Text of a media type, with an example. */
export const text = (example: string): z.ZodType => z.string().meta({ examples: [example] });

/** A stream of bytes. */
export const bytes: z.ZodType = z.string().meta({ format: 'binary' });

/** A run. */
export const run = json(runViewSchema);
export const accepted: Answer = {
  description: 'Accepted; the current state of the run.',
  content: run,
  headers: { Location: "The run's address.", 'Retry-After': 'Seconds to wait before the next poll.' },
};

/** Problems of every route that demands a key. */
const problemsOfKeys = [
  'unauthorized',
  'forbidden',
  'unavailable',
  'issuer_unavailable',
  'history_unavailable',
] as const satisfies ErrorCode[];

/** All problems that a route may answer: those of every route of its kind, and its own. */
export function problemsOf({ method, demands, body, problems }: Route): ErrorCode[] {
  const ofBodies: ErrorCode[] = ['malformed_json', 'bad_request', 'payload_too_large', 'unsupported_media_type'];
  return [
    ...new Set<ErrorCode>([
      // A body may be sent with every method but GET, also if the route ignores it.
      ...(body !== undefined || method !== 'GET' ? ofBodies : []),
      // Parameters of the path and the query.
      'bad_request',
      ...(demands === null ? [] : problemsOfKeys),
      ...problems,
      'internal',
    ]),
  ];
}

/** Every caller with valid credentials that grant a right. */
export const anyCaller: Demand = { scopes };
export const asker: Demand = { scopes: ['query'] };
/** Restricted to the key's tenant. */
export const admin: Demand = { scopes: ['admin'] };
export const operator: Demand = { scopes: ['operate'] };
/** Administrators reach their tenant, operators every tenant; the route itself distinguishes them. */
export const adminOrOperator: Demand = { scopes: ['admin', 'operate'] };
export const adminWithSql: Demand = { scopes: ['admin'], sqlRead: true };
