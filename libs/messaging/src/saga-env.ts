import { envInteger } from '@querent/platform';
import { defaultSagaSettings, type SagaSettings } from '@querent/saga';

/** The saga's durations as environment variables; the gateway and the workers must have the same values. */
export const sagaEnv = {
  RUN_RETENTION_HOURS: envInteger(
    defaultSagaSettings.retentionMs / 3_600_000,
    1,
    24 * 365,
    'hours that a finished run and its result are kept',
  ),
  RUN_TIMEOUT_MS: envInteger(
    defaultSagaSettings.runTimeoutMs,
    1_000,
    24 * 3_600_000,
    'a run that is active for longer fails; pauses are not counted',
  ),
  CLARIFICATION_TTL_MS: envInteger(
    defaultSagaSettings.clarificationTtlMs,
    1_000,
    30 * 24 * 3_600_000,
    'how long a clarification waits for its reply',
  ),
  PICKUP_MS: envInteger(
    defaultSagaSettings.pickupMs,
    100,
    600_000,
    'the sweeper checks a job that was not taken within this time',
  ),
};

export function sagaSettingsOf(env: {
  QUEUE_PREFIX: string;
  RUN_RETENTION_HOURS: number;
  RUN_TIMEOUT_MS: number;
  CLARIFICATION_TTL_MS: number;
  PICKUP_MS: number;
}): SagaSettings {
  return {
    prefix: env.QUEUE_PREFIX,
    retentionMs: env.RUN_RETENTION_HOURS * 3_600_000,
    runTimeoutMs: env.RUN_TIMEOUT_MS,
    clarificationTtlMs: env.CLARIFICATION_TTL_MS,
    pickupMs: env.PICKUP_MS,
  };
}
