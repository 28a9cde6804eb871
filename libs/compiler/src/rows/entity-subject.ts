import { conditionsIn, conditionsOfOthers, type ColumnRef, type Filter, type SemanticQuery } from '@querent/contracts';
import type { ModelColumn, ModelEntity } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { entityRelation, type RelationForm, type UnionColumn } from './entity-relation';
import { listColumns } from './list-columns';
import { columnsRead } from './query-columns';

/** A field or column that the query reads: its reference, and the columns of the sources that have it. */
interface Read {
  ref: ColumnRef;
  columns: ModelColumn[];
}

/**
 * Selects the relation that an entity is read from, and redirects its fields to that relation.
 *
 * - A list with the strategy `coverage` reads pairs and the unpaired rows of both sources.
 * - If a single source has all columns that are read, the query reads that table: "how many 5A spots in Zhejiang"
 *   counts the register, which has level and province. Shares and conditions on missing values still need both sources,
 *   because rows of the other source are part of the whole.
 * - Otherwise the query reads `things`, each real thing once. A `detail` or `spatial` list starts from the source of
 *   the field that it is ordered by or asks about.
 */
export function resolveEntitySubject(ctx: CompileContext, query: SemanticQuery): void {
  const entity = entityOf(ctx, query);
  if (!entity) return;
  const isList = query.measures.length === 0 && query.dimensions.length === 0 && query.having.length === 0;
  const listed = isList ? listColumns(ctx, query).map(({ ref }) => ref) : [];
  const asked = columnsRead(ctx.model, query).filter((ref) => isOf(entity, ref));
  const reads = readsOf(ctx, entity, [...asked, ...listed]);
  const isCoverage = isList && query.strategy === 'coverage' && !query.near;
  const single =
    isCoverage || needsBothSources(query, entity)
      ? undefined
      : singleSource(entity, reads, isList || Boolean(query.near));
  if (single !== undefined) redirectToSource(ctx, entity, reads, single);
  else
    redirectToRelation(ctx, entity, reads, {
      form: isCoverage ? 'coverage' : formOf(query, isList),
      base: baseOf(ctx, entity, query, asked),
      grouping: groupingOf(ctx, entity, query),
    });
}

function entityOf(ctx: CompileContext, query: SemanticQuery): ModelEntity | undefined {
  if (query.subject.kind !== 'entity') return undefined;
  const entity = Object.hasOwn(ctx.model.entities, query.subject.name)
    ? ctx.model.entities[query.subject.name]
    : undefined;
  if (!entity) throw new CompileError('bad_entity', `the model has no entity "${query.subject.name}"`);
  return entity;
}

const isOf = (entity: ModelEntity, ref: ColumnRef): boolean =>
  ref.table === entity.id || entity.sources.includes(ref.table);

function readsOf(ctx: CompileContext, entity: ModelEntity, refs: readonly ColumnRef[]): Read[] {
  const unique = new Map(refs.map((ref) => [`${ref.table}\u0000${ref.column}`, ref]));
  return [...unique.values()].map((ref) => {
    if (ref.table !== entity.id) return { ref, columns: [ctx.column(ref)] };
    const field = Object.hasOwn(entity.fields, ref.column) ? entity.fields[ref.column] : undefined;
    if (!field) throw new CompileError('unknown_column', `entity "${entity.id}" has no field "${ref.column}"`);
    return { ref, columns: field.columns.map((column) => ctx.column(column)) };
  });
}

/** The only source that has all columns that are read; undefined if both or neither have them. */
function singleSource(entity: ModelEntity, reads: readonly Read[], evenIfBothDo: boolean): string | undefined {
  const keepers = entity.sources.filter((source) =>
    reads.every(({ columns }) => columns.some((column) => column.table === source)),
  );
  const [keeper, other] = keepers;
  if (other !== undefined || keeper === undefined) return undefined;
  return reads.length > 0 || evenIfBothDo ? keeper : undefined;
}

/**
 * Whether rows of the source without the column belong to the answer: in shares, and for conditions on missing values.
 */
function needsBothSources(query: SemanticQuery, entity: ModelEntity): boolean {
  if (query.measures.length === 0 || query.near) return false;
  const share = query.measures.some((measure) => measure.share?.of === 'filtered');
  const filters = [...query.filters, ...query.measures.flatMap(conditionsIn), ...conditionsOfOthers(query)];
  return share || filters.some((filter) => matchesMissing(filter, entity));
}

/** Whether a condition on the entity is true for missing values, as negations are. */
function matchesMissing(filter: Filter, entity: ModelEntity): boolean {
  if (filter.kind === 'or') return filter.filters.some((branch) => matchesMissing(branch, entity));
  if (filter.kind === 'exists' || filter.kind === 'bound' || filter.kind === 'term' || !isOf(entity, filter.column))
    return false;
  if (filter.kind === 'null') return !filter.negated;
  return filter.kind === 'compare' ? filter.op === '!=' : 'negated' in filter && filter.negated;
}

/** The columns of each field that the query groups by. */
function groupingOf(ctx: CompileContext, entity: ModelEntity, query: SemanticQuery): ModelColumn[][] {
  const refs = query.dimensions.map(({ column }) => column).filter((ref) => isOf(entity, ref));
  return readsOf(ctx, entity, refs).map(({ columns }) => columns);
}

function formOf(query: SemanticQuery, isList: boolean): 'things' | 'detail' {
  return query.near || (isList && query.strategy === 'detail') ? 'detail' : 'things';
}

/** The source that a list starts from: the one with locations, else the one with the field that orders or filters. */
function baseOf(ctx: CompileContext, entity: ModelEntity, query: SemanticQuery, asked: readonly ColumnRef[]): string {
  const ordered = query.order.flatMap(({ by }) => (by.kind === 'column' ? [by.column] : []));
  const decisive = query.near ? [query.near.location] : [...ordered, ...asked];
  if (query.near || query.strategy === 'detail') {
    for (const { columns } of readsOf(
      ctx,
      entity,
      decisive.filter((ref) => isOf(entity, ref)),
    )) {
      const [only, second] = columns;
      if (only && !second) return only.table;
    }
  }
  return entity.sources[0];
}

function redirectToSource(ctx: CompileContext, entity: ModelEntity, reads: readonly Read[], source: string): void {
  ctx.redirectTable(entity.id, source);
  for (const { ref, columns } of reads) {
    const column = columns.find(({ table }) => table === source);
    if (column) ctx.redirectColumn(ref, { table: column.table, column: column.name });
  }
}

function redirectToRelation(
  ctx: CompileContext,
  entity: ModelEntity,
  reads: readonly Read[],
  { form, base, grouping }: RelationForm,
): void {
  const columns = reads.map(({ columns: kept }, index): UnionColumn => ({ name: `f${index + 1}`, columns: kept }));
  const relation = entityRelation(ctx, entity, columns, { form, base, grouping });
  ctx.model = { ...ctx.model, tables: { ...ctx.model.tables, [entity.id]: relation.table } };
  ctx.relations.set(entity.id, relation.sql);
  for (const source of entity.sources) ctx.redirectTable(source, entity.id);
  reads.forEach(({ ref }, index) => ctx.redirectColumn(ref, { table: entity.id, column: `f${index + 1}` }));
}
