-- "farm": an agricultural cooperative. Old office system; names are abbreviated, labels are in model.yaml.
CREATE TABLE d_vlg (
  vlg_cd  char(3) PRIMARY KEY,
  vlg_nm  varchar(20) NOT NULL,
  town_nm varchar(20) NOT NULL
);
CREATE TABLE mbr (
  mid      int PRIMARY KEY,
  nm       varchar(20) NOT NULL,
  vlg_cd   char(3) REFERENCES d_vlg (vlg_cd),
  mbr_typ  varchar(10) NOT NULL,
  join_dt  date NOT NULL,
  exit_dt  date,
  shr_amt  numeric(10,2),
  org_flg  boolean,
  id_no    varchar(18),
  bank_no  varchar(24)
);
CREATE TABLE crop (
  crop_cd  char(3) PRIMARY KEY,
  crop_nm  varchar(12) NOT NULL,
  crop_grp varchar(10) NOT NULL,
  per_flg  boolean NOT NULL
);
CREATE TABLE wx_stn (
  stn_id   int PRIMARY KEY,
  stn_nm   varchar(20) NOT NULL,
  elev_m   int,
  instl_dt date
);
-- one row a week and source: the automatic gauge and the hand-read one stand side by side
CREATE TABLE wx_obs (
  obs_id  bigint PRIMARY KEY,
  stn_id  int NOT NULL REFERENCES wx_stn (stn_id),
  obs_dt  date NOT NULL,
  src     varchar(4) NOT NULL,
  rain_mm numeric(6,1),
  t_max   numeric(4,1),
  t_min   numeric(4,1)
);
CREATE TABLE fld (
  fld_id   int PRIMARY KEY,
  fld_nm   varchar(20) NOT NULL,
  mid      int REFERENCES mbr (mid),
  stn_id   int REFERENCES wx_stn (stn_id),
  area_mu  numeric(6,1) NOT NULL,
  soil_typ varchar(6),
  irr_flg  boolean
);
CREATE TABLE plntg (
  pl_id     int PRIMARY KEY,
  fld_id    int NOT NULL REFERENCES fld (fld_id),
  crop_cd   char(3) NOT NULL REFERENCES crop (crop_cd),
  sow_dt    date NOT NULL,
  exp_hv_dt date NOT NULL,
  pl_area   numeric(6,1) NOT NULL,
  seed_kg   numeric(8,1),
  pl_st     char(1) NOT NULL
);
CREATE TABLE hrvst (
  hv_id     int PRIMARY KEY,
  pl_id     int NOT NULL REFERENCES plntg (pl_id),
  hv_dt     date NOT NULL,
  qty_kg    numeric(9,1) NOT NULL,
  grd       char(1),
  moist_pct numeric(4,1)
);
CREATE TABLE lvstk (
  ls_id    int PRIMARY KEY,
  ear_no   varchar(12) NOT NULL,
  spc      char(3) NOT NULL,
  mid      int REFERENCES mbr (mid),
  birth_dt date NOT NULL,
  sex      char(1) NOT NULL,
  wt_kg    numeric(6,1),
  vacc_flg boolean,
  chk_dt   date
);
-- no foreign key to mbr: the join is in the model only
CREATE TABLE dlv (
  dlv_id   bigint PRIMARY KEY,
  dlv_no   varchar(16) NOT NULL,
  mid      int,
  crop_cd  char(3) NOT NULL REFERENCES crop (crop_cd),
  dlv_ts   timestamp NOT NULL,
  net_kg   numeric(9,1) NOT NULL,
  unit_prc numeric(6,2) NOT NULL,
  amt      numeric(11,2),
  rej_flg  boolean NOT NULL,
  due_dt   date
);
CREATE TABLE pymt (
  pay_id  bigint PRIMARY KEY,
  dlv_id  bigint REFERENCES dlv (dlv_id),
  pay_dt  date NOT NULL,
  pay_amt numeric(11,2) NOT NULL,
  pay_mth varchar(8) NOT NULL
);
CREATE TABLE mach (
  mach_id  int PRIMARY KEY,
  mach_nm  varchar(20) NOT NULL,
  mach_typ varchar(12) NOT NULL,
  buy_dt   date,
  buy_prc  numeric(10,2),
  hr_fee   numeric(6,2),
  own_flg  boolean NOT NULL
);
CREATE TABLE mach_bk (
  bk_id   bigint PRIMARY KEY,
  mach_id int NOT NULL REFERENCES mach (mach_id),
  mid     int REFERENCES mbr (mid),
  wk_dt   date NOT NULL,
  crt_ts  timestamptz NOT NULL,
  hrs     numeric(4,1) NOT NULL,
  bk_st   varchar(4) NOT NULL
);
CREATE TABLE mach_op (
  mid     int NOT NULL REFERENCES mbr (mid),
  mach_id int NOT NULL REFERENCES mach (mach_id),
  lic_dt  date NOT NULL,
  PRIMARY KEY (mid, mach_id)
);
CREATE INDEX ON dlv (dlv_ts);
CREATE INDEX ON dlv (mid);
CREATE INDEX ON pymt (dlv_id);
