-- Hidden domain "wedding": a wedding and event planning company. Labels are in model.yaml.
CREATE TABLE emp (
  emp_id   int PRIMARY KEY,
  emp_nm   varchar(20) NOT NULL,
  dept     varchar(20) NOT NULL,
  pos      varchar(20) NOT NULL,
  hire_dt  date NOT NULL,
  base_sal numeric(10,2),
  on_job   boolean NOT NULL
);
CREATE TABLE ven_mst (
  ven_id   int PRIMARY KEY,
  ven_nm   varchar(40) NOT NULL,
  ven_typ  varchar(12) NOT NULL,
  city_nm  varchar(20) NOT NULL,
  cap_pax  int,
  rent_day numeric(10,2),
  open_dt  date,
  outdr    boolean,
  ctc_tel  varchar(20)
);
CREATE TABLE cust_mst (
  cust_id   bigint PRIMARY KEY,
  cust_nm   varchar(40) NOT NULL,
  cust_typ  varchar(8) NOT NULL,
  cust_lvl  varchar(10),
  src_chnl  varchar(12),
  city_nm   varchar(20),
  reg_dt    date NOT NULL,
  mob_no    varchar(20)
);
CREATE TABLE spl_info (
  spl_id    int PRIMARY KEY,
  spl_nm    varchar(40) NOT NULL,
  spl_typ   varchar(12) NOT NULL,
  spl_grd   char(1),
  base_city varchar(20) NOT NULL,
  coop_dt   date NOT NULL,
  rtg_txt   text,
  blk_flg   boolean NOT NULL,
  bank_acct varchar(30)
);
CREATE TABLE evt_hdr (
  evt_id  bigint PRIMARY KEY,
  evt_no  varchar(16) NOT NULL,
  evt_typ char(2) NOT NULL,
  cust_id bigint NOT NULL REFERENCES cust_mst (cust_id),
  ven_id  int REFERENCES ven_mst (ven_id),
  pln_id  int REFERENCES emp (emp_id),
  evt_dt  date NOT NULL,
  sign_dt date,
  evt_st  varchar(8) NOT NULL,
  style   varchar(10),
  tbl_cnt int,
  bgt_amt numeric(12,2),
  ctr_amt numeric(12,2)
);
-- which supplier works at which event, and what we pay for it
CREATE TABLE evt_spl_rel (
  rel_id  bigint PRIMARY KEY,
  evt_id  bigint NOT NULL REFERENCES evt_hdr (evt_id),
  spl_id  int NOT NULL REFERENCES spl_info (spl_id),
  book_dt date NOT NULL,
  fee_amt numeric(10,2),
  stl_st  varchar(8) NOT NULL
);
CREATE TABLE quot_hdr (
  q_id   bigint PRIMARY KEY,
  q_no   varchar(16) NOT NULL,
  evt_id bigint NOT NULL REFERENCES evt_hdr (evt_id),
  q_dt   date NOT NULL,
  vld_dt date NOT NULL,
  q_st   varchar(10) NOT NULL,
  q_amt  numeric(12,2) NOT NULL
);
CREATE TABLE quot_itm (
  itm_id  bigint PRIMARY KEY,
  q_id    bigint NOT NULL REFERENCES quot_hdr (q_id),
  itm_cat varchar(12) NOT NULL,
  qty     int NOT NULL,
  ln_amt  numeric(10,2) NOT NULL
);
CREATE TABLE t_task (
  tsk_id  bigint PRIMARY KEY,
  evt_id  bigint NOT NULL REFERENCES evt_hdr (evt_id),
  emp_id  int REFERENCES emp (emp_id),
  tsk_nm  varchar(40) NOT NULL,
  tsk_typ varchar(12) NOT NULL,
  prio    char(1) NOT NULL,
  due_dt  date NOT NULL,
  done_dt date,
  est_hrs numeric(6,1)
);
-- no foreign key to evt_hdr: the join is in the model only
CREATE TABLE gst_list (
  gst_id  bigint PRIMARY KEY,
  evt_id  bigint NOT NULL,
  gst_nm  varchar(20) NOT NULL,
  side_cd char(1) NOT NULL,
  rsvp    char(1) NOT NULL,
  pax     int NOT NULL,
  diet    varchar(10),
  vip_flg boolean
);
CREATE TABLE pmt_rcd (
  pmt_id  bigint PRIMARY KEY,
  evt_id  bigint NOT NULL REFERENCES evt_hdr (evt_id),
  pay_ts  timestamp NOT NULL,
  pay_typ varchar(8) NOT NULL,
  pay_mth varchar(10),
  amt     numeric(12,2) NOT NULL
);
CREATE TABLE fdbk (
  fb_id    bigint PRIMARY KEY,
  evt_id   bigint NOT NULL REFERENCES evt_hdr (evt_id),
  fb_dt    date NOT NULL,
  rnd      varchar(6) NOT NULL,
  scr_pln  numeric(4,1),
  scr_deco numeric(4,1),
  scr_host numeric(4,1),
  scr_food numeric(4,1),
  rec_flg  boolean
);
CREATE INDEX ON evt_hdr (evt_dt);
CREATE INDEX ON evt_hdr (cust_id);
CREATE INDEX ON evt_spl_rel (evt_id);
CREATE INDEX ON pmt_rcd (evt_id);
