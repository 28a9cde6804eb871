import { tenants, type MarkedTenant } from './tenant-marks';

/**
 * Tables of a shop with rows of every tenant, and views and functions that an administrator may have created
 * carelessly.
 */
export const SCHEMA = `
  CREATE TABLE customer (id int PRIMARY KEY, tenant text NOT NULL, name text, city text, region text, email text, joined date, credit numeric);
  CREATE TABLE purchase (id int PRIMARY KEY, tenant text NOT NULL, customer_id int REFERENCES customer, product text, channel text, placed date, amount numeric, code text);
  CREATE TABLE note (id int PRIMARY KEY, tenant text NOT NULL, purchase_id int REFERENCES purchase, body text, author text, written timestamptz, weight bigint);
  CREATE TABLE visit (id int PRIMARY KEY, tenant text NOT NULL, customer_id int REFERENCES customer, page text, seen date, detail jsonb, tags text[], seconds bigint);
  CREATE TABLE stock (id int PRIMARY KEY, tenant text NOT NULL, article text, shelf text, counted date, pieces bigint);
  CREATE VIEW purchase_line WITH (security_invoker = true) AS SELECT p.id, p.tenant, c.name AS buyer, c.region, p.product, p.placed, p.amount FROM purchase p JOIN customer c ON c.id = p.customer_id;
  CREATE VIEW purchase_open AS SELECT * FROM purchase;
  CREATE MATERIALIZED VIEW purchase_sums AS SELECT tenant, product, sum(amount) AS amount FROM purchase GROUP BY 1, 2;
  CREATE FUNCTION all_names() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT name FROM public.customer';
  CREATE VIEW customer_register AS SELECT * FROM customer;
  CREATE VIEW customer_extract WITH (security_invoker = true) AS SELECT id, tenant, name, city, credit, joined FROM customer_register;
  CREATE VIEW purchase_totals WITH (security_invoker = true) AS SELECT tenant, product, amount FROM purchase_sums;
  CREATE VIEW name_list WITH (security_invoker = true) AS SELECT t.name FROM all_names() AS t(name);
  CREATE FUNCTION neighbours(customer) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT string_agg(name, '','') FROM public.customer';
  CREATE TABLE event (id int, tenant text NOT NULL, title text, happened date, points bigint) PARTITION BY LIST (tenant);
  CREATE TABLE event_rest PARTITION OF event DEFAULT;
  CREATE FUNCTION own_names() RETURNS SETOF text LANGUAGE sql STABLE AS 'SELECT name FROM public.customer';
  CREATE VIEW purchase_dump WITH (security_invoker = true) AS SELECT query_to_xml('SELECT * FROM purchase' || '_open', true, false, '')::text AS dump;
  CREATE TYPE seal AS (code text, pressed date);
  CREATE FUNCTION seal_text(seal) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT string_agg(name, '','') FROM public.customer';
  CREATE CAST (seal AS text) WITH FUNCTION seal_text(seal) AS IMPLICIT;
  CREATE TABLE parcel (id int PRIMARY KEY, tenant text NOT NULL, mark seal);
  CREATE INDEX ON customer (name); CREATE INDEX ON purchase (placed);
`;

