import { serverTimeZone, type Outcome, type Run, type RunData } from '@querent/contracts';
import { todayIn } from '@querent/language';
import type { SemanticModel } from '@querent/model';

/** A run in a zone that its connection's server knows, and what of it is to be recorded and disclosed. */
export interface Settled {
  run: Run;
  zone: RunData['zone'];
  disclosure: string | null;
}

/**
 * The run in the model's zone where the asker named none and the model was not known at submit, and where the server
 * does not know the zone that the asker named: the database would refuse every statement in it.
 */
export function settleZone(run: Run, model: SemanticModel): Settled {
  const { timezone: asked, zoneOpen, locale } = run.request;
  const known = zoneOpen === true && run.data.zone === undefined ? null : serverTimeZone(asked, model.timeZones);
  if (known === asked) return { run, zone: run.data.zone, disclosure: null };
  const timezone = known ?? model.timezone;
  const zone = { timezone, today: todayIn(timezone, new Date(run.createdAt)) };
  const isRefused = known === null && zoneOpen !== true;
  return {
    run: { ...run, request: { ...run.request, ...zone } },
    zone,
    disclosure: isRefused ? refusedText(locale, asked, timezone) : null,
  };
}

/** The outcome with the zone that the run was read in. */
export function withZone(outcome: Outcome<'intent'>, { zone, disclosure }: Settled): Outcome<'intent'> {
  if (zone === undefined) return outcome;
  const { disclosures } = outcome.patch;
  return {
    ...outcome,
    patch: {
      ...outcome.patch,
      zone,
      ...(disclosure !== null && disclosures !== undefined ? { disclosures: [...disclosures, disclosure] } : {}),
    },
  };
}

const refusedText = (locale: Run['request']['locale'], asked: string, timezone: string): string =>
  locale === 'zh'
    ? `该数据库不支持时区 ${asked}，时间按 ${timezone} 计算`
    : `this database does not know the time zone ${asked}; times are in ${timezone}`;
