import { serverTimeZone, type Outcome, type Run, type RunData } from '@querent/contracts';
import { todayIn } from '@querent/language';
import type { SemanticModel } from '@querent/model';

/** A run in a time zone that its database server knows, the zone to record, and the disclosure if it was replaced. */
export interface SettledZone {
  run: Run;
  zone: RunData['zone'];
  disclosure: string | null;
}

/**
 * Sets the run's time zone to the model's in two cases: the request names none and the model was unknown at submission,
 * or the database server does not know the requested zone and would refuse every statement.
 */
export function settleZone(run: Run, model: SemanticModel): SettledZone {
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

/** Adds the settled zone and its disclosure to the outcome. */
export function withZone(outcome: Outcome<'intent'>, { zone, disclosure }: SettledZone): Outcome<'intent'> {
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
