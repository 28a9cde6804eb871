import 'reflect-metadata';
import { Module, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { HealthController, HealthState, METRICS_REGISTRY, NestPino, productVersion } from '@querent/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdminController } from './admin/admin.controller';
import { ConnectionsController } from './admin/connections.controller';
import { PreferencesController } from './admin/preferences.controller';
import { ProblemsController } from './admin/problems.controller';
import { SampleReviewController } from './admin/sample-review.controller';
import { SamplesController } from './admin/samples.controller';
import { AuditController } from './audit/audit.controller';
import { auditRequests } from './audit/audit-requests';
import { authHook } from './auth/auth-hook';
import { BrowserTokensController } from './auth/browser-tokens/browser-tokens.controller';
import { SignInController } from './auth/oidc/sign-in.controller';
import { SessionController } from './auth/sessions/session.controller';
import { serveConsole } from './console/serve-console';
import { allowOrigins } from './embed/allow-origins';
import { embedOrigins } from './embed/embed-env';
import { serveEmbed } from './embed/serve-embed';
import { DraftController } from './configuration/draft.controller';
import { ItemsController } from './configuration/items.controller';
import { KeysController } from './configuration/keys.controller';
import { RevisionsController } from './configuration/revisions.controller';
import { acceptYamlBodies, parseYamlBodies } from './configuration/written-text';
import { ConversationsController } from './conversations/conversations.controller';
import { DismissalsController } from './dismissals/dismissals.controller';
import { FeedbackListController } from './feedback/feedback-list.controller';
import { FeedbackController } from './feedback/feedback.controller';
import { ImpactController } from './impact/impact.controller';
import { GATEWAY, type GatewayServices } from './gateway-services';
import { gateResponses } from './leak/response-gate';
import { OPENAPI_DOCUMENT, OpenApiController } from './openapi/openapi.controller';
import { McpController } from './mcp/mcp.controller';
import { challengeMcpClients, ProtectedResourceController } from './mcp/protected-resource';
import { openApiDocument } from './openapi/openapi-document';
import { measureFleet } from './operate/fleet-metrics';
import { measureRequests } from './operate/http-metrics';
import { DeadLettersController } from './operate/dead-letters.controller';
import { RunDiagnosisController } from './operate/run-diagnosis.controller';
import { UsageController } from './operate/usage.controller';
import { mountQueueDashboard } from './operate/queue-dashboard';
import { TenantDataController } from './privacy/tenant-data.controller';
import { PinsController } from './pins/pins.controller';
import { PreviewController } from './preview/preview.controller';
import { WordsController } from './preview/words.controller';
import { answerUnreadable } from './problems/unreadable-requests';
import { ProblemFilter, problemOf, sendProblem } from './problems/problem-filter';
import { QueriesController } from './runs/queries.controller';
import { ResultsController } from './results/results.controller';
import { WebhookSecretController } from './webhooks/webhook-secret.controller';
import { identifyRequests, requestIdOf } from './tracing/request-id';
import { openSubmitting, SUBMITTING } from './submit/open-submitting';
import { acceptJsonBodies } from './submit/json-body';

/**
 * The gateway as a Nest application that does not listen yet. `onRoute` is called for every route; the OpenAPI spec
 * uses it.
 */
export async function createGateway(
  services: GatewayServices,
  onRoute?: (method: string, path: string) => void,
): Promise<NestFastifyApplication> {
  const { logger, env, authentication, queues, impactQueue, definitionsQueue } = services;
  const adapter = new FastifyAdapter({
    bodyLimit: env.MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    // Time for the client to send a request; answering it is not limited by this.
    requestTimeout: 30_000,
    genReqId: requestIdOf,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(reply, request, problemOf(error)),
    clientErrorHandler: answerUnreadable(logger),
    routerOptions: { maxParamLength: 128 },
  } as ConstructorParameters<typeof FastifyAdapter>[0]);
  const fastify = adapter.getInstance<FastifyInstance>();
  if (onRoute) fastify.addHook('onRoute', ({ method, url }) => [method].flat().forEach((verb) => onRoute(verb, url)));
  identifyRequests(fastify);
  acceptYamlBodies(fastify);
  await allowOrigins(fastify, embedOrigins(env));
  fastify.addHook('onRequest', authHook(authentication));
  gateResponses(fastify, services.gates);
  challengeMcpClients(fastify, env);
  measureRequests(fastify, services);
  measureFleet(services);
  auditRequests(fastify, services.audit);

  const document = openApiDocument(productVersion);
  const app = await NestFactory.create<NestFastifyApplication>(gatewayModule(services, document), adapter, {
    logger: new NestPino(logger),
    abortOnError: false,
    bodyParser: false,
  });
  acceptJsonBodies(fastify, env.MAX_BODY_BYTES);
  parseYamlBodies(fastify);
  app.useGlobalFilters(new ProblemFilter(logger));
  await mountQueueDashboard(fastify, [...queues, impactQueue.queue, definitionsQueue.queue], authentication);
  if (services.console !== null) {
    await serveConsole(fastify, services.console);
    serveEmbed(fastify, services.console, embedOrigins(env));
  }
  // The page and its scripts come from the installed package, so it works without Internet access.
  SwaggerModule.setup('docs', app, document as unknown as OpenAPIObject, {
    raw: false,
    customSiteTitle: 'Querent API',
  });
  return app;
}

function gatewayModule(services: GatewayServices, document: object): Type {
  const providers: Provider[] = [
    { provide: GATEWAY, useValue: services },
    { provide: SUBMITTING, useValue: openSubmitting(services) },
    { provide: OPENAPI_DOCUMENT, useValue: document },
    { provide: HealthState, useValue: services.health },
    { provide: METRICS_REGISTRY, useValue: services.metrics.registry },
  ];
  @Module({
    controllers: [
      QueriesController,
      PreviewController,
      WordsController,
      ResultsController,
      ConnectionsController,
      SamplesController,
      SampleReviewController,
      FeedbackController,
      FeedbackListController,
      DismissalsController,
      ConversationsController,
      PinsController,
      SessionController,
      BrowserTokensController,
      SignInController,
      AdminController,
      ItemsController,
      ImpactController,
      DraftController,
      KeysController,
      RevisionsController,
      DeadLettersController,
      RunDiagnosisController,
      ProblemsController,
      PreferencesController,
      AuditController,
      TenantDataController,
      UsageController,
      WebhookSecretController,
      McpController,
      ProtectedResourceController,
      OpenApiController,
      HealthController,
    ],
    providers,
  })
  class GatewayModule {}
  return GatewayModule;
}
