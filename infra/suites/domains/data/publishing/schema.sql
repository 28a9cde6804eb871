-- Domain "publishing": a publishing house. Physical names as they grew over the years; labels are in model.yaml.
CREATE TABLE ed_stf (
  stf_no  int PRIMARY KEY,
  stf_nm  varchar(20) NOT NULL,
  dept_nm varchar(20) NOT NULL,
  join_dt date NOT NULL,
  sal     numeric(10,2)
);
CREATE TABLE tb_author (
  au_id    int PRIMARY KEY,
  pen_nm   varchar(40) NOT NULL,
  natl     varchar(10) NOT NULL,
  home_cty varchar(20),
  au_lvl   char(1),
  is_excl  boolean NOT NULL,
  fst_dt   date NOT NULL,
  bank_no  varchar(24)
);
CREATE TABLE bk_title (
  ttl_id   int PRIMARY KEY,
  ttl_nm   varchar(60) NOT NULL,
  au_id    int REFERENCES tb_author (au_id),
  stf_no   int REFERENCES ed_stf (stf_no),
  genre_cd char(3) NOT NULL,
  imprt    varchar(12) NOT NULL,
  ttl_st   varchar(6) NOT NULL,
  acq_dt   date NOT NULL,
  is_trl   boolean NOT NULL,
  wrd_k    numeric(7,1)
);
CREATE TABLE bk_edtn (
  edtn_id int PRIMARY KEY,
  ttl_id  int NOT NULL REFERENCES bk_title (ttl_id),
  isbn13  varchar(17) NOT NULL,
  fmt_cd  char(2) NOT NULL,
  edtn_no int NOT NULL,
  lst_prc numeric(7,2),
  pg_cnt  int,
  pub_dt  date,
  ill_flg boolean
);
CREATE TABLE au_ctr (
  ctr_id  int PRIMARY KEY,
  ctr_no  varchar(16) NOT NULL,
  au_id   int NOT NULL REFERENCES tb_author (au_id),
  ttl_id  int REFERENCES bk_title (ttl_id),
  sgn_dt  date NOT NULL,
  adv_amt numeric(11,2),
  ccy_cd  char(3) NOT NULL,
  roy_pct numeric(5,2) NOT NULL,
  ms_due  date NOT NULL,
  ms_rcv  date,
  ctr_st  varchar(6) NOT NULL
);
CREATE TABLE roy_pmt (
  pmt_id bigint PRIMARY KEY,
  ctr_id int NOT NULL REFERENCES au_ctr (ctr_id),
  pmt_dt date NOT NULL,
  basis  varchar(4) NOT NULL,
  amt    numeric(11,2) NOT NULL
);
CREATE TABLE prn_run (
  run_id   int PRIMARY KEY,
  edtn_id  int NOT NULL REFERENCES bk_edtn (edtn_id),
  prnt_nm  varchar(20) NOT NULL,
  prn_dt   date NOT NULL,
  qty      int NOT NULL,
  cost_amt numeric(11,2)
);
CREATE TABLE dist_acct (
  acct_id  int PRIMARY KEY,
  acct_nm  varchar(40) NOT NULL,
  acct_tp  char(3) NOT NULL,
  city_nm  varchar(20),
  rgn      varchar(6),
  opn_dt   date NOT NULL,
  cr_lmt   numeric(11,2),
  ctc_tel  varchar(16),
  clsd_flg boolean NOT NULL
);
CREATE TABLE so_hd (
  so_id   bigint PRIMARY KEY,
  so_no   varchar(16) NOT NULL,
  acct_id int NOT NULL REFERENCES dist_acct (acct_id),
  so_dt   date NOT NULL,
  so_st   char(3) NOT NULL,
  src     varchar(8),
  shp_ts  timestamptz
);
CREATE TABLE so_dtl (
  dtl_id  bigint PRIMARY KEY,
  so_id   bigint NOT NULL REFERENCES so_hd (so_id),
  edtn_id int NOT NULL REFERENCES bk_edtn (edtn_id),
  post_dt date NOT NULL,
  qty     int NOT NULL,
  lst_amt numeric(11,2) NOT NULL,
  net_amt numeric(11,2) NOT NULL
);
CREATE TABLE rtn_rec (
  rtn_id  bigint PRIMARY KEY,
  dtl_id  bigint NOT NULL REFERENCES so_dtl (dtl_id),
  rtn_dt  date NOT NULL,
  qty     int NOT NULL,
  rsn     varchar(8),
  crd_amt numeric(11,2) NOT NULL
);
-- no foreign key to bk_title: the join is in the model only
CREATE TABLE prs_rvw (
  rvw_id   bigint PRIMARY KEY,
  hdln     varchar(60) NOT NULL,
  ttl_id   int NOT NULL,
  media_nm varchar(20) NOT NULL,
  "crtcNm" varchar(20),
  rvw_dt   date NOT NULL,
  star_n   int,
  wrt_scr  numeric(4,2),
  idea_scr numeric(4,2),
  dsn_scr  numeric(4,2),
  feat_flg boolean
);
CREATE INDEX ON so_dtl (so_id);
CREATE INDEX ON so_dtl (edtn_id);
CREATE INDEX ON prs_rvw (ttl_id);
