/**
 * The public TypeScript client of the HTTP API, for Node, browsers and edge runtimes. It is published as the package
 * `@querent/client`, has no dependencies, and its types are generated from the gateway's OpenAPI document.
 */
export { Querent, type AskOptions, type QuerentOptions } from './querent';
export type {
  Answers,
  Asked,
  BytesOptions,
  CsvOptions,
  EventOptions,
  RatingBody,
  ResultOptions,
  RowObject,
  RowOptions,
  RunHandle,
} from './runs/run-handle';
export type { RunEvent } from './runs/run-events';
export { NeedsReply, RunFailed, StillRunning } from './runs/run-errors';
export { permanentCodes, QuerentError, Unreachable } from './http/errors';
export type { CallOptions, Input, Method, Output, PathOf, Reply, RouteName } from './http/api';
export type { Fetch, Pause } from './http/transport';
export { WebhookError, webhooks, type UnwrapOptions, type WebhookCall } from './webhooks/unwrap';
export type {
  Cell,
  Clarification,
  Column,
  ErrorCode,
  Problem,
  Question,
  ResultPage,
  Routes,
  Run,
  RunStatus,
  RunSummary,
  Step,
} from './api-names';
