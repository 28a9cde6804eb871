import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { ApiKey, Scope } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';

/** Who asks: the key that the request came with. */
export type Caller = ApiKey;

export const REQUIRED_SCOPE = 'querent:scope';

/** The scope that a handler, or all handlers of a controller, ask of the key. */
export const RequireScope = (scope: Scope): MethodDecorator & ClassDecorator => SetMetadata(REQUIRED_SCOPE, scope);

const callers = new WeakMap<FastifyRequest, Caller>();

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('The route has no authenticated caller');
  return caller;
}

/** The key of the request, as a parameter of a handler. */
export const TheCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context.switchToHttp().getRequest<FastifyRequest>()));

export const seesSql = (caller: Caller): boolean => caller.scopes.includes('sql:read');
