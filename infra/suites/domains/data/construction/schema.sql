-- A construction company: clients, projects, contracts, subcontractors, workers, materials, money and quality.
CREATE TABLE client (
  client_id     int PRIMARY KEY,
  client_name   varchar(60) NOT NULL,
  client_type   varchar(4) NOT NULL,
  city          varchar(20),
  registered_on date NOT NULL,
  credit_limit  numeric(14,2),
  phone         varchar(20)
);
CREATE TABLE project (
  project_id    int PRIMARY KEY,
  project_code  varchar(12) NOT NULL UNIQUE,
  project_name  varchar(60) NOT NULL,
  client_id     int NOT NULL REFERENCES client (client_id),
  building_type varchar(4) NOT NULL,
  status        varchar(8) NOT NULL,
  city          varchar(20) NOT NULL,
  site_manager  varchar(20),
  start_date    date,
  due_date      date,
  finished_on   date,
  floor_area    numeric(10,1),
  budget        numeric(14,2),
  is_green      boolean
);
CREATE TABLE contract (
  contract_id    int PRIMARY KEY,
  contract_no    varchar(16) NOT NULL UNIQUE,
  project_id     int NOT NULL REFERENCES project (project_id),
  contract_kind  varchar(6) NOT NULL,
  signed_on      date NOT NULL,
  amount         numeric(14,2) NOT NULL,
  is_fixed_price boolean NOT NULL
);
CREATE TABLE subcontractor (
  sub_id        int PRIMARY KEY,
  sub_name      varchar(60) NOT NULL,
  trade         varchar(8) NOT NULL,
  city          varchar(20),
  rating        numeric(3,1),
  is_approved   boolean NOT NULL,
  insured_until date
);
-- which subcontractor works on which project
CREATE TABLE project_subcontractor (
  project_id    int NOT NULL REFERENCES project (project_id),
  sub_id        int NOT NULL REFERENCES subcontractor (sub_id),
  entered_on    date NOT NULL,
  agreed_amount numeric(14,2),
  PRIMARY KEY (project_id, sub_id)
);
CREATE TABLE worker (
  worker_id    int PRIMARY KEY,
  worker_name  varchar(20) NOT NULL,
  craft        varchar(8) NOT NULL,
  crew         varchar(20),
  project_id   int REFERENCES project (project_id),
  hired_on     date NOT NULL,
  daily_wage   numeric(8,2),
  is_certified boolean,
  id_card      varchar(18)
);
CREATE TABLE material (
  material_code char(3) PRIMARY KEY,
  material_name varchar(30) NOT NULL,
  unit          varchar(8) NOT NULL
);
CREATE TABLE delivery (
  delivery_id   int PRIMARY KEY,
  project_id    int NOT NULL REFERENCES project (project_id),
  material_code char(3) NOT NULL REFERENCES material (material_code),
  supplier      varchar(40),
  ordered_on    date NOT NULL,
  delivered_on  date,
  quantity      numeric(10,1) NOT NULL,
  amount        numeric(12,2),
  is_rejected   boolean NOT NULL
);
CREATE TABLE invoice (
  invoice_id int PRIMARY KEY,
  invoice_no varchar(16) NOT NULL UNIQUE,
  project_id int NOT NULL REFERENCES project (project_id),
  issued_on  date NOT NULL,
  due_on     date NOT NULL,
  amount     numeric(14,2) NOT NULL,
  status     varchar(6) NOT NULL
);
CREATE TABLE payment (
  payment_id int PRIMARY KEY,
  invoice_id int NOT NULL REFERENCES invoice (invoice_id),
  paid_on    date NOT NULL,
  amount     numeric(14,2) NOT NULL,
  method     varchar(8)
);
CREATE TABLE inspection (
  inspection_id   int PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project (project_id),
  inspected_at    timestamp NOT NULL,
  inspection_kind varchar(4) NOT NULL,
  result          varchar(4) NOT NULL,
  score           int,
  inspector       varchar(20),
  is_unannounced  boolean NOT NULL
);
CREATE TABLE defect (
  defect_id     int PRIMARY KEY,
  inspection_id int NOT NULL REFERENCES inspection (inspection_id),
  sub_id        int REFERENCES subcontractor (sub_id),
  category      varchar(20) NOT NULL,
  severity      varchar(4) NOT NULL,
  reported_on   date NOT NULL,
  fixed_on      date,
  repair_cost   numeric(12,2),
  needs_rework  boolean NOT NULL
);
CREATE INDEX ON contract (project_id);
CREATE INDEX ON invoice (project_id);
CREATE INDEX ON payment (invoice_id);
CREATE INDEX ON delivery (project_id);
CREATE INDEX ON inspection (project_id);
CREATE INDEX ON defect (inspection_id);
