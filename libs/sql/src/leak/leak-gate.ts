import type { Locale } from '@querent/contracts';
import { driverPhraseIn } from './driver-phrases';
import { genericTexts, type TextKind } from './generic-texts';
import { gatedJson, type GatePlan } from './gated-json';
import { nameFinder, type NameFound } from './name-finder';
import { guardedNames, type PhysicalNames } from './physical-names';
import { sqlShapeIn } from './sql-shapes';

export type LeakReason = 'name' | 'driver_phrase' | 'sql';

/** The circumstances of a text. */
export interface GateContext {
  locale: Locale;
  /**
   * Texts that the reader has anyway: what they typed, the cells of their result. Quoting those tells nothing. Asked
   * for only when something was found.
   */
  known?: () => readonly string[];
  /** Hears of every text that was changed: each is a bug of whoever wrote it. */
  stopped?: (kind: TextKind, reason: LeakReason) => void;
}

/**
 * The wall between what is written about a connection and who may not see its names. Pure; made once a connection and
 * model.
 */
export interface LeakGate {
  /**
   * The text with names of the database as their labels, or the generic text of its kind where a driver or SQL speaks.
   */
  text(value: string, kind: TextKind, context: GateContext): string;
  /** The same for every text in a JSON value, by a plan of its members. What the plan does not name is gated too. */
  json<T>(value: T, plan: GatePlan, context: GateContext): T;
}

/** Clean texts that are remembered: steps, labels and chart styles come again and again. */
const REMEMBERED = 20_000;
/** Longer texts are read anew each time rather than kept. */
const LONGEST_REMEMBERED = 200;

/**
 * Compiles the names of a connection into a gate: a new text of 100 characters takes 8 µs with 10 names or 10,000, one
 * read before 0.1 µs.
 */
export function leakGate(names: PhysicalNames): LeakGate {
  const find = nameFinder(guardedNames(names));
  const clean = new Set<string>();

  function text(value: string, kind: TextKind, context: GateContext): string {
    if (clean.has(value)) return value;
    const found = find(value);
    // A phrase may be broken over two lines, as in the title of a chart.
    const oneLine = value.includes('\n') ? value.replace(/\s*\n\s*/g, ' ') : value;
    const phrase = driverPhraseIn(value) ?? (oneLine === value ? null : driverPhraseIn(oneLine));
    const sql = phrase === null ? sqlShapeIn(value) : null;
    if (found.length === 0 && phrase === null && sql === null) {
      remember(clean, value);
      return value;
    }
    const said = (context.known?.() ?? []).map((known) => known.toLowerCase());
    const isKnown = (piece: string): boolean => said.some((known) => known.includes(piece.toLowerCase()));
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

  /** Null where a name has no label, or one that holds a name itself. */
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
