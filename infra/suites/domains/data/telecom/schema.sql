-- Domain "telecom": a regional broadband and mobile operator.
CREATE TABLE region (
  rgn_cd  char(2) PRIMARY KEY,
  rgn_nm  varchar(20) NOT NULL,
  coastal boolean NOT NULL
);
CREATE TABLE tariff (
  tariff_id int PRIMARY KEY,
  name      varchar(40) NOT NULL,
  kind      varchar(12) NOT NULL,
  fee       numeric(8,2) NOT NULL,
  mbps      int,
  on_sale   boolean NOT NULL,
  launched  date NOT NULL
);
CREATE TABLE subscriber (
  sub_id     int PRIMARY KEY,
  full_name  varchar(40) NOT NULL,
  seg        varchar(8) NOT NULL,
  city       varchar(20),
  rgn_cd     char(2) NOT NULL REFERENCES region (rgn_cd),
  joined_on  date NOT NULL,
  credit     int,
  autopay    boolean,
  id_card    varchar(18),
  mobile_no  varchar(11)
);
CREATE TABLE subscription (
  scn_id     int PRIMARY KEY,
  sub_id     int NOT NULL REFERENCES subscriber (sub_id),
  tariff_id  int NOT NULL REFERENCES tariff (tariff_id),
  start_dt   date NOT NULL,
  expiry_dt  date,
  cancel_dt  date,
  state      varchar(8) NOT NULL,
  sales_chan varchar(10) NOT NULL,
  disc       numeric(8,2)
);
CREATE TABLE site (
  site_id    int PRIMARY KEY,
  site_nm    varchar(30) NOT NULL,
  rgn_cd     char(2) NOT NULL REFERENCES region (rgn_cd),
  tech       varchar(8) NOT NULL,
  height_m   numeric(5,1),
  built_on   date NOT NULL,
  backup     boolean,
  next_maint date
);
CREATE TABLE outage (
  outage_id  int PRIMARY KEY,
  outage_no  varchar(12) NOT NULL,
  started_at timestamp NOT NULL,
  ended_at   timestamp,
  cause      varchar(12) NOT NULL,
  sev        char(2) NOT NULL
);
-- which sites an outage took down
CREATE TABLE outage_site (
  outage_id int NOT NULL REFERENCES outage (outage_id),
  site_id   int NOT NULL REFERENCES site (site_id),
  affected  int,
  PRIMARY KEY (outage_id, site_id)
);
CREATE TABLE agent (
  agent_id  int PRIMARY KEY,
  agent_nm  varchar(20) NOT NULL,
  team      varchar(10) NOT NULL,
  hired_on  date NOT NULL,
  full_time boolean NOT NULL,
  wage      numeric(8,2)
);
CREATE TABLE ticket (
  ticket_id int PRIMARY KEY,
  ticket_no varchar(12) NOT NULL,
  sub_id    int NOT NULL REFERENCES subscriber (sub_id),
  agent_id  int REFERENCES agent (agent_id),
  opened_at timestamp NOT NULL,
  closed_at timestamp,
  topic     varchar(12) NOT NULL,
  prio      varchar(8) NOT NULL,
  csat      int,
  escalated boolean NOT NULL
);
CREATE TABLE invoice (
  inv_id    int PRIMARY KEY,
  inv_no    varchar(14) NOT NULL,
  scn_id    int NOT NULL REFERENCES subscription (scn_id),
  issued_on date NOT NULL,
  due_on    date NOT NULL,
  paid_on   date,
  amount    numeric(10,2) NOT NULL,
  late_fee  numeric(8,2),
  pay_by    varchar(10),
  disputed  boolean
);
