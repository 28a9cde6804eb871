-- The municipal transport operator of Lanzhou-on-the-river (a fictitious city): buses, trams, two metro lines, a ferry.
CREATE TABLE depot (
  dep_id  int PRIMARY KEY,
  dep_nm  varchar(20) NOT NULL,
  dist    varchar(12),
  bays    int,
  open_dt date
);
CREATE TABLE md (
  md_cd char(3) PRIMARY KEY,
  md_nm varchar(12) NOT NULL
);
CREATE TABLE stp (
  stp_id  int PRIMARY KEY,
  stp_nm  varchar(30) NOT NULL,
  dist    varchar(12),
  fz      char(1) NOT NULL,
  step_free boolean,
  shelter boolean NOT NULL
);
CREATE TABLE ln (
  ln_id   int PRIMARY KEY,
  ln_no   varchar(20) NOT NULL,
  md_cd   char(3) REFERENCES md (md_cd),
  dep_id  int REFERENCES depot (dep_id),
  fr_stp  int REFERENCES stp (stp_id),
  to_stp  int REFERENCES stp (stp_id),
  len_km  numeric(6,2),
  hdw     text,
  start_dt date,
  night   boolean NOT NULL
);
CREATE TABLE ln_stp (
  ln_id  int NOT NULL REFERENCES ln (ln_id),
  stp_id int NOT NULL REFERENCES stp (stp_id),
  seq    int NOT NULL,
  PRIMARY KEY (ln_id, stp_id)
);
CREATE TABLE vh (
  vh_id   int PRIMARY KEY,
  vh_no   varchar(12) NOT NULL,
  home_dep int REFERENCES depot (dep_id),
  fuel    varchar(3),
  seats   int,
  max_pax int,
  svc_dt  date,
  lowfl   boolean
);
CREATE TABLE drv (
  drv_id  int PRIMARY KEY,
  drv_nm  varchar(20) NOT NULL,
  dep_id  int REFERENCES depot (dep_id),
  hire_dt date NOT NULL,
  lic     char(2),
  sal     numeric(10,2)
);
CREATE TABLE trip (
  trip_id  int PRIMARY KEY,
  trip_no  varchar(20) NOT NULL,
  ln_id    int NOT NULL REFERENCES ln (ln_id),
  vh_id    int REFERENCES vh (vh_id),
  drv_id   int REFERENCES drv (drv_id),
  dep_id   int REFERENCES depot (dep_id),
  plan_ts  timestamp NOT NULL,
  act_ts   timestamp,
  delay_min numeric(5,1),
  pax      int,
  st       char(3) NOT NULL,
  crowded  boolean
);
CREATE TABLE psgr (
  psgr_id int PRIMARY KEY,
  nm      varchar(20) NOT NULL,
  typ     char(3) NOT NULL,
  dist    varchar(12),
  reg_dt  date NOT NULL,
  news    boolean,
  phone   varchar(20)
);
CREATE TABLE pas (
  pas_id  int PRIMARY KEY,
  pas_no  varchar(16) NOT NULL,
  psgr_id int REFERENCES psgr (psgr_id),
  kind    char(1) NOT NULL,
  buy_dt  date NOT NULL,
  to_dt   date NOT NULL,
  price   numeric(8,2) NOT NULL,
  auto_rnw boolean
);
-- no foreign keys: the ticketing vendor delivers this table
CREATE TABLE tkt (
  tkt_id  int PRIMARY KEY,
  ln_id   int,
  psgr_id int,
  sold_tz timestamptz NOT NULL,
  price   numeric(6,2) NOT NULL,
  chnl    varchar(4) NOT NULL,
  refunded boolean NOT NULL
);
CREATE TABLE inc (
  inc_id  int PRIMARY KEY,
  inc_no  varchar(16) NOT NULL,
  trip_id int REFERENCES trip (trip_id),
  stp_id  int REFERENCES stp (stp_id),
  occ_ts  timestamp NOT NULL,
  kind    char(3),
  serious boolean,
  injured int NOT NULL,
  damage  numeric(10,2),
  cls_dt  date
);
CREATE TABLE mnt (
  mnt_id  int PRIMARY KEY,
  mnt_no  varchar(16) NOT NULL,
  vh_id   int NOT NULL REFERENCES vh (vh_id),
  dep_id  int REFERENCES depot (dep_id),
  kind    char(3) NOT NULL,
  plan_dt date NOT NULL,
  done_dt date,
  parts   numeric(10,2),
  labour  numeric(10,2),
  external boolean NOT NULL
);
CREATE TABLE svy (
  svy_id  int PRIMARY KEY,
  ln_id   int NOT NULL REFERENCES ln (ln_id),
  yr      int NOT NULL,
  qtr     int NOT NULL,
  src     varchar(6) NOT NULL,
  cln     numeric(5,2),
  crd     numeric(5,2),
  rel     numeric(5,2),
  stf     numeric(5,2),
  rec     numeric(5,2)
);
CREATE INDEX ON trip (ln_id);
CREATE INDEX ON trip (plan_ts);
