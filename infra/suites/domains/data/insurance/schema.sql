-- A regional property insurer. Names as the core system of 2009 left them.
CREATE TABLE brn (
  br_id   int PRIMARY KEY,
  br_nm   varchar(30) NOT NULL,
  city    varchar(20),
  prov    varchar(20),
  open_dt date,
  hc      int
);
CREATE TABLE agt (
  agt_id  int PRIMARY KEY,
  agt_nm  varchar(20) NOT NULL,
  br_id   int REFERENCES brn (br_id),
  rank_cd char(2) NOT NULL,
  hire_dt date NOT NULL,
  quit_dt date,
  full_tm boolean NOT NULL,
  mobile  varchar(20)
);
CREATE TABLE ph (
  ph_id   int PRIMARY KEY,
  ph_nm   varchar(40) NOT NULL,
  ph_typ  char(1) NOT NULL,
  sex     char(1),
  birth_dt date,
  city    varchar(20),
  reg_dt  date NOT NULL,
  ref_agt int REFERENCES agt (agt_id),
  vip     boolean,
  crd_scr int,
  idno    varchar(20)
);
CREATE TABLE lob (
  lob_cd char(3) PRIMARY KEY,
  lob_nm varchar(20) NOT NULL
);
CREATE TABLE prod (
  prod_cd   varchar(8) PRIMARY KEY,
  prod_nm   varchar(30) NOT NULL,
  lob_cd    char(3) REFERENCES lob (lob_cd),
  on_sale   boolean NOT NULL,
  launch_dt date,
  min_prem  numeric(10,2)
);
CREATE TABLE rider (
  rdr_cd char(3) PRIMARY KEY,
  rdr_nm varchar(20) NOT NULL,
  compulsory boolean NOT NULL
);
CREATE TABLE pol (
  pol_id   int PRIMARY KEY,
  pol_no   varchar(16) NOT NULL,
  ph_id    int NOT NULL REFERENCES ph (ph_id),
  prod_cd  varchar(8) NOT NULL REFERENCES prod (prod_cd),
  agt_id   int REFERENCES agt (agt_id),
  br_id    int NOT NULL REFERENCES brn (br_id),
  sgn_dt   date NOT NULL,
  eff_dt   date NOT NULL,
  exp_dt   date NOT NULL,
  prem     numeric(12,2) NOT NULL,
  si       numeric(14,2),
  chnl     varchar(4) NOT NULL,
  st       char(3) NOT NULL,
  auto_rnw boolean
);
CREATE TABLE pol_rdr (
  pol_id int NOT NULL REFERENCES pol (pol_id),
  rdr_cd char(3) NOT NULL REFERENCES rider (rdr_cd),
  add_prem numeric(10,2),
  PRIMARY KEY (pol_id, rdr_cd)
);
CREATE TABLE veh (
  veh_id  int PRIMARY KEY,
  plate   varchar(12) NOT NULL,
  pol_id  int REFERENCES pol (pol_id),
  make    varchar(20),
  seats   int,
  fst_reg date,
  val     numeric(12,2),
  nev     boolean
);
CREATE TABLE insp (
  insp_id int PRIMARY KEY,
  veh_id  int NOT NULL REFERENCES veh (veh_id),
  agt_id  int REFERENCES agt (agt_id),
  insp_tz timestamptz NOT NULL,
  yr      int NOT NULL,
  res     char(1),
  brk_scr numeric(5,2),
  tyr_scr numeric(5,2),
  bdy_scr numeric(5,2)
);
CREATE TABLE clm (
  clm_id  int PRIMARY KEY,
  clm_no  varchar(16) NOT NULL,
  pol_id  int NOT NULL REFERENCES pol (pol_id),
  br_id   int REFERENCES brn (br_id),
  hdl_agt int REFERENCES agt (agt_id),
  loss_dt date NOT NULL,
  rpt_ts  timestamp NOT NULL,
  cls_dt  date,
  cause   char(3),
  clm_amt numeric(12,2) NOT NULL,
  est_amt numeric(12,2),
  st      char(3) NOT NULL,
  fraud   boolean
);
-- no foreign key: payments come from the finance system
CREATE TABLE clm_pay (
  pay_id int PRIMARY KEY,
  clm_id int NOT NULL,
  pay_dt date NOT NULL,
  amt    numeric(12,2) NOT NULL,
  ccy    char(3) NOT NULL,
  way    varchar(4)
);
CREATE TABLE inst (
  inst_id int PRIMARY KEY,
  pol_id  int NOT NULL REFERENCES pol (pol_id),
  seq     int NOT NULL,
  due_dt  date NOT NULL,
  paid_dt date,
  amt     numeric(12,2) NOT NULL
);
CREATE TABLE bk (
  bk_id  int PRIMARY KEY,
  br_id  int NOT NULL REFERENCES brn (br_id),
  mon    date NOT NULL,
  basis  varchar(4) NOT NULL,
  earned numeric(14,2) NOT NULL,
  cost   numeric(14,2)
);
CREATE INDEX ON pol (ph_id);
CREATE INDEX ON clm (pol_id);
CREATE INDEX ON inst (pol_id);
