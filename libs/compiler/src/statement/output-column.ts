import type { Dimension, Measure, OutputColumn, Since, TimePart } from '@querent/contracts';
import {
  elapsedUnit,
  holdsNumbers,
  isCounted,
  keepsFormat,
  type Locale,
  type Localized,
  type ModelColumn,
  text,
  timePartNames,
} from '@querent/model';
import type { CompileContext } from './compile-context';
import { timeKindOf } from '../time/time-sql';

type Description = Omit<OutputColumn, 'key'>;

/** Describes a column of a list, with the label of the entity's field or of the column. */
export function describeColumn(
  ctx: { options: { locale: Locale } },
  column: ModelColumn,
  label: Localized = column.label,
): Description {
  const { locale } = ctx.options;
  const isNumber = holdsNumbers(column);
  const role = column.role === 'key' ? 'text' : column.role;
  const format = formatOf(column);
  return {
    label: text(label, locale) || column.name,
    role: role === 'measure' && !isNumber ? 'text' : role,
    ...(column.unit && { unit: text(column.unit, locale) }),
    ...(format && { format }),
    ...valueLabels(column, locale),
    ...(column.better && { better: column.better }),
  };
}

/** Describes a dimension, with its label in the query. */
export function describeDimension(ctx: CompileContext, dimension: Dimension): Description {
  const column = ctx.column(dimension.column);
  if (dimension.part !== undefined) return describeTimePart(dimension.part, dimension.label, ctx.options.locale);
  const isTime = dimension.grain !== undefined || (timeKindOf(column) !== undefined && !column.isYear);
  const { label, unit, ...described } = describeColumn(ctx, column);
  return {
    ...described,
    ...(unit !== undefined && { unit }),
    label: dimension.label || label,
    role: isTime ? 'time' : column.role === 'name' ? 'name' : 'dimension',
    ...(isTime && { grain: dimension.grain ?? 'day', format: 'date' as const }),
  };
}

/** A part of time, such as the weekday. Its values are numbers, with names as labels. */
const describeTimePart = (part: TimePart, label: string, locale: Locale): Description => ({
  label,
  role: 'dimension',
  format: 'text',
  valueLabels: timePartNames(part, locale),
});

/** Describes a measure or a share. */
export function describeMeasure(ctx: CompileContext, measure: Measure): Description {
  if (measure.share) return { label: measure.label, role: 'share', format: 'percent' };
  const { locale } = ctx.options;
  if (measure.per || measure.over) return describeCombined(ctx, measure);
  if (measure.what.kind === 'metric') {
    const metric = ctx.model.metrics[measure.what.id];
    const isCount = metric?.expression !== undefined && /^count\s*\([^()]*\)$/i.test(metric.expression.trim());
    return {
      label: measure.label,
      role: 'measure',
      ...(metric?.unit && { unit: text(metric.unit, locale) }),
      format: metric?.format ?? (isCount ? 'integer' : 'number'),
      ...(metric?.better && { better: metric.better }),
    };
  }
  if (isCounted(measure.what.fn) || !measure.what.column)
    return { label: measure.label, role: 'measure', format: 'integer' };
  if (measure.what.since)
    return { label: measure.label, ...describeElapsed(measure.what.since, locale, keepsFormat(measure.what.fn)) };
  const column = ctx.column(measure.what.column);
  const keeps = keepsFormat(measure.what.fn);
  return {
    label: measure.label,
    role: 'measure',
    ...(column.unit && { unit: text(column.unit, locale) }),
    format: keeps ? (formatOf(column) ?? 'number') : (column.format ?? 'number'),
    ...(column.better && { better: column.better }),
  };
}

/** Role, unit and format of a length of time. Days are integers unless they are averaged. */
export function describeElapsed(
  { unit }: Since,
  locale: Locale,
  isWhole: boolean,
): Pick<Description, 'role' | 'unit' | 'format'> {
  return { role: 'measure', unit: elapsedUnit(unit, locale), format: unit === 'day' && isWhole ? 'integer' : 'number' };
}

/**
 * Describes a quotient or an aggregate over groups. A quotient has the unit of the dividend, with that of the divisor
 * if there is one; equal units cancel. An aggregate over groups has the unit of the measure.
 */
function describeCombined(ctx: CompileContext, { label, per, over, ...own }: Measure): Description {
  const of = describeMeasure(ctx, { ...own, label });
  const divisor = per && describeMeasure(ctx, per);
  const unit =
    of.unit !== undefined && divisor?.unit !== undefined
      ? of.unit === divisor.unit
        ? undefined
        : `${of.unit}/${divisor.unit}`
      : of.unit;
  const keeps = per === undefined && over !== undefined && keepsFormat(over.fn);
  const format = keeps || (of.format !== 'integer' && divisor?.unit === undefined) ? of.format : 'number';
  return {
    label,
    role: 'measure',
    ...(unit !== undefined && { unit }),
    ...(format && { format }),
    ...(of.better && !per && { better: of.better }),
  };
}

function formatOf(column: ModelColumn): OutputColumn['format'] {
  // Years and keys are shown without thousands separators.
  if (column.isYear || column.role === 'key') return 'text';
  if (column.format) return column.format;
  if (timeKindOf(column)) return 'date';
  if (column.category === 'integer') return 'integer';
  if (column.category === 'numeric' || column.cast) return 'number';
  return column.category === 'text' ? 'text' : undefined;
}

function valueLabels(column: ModelColumn, locale: Locale): Pick<OutputColumn, 'valueLabels'> {
  const labels = Object.entries(column.values).flatMap(([value, names]) => {
    const [label] = names[locale];
    return label !== undefined && label !== value ? [[value, label] as const] : [];
  });
  return labels.length > 0 ? { valueLabels: Object.fromEntries(labels) } : {};
}
