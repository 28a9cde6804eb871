import { mayAsk, type Connection } from '@querent/catalog';
import type { ConnectionView, Locale } from '@querent/contracts';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';

/** The connections that a caller may ask, by name. */
export const askableConnections = (catalog: Pick<GatewayServices['catalog'], 'connections'>, caller: Caller) =>
  catalog.connections().filter((connection) => mayAsk(caller, connection));

/** A connection for its askers, in a language; texts that it lacks are in the other language. */
export async function connectionView(
  { models }: Pick<GatewayServices, 'models'>,
  { name, label, examples }: Connection,
  tenant: string,
  locale: Locale,
): Promise<ConnectionView> {
  const other: Locale = locale === 'zh' ? 'en' : 'zh';
  const availability = await models.availability(name, tenant);
  return {
    name,
    label: label[locale] ?? label[other] ?? name,
    status: availability?.state ?? 'misconfigured',
    examples: examples[locale].length > 0 ? examples[locale] : examples[other],
  };
}
