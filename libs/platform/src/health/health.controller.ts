import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { HealthState, type HealthReport } from './health';

export const METRICS_REGISTRY = Symbol('METRICS_REGISTRY');

/** The part of a Fastify reply that these routes use. */
interface Reply {
  status(code: number): Reply;
  type(contentType: string): Reply;
  send(body: unknown): unknown;
}

/** `/healthz`, `/readyz`, `/metrics` of every service. */
@Controller()
export class HealthController {
  constructor(
    @Inject(HealthState) private readonly health: HealthState,
    @Inject(METRICS_REGISTRY) private readonly registry: Registry,
  ) {}

  @Get('healthz')
  async live(@Res() reply: Reply): Promise<void> {
    send(reply, await this.health.liveness());
  }

  @Get('readyz')
  async ready(@Res() reply: Reply): Promise<void> {
    send(reply, await this.health.readiness());
  }

  @Get('metrics')
  async metrics(@Res() reply: Reply): Promise<void> {
    const text = await this.registry.metrics();
    reply.status(200).type(this.registry.contentType).send(text);
  }
}

function send(reply: Reply, report: HealthReport): void {
  reply.status(report.ok ? 200 : 503).send({ status: report.ok ? 'ok' : 'unavailable', checks: report.checks });
}
