/** What a member of a model file may hold. Names of tables and columns are not listed: they are known at run time. */
export interface Members {
  /** Keys of a mapping; `*`: any key, such as an id. */
  keys?: Readonly<Record<string, Members>>;
  /** Names of the database that are keys: those of tables, or of the columns of the table above. */
  names?: 'tables' | 'columns';
  values?: readonly string[];
  /** The value names columns: `table.column`. */
  isColumn?: boolean;
}

const languages: Members = { keys: { zh: {}, en: {} } };
const words = { label: languages, synonyms: languages, description: languages };
const measure = {
  unit: languages,
  format: { values: ['currency', 'percent'] },
  better: { values: ['higher', 'lower'] },
};
const role: Members = { values: ['name', 'dimension', 'measure', 'time', 'geo', 'key', 'text', 'hidden'] };
const flag: Members = { values: ['true', 'false'] };
const column: Members = { isColumn: true };

const columnMembers: Members = {
  keys: {
    ...words,
    role,
    values: { values: ['index'], keys: { '*': languages } },
    ...measure,
    cast: { keys: { to: {}, when: {} } },
  },
};

/** The members of a model file, as in `infra/docs/models.md`. */
export const modelMembers: Members = {
  keys: {
    ...words,
    defaultLocale: { values: ['zh', 'en'] },
    timezone: {},
    drafted: flag,
    only: { values: ['listed'] },
    tables: {
      names: 'tables',
      keys: {
        '*': {
          keys: {
            ...words,
            kind: { values: ['event', 'thing'] },
            hidden: flag,
            defaultMetric: {},
            defaultTime: column,
            columns: { names: 'columns', keys: { '*': columnMembers } },
          },
        },
      },
    },
    joins: { keys: { from: column, to: column } },
    metrics: {
      keys: {
        '*': { keys: { ...words, expression: column, ...measure, children: {}, of: {}, requires: {} } },
      },
    },
    filters: { keys: { '*': { keys: { ...words, column, default: { values: ['latest'] } } } } },
    terms: { keys: { '*': { keys: { ...words, filter: column, candidates: column } } } },
    entities: {
      keys: {
        '*': {
          keys: {
            ...words,
            sources: {},
            match: column,
            fields: { keys: { '*': { isColumn: true, keys: { columns: column, ...words, role } } } },
          },
        },
      },
    },
  },
};

/** The member at a path; undefined where the file knows none. */
export function memberAt(path: readonly string[]): Members | undefined {
  let member: Members | undefined = modelMembers;
  for (const key of path) member = member?.keys?.[key] ?? member?.keys?.['*'];
  return member;
}
