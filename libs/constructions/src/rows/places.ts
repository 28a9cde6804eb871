import {
  alone,
  type ConditionMeaning,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  type NearMeaning,
  type NearUse,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';

/** Things near a stored place, within a distance or the nearest to it. */
export const PLACES: readonly Construction[] = [
  pair('around a place', 'condition', 'w:near', { zh: '中心广场附近', en: '' }, (place, _, facts) =>
    placesOf(facts, place, NEARBY),
  ),
  pair('near a place', 'w:near', 'condition', { zh: '', en: 'near Central Park' }, (_, place, facts) =>
    placesOf(facts, place, NEARBY),
  ),
  pair(
    'distance around a place',
    'condition',
    'radius',
    { zh: '中心广场3公里内', en: '' },
    (place, { meters }, facts) => placesOf(facts, place, meters),
  ),
  pair(
    'distance of a place',
    'radius',
    'condition',
    { cost: 0.01, zh: '', en: 'within 5 km of Central Park' },
    ({ meters }, place, facts) => placesOf(facts, place, meters),
  ),
  ...either(
    'how near a place',
    'near',
    'radius',
    { zh: '中心广场附近3公里', en: '', reversed: 0.05 },
    ({ use, nearest }, { meters }) =>
      nearest === null ? { cat: 'near', nearest, use: { ...use, radius: meters } } : null,
  ),
  pair('from a place', 'w:away', 'condition', { zh: '离中心广场', en: 'away from Central Park' }, (_, place, facts) =>
    placesOf(facts, place, null).map(({ use }) => ({ cat: 'from_place', use })),
  ),
  ...either(
    'distance from a place',
    'from_place',
    'radius',
    { zh: '距离中心广场3公里', en: '3 km away from Central Park' },
    ({ use }, { meters }) => ({ cat: 'near', nearest: null, use: { ...use, radius: meters } }),
  ),
  pair('nearest from a place', 'from_place', 'w:nearest', { zh: '离中心广场最近', en: '' }, ({ use }) => ({
    cat: 'near',
    use,
    nearest: 1,
  })),
  pair(
    'so many nearest from a place',
    'from_place',
    'op:extreme',
    { zh: '离中心广场最近的5个', en: '' },
    ({ use }, { operator }) =>
      operator.scale === 'time' || (operator.scale === 'distance' && operator.direction === 'asc')
        ? { cat: 'near', use, nearest: operator.limit ?? 1 }
        : null,
  ),
  pair('nearest to a place', 'w:nearest', 'condition', { zh: '', en: 'nearest to Central Park' }, (_, place, facts) =>
    placesOf(facts, place, null).map((near) => ({ ...near, nearest: 1 })),
  ),
  pair('nearest of things', 'w:nearest', 'set', { cost: 0.02, zh: '', en: 'the nearest shops' }, (_, set) =>
    set.near === null && set.order.length === 0 ? { cat: 'nearest_of', set, limit: set.limit ?? 1 } : null,
  ),
  pair(
    'so many nearest of things',
    'op:extreme',
    'set',
    { cost: 0.02, zh: '', en: 'the 5 closest shops' },
    ({ operator }, set) =>
      operator.scale === 'distance' && operator.direction === 'asc' && set.order.length === 0
        ? { cat: 'nearest_of', set, limit: operator.limit ?? set.limit ?? 1 }
        : null,
  ),
  pair(
    'nearest things to a place',
    'nearest_of',
    'condition',
    { zh: '', en: 'the nearest shop to Central Park' },
    ({ set, limit }, place, facts) =>
      placesOf(facts, place, null).flatMap(({ use }) => besidePlace(facts, { ...set, limit }, use)),
  ),
  alone(
    'whatever is near a place',
    'near',
    { cost: 0.3, zh: '中心广场附近3公里有什么', en: 'anything within 3 km of Central Park' },
    (near, facts) => {
      const located = Object.keys(facts.model.entities).filter((thing) => facts.geoColumn(thing) !== null);
      const [thing, ...more] = located.length > 0 ? located : facts.locatedTables();
      return thing !== undefined && more.length === 0
        ? besidePlace(facts, { ...setOf(thing, false), asked: true }, near.use)
        : null;
    },
  ),
  ...either(
    'things near a place',
    'set',
    'near',
    { zh: '中心广场附近的门店', en: 'shops near Central Park' },
    (set, near, facts) =>
      besidePlace(
        facts,
        near.nearest === null || set.several ? set : { ...set, limit: set.limit ?? near.nearest },
        near.use,
      ),
  ),
  ...either(
    'figure near a place',
    'figure',
    'near',
    { zh: '中心广场附近的门店数', en: 'number of shops near Central Park' },
    (figure, near, facts) => besidePlace(facts, figure, near.use),
  ),
];

/** The radius of "near" without a distance, in metres. */
const NEARBY = 5000;
/** Maximum number of places with one name among which the user can choose. */
const MOST_PLACES = 6;

/** The stored places of a name, each as a separate meaning. */
function placesOf(facts: Facts, { filters, all }: ConditionMeaning, radius: number | null): NearMeaning[] {
  const [filter, ...more] = filters;
  // A query cannot be near two places.
  if (all || !filter || more.length > 0 || (filter.kind !== 'in' && filter.kind !== 'compare')) return [];
  if (filter.kind === 'in' ? filter.negated : filter.op !== '=') return [];
  const { column, span = null } = filter;
  if (facts.role(column) !== 'name') return [];
  const names = (filter.kind === 'in' ? filter.values : [filter.value]).flatMap(
    (name) => facts.storedPlace(column, String(name)) ?? [],
  );
  const places = [...new Set(names)];
  return places.length > MOST_PLACES
    ? []
    : places.map((value) => ({ cat: 'near', nearest: null, use: { nameColumn: column, value, radius, span } }));
}

function besidePlace<T extends SetMeaning | FigureMeaning>(facts: Facts, what: T, near: NearUse): T[] {
  // An entity is located by its own name, not by a column of one of its tables.
  const isOther = facts.model.entities[what.thing]?.sources.includes(near.nameColumn.table) ?? false;
  return facts.geoColumn(what.thing) === null || what.near !== null || isOther ? [] : [{ ...what, near }];
}
