/**
 * A shop with slow views. Table `pace` contains their duration in seconds. It is 0 at first, so that the schema can be
 * read fast. `slow_sale` waits before its first row, and so does `heavy_sale`, which the planner of PostgreSQL also
 * estimates as costly. `long_line` waits a little for each row. `mark_sale` changes settings and takes a lock in the
 * session that reads it, and `stain` shows these changes.
 */
export const DAWDLING_SCHEMA = `
  CREATE TABLE pace (seconds float); INSERT INTO pace VALUES (0);
  CREATE TABLE sale (id int PRIMARY KEY, kind_cd text);
  INSERT INTO sale SELECT n, (ARRAY['apples', 'pears', 'plums'])[n % 3 + 1] FROM generate_series(1, 30) n;
  CREATE FUNCTION dawdle(id int) RETURNS int LANGUAGE plpgsql STABLE AS
    'BEGIN IF id = 1 THEN PERFORM pg_sleep((SELECT seconds FROM pace)); END IF; RETURN 1; END';
  CREATE FUNCTION labour(id int) RETURNS int LANGUAGE plpgsql STABLE COST 100000 AS
    'BEGIN IF id = 1 THEN PERFORM pg_sleep((SELECT seconds FROM pace)); END IF; RETURN 1; END';
  CREATE FUNCTION stain_session(id int) RETURNS int LANGUAGE plpgsql VOLATILE AS
    'BEGIN PERFORM pg_advisory_lock(4711), set_config(''app.mark'', ''stained'', false), set_config(''lock_timeout'', ''1'', false);
      PERFORM pg_sleep((SELECT seconds FROM pace)); RETURN 1; END';
  CREATE VIEW slow_sale AS SELECT id, kind_cd AS slow_cd, dawdle(id) AS weight FROM sale;
  CREATE VIEW heavy_sale AS SELECT id, kind_cd AS heavy_cd, labour(id) AS burden FROM sale;
  CREATE VIEW mark_sale AS SELECT id, kind_cd AS mark_cd, stain_session(id) AS depth FROM sale;
  CREATE VIEW long_line AS SELECT n AS line_no, (SELECT 'line' FROM pg_sleep((SELECT seconds FROM pace) / 10000 + n * 0)) AS line_cd FROM generate_series(1, 20000) n;
  CREATE VIEW crossed AS SELECT a AS id, 'x'::text AS cross_cd FROM generate_series(1, 30000) a,
    generate_series(1, (SELECT 1 + 30000 * sign(seconds)::int FROM pace)) b;
  CREATE VIEW stain AS SELECT 1 AS id, coalesce(current_setting('app.mark', true), '') || current_setting('default_transaction_read_only') AS stain_cd;
`;

export const DAWDLING_MODEL = `
tables:
  sale: { label: { zh: 销售, en: sale }, columns: { kind_cd: { label: { zh: 品类, en: kind }, role: dimension } } }
  slow_sale: { label: { zh: 慢售, en: slow sale }, columns: { slow_cd: { label: { zh: 慢类, en: slow kind }, role: dimension }, weight: { label: { zh: 重量, en: weight }, role: measure } } }
  heavy_sale: { label: { zh: 重售, en: heavy sale }, columns: { heavy_cd: { label: { zh: 重类, en: heavy kind }, role: dimension }, burden: { label: { zh: 负担, en: burden }, role: measure } } }
  mark_sale: { label: { zh: 标售, en: marked sale }, columns: { mark_cd: { label: { zh: 标类, en: marked kind }, role: dimension }, depth: { label: { zh: 深度, en: depth }, role: measure } } }
  long_line: { label: { zh: 行, en: line }, columns: { line_no: { label: { zh: 行号, en: line number }, role: measure }, line_cd: { label: { zh: 行类, en: line kind }, role: dimension } } }
  crossed: { label: { zh: 交叉, en: crossing }, columns: { cross_cd: { label: { zh: 交叉类, en: crossing kind }, role: dimension } } }
  stain: { label: { zh: 污点, en: stain }, columns: { stain_cd: { label: { zh: 污点类, en: stain kind }, role: dimension } } }
`;

/** Questions whose statements take as long as the schema's pace, one for each kind of slow statement. */
export const longQuestions = {
  sleeping: 'average weight by slow kind',
  heavy: 'average burden by heavy kind',
  marking: 'average depth by marked kind',
  streaming: 'list lines',
  crossing: 'number of crossings by crossing kind',
} as const;
export const QUICK = 'number of sales by kind';
/** Rows of the quick question's answer. */
export const QUICK_ROWS = 3;
