-- A regional electricity retailer and grid operator.
CREATE TABLE grid_zone (
  zone_id  int PRIMARY KEY,
  name     text NOT NULL,
  terrain  text NOT NULL,
  area_km2 numeric(7,1)
);
CREATE TABLE tariff (
  tariff_code  varchar(8) PRIMARY KEY,
  name         text NOT NULL,
  pricing      text NOT NULL,
  price_kwh    numeric(6,4) NOT NULL,
  base_fee     numeric(6,2) NOT NULL,
  is_green     boolean NOT NULL,
  withdrawn_on date
);
CREATE TABLE substation (
  substation_id     int PRIMARY KEY,
  name              text NOT NULL,
  zone_id           int REFERENCES grid_zone (zone_id),
  voltage_kv        int NOT NULL,
  capacity_mva      numeric(7,1),
  commissioned_on   date NOT NULL,
  last_inspected_on date,
  remote_ctl        boolean NOT NULL
);
CREATE TABLE technician (
  tech_id       int PRIMARY KEY,
  full_name     text NOT NULL,
  substation_id int REFERENCES substation (substation_id),
  supervisor_id int REFERENCES technician (tech_id),
  grade         text NOT NULL,
  hired_on      date NOT NULL,
  hv_certified  boolean NOT NULL,
  hourly_rate   numeric(6,2),
  mobile        text
);
CREATE TABLE customer (
  customer_id int PRIMARY KEY,
  name        text NOT NULL,
  segment     text NOT NULL,
  town        text,
  zone_id     int NOT NULL REFERENCES grid_zone (zone_id),
  joined_on   date NOT NULL,
  paperless   boolean,
  phone       text
);
CREATE TABLE contract (
  contract_id    int PRIMARY KEY,
  contract_no    text NOT NULL,
  customer_id    int NOT NULL REFERENCES customer (customer_id),
  tariff_code    varchar(8) NOT NULL REFERENCES tariff (tariff_code),
  status         text NOT NULL,
  channel        text,
  signed_on      date NOT NULL,
  ends_on        date,
  deposit        numeric(9,2),
  est_annual_kwh int NOT NULL
);
CREATE TABLE meter (
  meter_id      int PRIMARY KEY,
  serial_no     text NOT NULL,
  contract_id   int REFERENCES contract (contract_id),
  substation_id int REFERENCES substation (substation_id),
  model         text NOT NULL,
  is_smart      boolean NOT NULL,
  installed_on  date,
  check_due_on  date
);
CREATE TABLE meter_reading (
  reading_id bigint PRIMARY KEY,
  meter_id   int NOT NULL REFERENCES meter (meter_id),
  read_at    timestamp NOT NULL,
  kwh        numeric(10,1) NOT NULL,
  source     text NOT NULL,
  disputed   boolean NOT NULL
);
CREATE TABLE bill (
  bill_id     bigint PRIMARY KEY,
  bill_no     text NOT NULL,
  contract_id int NOT NULL REFERENCES contract (contract_id),
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  paid_on     date,
  kwh         int NOT NULL,
  amount      numeric(10,2) NOT NULL,
  status      text NOT NULL
);
CREATE TABLE outage (
  outage_id            int PRIMARY KEY,
  substation_id        int NOT NULL REFERENCES substation (substation_id),
  relief_substation_id int REFERENCES substation (substation_id),
  cause                text,
  planned              boolean NOT NULL,
  started_at           timestamp NOT NULL,
  restored_at          timestamp,
  customers_hit        int NOT NULL,
  lost_mwh             numeric(8,2)
);
CREATE TABLE outage_crew (
  outage_id int NOT NULL REFERENCES outage (outage_id),
  tech_id   int NOT NULL REFERENCES technician (tech_id),
  hours     numeric(5,2) NOT NULL,
  is_lead   boolean NOT NULL,
  PRIMARY KEY (outage_id, tech_id)
);
CREATE INDEX ON bill (contract_id);
CREATE INDEX ON meter_reading (meter_id);
CREATE INDEX ON outage (started_at);
