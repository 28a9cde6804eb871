import type { ErrorCode } from '@querent/contracts';
import type { GatePlan } from '@querent/sql';
import type { z } from 'zod';
import type { Demand } from '../auth/demand';

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
  tag: string;
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
  problems: ErrorCode[];
}

/** A response in JSON. */
export const json = (schema: z.ZodType): Record<string, z.ZodType> => ({ 'application/json': schema });
/** Problems of a route about one object. */
export const own: ErrorCode[] = ['unauthorized', 'forbidden', 'not_found', 'unavailable'];
/** Problems of a body. */
export const submitting: ErrorCode[] = ['malformed_json', 'bad_request', 'payload_too_large', 'unsupported_media_type'];

export const asker: Demand = { scopes: ['query'] };
/** Restricted to the key's tenant. */
export const admin: Demand = { scopes: ['admin'] };
export const operator: Demand = { scopes: ['operate'] };
/** Administrators reach their tenant, operators every tenant; the route itself distinguishes them. */
export const adminOrOperator: Demand = { scopes: ['admin', 'operate'] };
export const adminWithSql: Demand = { scopes: ['admin'], sqlRead: true };
