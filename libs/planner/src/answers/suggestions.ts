import { plural } from '@querent/language';
import { labelOf, say } from '@querent/model';
import { columnName, thingName, type Wording } from './wording';

const MOST = 3;

/** Questions that this model can certainly answer, in the asker's language. */
export function suggestions(wording: Wording): string[] {
  const { facts, locale } = wording;
  const { model } = facts;
  const thing = thingToSuggest(facts);
  const found: string[] = [];
  if (thing !== null) {
    const name = thingName(wording, thing);
    found.push(say(locale, `有多少个${name}？`, `How many ${plural(name)} are there?`));
    const kind = facts.columns(thing).find((ref) => facts.role(ref) === 'dimension');
    if (kind)
      found.push(
        say(
          locale,
          `按${columnName(wording, kind)}统计${name}数量`,
          `Number of ${plural(name)} by ${columnName(wording, kind)}`,
        ),
      );
  }
  const metric = Object.values(model.metrics).find(({ expression }) => expression !== undefined);
  if (metric)
    found.push(
      say(
        locale,
        `${labelOf(metric, locale, metric.id)}是多少？`,
        `What is the ${labelOf(metric, locale, metric.id)}?`,
      ),
    );
  return found.slice(0, MOST);
}

/** The subject of suggestions: a thing whose rows have a name. Cached, as a model may have thousands of things. */
function thingToSuggest(facts: Wording['facts']): string | null {
  const { model } = facts;
  const known = toSuggest.get(model);
  if (known !== undefined) return known;
  const things = [...Object.keys(model.entities), ...Object.keys(model.tables)];
  const found =
    things.find((one) => facts.columns(one).some((ref) => facts.role(ref) === 'name')) ??
    things.find((one) => facts.nameColumn(one) !== null) ??
    null;
  toSuggest.set(model, found);
  return found;
}

const toSuggest = new WeakMap<Wording['facts']['model'], string | null>();
