-- "garage": a chain of car repair garages in Singapore
CREATE TABLE workshop (
  id            int PRIMARY KEY,
  name          varchar(40) NOT NULL,
  town          varchar(30) NOT NULL,
  region        varchar(20) NOT NULL,
  bays          int,
  opened_on     date,
  manager_phone varchar(20)
);
CREATE TABLE mechanic (
  id           int PRIMARY KEY,
  full_name    varchar(40) NOT NULL,
  workshop_id  int REFERENCES workshop (id),
  grade        varchar(16) NOT NULL,
  hired_on     date NOT NULL,
  ev_certified boolean,
  hourly_wage  numeric(6,2)
);
CREATE TABLE customer (
  id           int PRIMARY KEY,
  full_name    varchar(60) NOT NULL,
  kind         varchar(16) NOT NULL,
  town         varchar(30),
  joined_on    date NOT NULL,
  credit_limit numeric(10,2),
  phone        varchar(20)
);
CREATE TABLE vehicle (
  id          int PRIMARY KEY,
  plate       varchar(12) NOT NULL,
  customer_id int NOT NULL REFERENCES customer (id),
  make        varchar(20) NOT NULL,
  fuel        varchar(12),
  model_year  int,
  mileage_km  int
);
CREATE TABLE repair_order (
  id             int PRIMARY KEY,
  ro_no          varchar(16) NOT NULL,
  vehicle_id     int NOT NULL REFERENCES vehicle (id),
  workshop_id    int NOT NULL REFERENCES workshop (id),
  mechanic_id    int REFERENCES mechanic (id),
  opened_at      timestamp NOT NULL,
  promised_on    date NOT NULL,
  completed_on   date,
  status         varchar(20) NOT NULL,
  job_type       varchar(16) NOT NULL,
  quoted_amount  numeric(10,2),
  is_comeback    boolean NOT NULL,
  rating_quality int,
  rating_speed   int,
  rating_price   int
);
CREATE TABLE labour_line (
  id          int PRIMARY KEY,
  order_id    int NOT NULL REFERENCES repair_order (id),
  mechanic_id int REFERENCES mechanic (id),
  worked_on   date NOT NULL,
  operation   varchar(24) NOT NULL,
  hours       numeric(5,2) NOT NULL,
  amount      numeric(10,2) NOT NULL
);
CREATE TABLE supplier (
  id        int PRIMARY KEY,
  name      varchar(40) NOT NULL,
  country   varchar(20) NOT NULL,
  lead_days int
);
CREATE TABLE part (
  id          int PRIMARY KEY,
  sku         varchar(16) NOT NULL,
  name        varchar(60) NOT NULL,
  category    varchar(20) NOT NULL,
  supplier_id int REFERENCES supplier (id),
  list_price  numeric(10,2),
  is_oem      boolean
);
CREATE TABLE part_line (
  id       int PRIMARY KEY,
  order_id int NOT NULL REFERENCES repair_order (id),
  part_id  int NOT NULL REFERENCES part (id),
  fitted_on date NOT NULL,
  qty      int NOT NULL,
  amount   numeric(10,2) NOT NULL
);
CREATE TABLE stock (
  workshop_id   int NOT NULL REFERENCES workshop (id),
  part_id       int NOT NULL REFERENCES part (id),
  on_hand       int NOT NULL,
  reorder_level int,
  counted_on    date,
  PRIMARY KEY (workshop_id, part_id)
);
CREATE TABLE invoice (
  id          int PRIMARY KEY,
  invoice_no  varchar(16) NOT NULL,
  order_id    int NOT NULL REFERENCES repair_order (id),
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  net_amount  numeric(10,2) NOT NULL,
  tax_amount  numeric(10,2) NOT NULL,
  status      varchar(12) NOT NULL
);
CREATE TABLE payment (
  id         int PRIMARY KEY,
  invoice_id int NOT NULL REFERENCES invoice (id),
  paid_at    timestamptz NOT NULL,
  method     varchar(16),
  amount     numeric(10,2) NOT NULL
);
CREATE TABLE inspection (
  id           int PRIMARY KEY,
  vehicle_id   int NOT NULL REFERENCES vehicle (id),
  workshop_id  int NOT NULL REFERENCES workshop (id),
  inspected_on date NOT NULL,
  result       varchar(12) NOT NULL,
  defects      int
);
CREATE TABLE warranty_claim (
  id         int PRIMARY KEY,
  order_id   int NOT NULL REFERENCES repair_order (id),
  claimed_on date NOT NULL,
  reason     varchar(20) NOT NULL,
  outcome    varchar(12),
  amount     numeric(10,2) NOT NULL
);
CREATE INDEX ON repair_order (opened_at);
CREATE INDEX ON labour_line (order_id);
CREATE INDEX ON part_line (order_id);
