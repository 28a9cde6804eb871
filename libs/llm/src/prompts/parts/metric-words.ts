import { labelOf, type ModelMetric, type SemanticModel } from '@querent/model';
import type { Locale } from '@querent/contracts';

/** A metric's definition on one line: `基础设施 = 网络(权重0.3) + 终端(权重0.4) + 教室(权重0.3)`, or a leaf's expression. */
export function metricWords(metric: ModelMetric, model: SemanticModel, locale: Locale): string {
  const name = labelOf(metric, locale, metric.id);
  const parts = Object.entries(metric.children).map(([id, weight]) => {
    const child = model.metrics[id];
    return `${child === undefined ? id : labelOf(child, locale, id)}${locale === 'zh' ? `(权重${weight})` : ` (weight ${weight})`}`;
  });
  return `${name} = ${parts.length > 0 ? parts.join(' + ') : (metric.expression ?? '')}`;
}

/** The given metrics and all their components, parents before children. */
export function withParts(ids: Iterable<string>, model: SemanticModel): string[] {
  const found = new Set<string>();
  const add = (id: string): void => {
    const metric = model.metrics[id];
    if (metric === undefined || found.has(id)) return;
    found.add(id);
    Object.keys(metric.children).forEach(add);
  };
  for (const id of ids) add(id);
  return [...found];
}

/** The tables that a metric reads, including those of its components. */
export function tablesOfMetric(metric: ModelMetric, model: SemanticModel): string[] {
  const expressions = withParts([metric.id], model).map((id) => model.metrics[id]?.expression ?? '');
  return tablesIn(expressions.join(' '), model);
}

/** The model's columns that an expression names, as `table.column`, quoted or not. */
export function columnsIn(sql: string, model: SemanticModel): string[] {
  return [...sql.matchAll(COLUMN)].flatMap(([, quotedTable, table, quotedColumn, column]) => {
    const [owner, name] = [unquoted(quotedTable) ?? table ?? '', unquoted(quotedColumn) ?? column ?? ''];
    return Object.hasOwn(model.tables, owner) && Object.hasOwn(model.tables[owner]?.columns ?? {}, name)
      ? [`${owner}.${name}`]
      : [];
  });
}

const COLUMN = /(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*))\s*\.\s*(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*))/gu;
const unquoted = (name: string | undefined): string | undefined => name?.replaceAll('""', '"');

/** The model's tables that an expression names, as `table.` or `"table".`. */
export function tablesIn(sql: string, model: SemanticModel): string[] {
  const named = new Set(
    [...sql.matchAll(/"((?:[^"]|"")+)"\s*\.|([\p{L}_][\p{L}\p{N}_$]*)\s*\./gu)].map(
      ([, inQuotes, bare]) => unquoted(inQuotes) ?? bare,
    ),
  );
  return Object.keys(model.tables).filter((table) => named.has(table));
}
