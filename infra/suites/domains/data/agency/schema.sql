-- A consulting agency: clients, projects, people, time, invoices, money.
CREATE TABLE sector (
  sector_code char(3) PRIMARY KEY,
  sector_name varchar(30) NOT NULL,
  is_regulated boolean NOT NULL
);
CREATE TABLE office (
  office_id     int PRIMARY KEY,
  office_name   varchar(40) NOT NULL,
  city          varchar(20) NOT NULL,
  region        varchar(10) NOT NULL,
  seats         int,
  opened_on     date NOT NULL,
  lease_ends_on date
);
CREATE TABLE consultant (
  consultant_id int PRIMARY KEY,
  full_name     varchar(40) NOT NULL,
  grade         char(2) NOT NULL,
  office_id     int REFERENCES office (office_id),
  hired_on      date NOT NULL,
  left_on       date,
  day_rate      numeric(10,2),
  is_remote     boolean,
  salary        numeric(12,2),
  mobile        varchar(20)
);
CREATE TABLE client (
  client_id          int PRIMARY KEY,
  client_name        varchar(80) NOT NULL,
  sector_code        char(3) NOT NULL REFERENCES sector (sector_code),
  city               varchar(20),
  size_band          char(1) NOT NULL,
  signed_on          date NOT NULL,
  last_contact_on    date,
  payment_days       int,
  is_listed          boolean,
  account_manager_id int REFERENCES consultant (consultant_id),
  contact_email      varchar(80)
);
CREATE TABLE skill (
  skill_id    int PRIMARY KEY,
  skill_name  varchar(30) NOT NULL,
  skill_group varchar(10) NOT NULL
);
CREATE TABLE consultant_skill (
  consultant_id int NOT NULL REFERENCES consultant (consultant_id),
  skill_id      int NOT NULL REFERENCES skill (skill_id),
  proficiency   int NOT NULL,
  is_certified  boolean,
  acquired_on   date,
  PRIMARY KEY (consultant_id, skill_id)
);
CREATE TABLE project (
  project_id      int PRIMARY KEY,
  project_name    varchar(80) NOT NULL,
  client_id       int NOT NULL REFERENCES client (client_id),
  office_id       int NOT NULL REFERENCES office (office_id),
  lead_id         int REFERENCES consultant (consultant_id),
  service_line    varchar(10) NOT NULL,
  status          varchar(10) NOT NULL,
  is_fixed_price  boolean NOT NULL,
  budget          numeric(12,2),
  kickoff_on      date,
  deliver_by      date,
  closed_on       date,
  quality_raw     numeric(5,2),
  schedule_raw    numeric(5,2),
  comm_raw        numeric(5,2)
);
CREATE TABLE timesheet (
  entry_id      int PRIMARY KEY,
  project_id    int NOT NULL REFERENCES project (project_id),
  consultant_id int NOT NULL REFERENCES consultant (consultant_id),
  work_date     date NOT NULL,
  hours         numeric(4,2) NOT NULL,
  activity      varchar(12) NOT NULL,
  is_billable   boolean NOT NULL,
  approved_on   date
);
CREATE TABLE invoice (
  invoice_id  int PRIMARY KEY,
  invoice_no  varchar(20) NOT NULL UNIQUE,
  project_id  int NOT NULL REFERENCES project (project_id),
  issued_on   date NOT NULL,
  due_on      date NOT NULL,
  amount      numeric(12,2) NOT NULL,
  status      varchar(8) NOT NULL,
  is_disputed boolean
);
CREATE TABLE payment (
  payment_id  int PRIMARY KEY,
  invoice_id  int NOT NULL REFERENCES invoice (invoice_id),
  received_at timestamp NOT NULL,
  amount      numeric(12,2) NOT NULL,
  method      varchar(8)
);
CREATE TABLE expense (
  expense_id    int PRIMARY KEY,
  project_id    int NOT NULL REFERENCES project (project_id),
  consultant_id int REFERENCES consultant (consultant_id),
  spent_on      date NOT NULL,
  category      varchar(10) NOT NULL,
  amount        numeric(10,2) NOT NULL,
  is_reimbursed boolean
);
CREATE INDEX ON timesheet (project_id);
CREATE INDEX ON timesheet (consultant_id);
CREATE INDEX ON invoice (project_id);
CREATE INDEX ON payment (invoice_id);
CREATE INDEX ON expense (project_id);
