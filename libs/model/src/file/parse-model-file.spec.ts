import { parseModelFile } from './parse-model-file';

const problemsOf = (file: unknown) => parseModelFile(file).problems;

describe('The form of a model file', () => {
  it('may be empty: the model is then empty', () => {
    expect(parseModelFile(null)).toEqual({ ok: true, file: {}, problems: [] });
  });

  it('may have plain strings, whose language is detected', () => {
    const parsed = parseModelFile({ tables: { t: { label: '学校', synonyms: ['院校', ' campus '] } } });
    expect(parsed).toMatchObject({
      ok: true,
      file: { tables: { t: { label: { zh: '学校' }, synonyms: { zh: ['院校'], en: ['campus'] } } } },
    });
  });

  it('may have a single synonym instead of a list', () => {
    expect(parseModelFile({ tables: { t: { synonyms: { zh: '院校' } } } })).toMatchObject({
      ok: true,
      file: { tables: { t: { synonyms: { zh: ['院校'] } } } },
    });
  });

  const MISTAKES: [string, unknown, string, RegExp][] = [
    [
      'the rest of an expression that YAML split at a comma',
      { metrics: { m: { expression: 'nullif(count(t.a)', '0)': null } } },
      'metrics.m.0)',
      /unknown key "0\)": inside \{ \} a comma ends a value, so put quotes/,
    ],
    ['a misspelt key at the top', { metrcs: {} }, 'metrcs', /unknown key "metrcs"; did you mean "metrics"\?/],
    [
      'a misspelt key in a metric',
      { metrics: { a: { expression: 'count(t.id)', require: ['year'] } } },
      'metrics.a.require',
      /did you mean "requires"\?/,
    ],
    [
      'a misspelt key in a column',
      { tables: { t: { columns: { c: { rol: 'name' } } } } },
      'tables.t.columns.c.rol',
      /did you mean "role"\?/,
    ],
    [
      'a key that resembles nothing',
      { tables: { t: { banana: 1 } } },
      'tables.t.banana',
      /known keys: label, synonyms/,
    ],
    ['an unknown language', { tables: { t: { label: { de: 'Schule' } } } }, 'tables.t.label.de', /unknown key "de"/],
    [
      'an unknown role',
      { tables: { t: { columns: { c: { role: 'mesure' } } } } },
      'tables.t.columns.c.role',
      /measure/,
    ],
    ['a list instead of an object', { tables: [] }, 'tables', /expected record/],
    [
      'a weight that is not a number',
      { metrics: { a: { children: { b: 'much' } } } },
      'metrics.a.children.b',
      /expected number/,
    ],
    [
      'an entity with one source',
      { entities: { e: { sources: ['a'], match: 'a.x = b.x', fields: {} } } },
      'entities.e.sources',
      /2/,
    ],
    [
      'an invalid time zone',
      { timezone: 'Mars/Olympus' },
      'timezone',
      /must be an IANA time zone such as Asia\/Shanghai, or UTC/,
    ],
    [
      'a cast to an unsupported type',
      { tables: { t: { columns: { c: { cast: { to: 'money', when: 'x' } } } } } },
      'tables.t.columns.c.cast.to',
      /numeric/,
    ],
    ['text for the whole file', 'tables', '', /expected object/],
    ['a key with a dot in its path', { metrics: { 'a.b': { expr: 'x' } } }, 'metrics[a.b].expr', /expression/],
  ];
  it.each(MISTAKES)('is reported with the path of a mistake: %s', (_name, file, path, message) => {
    expect(problemsOf(file)).toContainEqual(expect.objectContaining({ path, message: expect.stringMatching(message) }));
  });

  it('is reported with every mistake, not only the first', () => {
    expect(
      problemsOf({ metrcs: {}, timezone: 'x', tables: { t: { lable: 'x' } } })
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['metrcs', 'tables.t.lable', 'timezone']);
  });
});
