-- "clinic": a chain of outpatient clinics and small hospitals. Names as the hospital system has them; what they mean is in model.yaml.
CREATE TABLE org_site (
  site_id  int PRIMARY KEY,
  site_nm  varchar(40) NOT NULL,
  site_typ char(1) NOT NULL,              -- H, C, S
  city     varchar(20) NOT NULL,
  opn_dt   date,
  bed_cnt  int,
  er24     boolean NOT NULL
);
CREATE TABLE dict_dept (
  dept_cd varchar(4) PRIMARY KEY,
  dept_nm varchar(20) NOT NULL,
  srg_flg boolean NOT NULL
);
CREATE TABLE doc (
  doc_id  int PRIMARY KEY,
  doc_nm  varchar(20) NOT NULL,
  sex     char(1) NOT NULL,
  ttl     varchar(12) NOT NULL,
  dept_cd varchar(4) NOT NULL REFERENCES dict_dept (dept_cd),
  site_id int NOT NULL REFERENCES org_site (site_id),
  hire_dt date NOT NULL,
  lft_dt  date,
  exp_flg boolean NOT NULL,
  reg_fee numeric(6,2),
  tel     varchar(20)
);
CREATE TABLE pat (
  pat_id   int PRIMARY KEY,
  pat_nm   varchar(20) NOT NULL,
  sex      char(1),
  birth_dt date NOT NULL,
  city     varchar(20),
  reg_dt   date NOT NULL,
  mbr_lvl  varchar(8),
  ins_typ  varchar(12) NOT NULL,
  alg_flg  boolean,
  fam_doc  int REFERENCES doc (doc_id),
  id_no    varchar(18),
  tel      varchar(20)
);
CREATE TABLE appt (
  appt_id int PRIMARY KEY,
  pat_id  int NOT NULL REFERENCES pat (pat_id),
  doc_id  int NOT NULL REFERENCES doc (doc_id),
  appt_dt date NOT NULL,
  half    char(2) NOT NULL,               -- AM, PM
  bk_ts   timestamp NOT NULL,
  chnl    varchar(8) NOT NULL,
  st      char(1) NOT NULL,               -- B, D, X, N
  fst_flg boolean NOT NULL
);
-- no foreign key: the codes come from the ministry's list
CREATE TABLE dict_diag (
  diag_cd varchar(8) PRIMARY KEY,
  diag_nm varchar(30) NOT NULL,
  chr_flg boolean NOT NULL
);
CREATE TABLE visit (
  vis_id   int PRIMARY KEY,
  appt_id  int REFERENCES appt (appt_id), -- NULL: walked in
  pat_id   int NOT NULL REFERENCES pat (pat_id),
  doc_id   int NOT NULL REFERENCES doc (doc_id),
  vis_ts   timestamp NOT NULL,
  diag_cd  varchar(8),
  wait_min int,
  sat      int
);
CREATE TABLE adm (
  adm_id   int PRIMARY KEY,
  adm_no   varchar(16) NOT NULL,
  pat_id   int NOT NULL REFERENCES pat (pat_id),
  site_id  int NOT NULL REFERENCES org_site (site_id),
  dept_cd  varchar(4) NOT NULL REFERENCES dict_dept (dept_cd),
  att_doc  int REFERENCES doc (doc_id),   -- NULL: not assigned
  adm_ts   timestamptz NOT NULL,
  pln_dis  date,
  dis_ts   timestamptz,
  emg_flg  boolean NOT NULL,
  dep_amt  numeric(10,2)
);
CREATE TABLE drug (
  drug_id  int PRIMARY KEY,
  drug_nm  varchar(30) NOT NULL,
  frm      varchar(10) NOT NULL,
  unit_prc numeric(8,2) NOT NULL,
  rx_only  boolean NOT NULL,
  stk_qty  int,
  exp_dt   date
);
CREATE TABLE rx (
  rx_id  int PRIMARY KEY,
  rx_no  varchar(16) NOT NULL,
  vis_id int NOT NULL REFERENCES visit (vis_id),
  rx_dt  date NOT NULL,
  rx_st  varchar(8) NOT NULL
);
CREATE TABLE rx_item (
  rx_id   int NOT NULL REFERENCES rx (rx_id),
  drug_id int NOT NULL REFERENCES drug (drug_id),
  qty     int NOT NULL,
  amt     numeric(10,2) NOT NULL,
  PRIMARY KEY (rx_id, drug_id)
);
CREATE TABLE lab (
  lab_id  int PRIMARY KEY,
  pat_id  int NOT NULL REFERENCES pat (pat_id),
  vis_id  int REFERENCES visit (vis_id),
  itm_nm  varchar(20) NOT NULL,
  smp_ts  timestamp NOT NULL,
  rpt_ts  timestamp,
  val     text,
  abn_flg boolean
);
CREATE TABLE inv (
  inv_id   int PRIMARY KEY,
  inv_no   varchar(16) NOT NULL,
  pat_id   int REFERENCES pat (pat_id),   -- NULL: sold at the counter
  site_id  int NOT NULL,                  -- no foreign key, the join is in the model
  inv_dt   date NOT NULL,
  inv_typ  varchar(2) NOT NULL,           -- OP, IP, RX, PE
  amt_tot  numeric(10,2) NOT NULL,
  amt_ins  numeric(10,2),
  amt_self numeric(10,2) NOT NULL,
  pay_st   varchar(4) NOT NULL,           -- PAID, OPEN, PART, REFD
  due_dt   date,
  paid_dt  date
);
CREATE TABLE site_score (
  id      int PRIMARY KEY,
  site_id int NOT NULL REFERENCES org_site (site_id),
  yr      int NOT NULL,
  src     varchar(8) NOT NULL,            -- 自评, 第三方
  atd     numeric(5,2),
  wt      numeric(5,2),
  env     numeric(5,2),
  saf     numeric(5,2)
);
CREATE INDEX ON appt (appt_dt);
CREATE INDEX ON visit (vis_ts);
CREATE INDEX ON inv (inv_dt);