/** Statements that insert one tenant's rows. */
export function rowsOf({ name, latin, han, unit, rows, days: [first, last] }: MarkedTenant, at: number): string {
  const id = `${at * 10_000} + n`;
  const day = (shift: number): string =>
    `make_date(2023 + (n + ${shift}) % 2, 3 + (n + ${shift}) % 7, ${first} + (n * 7 + ${shift}) % ${last - first + 1})`;
  const units = (factor: number): string => `${unit}::numeric * (1 + (n * ${factor}) % 23)`;
  const few = (words: string[]): string =>
    `(ARRAY[${words.map((word, i) => `'${word} ${latin}${i + 1}'`).join(', ')}])[n % ${words.length} + 1]`;
  return `
    INSERT INTO customer SELECT ${id}, '${name}', 'Client ${latin}' || n, (ARRAY['东城${han}', '西城${han}'])[n % 2 + 1], ${few(['Harbour', 'Harbour', 'Hill'])}, 'c' || n || '@${latin}.example', ${day(1)}, ${units(5)} FROM generate_series(1, ${rows}) n;
    INSERT INTO purchase SELECT ${id}, '${name}', ${at * 10_000} + 1 + n % ${rows}, ${few(['Lamp', 'Chair', 'Lamp'])}, (ARRAY['线上${han}', '门店${han}'])[n % 2 + 1], ${day(3)}, ${units(7)}, 'K-${latin}-' || n FROM generate_series(1, ${rows}) n;
    INSERT INTO note SELECT ${id}, '${name}', ${at * 10_000} + 1 + n % ${rows}, '备注${han}' || n, ${few(['Ann', 'Bob'])}, ${day(2)} + interval '12 hours', ${units(11)} FROM generate_series(1, ${rows}) n;
    INSERT INTO visit SELECT ${id}, '${name}', ${at * 10_000} + 1 + n % ${rows}, ${few(['Start', 'Cart'])}, ${day(5)}, jsonb_build_object('who', '${latin}' || n), ARRAY['t${latin}', '标${han}'], ${units(13)} FROM generate_series(1, ${rows}) n;
    INSERT INTO event SELECT ${id}, '${name}', ${few(['Fair', 'Sale'])}, ${day(6)}, ${units(9)} FROM generate_series(1, ${rows}) n;
    INSERT INTO parcel SELECT ${id}, '${name}', ROW('S' || n, ${day(2)})::seal FROM generate_series(1, 5) n;
    INSERT INTO stock SELECT ${id}, '${name}', ${few(['Bolt', 'Nut'])}, '货架${han}' || n, ${day(4)}, ${units(3)} FROM generate_series(1, ${rows}) n;
  `;
}

export const allRows = (): string => [...tenants.map(rowsOf), 'REFRESH MATERIALIZED VIEW purchase_sums;'].join('\n');

/** Tables with row security. */
export const SECURED: readonly string[] = ['customer', 'purchase', 'note', 'visit', 'stock', 'event', 'parcel'];

/** Relations and functions that return rows of every tenant, because row security does not cover them. */
export const PAST_ROW_SECURITY: readonly string[] = [
  'purchase_open',
  'purchase_sums',
  'customer_register',
  'event_rest',
  'all_names',
  'neighbours',
  'purchase_dump',
  'seal_text',
];

/** Grants the tenants' logins everything, as a careless administrator might. */
export const EVERYTHING_GRANTED = (logins: readonly string[]): string => `
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${logins.join(', ')};
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${logins.join(', ')};
`;

/**
 * Revokes some of the grants of `npm run roles`: only alpha may read `stock`, and beta may not read `customer.email`.
 */
export const NARROWED = `
  REVOKE SELECT ON stock FROM crm_beta, crm_gamma;
  REVOKE SELECT ON customer FROM crm_beta;
  GRANT SELECT (id, tenant, name, city, region, joined, credit) ON customer TO crm_beta;
`;

