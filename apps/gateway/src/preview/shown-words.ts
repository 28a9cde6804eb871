import type { RegisteredModel } from '@querent/catalog';
import type { Locale } from '@querent/contracts';
import { spokenWordSteps, type SpokenWord } from '@querent/lexicon';
import { inSlices } from '@querent/platform';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { askedConnection } from '../submit/asked-connection';

/** Maximum of words in a response. */
const MOST_WORDS = 2_000;

/** Cache per model: a model is immutable, and replaced when it or its file changes. */
const known = new WeakMap<RegisteredModel, Map<Locale, Promise<SpokenWord[]>>>();

/**
 * The business words of a connection for a caller. A word that contains a physical name is left out.
 * @throws ProblemError if the caller may not ask the connection, or the connection has no model yet
 */
export async function shownWords(
  services: Pick<GatewayServices, 'catalog' | 'models' | 'gates'>,
  caller: Caller,
  { connection, locale }: { connection: string; locale: Locale },
): Promise<SpokenWord[]> {
  const { name } = askedConnection(services.catalog, caller, connection);
  const registered = await services.models.model(name, caller.tenant);
  if (registered === null) throw new ProblemError('connection_unavailable', { headers: { 'retry-after': '2' } });
  const gate = await services.gates.ofConnection(caller, name, locale);
  return (await wordsOf(services, registered, { name, locale })).filter(
    ({ text }) => gate.text(text, 'label') === text,
  );
}

function wordsOf(
  { catalog }: Pick<GatewayServices, 'catalog'>,
  registered: RegisteredModel,
  { name, locale }: { name: string; locale: Locale },
): Promise<SpokenWord[]> {
  const byLocale = known.get(registered) ?? new Map<Locale, Promise<SpokenWord[]>>();
  known.set(registered, byLocale);
  const words =
    byLocale.get(locale) ??
    inSlices(spokenWordSteps(registered.model, { locale, file: catalog.modelFile(name).file, most: MOST_WORDS }));
  byLocale.set(locale, words);
  return words;
}
