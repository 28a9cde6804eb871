-- Domain "property": a Shanghai company that lets and manages flats, offices and shops.
CREATE TABLE buildings (
  building_id    int PRIMARY KEY,
  building_name  varchar(40) NOT NULL,
  district       varchar(12) NOT NULL,
  building_type  varchar(12) NOT NULL,
  completed_on   date,
  floor_count    int,
  has_lift       boolean,
  manager_name   varchar(20),
  manager_mobile varchar(20)
);
CREATE TABLE units (
  unit_id           int PRIMARY KEY,
  building_id       int NOT NULL REFERENCES buildings (building_id),
  unit_no           varchar(10) NOT NULL,
  unit_kind         varchar(10) NOT NULL,
  floor_no          int NOT NULL,
  area_sqm          numeric(7,1) NOT NULL,
  bedrooms          int,
  asking_rent       numeric(10,2),
  furnished         boolean,
  unit_status       varchar(12) NOT NULL,
  last_renovated_on date
);
CREATE TABLE tenants (
  tenant_id     int PRIMARY KEY,
  tenant_name   varchar(40) NOT NULL,
  tenant_kind   varchar(12) NOT NULL,
  credit_grade  char(1),
  lead_source   varchar(12),
  registered_on date NOT NULL,
  blacklisted   boolean NOT NULL,
  id_number     varchar(20),
  mobile        varchar(20)
);
CREATE TABLE leases (
  lease_id     int PRIMARY KEY,
  lease_no     varchar(20) NOT NULL,
  unit_id      int NOT NULL REFERENCES units (unit_id),
  tenant_id    int NOT NULL REFERENCES tenants (tenant_id),
  signed_on    date NOT NULL,
  start_on     date NOT NULL,
  end_on       date NOT NULL,
  moved_out_on date,
  monthly_rent numeric(10,2) NOT NULL,
  deposit      numeric(10,2),
  lease_status varchar(12) NOT NULL,
  auto_renew   boolean
);
CREATE TABLE rent_payments (
  bill_id     int PRIMARY KEY,
  lease_id    int NOT NULL REFERENCES leases (lease_id),
  due_on      date NOT NULL,
  paid_on     date,
  amount_due  numeric(10,2) NOT NULL,
  amount_paid numeric(10,2) NOT NULL,
  pay_method  varchar(16)
);
CREATE TABLE repair_types (
  type_code     char(3) PRIMARY KEY,
  type_name     varchar(20) NOT NULL,
  sla_hours     int,
  landlord_pays boolean NOT NULL
);
CREATE TABLE repair_requests (
  request_id     int PRIMARY KEY,
  request_no     varchar(20) NOT NULL,
  unit_id        int NOT NULL REFERENCES units (unit_id),
  tenant_id      int REFERENCES tenants (tenant_id),
  type_code      char(3) NOT NULL REFERENCES repair_types (type_code),
  request_status varchar(12) NOT NULL,
  emergency      boolean,
  reported_at    timestamp NOT NULL,
  visit_on       date,
  finished_at    timestamp,
  response_hours numeric(5,1),
  satisfaction   int
);
CREATE TABLE contractors (
  contractor_id int PRIMARY KEY,
  firm_name     varchar(40) NOT NULL,
  partner_since date,
  hourly_rate   numeric(7,2),
  insured       boolean
);
-- which contractor worked on which request
CREATE TABLE repair_jobs (
  request_id    int NOT NULL REFERENCES repair_requests (request_id),
  contractor_id int NOT NULL REFERENCES contractors (contractor_id),
  worked_on     date NOT NULL,
  work_hours    numeric(5,1),
  fee           numeric(10,2) NOT NULL,
  PRIMARY KEY (request_id, contractor_id)
);
CREATE TABLE inspections (
  inspection_id  int PRIMARY KEY,
  unit_id        int NOT NULL REFERENCES units (unit_id),
  inspector      varchar(20),
  inspected_on   date NOT NULL,
  safety_score   numeric(5,2),
  clean_score    numeric(5,2),
  fittings_score numeric(5,2),
  passed         boolean,
  next_due_on    date
);
CREATE TABLE meter_readings (
  reading_id int PRIMARY KEY,
  unit_id    int NOT NULL REFERENCES units (unit_id),
  meter_kind varchar(12) NOT NULL,
  read_on    date NOT NULL,
  usage_qty  numeric(10,1) NOT NULL,
  estimated  boolean NOT NULL
);
CREATE INDEX ON leases (unit_id);
CREATE INDEX ON rent_payments (lease_id);
CREATE INDEX ON repair_requests (unit_id);
