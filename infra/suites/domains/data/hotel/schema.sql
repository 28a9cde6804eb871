-- Domain "hotel": a small group of hotels, hostels and serviced apartments in China, Thailand, Portugal and Germany.
CREATE TABLE htl (
  hid      int PRIMARY KEY,
  hnm      text NOT NULL,
  htype    char(1) NOT NULL,
  city     text NOT NULL,
  ctry     char(2) NOT NULL,
  stars    int,
  opened   date NOT NULL,
  flr_cnt  int,
  pool     boolean NOT NULL,
  pets     boolean
);
CREATE TABLE amen (
  am_cd char(3) PRIMARY KEY,
  am_nm text NOT NULL
);
CREATE TABLE htl_amen (
  hid   int NOT NULL REFERENCES htl (hid),
  am_cd char(3) NOT NULL REFERENCES amen (am_cd),
  free  boolean NOT NULL,
  PRIMARY KEY (hid, am_cd)
);
CREATE TABLE rm_type (
  rt_cd  char(3) PRIMARY KEY,
  rt_nm  text NOT NULL,
  max_p  int NOT NULL
);
CREATE TABLE room (
  rm_id  int PRIMARY KEY,
  hid    int NOT NULL REFERENCES htl (hid),
  rm_no  varchar(6) NOT NULL,
  rt_cd  char(3) NOT NULL REFERENCES rm_type (rt_cd),
  sqm    numeric(5,1),
  rate   numeric(8,2) NOT NULL,
  ooo    boolean NOT NULL,
  lst_rn date
);
CREATE TABLE guest (
  gid     int PRIMARY KEY,
  gnm     text NOT NULL,
  nat     char(2),
  tier    text,
  reg_dt  date NOT NULL,
  pts     int,
  news    boolean,
  email   text,
  pass_no text
);
CREATE TABLE chan (
  ch_cd  char(2) PRIMARY KEY,
  ch_nm  text NOT NULL,
  ch_grp text NOT NULL,
  comm   numeric(4,1)
);
-- hid has no foreign key: bookings come from an older system
CREATE TABLE bkg (
  bid       int PRIMARY KEY,
  ref       varchar(12) NOT NULL,
  gid       int NOT NULL REFERENCES guest (gid),
  hid       int NOT NULL,
  rt_cd     char(3) NOT NULL REFERENCES rm_type (rt_cd),
  ch_cd     char(2) REFERENCES chan (ch_cd),
  booked_at timestamp NOT NULL,
  arr_dt    date NOT NULL,
  dep_dt    date NOT NULL,
  pers      int NOT NULL,
  quoted    numeric(10,2) NOT NULL,
  st        char(3) NOT NULL,
  canc_dt   date,
  prepaid   boolean
);
CREATE TABLE stay (
  sid   int PRIMARY KEY,
  bid   int REFERENCES bkg (bid),
  gid   int NOT NULL REFERENCES guest (gid),
  rm_id int NOT NULL REFERENCES room (rm_id),
  ci_ts timestamptz NOT NULL,
  co_ts timestamptz,
  nts   int
);
CREATE TABLE chg_cat (
  cat_cd char(3) PRIMARY KEY,
  cat_nm text NOT NULL
);
CREATE TABLE chg (
  cid    int PRIMARY KEY,
  sid    int NOT NULL REFERENCES stay (sid),
  cat_cd char(3) REFERENCES chg_cat (cat_cd),
  chg_dt date NOT NULL,
  amt    numeric(10,2) NOT NULL,
  ccy    char(3) NOT NULL,
  disp   boolean NOT NULL
);
CREATE TABLE rvw (
  rid    int PRIMARY KEY,
  sid    int REFERENCES stay (sid),
  rvw_dt date NOT NULL,
  src    text NOT NULL,
  cln    numeric(3,1),
  svc    numeric(3,1),
  loc    numeric(3,1),
  ans    boolean,
  body   text
);
CREATE TABLE staff (
  stf_id  int PRIMARY KEY,
  stf_nm  text NOT NULL,
  hid     int REFERENCES htl (hid),
  job     text NOT NULL,
  join_dt date NOT NULL,
  quit_dt date,
  wage    numeric(8,2),
  tel     text
);
CREATE TABLE shf (
  shf_id int PRIMARY KEY,
  stf_id int REFERENCES staff (stf_id),
  shf_dt date NOT NULL,
  kind   char(1) NOT NULL,
  hrs    numeric(4,1) NOT NULL,
  ot_hrs numeric(4,1),
  swapd  boolean NOT NULL
);
CREATE INDEX ON bkg (booked_at);
CREATE INDEX ON stay (rm_id);
CREATE INDEX ON chg (sid);
