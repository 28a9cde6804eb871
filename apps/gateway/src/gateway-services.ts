import type { ExactCache, Flights, SemanticCache } from '@querent/cache';
import type { Catalog, ModelRegistry, SampleBook, SampleStore, SnapshotStore } from '@querent/catalog';
import type { Habits } from '@querent/memory';
import type { HealthState, Logger, Metrics, RedisClient, Tracer } from '@querent/platform';
import type { DeadLetters, JobTransport, ResultStore, RunStore, RunWatch } from '@querent/saga';
import type { Queue } from 'bullmq';
import type { FindKey } from './auth/bearer';
import type { GatewayAudit } from './audit/gateway-audit';
import type { Draining } from './draining';
import type { FeedbackBook } from './feedback/feedback-book';
import type { GatewayEnv } from './gateway-env';
import type { GateKeeper } from './leak/gate-keeper';

/** The token under which controllers get the services. */
export const GATEWAY = Symbol('GATEWAY');

/** All that the gateway works with, opened once at start. */
export interface GatewayServices {
  env: GatewayEnv;
  logger: Logger;
  redis: RedisClient;
  /** Of what may be lost: `redis`, or one of its own. */
  caches: RedisClient;
  catalog: Catalog;
  /** Whom a bearer key belongs to. */
  findKey: FindKey;
  snapshots: SnapshotStore;
  models: ModelRegistry;
  store: RunStore;
  results: ResultStore;
  watch: RunWatch;
  transport: JobTransport;
  letters: DeadLetters;
  audit: GatewayAudit;
  cache: ExactCache;
  /** Statements of questions that mean the same. */
  statements: SemanticCache;
  /** Who computes what is asked several times at once. */
  flights: Flights;
  habits: Habits;
  sampleStore: SampleStore;
  /** With those of the files. */
  samples: SampleBook;
  feedback: FeedbackBook;
  /** What leaves to callers without `sql:read` goes through these. */
  gates: GateKeeper;
  /** For the dashboard and the backlog; empty in tests that need neither. */
  queues: Queue[];
  health: HealthState;
  metrics: Metrics;
  /** Null: nothing is traced. */
  tracer: Tracer | null;
  draining: Draining;
}
