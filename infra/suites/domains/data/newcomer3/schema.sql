-- A chain of car repair garages.
CREATE TABLE branch (
  branch_id       serial PRIMARY KEY,
  branch_name     varchar(40) NOT NULL,
  city            varchar(30) NOT NULL,
  opened_on       date NOT NULL,
  bay_cnt         int,
  has_ev_charger  boolean NOT NULL DEFAULT false
);
CREATE TABLE mechanic (
  mechanic_id     serial PRIMARY KEY,
  full_name       varchar(60) NOT NULL,
  branch_id       int REFERENCES branch (branch_id),
  hire_date       date NOT NULL,
  hourly_rate     numeric(6,2),
  is_certified    boolean NOT NULL
);
CREATE TABLE customer (
  cust_id         serial PRIMARY KEY,
  cust_name       varchar(80) NOT NULL,
  cust_type       varchar(12) NOT NULL,
  city            varchar(30),
  email           varchar(80),
  signup_date     date NOT NULL,
  newsletter_opt_in boolean
);
CREATE TABLE vehicle (
  vehicle_id      serial PRIMARY KEY,
  cust_id         int NOT NULL REFERENCES customer (cust_id),
  plate_no        varchar(10) NOT NULL UNIQUE,
  make            varchar(20) NOT NULL,
  model           varchar(20),
  model_year      int,
  fuel_type       varchar(10) NOT NULL,
  mileage         int
);
CREATE TABLE service_type (
  svc_code        char(3) PRIMARY KEY,
  descr           varchar(40) NOT NULL,
  std_hrs         numeric(4,1)
);
CREATE TABLE supplier (
  supplier_id     serial PRIMARY KEY,
  supplier_name   varchar(60) NOT NULL,
  country         varchar(30) NOT NULL,
  lead_days       int,
  is_active       boolean NOT NULL DEFAULT true
);
CREATE TABLE part (
  part_id         serial PRIMARY KEY,
  part_no         varchar(12) NOT NULL UNIQUE,
  part_name       varchar(50) NOT NULL,
  category        varchar(20) NOT NULL,
  supplier_id     int REFERENCES supplier (supplier_id),
  unit_price      numeric(8,2) NOT NULL,
  stock_qty       int NOT NULL,
  reorder_lvl     int
);
CREATE TABLE work_order (
  wo_id           serial PRIMARY KEY,
  wo_no           varchar(12) NOT NULL UNIQUE,
  vehicle_id      int NOT NULL REFERENCES vehicle (vehicle_id),
  branch_id       int NOT NULL REFERENCES branch (branch_id),
  mechanic_id     int REFERENCES mechanic (mechanic_id),
  svc_code        char(3) NOT NULL REFERENCES service_type (svc_code),
  status          varchar(20) NOT NULL,
  opened_at       timestamp NOT NULL,
  completed_at    timestamp,
  labor_hrs       numeric(5,1),
  labor_amt       numeric(9,2),
  is_warranty     boolean NOT NULL DEFAULT false
);
CREATE TABLE wo_part (
  wo_id           int NOT NULL REFERENCES work_order (wo_id),
  part_id         int NOT NULL REFERENCES part (part_id),
  qty             int NOT NULL,
  price_each      numeric(8,2) NOT NULL,
  PRIMARY KEY (wo_id, part_id)
);
CREATE TABLE invoice (
  inv_id          serial PRIMARY KEY,
  wo_id           int NOT NULL REFERENCES work_order (wo_id),
  inv_date        date NOT NULL,
  due_date        date NOT NULL,
  total_amt       numeric(10,2) NOT NULL,
  paid_on         date
);
COMMENT ON COLUMN part.reorder_lvl IS 'order again when stock falls below this';
CREATE INDEX ON work_order (opened_at);
CREATE INDEX ON work_order (vehicle_id);
CREATE INDEX ON invoice (wo_id);
