-- "saasdesk": the support desk and the subscriptions of a software company. Physical names grew over the years.
CREATE TABLE crm_acct (
  acct_id   int PRIMARY KEY,
  acct_nm   varchar(60) NOT NULL,
  indus     varchar(20),
  rgn       varchar(10) NOT NULL,
  city_nm   varchar(20),
  sz_band   varchar(4) NOT NULL,
  signup_dt date NOT NULL,
  emp_cnt   int,
  nps_scr   int,
  bill_eml  varchar(80)
);
CREATE TABLE plan_cat (
  plan_cd  varchar(6) PRIMARY KEY,
  plan_nm  varchar(20) NOT NULL,
  list_prc numeric(8,2),
  strg_gb  int,
  is_pub   boolean NOT NULL
);
CREATE TABLE subs (
  sub_id   int PRIMARY KEY,
  sub_no   varchar(16) NOT NULL,
  acct_id  int NOT NULL REFERENCES crm_acct (acct_id),
  plan_cd  varchar(6) NOT NULL REFERENCES plan_cat (plan_cd),
  strt_dt  date NOT NULL,
  renew_dt date,
  cncl_dt  date,
  sub_st   varchar(10) NOT NULL,
  bill_cyc varchar(10) NOT NULL,
  seat_cnt int NOT NULL,
  mrr_amt  numeric(10,2),
  auto_rnw boolean
);
CREATE TABLE seat_usr (
  usr_id       int PRIMARY KEY,
  sub_id       int NOT NULL REFERENCES subs (sub_id),
  full_nm      varchar(40) NOT NULL,
  is_adm       boolean NOT NULL,
  inv_dt       date NOT NULL,
  lst_login_ts timestamp,
  pwd_hash     varchar(64)
);
CREATE TABLE bil_inv (
  inv_id  int PRIMARY KEY,
  inv_no  varchar(16) NOT NULL,
  sub_id  int NOT NULL REFERENCES subs (sub_id),
  iss_dt  date NOT NULL,
  due_dt  date NOT NULL,
  paid_dt date,
  inv_st  varchar(6) NOT NULL,
  amt     numeric(12,2) NOT NULL,
  tax_amt numeric(10,2),
  ccy     char(3) NOT NULL
);
CREATE TABLE sup_agt (
  agt_id  int PRIMARY KEY,
  agt_nm  varchar(20) NOT NULL,
  team    varchar(10) NOT NULL,
  site    varchar(10),
  hire_dt date NOT NULL,
  sal     numeric(10,2)
);
CREATE TABLE rel_log (
  rel_id  int PRIMARY KEY,
  ver_no  varchar(20) NOT NULL,
  prod    varchar(10) NOT NULL,
  rel_typ varchar(8) NOT NULL,
  rel_dt  date NOT NULL,
  fix_cnt int,
  is_rb   boolean NOT NULL
);
CREATE TABLE tkt (
  tkt_id       int PRIMARY KEY,
  tkt_no       varchar(12) NOT NULL,
  acct_id      int NOT NULL REFERENCES crm_acct (acct_id),
  agt_id       int REFERENCES sup_agt (agt_id),
  rel_id       int REFERENCES rel_log (rel_id),
  "catName"    varchar(20) NOT NULL,
  prio         char(2) NOT NULL,
  tkt_st       varchar(12) NOT NULL,
  chnl         varchar(8) NOT NULL,
  opn_ts       timestamp NOT NULL,
  slv_ts       timestamp,
  frst_rsp_min int,
  csat         int,
  reopn_flg    boolean NOT NULL,
  sla_brch     boolean NOT NULL
);
-- no foreign keys here: the joins are in the model only
CREATE TABLE tkt_rpl (
  rpl_id  int PRIMARY KEY,
  tkt_id  int NOT NULL,
  agt_id  int NOT NULL,
  rpl_ts  timestamp NOT NULL,
  is_int  boolean NOT NULL,
  wrd_cnt int
);
CREATE TABLE incdt (
  inc_id   int PRIMARY KEY,
  inc_no   varchar(12) NOT NULL,
  svc_nm   varchar(20) NOT NULL,
  sev      char(4) NOT NULL,
  strt_ts  timestamptz NOT NULL,
  end_ts   timestamptz,
  root_cse varchar(20),
  rel_id   int REFERENCES rel_log (rel_id)
);
CREATE TABLE incdt_acct (
  id       int PRIMARY KEY,
  inc_id   int NOT NULL REFERENCES incdt (inc_id),
  acct_id  int NOT NULL REFERENCES crm_acct (acct_id),
  dwn_min  int,
  crdt_amt numeric(10,2),
  crd_ccy  char(3) NOT NULL
);
CREATE TABLE qa_card (
  id       int PRIMARY KEY,
  agt_id   int NOT NULL REFERENCES sup_agt (agt_id),
  yr       int NOT NULL,
  qtr      int NOT NULL,
  tone_scr numeric(5,2),
  clar_scr numeric(5,2),
  accu_scr numeric(5,2),
  cmpl_scr numeric(5,2)
);
CREATE INDEX ON tkt (opn_ts);
CREATE INDEX ON tkt_rpl (tkt_id);