/** A model file for all tables. A tenant's model omits the parts that its login may not read. */
export const MODEL = {
  defaultLocale: 'en',
  timezone: 'Asia/Shanghai',
  tables: {
    customer: {
      label: { zh: '客户', en: 'customer' },
      columns: {
        tenant: { role: 'hidden' },
        name: { label: { zh: '客户名称', en: 'customer name' }, role: 'name', values: 'index' },
        city: { label: { zh: '城市', en: 'city' }, role: 'dimension', values: 'index' },
        region: { label: { zh: '地区', en: 'region' }, role: 'dimension', values: 'index' },
        email: { label: { zh: '邮箱', en: 'email' } },
        joined: { label: { zh: '注册日期', en: 'joining date' }, role: 'time' },
        credit: { label: { zh: '额度', en: 'credit' }, role: 'measure' },
      },
    },
    purchase: {
      label: { zh: '订单', en: 'order' },
      columns: {
        tenant: { role: 'hidden' },
        product: { label: { zh: '产品', en: 'product' }, role: 'dimension', values: 'index' },
        channel: { label: { zh: '渠道', en: 'channel' }, role: 'dimension', values: 'index' },
        placed: { label: { zh: '下单日期', en: 'order date' }, role: 'time' },
        amount: { label: { zh: '金额', en: 'amount' }, role: 'measure' },
        code: { label: { zh: '编码', en: 'code' } },
      },
    },
    note: {
      label: { zh: '备注', en: 'note' },
      columns: {
        tenant: { role: 'hidden' },
        author: { label: { zh: '作者', en: 'author' }, role: 'dimension', values: 'index' },
        body: { label: { zh: '内容', en: 'text' } },
        written: { label: { zh: '记录时间', en: 'note date' }, role: 'time' },
        weight: { label: { zh: '权重', en: 'weight' }, role: 'measure' },
      },
    },
    visit: {
      label: { zh: '访问', en: 'visit' },
      columns: {
        tenant: { role: 'hidden' },
        page: { label: { zh: '页面', en: 'page' }, role: 'dimension', values: 'index' },
        seen: { label: { zh: '访问日期', en: 'visit date' }, role: 'time' },
        seconds: { label: { zh: '时长', en: 'duration' }, role: 'measure' },
      },
    },
    stock: {
      label: { zh: '库存', en: 'stock' },
      columns: {
        tenant: { role: 'hidden' },
        article: { label: { zh: '物品', en: 'article' }, role: 'dimension', values: 'index' },
        shelf: { label: { zh: '货架', en: 'shelf' } },
        counted: { label: { zh: '盘点日期', en: 'counting date' }, role: 'time' },
        pieces: { label: { zh: '件数', en: 'pieces' }, role: 'measure' },
      },
    },
    purchase_line: { hidden: true },
    purchase_open: {
      label: { zh: '未结订单', en: 'open order' },
      columns: {
        tenant: { role: 'hidden' },
        product: { label: { zh: '未结产品', en: 'open product' }, role: 'dimension', values: 'index' },
        amount: { label: { zh: '未结金额', en: 'open amount' }, role: 'measure' },
      },
    },
    purchase_sums: {
      label: { zh: '订单汇总', en: 'order summary' },
      columns: {
        tenant: { role: 'hidden' },
        product: { label: { zh: '汇总产品', en: 'summarised product' }, role: 'dimension', values: 'index' },
        amount: { label: { zh: '汇总金额', en: 'summarised amount' }, role: 'measure' },
      },
    },
    customer_register: {
      label: { zh: '名册', en: 'register' },
      columns: {
        tenant: { role: 'hidden' },
        name: { label: { zh: '名册名称', en: 'registered name' }, role: 'name', values: 'index' },
        credit: { label: { zh: '名册额度', en: 'registered credit' }, role: 'measure' },
      },
    },
    customer_extract: {
      label: { zh: '摘录', en: 'extract' },
      columns: {
        tenant: { role: 'hidden' },
        city: { label: { zh: '摘录城市', en: 'extracted city' }, role: 'dimension', values: 'index' },
        credit: { label: { zh: '摘录额度', en: 'extracted credit' }, role: 'measure' },
      },
    },
    name_list: {
      label: { zh: '名单', en: 'list of names' },
      columns: { name: { label: { zh: '名单名称', en: 'listed name' }, role: 'name', values: 'index' } },
    },
    event: {
      label: { zh: '活动', en: 'event' },
      columns: {
        tenant: { role: 'hidden' },
        title: { label: { zh: '活动名称', en: 'event title' }, role: 'dimension', values: 'index' },
        happened: { label: { zh: '活动日期', en: 'event date' }, role: 'time' },
        points: { label: { zh: '积分', en: 'points' }, role: 'measure' },
      },
    },
  },
  metrics: { sales: { label: { zh: '销售额', en: 'sales' }, expression: 'sum(purchase.amount)' } },
};
