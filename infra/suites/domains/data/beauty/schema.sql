-- A chain of beauty salons. Names as they grew over the years: three systems (HR, cashier, booking) merged.
CREATE TABLE bs_salon (
  salon_id int PRIMARY KEY,
  salon_nm varchar(40) NOT NULL,
  city     varchar(20) NOT NULL,
  dist_nm  varchar(20) NOT NULL,
  open_dt  date,
  area_sqm numeric(8,1),
  seat_cnt int,
  mth_rent numeric(10,2),
  flg_ship boolean,
  mgr_mob  varchar(20)
);
CREATE TABLE hr_stylist (
  emp_id    int PRIMARY KEY,
  emp_nm    varchar(30) NOT NULL,
  salon_id  int REFERENCES bs_salon (salon_id),
  job_lvl   varchar(6) NOT NULL,
  sex_cd    char(1),
  hire_dt   date NOT NULL,
  lv_dt     date,
  comm_rate numeric(4,1),
  base_sal  numeric(10,2)
);
CREATE TABLE svc_item (
  svc_cd  varchar(6) PRIMARY KEY,
  svc_nm  varchar(40) NOT NULL,
  svc_cat varchar(10) NOT NULL,
  std_prc numeric(8,2) NOT NULL,
  dur_min int,
  on_menu boolean NOT NULL
);
CREATE TABLE mbr_info (
  mbr_id     bigint PRIMARY KEY,
  mbr_nm     varchar(30) NOT NULL,
  mob        varchar(20),
  sex_cd     char(1),
  brth_dt    date,
  m_lvl      char(1) NOT NULL,
  join_dt    date NOT NULL,
  src        varchar(10),
  home_salon int REFERENCES bs_salon (salon_id),
  lst_vst_dt date
);
CREATE TABLE mbr_card (
  card_id  bigint PRIMARY KEY,
  card_no  varchar(16) NOT NULL,
  mbr_id   bigint NOT NULL REFERENCES mbr_info (mbr_id),
  card_typ varchar(4) NOT NULL,
  iss_dt   date NOT NULL,
  exp_dt   date,
  bal      numeric(10,2) NOT NULL,
  frz      boolean
);
CREATE TABLE card_txn_log (
  txn_id   bigint PRIMARY KEY,
  card_id  bigint NOT NULL REFERENCES mbr_card (card_id),
  txn_ts   timestamptz NOT NULL,
  txn_typ  varchar(8) NOT NULL,
  amt      numeric(10,2) NOT NULL,
  gift_amt numeric(10,2)
);
-- the booking system keeps no foreign key to the members: the join is in the model only
CREATE TABLE t_appt (
  appt_id  bigint PRIMARY KEY,
  appt_no  varchar(16) NOT NULL,
  mbr_id   bigint,
  salon_id int NOT NULL REFERENCES bs_salon (salon_id),
  emp_id   int REFERENCES hr_stylist (emp_id),
  bk_dt    date NOT NULL,
  appt_ts  timestamp NOT NULL,
  appt_st  varchar(4) NOT NULL,
  chnl     varchar(6) NOT NULL,
  wait_min int,
  tip_amt  numeric(8,2)
);
CREATE TABLE t_appt_dtl (
  dtl_id   bigint PRIMARY KEY,
  appt_id  bigint NOT NULL REFERENCES t_appt (appt_id),
  svc_cd   varchar(6) NOT NULL REFERENCES svc_item (svc_cd),
  svc_dt   date NOT NULL,
  chg_amt  numeric(8,2) NOT NULL,
  disc_amt numeric(8,2),
  pay_typ  varchar(4)
);
CREATE TABLE prod_mst (
  prod_cd  varchar(6) PRIMARY KEY,
  prod_nm  varchar(40) NOT NULL,
  brand    varchar(20),
  p_cat    varchar(10) NOT NULL,
  lst_prc  numeric(8,2) NOT NULL,
  cost_prc numeric(8,2),
  own_brd  boolean NOT NULL
);
CREATE TABLE retail_sls (
  sls_id   bigint PRIMARY KEY,
  sls_dt   date NOT NULL,
  salon_id int NOT NULL REFERENCES bs_salon (salon_id),
  prod_cd  varchar(6) NOT NULL REFERENCES prod_mst (prod_cd),
  mbr_id   bigint REFERENCES mbr_info (mbr_id),
  emp_id   int REFERENCES hr_stylist (emp_id),
  qty      int NOT NULL,
  sls_amt  numeric(10,2) NOT NULL
);
CREATE TABLE cust_rvw (
  rvw_id    bigint PRIMARY KEY,
  appt_id   bigint NOT NULL REFERENCES t_appt (appt_id),
  rvw_dt    date NOT NULL,
  star      int NOT NULL,
  reply_hrs numeric(6,1),
  anon      boolean NOT NULL,
  rvw_tag   varchar(10)
);
CREATE TABLE salon_kpi_q (
  kpi_id   int PRIMARY KEY,
  salon_id int NOT NULL REFERENCES bs_salon (salon_id),
  yr       int NOT NULL,
  qtr      int NOT NULL,
  cln_scr  numeric(5,2),
  dcr_scr  numeric(5,2),
  grt_scr  numeric(5,2),
  skl_scr  numeric(5,2)
);
CREATE INDEX ON t_appt (appt_ts);
CREATE INDEX ON t_appt_dtl (appt_id);
CREATE INDEX ON card_txn_log (card_id);
CREATE INDEX ON retail_sls (sls_dt);
