import type { RegisteredModel } from '@querent/catalog';
import type { Locale } from '@querent/contracts';
import { labelOf, type Localized, type LocalizedList } from '@querent/model';
import { askableConnections, connectionView } from '../admin/connection-view';
import { connectionListPlan } from '../leak/gate-plans';
import { ProblemError } from '../problems/problem-error';
import type { McpCall } from './mcp-call';
import type { Word } from './mcp-schemas';

const wordPlan = { kind: 'untouched', label: 'label', synonyms: 'label' } as const;

/** The connections that the caller may ask. */
export async function shownConnections(call: McpCall) {
  return Promise.all(
    askableConnections(call.services.catalog, call.caller).map(({ name }) => shownConnection(call, name)),
  );
}

/** A connection that the caller may ask, gated. Throws `connection_unknown` for any other. */
export async function shownConnection({ services, caller, locale }: McpCall, name: string) {
  const connection = askableConnections(services.catalog, caller).find((one) => one.name === name);
  if (connection === undefined)
    throw new ProblemError(
      'connection_unknown',
      services.catalog.connection(name) === undefined ? {} : { denied: true },
    );
  const gate = await services.gates.ofConnection(caller, name, locale);
  return gate.json(await connectionView(services, connection, caller.tenant, locale), connectionListPlan.connections);
}

/** The words of a connection that questions may use, gated; none while it has no model. */
export async function shownVocabulary({ services, caller, locale }: McpCall, name: string): Promise<Word[]> {
  const registered = await services.models.model(name, caller.tenant);
  if (registered === null) return [];
  const gate = await services.gates.ofConnection(caller, name, locale);
  return gate.json(wordsOf(registered, locale), wordPlan).filter(({ label }) => label !== '');
}

interface Named {
  label: Localized;
  synonyms: LocalizedList;
}

function wordsOf({ model }: RegisteredModel, locale: Locale): Word[] {
  const words = (kind: Word['kind'], named: readonly Named[]): Word[] =>
    named.map((one) => ({ kind, label: labelOf(one, locale), synonyms: [...one.synonyms[locale]] }));
  const tables = Object.values(model.tables);
  const entities = Object.values(model.entities);
  const columns = tables.flatMap((table) => Object.values(table.columns)).filter(({ role }) => role !== 'key');
  const found = [
    ...words('metric', Object.values(model.metrics)),
    ...words('subject', [...entities, ...tables]),
    ...words('term', Object.values(model.terms)),
    ...words('filter', Object.values(model.filters)),
    ...words('attribute', [...entities.flatMap(({ fields }) => Object.values(fields)), ...columns]),
  ];
  return [...new Map(found.map((word) => [`${word.kind} ${word.label}`, word])).values()];
}
