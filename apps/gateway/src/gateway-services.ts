import type { ExactCache, Flights, SemanticCache } from '@querent/cache';
import type { Catalog, ModelRegistry, RevisionStore, SampleBook, SampleStore, SnapshotStore } from '@querent/catalog';
import type { ImpactStore } from '@querent/impact';
import type { BackgroundQueue } from '@querent/messaging';
import type { Conversations, Habits } from '@querent/memory';
import type { HealthState, Logger, Metrics, RedisClient, Tracer } from '@querent/platform';
import type { DeadLetters, JobTransport, ResultStore, RunMeasures, RunStore, RunWatch } from '@querent/saga';
import type { Queue } from 'bullmq';
import type { Authentication } from './auth/authentication';
import type { BrowserTokens } from './auth/browser-tokens/browser-tokens';
import type { SignIn } from './auth/oidc/sign-in';
import type { Sessions } from './auth/sessions/sessions';
import type { TokenGrants } from './auth/tokens/token-grants';
import type { GatewayAudit } from './audit/gateway-audit';
import type { BuiltConsole } from './console/built-console';
import type { ConversationList } from './conversations/conversation-list';
import type { Draining } from './draining';
import type { ChartDrawings } from './drawing/chart-drawings';
import type { FeedbackBook } from './feedback/feedback-book';
import type { GatewayEnv } from './gateway-env';
import type { GatewayHistory } from './history/open-history';
import type { GateKeeper } from './leak/gate-keeper';
import type { DismissalBook } from './dismissals/dismissal-book';
import type { PinBoards } from './pins/pin-boards';
import type { Submissions } from './submit/submissions';

/** The token under which controllers get the services. */
export const GATEWAY = Symbol('GATEWAY');

/** Services of the gateway, opened once at start. */
export interface GatewayServices {
  env: GatewayEnv;
  logger: Logger;
  redis: RedisClient;
  /** Redis for caches, whose content may be lost: `redis` itself, or a separate server. */
  caches: RedisClient;
  catalog: Catalog;
  /** Changes of the configuration over the API. */
  revisions: RevisionStore;
  authentication: Authentication;
  sessions: Sessions;
  browserTokens: BrowserTokens;
  /** Sign-in of people with the issuer of tokens; null: they sign in with keys alone. */
  signIn: SignIn | null;
  /** Rights of token callers, for what happens after their requests. */
  grants: TokenGrants;
  snapshots: SnapshotStore;
  models: ModelRegistry;
  store: RunStore;
  results: ResultStore;
  watch: RunWatch;
  transport: JobTransport;
  letters: DeadLetters;
  audit: GatewayAudit;
  cache: ExactCache;
  /** Semantic cache: statements shared by questions with the same meaning. */
  statements: SemanticCache;
  /** Deduplicates equal questions in progress: one run computes the answer for all. */
  flights: Flights;
  habits: Habits;
  conversations: Conversations;
  conversationList: ConversationList;
  pins: PinBoards;
  dismissals: DismissalBook;
  sampleStore: SampleStore;
  /** Stored samples together with those of the configuration files. */
  samples: SampleBook;
  feedback: FeedbackBook;
  /** Draws charts as SVG when they are read. */
  drawings: ChartDrawings;
  /** Leak gates for responses to callers without `sql:read`. */
  gates: GateKeeper;
  /** Comparisons of drafts with the model in force. */
  impacts: ImpactStore;
  impactQueue: BackgroundQueue<'impact'>;
  definitionsQueue: BackgroundQueue<'definitions'>;
  /** Where finished runs move; null: they stay in Redis. */
  history: GatewayHistory | null;
  /** For the dashboard and the backlog; empty in tests that need neither. */
  queues: Queue[];
  /** The pages for people; null: none are served. */
  console: BuiltConsole | null;
  /** File of the view of an answer for MCP hosts; null: it was not built. */
  answerView: string | null;
  health: HealthState;
  metrics: Metrics;
  /** Measures of runs; once per registry. */
  measures: RunMeasures;
  submissions: Submissions;
  /** Null if tracing is off. */
  tracer: Tracer | null;
  draining: Draining;
}
