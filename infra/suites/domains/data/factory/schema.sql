-- Domain "factory": a maker of machine parts with four sites in China and one in Germany.
CREATE TABLE plant (
  pl_cd    char(3) PRIMARY KEY,
  pl_nm    varchar(40) NOT NULL,
  city     varchar(20) NOT NULL,
  ctry     char(2) NOT NULL,
  bld_dt   date,
  flr_m2   numeric(9,1),
  has_fdry boolean NOT NULL
);
CREATE TABLE prod_ln (
  ln_id    int PRIMARY KEY,
  ln_nm    varchar(30) NOT NULL,
  pl_cd    char(3) NOT NULL REFERENCES plant (pl_cd),
  ln_typ   varchar(10) NOT NULL,
  start_dt date,
  cap_day  int,
  is_auto  boolean
);
CREATE TABLE mach (
  mach_no varchar(10) PRIMARY KEY,
  mach_nm varchar(40) NOT NULL,
  ln_id   int REFERENCES prod_ln (ln_id),
  maker   varchar(20) NOT NULL,
  comm_dt date NOT NULL,
  kw      numeric(6,1),
  buy_prc numeric(12,2),
  warr    boolean,
  st      char(1) NOT NULL
);
CREATE TABLE part_fam (
  fam_cd char(2) PRIMARY KEY,
  fam_nm varchar(20) NOT NULL
);
CREATE TABLE part (
  part_no  varchar(12) PRIMARY KEY,
  part_nm  varchar(40) NOT NULL,
  fam_cd   char(2) REFERENCES part_fam (fam_cd),
  wt_g     numeric(9,1),
  std_cost numeric(9,2) NOT NULL,
  lst_prc  numeric(9,2),
  rls_dt   date NOT NULL,
  disc     boolean NOT NULL
);
CREATE TABLE empl (
  emp_id   int PRIMARY KEY,
  emp_nm   varchar(20) NOT NULL,
  job      varchar(10) NOT NULL,
  pl_cd    char(3) NOT NULL REFERENCES plant (pl_cd),
  hire_dt  date NOT NULL,
  left_dt  date,
  has_cert boolean,
  base_pay numeric(9,2),
  id_card  varchar(18)
);
-- no foreign key to prod_ln: the old MES never had one, the join is in the model only
CREATE TABLE wo (
  wo_id   int PRIMARY KEY,
  wo_no   varchar(16) NOT NULL,
  part_no varchar(12) NOT NULL REFERENCES part (part_no),
  ln_id   int NOT NULL,
  emp_id  int REFERENCES empl (emp_id),
  crt_dt  date NOT NULL,
  due_dt  date NOT NULL,
  fin_dt  date,
  q_plan  int NOT NULL,
  q_good  int,
  q_scrap int,
  wo_st   char(3) NOT NULL,
  prio    varchar(4) NOT NULL,
  rush    boolean NOT NULL
);
CREATE TABLE insp (
  insp_id int PRIMARY KEY,
  wo_id   int NOT NULL REFERENCES wo (wo_id),
  emp_id  int REFERENCES empl (emp_id),
  insp_at timestamp NOT NULL,
  smp     int NOT NULL,
  rslt    char(1) NOT NULL,
  re_chk  boolean NOT NULL
);
CREATE TABLE def_typ (
  def_cd  char(3) PRIMARY KEY,
  def_nm  varchar(20) NOT NULL,
  def_cls varchar(10) NOT NULL
);
CREATE TABLE insp_def (
  insp_id int NOT NULL REFERENCES insp (insp_id),
  def_cd  char(3) NOT NULL REFERENCES def_typ (def_cd),
  qty     int NOT NULL,
  PRIMARY KEY (insp_id, def_cd)
);
CREATE TABLE supp (
  supp_id   int PRIMARY KEY,
  supp_nm   varchar(40) NOT NULL,
  city      varchar(20),
  ctry      char(2) NOT NULL,
  lvl       varchar(4) NOT NULL,
  on_dt     date NOT NULL,
  q_scr     numeric(5,2),
  d_scr     numeric(5,2),
  p_scr     numeric(5,2),
  iso       boolean,
  bank_acct varchar(30)
);
CREATE TABLE po (
  po_id   int PRIMARY KEY,
  po_no   varchar(16) NOT NULL,
  supp_id int NOT NULL REFERENCES supp (supp_id),
  pl_cd   char(3) NOT NULL,
  mat     varchar(10) NOT NULL,
  ord_dt  date NOT NULL,
  prom_dt date NOT NULL,
  arr_dt  date,
  amt     numeric(12,2) NOT NULL,
  ccy     char(3) NOT NULL,
  emp_id  int REFERENCES empl (emp_id)
);
CREATE TABLE maint (
  mt_id   int PRIMARY KEY,
  mach_no varchar(10) NOT NULL REFERENCES mach (mach_no),
  mt_kind char(2) NOT NULL,
  plan_dt date,
  beg_ts  timestamptz,
  end_ts  timestamptz,
  dn_hrs  numeric(6,1),
  cost    numeric(10,2),
  emp_id  int REFERENCES empl (emp_id)
);
CREATE TABLE stk (
  part_no varchar(12) NOT NULL REFERENCES part (part_no),
  pl_cd   char(3) NOT NULL REFERENCES plant (pl_cd),
  q_hand  int NOT NULL,
  q_rsv   int,
  cnt_dt  date,
  PRIMARY KEY (part_no, pl_cd)
);
CREATE INDEX ON wo (crt_dt);
CREATE INDEX ON insp (wo_id);
CREATE INDEX ON po (supp_id);
