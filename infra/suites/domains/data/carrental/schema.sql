-- Car rental company: branches, fleet, customers, reservations, rentals, money, damage and maintenance.
CREATE TABLE branch (
  branch_id    int PRIMARY KEY,
  branch_code  varchar(6) NOT NULL UNIQUE,
  branch_name  varchar(40) NOT NULL,
  city         varchar(20) NOT NULL,
  region       varchar(10) NOT NULL,
  is_airport   boolean NOT NULL,
  parking_bays int,
  opened_on    date NOT NULL,
  closed_on    date,
  hotline      varchar(20)
);
CREATE TABLE vehicle_class (
  class_code varchar(4) PRIMARY KEY,
  class_name varchar(20) NOT NULL,
  seats      int NOT NULL,
  daily_rate numeric(8,2) NOT NULL,
  deposit    numeric(8,2) NOT NULL
);
CREATE TABLE vehicle (
  vehicle_id     int PRIMARY KEY,
  plate_no       varchar(12) NOT NULL UNIQUE,
  class_code     varchar(4) NOT NULL REFERENCES vehicle_class (class_code),
  home_branch_id int REFERENCES branch (branch_id),
  brand          varchar(20) NOT NULL,
  model_name     varchar(30) NOT NULL,
  fuel           char(1) NOT NULL,
  odometer_km    int,
  has_dashcam    boolean,
  bought_on      date NOT NULL,
  purchase_price numeric(10,2),
  insured_until  date,
  retired_on     date
);
CREATE TABLE corporate_account (
  corp_id        int PRIMARY KEY,
  corp_name      varchar(60) NOT NULL,
  industry       varchar(20),
  tier           char(1) NOT NULL,
  contract_start date NOT NULL,
  contract_end   date,
  credit_limit   numeric(12,2)
);
CREATE TABLE customer (
  cust_id        int PRIMARY KEY,
  full_name      varchar(30) NOT NULL,
  gender         char(1),
  birth_date     date,
  city           varchar(20),
  member_level   char(1) NOT NULL,
  registered_on  date NOT NULL,
  corp_id        int REFERENCES corporate_account (corp_id),
  is_blacklisted boolean NOT NULL,
  mobile         varchar(20),
  license_no     varchar(20)
);
CREATE TABLE staff (
  staff_id   int PRIMARY KEY,
  staff_name varchar(20) NOT NULL,
  branch_id  int NOT NULL REFERENCES branch (branch_id),
  job_title  varchar(10) NOT NULL,
  hired_on   date NOT NULL,
  left_on    date,
  salary     numeric(10,2)
);
CREATE TABLE reservation (
  resv_id          int PRIMARY KEY,
  resv_no          varchar(16) NOT NULL,
  cust_id          int NOT NULL REFERENCES customer (cust_id),
  class_code       varchar(4) NOT NULL REFERENCES vehicle_class (class_code),
  pickup_branch_id int NOT NULL REFERENCES branch (branch_id),
  booked_on        date NOT NULL,
  planned_pickup   date NOT NULL,
  planned_return   date NOT NULL,
  channel          varchar(6) NOT NULL,
  status           varchar(4) NOT NULL,
  quoted_amount    numeric(10,2)
);
CREATE TABLE rental (
  rental_id        int PRIMARY KEY,
  rental_no        varchar(16) NOT NULL,
  resv_id          int REFERENCES reservation (resv_id),
  cust_id          int NOT NULL REFERENCES customer (cust_id),
  vehicle_id       int NOT NULL REFERENCES vehicle (vehicle_id),
  pickup_branch_id int NOT NULL REFERENCES branch (branch_id),
  return_branch_id int REFERENCES branch (branch_id),
  staff_id         int REFERENCES staff (staff_id),
  pickup_at        timestamp NOT NULL,
  due_date         date NOT NULL,
  returned_at      timestamp,
  status           varchar(3) NOT NULL,
  rental_days      int NOT NULL,
  rental_fee       numeric(10,2) NOT NULL,
  discount_amt     numeric(10,2),
  distance_km      int,
  car_score        int,
  svc_score        int
);
CREATE TABLE extra (
  extra_code varchar(5) PRIMARY KEY,
  extra_name varchar(20) NOT NULL,
  day_price  numeric(6,2) NOT NULL
);
CREATE TABLE rental_extra (
  rental_id  int NOT NULL REFERENCES rental (rental_id),
  extra_code varchar(5) NOT NULL REFERENCES extra (extra_code),
  qty        int NOT NULL,
  amount     numeric(8,2) NOT NULL,
  PRIMARY KEY (rental_id, extra_code)
);
CREATE TABLE payment (
  payment_id int PRIMARY KEY,
  rental_id  int NOT NULL REFERENCES rental (rental_id),
  paid_at    timestamp NOT NULL,
  method     varchar(5),
  amount     numeric(10,2) NOT NULL,
  is_refund  boolean NOT NULL
);
CREATE TABLE damage_claim (
  claim_id       int PRIMARY KEY,
  claim_no       varchar(16) NOT NULL,
  rental_id      int NOT NULL REFERENCES rental (rental_id),
  reported_on    date NOT NULL,
  damage_type    varchar(3) NOT NULL,
  severity       char(1) NOT NULL,
  customer_fault boolean,
  repair_cost    numeric(10,2),
  insurer_paid   numeric(10,2),
  status         varchar(3) NOT NULL,
  settled_on     date
);
CREATE TABLE maintenance_job (
  job_id       int PRIMARY KEY,
  job_no       varchar(16) NOT NULL,
  vehicle_id   int NOT NULL REFERENCES vehicle (vehicle_id),
  job_type     varchar(3) NOT NULL,
  workshop     varchar(30),
  scheduled_on date NOT NULL,
  finished_on  date,
  cost         numeric(10,2)
);
CREATE INDEX ON reservation (booked_on);
CREATE INDEX ON rental (pickup_at);
CREATE INDEX ON rental (cust_id);
CREATE INDEX ON rental (vehicle_id);
CREATE INDEX ON payment (rental_id);
CREATE INDEX ON damage_claim (rental_id);
CREATE INDEX ON maintenance_job (vehicle_id);
