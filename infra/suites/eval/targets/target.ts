import type { GoldDatabase } from '../gold-rows';

/** A running Querent under evaluation, with its keys. */
export interface Target {
  /** Base URL of the gateway, without a trailing slash. */
  url: string;
  /** Main API key. On a private stack it may also read SQL and clear the cache. */
  key: string;
  /** Keys for questions with replies only, because repeated replies become habits of their key. */
  replyKeys: string[];
  /** Keys of separate tenants, to observe the cache. */
  laneKeys: string[];
  /** Databases of gold statements, by connection. */
  databases: Map<string, GoldDatabase>;
  /** Time zone of questions without one. */
  timezone: string;
  /** Stops everything that was started for the target. */
  stop(): Promise<void>;
}
