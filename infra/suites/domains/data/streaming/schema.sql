-- "streaming": a subscription video service. The tables come from three teams, the names show it.
CREATE TABLE ctry (
  cc      char(2) PRIMARY KEY,
  ctry_nm varchar(30) NOT NULL,
  rgn     varchar(20) NOT NULL
);
CREATE TABLE plan_d (
  plan_cd varchar(6) PRIMARY KEY,
  plan_nm varchar(30) NOT NULL,
  mth_fee numeric(6,2) NOT NULL,
  max_scr int NOT NULL,
  ads_flg boolean NOT NULL,
  lnch_dt date
);
CREATE TABLE sbr (
  sbr_id  int PRIMARY KEY,
  disp_nm varchar(40) NOT NULL,
  cc      char(2) REFERENCES ctry (cc),
  sgn_ts  timestamptz NOT NULL,
  brth_yr int,
  ref_by  int REFERENCES sbr (sbr_id),
  mkt_flg boolean,
  eml     varchar(60),
  pwd_h   varchar(40)
);
CREATE TABLE sbn (
  sbn_id   int PRIMARY KEY,
  sbr_id   int NOT NULL REFERENCES sbr (sbr_id),
  plan_cd  varchar(6) NOT NULL REFERENCES plan_d (plan_cd),
  st_dt    date NOT NULL,
  end_dt   date,
  nxt_bill date,
  auto_flg boolean,
  promo_cd varchar(10)
);
CREATE TABLE pmt (
  pmt_id bigint PRIMARY KEY,
  sbn_id int REFERENCES sbn (sbn_id),
  pd_ts  timestamp NOT NULL,
  amt    numeric(8,2) NOT NULL,
  ccy    char(3) NOT NULL,
  pm_st  varchar(4) NOT NULL,
  mthd   varchar(10)
);
CREATE TABLE ttl (
  ttl_id    int PRIMARY KEY,
  ttl_nm    varchar(60) NOT NULL,
  ttl_typ   char(3) NOT NULL,
  rel_dt    date NOT NULL,
  lang_cd   char(2) NOT NULL,
  orig_flg  boolean NOT NULL,
  age_rt    varchar(4),
  run_min   int,
  cost_musd numeric(6,1),
  lic_end   date
);
CREATE TABLE gnr (
  gnr_id int PRIMARY KEY,
  gnr_nm varchar(20) NOT NULL
);
CREATE TABLE ttl_gnr (
  ttl_id int NOT NULL REFERENCES ttl (ttl_id),
  gnr_id int NOT NULL REFERENCES gnr (gnr_id),
  PRIMARY KEY (ttl_id, gnr_id)
);
CREATE TABLE epi (
  epi_id int PRIMARY KEY,
  ttl_id int NOT NULL REFERENCES ttl (ttl_id),
  ssn_no int NOT NULL,
  epi_no int NOT NULL,
  epi_nm varchar(60),
  air_dt date NOT NULL,
  dur_min int
);
CREATE TABLE dev (
  dev_id  int PRIMARY KEY,
  sbr_id  int NOT NULL REFERENCES sbr (sbr_id),
  dev_typ varchar(12) NOT NULL,
  reg_dt  date NOT NULL,
  act_flg boolean NOT NULL
);
-- no foreign key from vw to ttl: the join is in the model only
CREATE TABLE vw (
  vw_id   bigint PRIMARY KEY,
  sbr_id  int NOT NULL REFERENCES sbr (sbr_id),
  ttl_id  int NOT NULL,
  epi_id  int REFERENCES epi (epi_id),
  dev_id  int REFERENCES dev (dev_id),
  st_ts   timestamptz NOT NULL,
  min_wt  numeric(6,1) NOT NULL,
  fin_flg boolean NOT NULL
);
CREATE TABLE rtg (
  rtg_id bigint PRIMARY KEY,
  sbr_id int NOT NULL REFERENCES sbr (sbr_id),
  ttl_id int NOT NULL REFERENCES ttl (ttl_id),
  stars  int NOT NULL,
  rt_dt  date NOT NULL
);
CREATE TABLE tkt (
  tkt_id  bigint PRIMARY KEY,
  tkt_no  varchar(12) NOT NULL,
  sbr_id  int REFERENCES sbr (sbr_id),
  opn_ts  timestamp NOT NULL,
  cls_ts  timestamp,
  cat     varchar(12) NOT NULL,
  prio    char(2) NOT NULL,
  csat    int,
  esc_flg boolean
);
CREATE TABLE qoe_q (
  id      int PRIMARY KEY,
  cc      char(2) NOT NULL REFERENCES ctry (cc),
  yr      int NOT NULL,
  qtr     int NOT NULL,
  strt_sc numeric(5,2),
  buf_sc  numeric(5,2),
  app_sc  numeric(5,2)
);
CREATE INDEX ON vw (st_ts);
CREATE INDEX ON vw (ttl_id);
