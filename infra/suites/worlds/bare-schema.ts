/**
 * An unprepared database: three schemas without model files, foreign keys or comments. Names need quoting (capitals,
 * spaces, a quote, reserved words, Chinese). There are a view, partitions, empty tables, and columns of types that
 * simple examples lack: booleans with NULL, enums, arrays, jsonb, timestamps with and without time zone.
 */
export const BARE_SQL = `
  CREATE ROLE bare_reader LOGIN PASSWORD 'pw';

  CREATE SCHEMA dwh;
  CREATE TYPE dwh.ord_state AS ENUM ('open', 'paid', 'void');
  CREATE TABLE dwh."T_CUST_MST" (
    cust_no bigint PRIMARY KEY, "Cust Name" text, rgn_cd text, vip_flg boolean, created_ts timestamptz
  );
  INSERT INTO dwh."T_CUST_MST"
    SELECT n, 'Customer ' || (n % 55), (ARRAY['NORTH', 'SOUTH', 'EAST', NULL])[n % 4 + 1], (ARRAY[true, false, NULL])[n % 3 + 1],
           timestamptz '2026-01-01 00:00+00' + n * interval '31 hours'
      FROM generate_series(1, 60) n;
  CREATE TABLE dwh."order" (
    "orderNo" bigint PRIMARY KEY, cust_no bigint, amt numeric(12, 2), "select" dwh.ord_state, ord_ts timestamp, tags text[], payload jsonb, is_gift boolean
  );
  INSERT INTO dwh."order"
    SELECT n, CASE WHEN n % 11 = 0 THEN NULL ELSE n % 50 + 1 END, CASE WHEN n % 13 = 0 THEN NULL ELSE n * 1.25 END,
           (ARRAY['open', 'paid', 'void'])[n % 3 + 1]::dwh.ord_state, timestamp '2026-02-01 23:30' + n * interval '5 hours',
           ARRAY['a', 'b'], jsonb_build_object('n', n), n % 5 = 0
      FROM generate_series(1, 300) n;
  CREATE TABLE dwh.rfnd (rfnd_id bigint PRIMARY KEY, "orderNo" bigint, amt numeric, done_at date);
  CREATE TABLE dwh.evt_log (evt_id bigint, evt_day date, kind text, ms integer) PARTITION BY RANGE (evt_day);
  CREATE TABLE dwh.evt_log_2026h1 PARTITION OF dwh.evt_log FOR VALUES FROM ('2026-01-01') TO ('2026-07-01');
  CREATE TABLE dwh.evt_log_2026h2 PARTITION OF dwh.evt_log FOR VALUES FROM ('2026-07-01') TO ('2027-01-01');
  INSERT INTO dwh.evt_log SELECT n, date '2026-01-01' + n, (ARRAY['click', 'view', 'error'])[n % 3 + 1], n % 90 FROM generate_series(0, 299) n;
  CREATE VIEW dwh.v_cust_amt AS SELECT cust_no, sum(amt) AS total_amt FROM dwh."order" GROUP BY cust_no;
  CREATE TABLE dwh."we""ird" ("a""b" integer, "%" text);
  INSERT INTO dwh."we""ird" VALUES (1, 'x'), (2, 'y');

  CREATE SCHEMA "Mixed Case";
  CREATE TABLE "Mixed Case"."Shipments" (
    "Id" integer PRIMARY KEY, "Weight Kg" double precision, "Sent At" timestamptz, "from" text, "to" text, "Is Fragile" boolean, "order" integer
  );
  INSERT INTO "Mixed Case"."Shipments"
    SELECT n, n * 0.5, timestamptz '2026-03-01 12:00+02' + n * interval '1 day', (ARRAY['Oslo', 'Lima', 'Rome'])[n % 3 + 1], (ARRAY['Rome', 'Bonn', 'Oslo', 'Kyiv'])[n % 4 + 1],
           (ARRAY[true, false, NULL])[n % 3 + 1], n
      FROM generate_series(1, 120) n;
  CREATE TABLE "Mixed Case"."Returns" ("Id" integer PRIMARY KEY, "Reason" text, "Returned At" timestamp);

  CREATE SCHEMA 人事;
  CREATE TABLE 人事.员工 (工号 integer PRIMARY KEY, 姓名 text, 部门 text, 入职日期 date, 薪资 numeric(10, 2), 在职 boolean);
  INSERT INTO 人事.员工
    SELECT n, '员工' || n, (ARRAY['研发', '销售', '行政'])[n % 3 + 1], date '2014-01-01' + n * 20, 8000 + n * 100, n % 4 <> 0 FROM generate_series(1, 80) n;
  CREATE TABLE 人事.考勤 (编号 integer PRIMARY KEY, 工号 integer, 打卡时间 timestamp, 迟到 boolean);

  GRANT USAGE ON SCHEMA dwh, "Mixed Case", 人事 TO bare_reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA dwh, "Mixed Case", 人事 TO bare_reader;
  ANALYZE;
`;
