import { auditEnv } from '@querent/audit';
import { dayTokensEnv, secretKeyVariable } from '@querent/catalog';
import { historyEnv, historyRetentionEnv, requireTimeToMove } from '@querent/history';
import { sagaEnv, warmUpEnv } from '@querent/messaging';
import { commonEnv, envBoolean, envInteger } from '@querent/platform';
import { z } from 'zod';
import { oidcEnv, requireIssuer } from './auth/oidc/oidc-env';
import { requireAudience, tokenEnv } from './auth/tokens/token-env';
import { embedEnv } from './embed/embed-env';
import { traceUrlEnv } from './operate/trace-url';

/** Environment variables of the gateway; printed by `--help`. */
export const gatewayEnvSchema = z
  .object({
    ...commonEnv,
    ...sagaEnv,
    ...warmUpEnv,
    PORT: envInteger(3000, 0, 65_535, 'port of the HTTP API; 0: any free port'),
    MAX_BODY_BYTES: envInteger(64 * 1024, 1024, 16 * 1024 * 1024, 'largest request body'),
    QUESTIONS_PER_MINUTE: envInteger(
      600,
      1,
      10_000_000,
      'questions that a tenant may ask per minute, including cached answers; the default is ten per second',
    ),
    KEPT_MB_PER_TENANT: envInteger(
      2_048,
      1,
      1_000_000,
      'megabytes of Redis that a tenant’s finished runs and their results may take; beyond it, the runs that expire first are deleted early. The default holds about 110,000 ordinary runs',
    ),
    IN_FLIGHT_PER_TENANT: envInteger(
      5_000,
      1,
      10_000_000,
      'runs in progress per tenant, not counting those that await a clarification',
    ),
    ...dayTokensEnv,
    FEEDBACK_PER_MINUTE: envInteger(60, 1, 100_000, 'ratings of answers per key and minute'),
    PREVIEWS_PER_MINUTE: envInteger(
      600,
      1,
      1_000_000,
      'previews of questions per key and minute; one with all alternatives counts as 10',
    ),
    REDIS_WAIT_REPLICAS: envInteger(
      0,
      0,
      16,
      'replicas of Redis that must acknowledge a question or reply before it is accepted',
    ),
    MAX_BACKLOG: envInteger(10_000, 1, 10_000_000, 'questions that may wait for a worker; more are refused with 429'),
    SWEEP_INTERVAL_MS: envInteger(1_000, 100, 600_000, 'interval of the sweeper'),
    ...auditEnv,
    ...historyEnv,
    ...historyRetentionEnv,
    STREAMS_PER_TENANT: envInteger(
      2_000,
      1,
      1_000_000,
      'concurrent event streams of a tenant at one gateway; more are refused with 429',
    ),
    DRAWING_THREADS: envInteger(
      1,
      1,
      16,
      'threads that draw charts as SVG; a thread starts when a chart is read, and ends after a minute without drawings',
    ),
    CONSOLE: envBoolean(true, 'serve the pages for people, such as `/`; false: the API alone'),
    ...embedEnv,
    HEARTBEAT_MS: envInteger(10_000, 100, 600_000, 'interval of heartbeats in an event stream'),
    DRAIN_MS: envInteger(
      0,
      0,
      60_000,
      'after SIGTERM, how long /readyz answers 503 before the port closes, for load balancers',
    ),
    QUERENT_SECRET_KEY: secretKeyVariable(
      'signs webhooks, the states of MCP requests, share tokens and browser tokens (with its first key, if it holds several separated by commas); without it callbackUrl, sharing and browser tokens are refused',
    ),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'address under which clients reach this API, https://querent.example.com; named in the metadata for MCP clients. Without it they get the address that they called',
      ),
    ...traceUrlEnv,
    ...tokenEnv,
    ...oidcEnv,
    MCP_ALLOWED_HOSTS: z
      .string()
      .default('')
      .describe(
        'host names, separated by commas, that requests to /mcp may carry in Host and Origin, besides that of PUBLIC_URL. If both are empty: the names of this machine when HOST is a loopback address, else any Host, and an Origin of the same host',
      ),
    MCP_WAIT_MS: envInteger(
      45_000,
      100,
      300_000,
      'longest duration of an MCP call; a longer run is returned as working',
    ),
    MCP_ABANDON_MS: envInteger(
      15_000,
      100,
      60_000,
      'time after which a run is cancelled whose MCP client closed the stream and has not asked for the run again',
    ),
    WEBHOOK_ATTEMPTS: envInteger(
      8,
      1,
      30,
      'attempts to deliver a webhook before it becomes a dead letter; the pauses between them double from 1 s',
    ),
    WEBHOOK_TIMEOUT_MS: envInteger(10_000, 100, 60_000, 'timeout of a webhook call'),
    WEBHOOK_ALLOW_PRIVATE: envBoolean(false, 'webhooks may call private and loopback addresses'),
    SHUTDOWN_TIMEOUT_MS: envInteger(8_000, 100, 600_000, 'time for open requests to finish after SIGTERM'),
  })
  .superRefine(requireAudience)
  .superRefine(requireIssuer)
  .superRefine(requireTimeToMove);
export type GatewayEnv = z.infer<typeof gatewayEnvSchema>;
