import type { Locale } from '@querent/contracts';
import { driverPhraseIn } from './driver-phrases';
import { genericTexts, type TextKind } from './generic-texts';
import { gatedJson, type GatePlan } from './gated-json';
import { nameFinder, type NameFound } from './name-finder';
import { guardedNames, type PhysicalNames } from './physical-names';
import { sqlShapeIn } from './sql-shapes';

export type LeakReason = 'name' | 'driver_phrase' | 'sql';

/** The context of a text. */
export interface GateContext {
  locale: Locale;
  /**
   * Texts that the reader already has: their input, the cells of their result. Quoting those reveals nothing. Called
   * only if something was found.
   */
  known?: () => readonly string[];
  /** Called for every changed text: each is a bug of its author. */
  stopped?: (kind: TextKind, reason: LeakReason) => void;
}

/**
 * The barrier between texts about a connection and users who must not see its names. Pure; built once per connection
 * and model.
 */
export interface LeakGate {
  /**
   * The text with database names replaced by their labels, or the generic text of its kind if it contains driver
   * phrases or SQL.
   */
  text(value: string, kind: TextKind, context: GateContext): string;
  /** The same for every text in a JSON value, by a plan of its members. Unplanned members are gated too. */
  json<T>(value: T, plan: GatePlan, context: GateContext): T;
}

/** Size of the cache of clean texts: steps, labels and chart styles repeat. */
const REMEMBERED = 20_000;
/** Longer texts are not cached. */
const LONGEST_REMEMBERED = 200;

/**
 * Compiles the names of a connection into a gate: a new text of 100 characters takes 8 µs with 10 names or 10,000, a
 * cached one 0.1 µs.
 */
export function leakGate(names: PhysicalNames): LeakGate {
  const find = nameFinder(guardedNames(names));
  const clean = new Set<string>();

  function text(value: string, kind: TextKind, context: GateContext): string {
    if (clean.has(value)) return value;
    const found = find(value);
    // A phrase may be split over two lines, as in the title of a chart.
    const oneLine = value.includes('\n') ? value.replace(/\s*\n\s*/g, ' ') : value;
    const phrase = driverPhraseIn(value) ?? (oneLine === value ? null : driverPhraseIn(oneLine));
    const sql = phrase === null ? sqlShapeIn(value) : null;
    if (found.length === 0 && phrase === null && sql === null) {
      remember(clean, value);
      return value;
    }
    const quotable = (context.known?.() ?? []).map((known) => known.toLowerCase());
    const isKnown = (piece: string): boolean => quotable.some((known) => known.includes(piece.toLowerCase()));
    const secret = found.filter(({ start, end }) => !isKnown(value.slice(start, end)));
    const reason =
      phrase !== null && !isKnown(phrase)
        ? 'driver_phrase'
        : sql !== null && !isKnown(sql)
          ? 'sql'
          : secret.length > 0
            ? 'name'
            : null;
    if (reason === null) return value;
    context.stopped?.(kind, reason);
    return (reason === 'name' ? relabelled(value, secret, context.locale) : null) ?? genericTexts[kind][context.locale];
  }

  /** Null if a name has no label, or one that contains a name itself. */
  function relabelled(value: string, secret: readonly NameFound[], locale: Locale): string | null {
    let result = '';
    let at = 0;
    for (const { name, start, end } of [...secret].sort((a, b) => a.start - b.start)) {
      const label = name.label?.[locale] ?? name.label?.[locale === 'zh' ? 'en' : 'zh'] ?? null;
      if (label === null || find(label).length > 0) return null;
      result += value.slice(at, start) + label;
      at = end;
    }
    return result + value.slice(at);
  }

  return { text, json: (value, plan, context) => gatedJson(value, plan, (piece, kind) => text(piece, kind, context)) };
}

function remember(clean: Set<string>, value: string): void {
  if (value.length > LONGEST_REMEMBERED) return;
  if (clean.size >= REMEMBERED) clean.clear();
  clean.add(value);
}
