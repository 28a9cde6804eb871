/** A warehouse with cryptic names and row security. Each tenant's rows contain its mark (ZQALPHA, ZQBETA). */
export const SECURED_SQL = `
  CREATE ROLE rdr_alpha_x9 LOGIN PASSWORD 'pw'; CREATE ROLE rdr_beta_x9 LOGIN PASSWORD 'pw'; CREATE ROLE rdr_next_x9 LOGIN PASSWORD 'pw';
  CREATE SCHEMA dwh_v2; SET search_path = dwh_v2;
  CREATE TABLE t_ord_hdr_x1 (ord_id_k1 int PRIMARY KEY, own_nm_q2 name, f_amt_07 numeric, chn_cd_2 text, dt_crt_1 date, pwd_hash_9 text);
  INSERT INTO t_ord_hdr_x1
    SELECT t * 100 + n, owner, n * 3, (ARRAY['Harbour ', 'Harbour West ', 'Hill '])[n % 3 + 1] || mark, date '2026-01-01' + n, 'hash-' || mark
      FROM (VALUES (1, 'rdr_alpha_x9', 'ZQALPHA'), (2, 'rdr_beta_x9', 'ZQBETA')) owners (t, owner, mark), generate_series(1, 60) n;
  CREATE TABLE zz_gone_t4 (gon_id_3 int PRIMARY KEY, gon_grp_5 text);
  INSERT INTO zz_gone_t4 SELECT n, (ARRAY['a', 'b'])[n % 2 + 1] FROM generate_series(1, 50) n;
  CREATE VIEW v_div_rpt_6 WITH (security_invoker = true) AS SELECT ord_id_k1 AS div_id_7, chn_cd_2 AS div_grp_8, 1 / (ord_id_k1 - ord_id_k1) AS div_val_9 FROM t_ord_hdr_x1;
  CREATE TABLE sec_pay_t8 (pay_id_2 int PRIMARY KEY, pay_sum_6 numeric); INSERT INTO sec_pay_t8 VALUES (1, 1);
  ALTER TABLE t_ord_hdr_x1 ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own ON t_ord_hdr_x1 USING (own_nm_q2 = current_user);
  GRANT USAGE ON SCHEMA dwh_v2 TO rdr_alpha_x9, rdr_beta_x9, rdr_next_x9;
  GRANT SELECT ON t_ord_hdr_x1, zz_gone_t4, v_div_rpt_6 TO rdr_alpha_x9, rdr_beta_x9, rdr_next_x9;
  RESET search_path;
  ANALYZE;
`;

/** Physical names of the warehouse. None of them is a word of a label. */
export const securedNames = [
  'dwh_v2',
  'rdr_alpha',
  'rdr_beta',
  'rdr_next',
  't_ord_hdr_x1',
  'ord_id_k1',
  'own_nm_q2',
  'f_amt_07',
  'chn_cd_2',
  'dt_crt_1',
  'pwd_hash_9',
  'zz_gone_t4',
  'gon_id_3',
  'gon_grp_5',
  'v_div_rpt_6',
  'div_id_7',
  'div_grp_8',
  'div_val_9',
  'sec_pay_t8',
  'pay_id_2',
  'pay_sum_6',
];

const label = (en: string, zh: string, more: object = {}): object => ({ label: { zh, en }, ...more });

export const SECURED_MODEL = {
  defaultLocale: 'en',
  timezone: 'Asia/Shanghai',
  tables: {
    t_ord_hdr_x1: label('order', '订单', {
      columns: {
        own_nm_q2: { role: 'hidden' },
        pwd_hash_9: { role: 'hidden' },
        f_amt_07: label('amount', '金额', { role: 'measure' }),
        chn_cd_2: label('channel', '渠道', { role: 'dimension', values: 'index' }),
        dt_crt_1: label('order date', '下单日期', { role: 'time' }),
      },
    }),
    zz_gone_t4: label('archive', '档案', { columns: { gon_grp_5: label('kind', '类别', { role: 'dimension' }) } }),
    v_div_rpt_6: label('report', '报表', {
      columns: {
        div_grp_8: label('group', '组别', { role: 'dimension' }),
        div_val_9: label('effort', '耗时', { role: 'measure' }),
      },
    }),
  },
};
