import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Scope } from '@querent/catalog';
import { HealthController } from '@querent/platform';
import type { FastifyRequest } from 'fastify';
import { OpenApiController } from '../openapi/openapi.controller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { authenticate, demandScope } from './bearer';
import { rememberCaller, REQUIRED_SCOPE } from './caller';

/** What anybody may read. Every other controller is closed: a route without a scope of its own needs `admin`. */
const openControllers = new Set<unknown>([HealthController, OpenApiController]);

@Injectable()
export class AuthGuard implements CanActivate {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  canActivate(context: ExecutionContext): boolean {
    const controller = context.getClass();
    if (openControllers.has(controller)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = authenticate((bearer) => this.services.catalog.findKey(bearer), request.headers.authorization);
    demandScope(caller, scopeOf(context.getHandler()) ?? scopeOf(controller) ?? 'admin');
    rememberCaller(request, caller);
    return true;
  }
}

const scopeOf = (target: object): Scope | undefined => Reflect.getMetadata(REQUIRED_SCOPE, target) as Scope | undefined;
