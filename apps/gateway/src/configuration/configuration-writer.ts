import {
  audiencesOf,
  pathOf,
  resolvedModel,
  type ConfigItem,
  type Draft,
  type Problem,
  type Revision,
  type SourcedItem,
} from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { inBothLanguages } from '@querent/language';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '../problems/problem-error';
import type { GatewayServices } from '../gateway-services';
import type { Caller } from '../auth/caller';
import { demandMatch } from './entity-tag';
import { textDifference } from './text-difference';

type Services = Pick<GatewayServices, 'catalog' | 'revisions' | 'snapshots' | 'logger'>;

/** A change that a request asks for. */
export interface Wanted {
  item: ConfigItem;
  caller: Caller;
  action: Revision['action'];
  of?: string;
  ofState?: 'before' | undefined;
  /**
   * The state after the change. `stored` is the text in force, for texts that keep parts of it. Text null deletes the
   * item.
   */
  after(stored: string | null): { layer: 'file' | 'revision'; text: string | null; problems?: Problem[] };
  /** The request's preconditions; null: none are demanded. */
  headers: IncomingHttpHeaders | null;
  /** A text as the caller may see it. */
  shown(text: string): string;
  /** Records the change in the audit trail, before it takes effect. */
  audit(detail: string): Promise<void>;
}

/** Other changes may come first again and again; each try reads and checks the whole configuration. */
const TRIES = 20;

/** Changes items of the configuration: checks the change as a whole, records it, and makes it take effect here. */
export class ConfigurationWriter {
  constructor(private readonly services: Services) {}

  /**
   * @throws ProblemError `precondition_failed` if the item is not as the caller read it, `configuration_invalid` with
   * all mistakes; or an error of Redis, after which the change may or may not be stored
   */
  async write(wanted: Wanted): Promise<Revision> {
    const { catalog, revisions } = this.services;
    const { item, caller, action, of, ofState, shown } = wanted;
    const path = pathOf(item);
    let recorded = '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      await catalog.reload();
      const head = catalog.head();
      if (head === null) throw new ProblemError('unavailable', { headers: { 'retry-after': '2' } });
      const now = catalog.item(path);
      const { problems: ownProblems = [], ...after } = wanted.after(now.text);
      const texts = { now: textOr(now.text, shown), wanted: textOr(after.text, shown) };
      if (wanted.headers !== null) demandMatch(wanted.headers, now, texts);
      const problems = [...ownProblems, ...(await this.mistakes(item, path, after.text, caller))];
      if (problems.length > 0) throw invalid(problems);
      const detail = `${action} ${path}\n${textDifference(texts.now, texts.wanted)}`.slice(0, LONGEST_DETAIL);
      // A change that is tried again is recorded again only if it is another one by then.
      if (detail !== recorded) await wanted.audit(detail);
      recorded = detail;
      const draft: Draft = {
        item,
        action,
        ...(of === undefined ? {} : { of }),
        ofState,
        by: { tenant: caller.tenant, key: caller.name },
        before: { layer: now.layer, text: now.text },
        after,
      };
      const revision = await revisions.append(head, draft);
      if (revision === null) continue;
      await catalog.reload();
      return revision;
    }
    throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
  }

  /** All mistakes of an item with another text; null: none, because it is deleted. */
  async mistakes(item: ConfigItem, path: string, text: string | null, caller: Caller): Promise<Problem[]> {
    if (text === null) return [];
    const tried = this.services.catalog.tried(new Map([[path, text]]));
    const found = tried.problems.filter(({ file, severity }) => file === path && severity !== 'warning');
    const source = tried.models.get(item.name);
    const connection = this.services.catalog.connection(item.name);
    if (item.kind !== 'model' || source === undefined || connection === undefined || found.length > 0) return found;
    const audiences = audiencesOf(connection);
    const own = audiences.find(({ tenant }) => tenant === null || tenant === caller.tenant);
    const reader = own ?? audiences[0];
    const snapshot = reader === undefined ? null : await this.services.snapshots.get(reader.key);
    // Before the first read of the schema, the file is checked by itself.
    if (snapshot === null) return found;
    // Messages name stored values, which another tenant's login may read and the caller's may not.
    const visible = own !== undefined ? snapshot : withoutValues(snapshot);
    const { problems, mistakes } = await resolvedModel(source, connection, visible);
    return [...problems, ...mistakes];
  }

  /** The item in force in this process. */
  item(item: ConfigItem): SourcedItem {
    return this.services.catalog.item(pathOf(item));
  }
}

const withoutValues = (snapshot: SchemaSnapshot): SchemaSnapshot => ({
  ...snapshot,
  tables: snapshot.tables.map((table) => ({
    ...table,
    columns: table.columns.map(({ values: _, valuesComplete: __, ...column }) => column),
  })),
});

/** Entries of the audit trail hold at most this many characters of a difference; the revision has the texts. */
const LONGEST_DETAIL = 16_000;

const textOr = (text: string | null, shown: (text: string) => string): string | null =>
  text === null ? null : shown(text);

/** The problem of an invalid item: every mistake with its path and line. */
export const invalid = (problems: readonly Problem[]): ProblemError =>
  new ProblemError('configuration_invalid', {
    mistakes: problems
      .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
      .map(({ path, message, line }) => ({
        path: path === '' ? '(body)' : path,
        message: inBothLanguages(message),
        ...(line === undefined ? {} : { line }),
      })),
  });
