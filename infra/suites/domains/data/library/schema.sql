-- "library": a city's public library network, as its lending system stores it.
CREATE TABLE brnch (
  br_cd   char(3) PRIMARY KEY,
  br_nm   varchar(40) NOT NULL,
  dist    varchar(12),
  flr_sqm numeric(8,1),
  opn_dt  date,
  sun_opn boolean NOT NULL
);
CREATE TABLE subj (
  subj_cd varchar(4) PRIMARY KEY,
  subj_nm varchar(24) NOT NULL
);
-- no foreign key to subj: some codes were retired long ago
CREATE TABLE bib (
  bib_id  int PRIMARY KEY,
  bib_nm  varchar(80) NOT NULL,
  subj_cd varchar(4),
  lng     char(2) NOT NULL,      -- EN ZH MS TA
  fmt     char(2) NOT NULL,      -- BK AU DV MG
  pub_yr  int,
  pgs     int
);
CREATE TABLE auth (
  auth_id int PRIMARY KEY,
  auth_nm varchar(40) NOT NULL,
  ctry    varchar(20)
);
CREATE TABLE bib_auth (
  bib_id  int NOT NULL REFERENCES bib (bib_id),
  auth_id int NOT NULL REFERENCES auth (auth_id),
  PRIMARY KEY (bib_id, auth_id)
);
CREATE TABLE itm (
  itm_id  int PRIMARY KEY,
  brcode  varchar(12) NOT NULL UNIQUE,
  bib_id  int NOT NULL REFERENCES bib (bib_id),
  br_cd   char(3) REFERENCES brnch (br_cd),   -- NULL: still in processing
  acq_dt  date NOT NULL,
  price   numeric(8,2),
  st      char(1) NOT NULL,                   -- A L R X
  ref_flg boolean NOT NULL
);
CREATE TABLE ptrn (
  ptrn_id int PRIMARY KEY,
  crd_no  varchar(12) NOT NULL UNIQUE,
  ptrn_nm varchar(40) NOT NULL,
  p_typ   varchar(6) NOT NULL,                -- ADULT CHILD STUD SENIOR
  home_br char(3) REFERENCES brnch (br_cd),   -- NULL: joined online
  dist    varchar(12),
  join_dt date NOT NULL,
  exp_dt  date,
  blk_flg boolean,
  eml     varchar(60),
  dob     date
);
CREATE TABLE loan (
  loan_id  int PRIMARY KEY,
  itm_id   int NOT NULL REFERENCES itm (itm_id),
  ptrn_id  int NOT NULL REFERENCES ptrn (ptrn_id),
  br_cd    char(3) NOT NULL REFERENCES brnch (br_cd),
  out_ts   timestamptz NOT NULL,
  due_dt   date NOT NULL,
  ret_ts   timestamptz,
  rnw_cnt  int NOT NULL DEFAULT 0,
  self_flg boolean NOT NULL
);
CREATE TABLE resv (
  res_id  int PRIMARY KEY,
  bib_id  int NOT NULL REFERENCES bib (bib_id),
  ptrn_id int NOT NULL REFERENCES ptrn (ptrn_id),
  pick_br char(3) REFERENCES brnch (br_cd),
  req_ts  timestamp NOT NULL,
  ntf_ts  timestamp,
  st      char(1) NOT NULL                    -- W R F C
);
CREATE TABLE fine (
  fine_id int PRIMARY KEY,
  ptrn_id int NOT NULL REFERENCES ptrn (ptrn_id),
  loan_id int,                                -- no foreign key; NULL: not about a loan
  fine_dt date NOT NULL,
  rsn     varchar(5) NOT NULL,                -- LATE LOST DAMG CARD
  amt     numeric(8,2) NOT NULL,
  pd_amt  numeric(8,2) NOT NULL,
  pd_dt   date,
  wv_flg  boolean NOT NULL
);
CREATE TABLE evt (
  evt_id  int PRIMARY KEY,
  evt_nm  varchar(60) NOT NULL,
  br_cd   char(3) REFERENCES brnch (br_cd),   -- NULL: online
  evt_ts  timestamp NOT NULL,
  e_typ   varchar(6) NOT NULL,                -- STORY WSHOP TALK CLUB
  seats   int,
  free_flg boolean NOT NULL
);
CREATE TABLE evt_reg (
  reg_id  int PRIMARY KEY,
  evt_id  int NOT NULL REFERENCES evt (evt_id),
  ptrn_id int REFERENCES ptrn (ptrn_id),      -- NULL: a guest without a card
  reg_dt  date NOT NULL,
  att_flg boolean                             -- NULL: not over yet
);
CREATE TABLE gate_cnt (
  id    int PRIMARY KEY,
  br_cd char(3) NOT NULL REFERENCES brnch (br_cd),
  mth   date NOT NULL,
  mthd  varchar(6) NOT NULL,                  -- SENSOR, MANUAL
  cnt   int NOT NULL
);
CREATE TABLE br_svy (
  id    int PRIMARY KEY,
  br_cd char(3) NOT NULL REFERENCES brnch (br_cd),
  yr    int NOT NULL,
  stf   numeric(4,2),
  coll  numeric(4,2),
  room  numeric(4,2),
  web   numeric(4,2)
);
CREATE INDEX ON loan (out_ts);
CREATE INDEX ON itm (bib_id);
