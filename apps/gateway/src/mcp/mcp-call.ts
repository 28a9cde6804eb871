import type { Locale } from '@querent/contracts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller';
import type { KeyInForce } from '../auth/key-in-force';
import type { OpenStreams } from '../events/event-stream';
import type { GatewayServices } from '../gateway-services';
import type { ProblemError } from '../problems/problem-error';
import type { SubmitDeps } from '../submit/submit-question';
import type { PauseStates } from './pause-states';

/** One HTTP request of an MCP client, with the services that its tools use. */
export interface McpCall {
  services: GatewayServices;
  submitting: SubmitDeps;
  states: PauseStates;
  /** Limit of the calls of a tenant that wait for a run at this gateway. */
  waits: OpenStreams;
  caller: Caller;
  key: KeyInForce;
  request: FastifyRequest;
  /** Language of texts that belong to no run. */
  locale: Locale;
  /** Reports a problem that a call ended with to the audit and the log. */
  reportProblem(problem: ProblemError, error: unknown): void;
  /** Whether a tool may return `input_required` with a form: newest protocol revision, and the client declares it. */
  mayElicit: boolean;
  /**
   * Whether results carry what the view of an answer shows. Requests of earlier protocol revisions do not name the
   * capabilities of their client: then it is assumed.
   */
  mayShowView: boolean;
}

/** What is known of a call before its client's capabilities. */
export type KnownCall = Omit<McpCall, 'mayElicit' | 'mayShowView'>;
