import type { GoldDatabase } from '../gold-rows';

/** A running Querent, and how to ask it. */
export interface Target {
  /** The gateway's, without a trailing slash. */
  url: string;
  /** May ask, read SQL and clear the cache, where the place is a private one. */
  key: string;
  /** Keys that nothing but replies is asked with; the last decisions of one become its habits. */
  replyKeys: string[];
  /** Keys of tenants that share nothing, to watch the cache in. */
  laneKeys: string[];
  /** Where gold statements run, by connection. */
  databases: Map<string, GoldDatabase>;
  /** Of questions that name no zone. */
  timezone: string;
  /** Ends everything that was started for it. */
  stop(): Promise<void>;
}
