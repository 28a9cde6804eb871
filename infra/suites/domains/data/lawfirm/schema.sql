-- A mid-size law firm: offices, lawyers, clients, matters and their teams, hearings, time, invoices, payments.
CREATE TABLE office (
  office_id    int PRIMARY KEY,
  office_name  varchar(30) NOT NULL,
  opened_on    date NOT NULL,
  seats        int NOT NULL,
  monthly_rent numeric(10,2)
);
CREATE TABLE practice_area (
  pa_code     char(3) PRIMARY KEY,
  pa_name     varchar(30) NOT NULL,
  contentious boolean
);
CREATE TABLE lawyer (
  lawyer_id    int PRIMARY KEY,
  full_name    varchar(40) NOT NULL,
  grade        varchar(20) NOT NULL,
  office_id    int REFERENCES office (office_id),
  pa_code      char(3) REFERENCES practice_area (pa_code),
  joined_on    date NOT NULL,
  left_on      date,
  hourly_rate  numeric(8,2) NOT NULL,
  hours_target int,
  bilingual    boolean,
  licence_no   varchar(20)
);
CREATE TABLE client (
  client_id    int PRIMARY KEY,
  client_name  varchar(60) NOT NULL,
  industry     varchar(20),
  city         varchar(20) NOT NULL,
  tier         varchar(10) NOT NULL,
  onboarded_on date NOT NULL,
  listed       boolean,
  retainer     boolean NOT NULL,
  payment_days int,
  partner_id   int REFERENCES lawyer (lawyer_id),
  tax_no       varchar(20)
);
CREATE TABLE matter (
  matter_id    int PRIMARY KEY,
  matter_no    varchar(12) NOT NULL UNIQUE,
  client_id    int NOT NULL REFERENCES client (client_id),
  pa_code      char(3) NOT NULL REFERENCES practice_area (pa_code),
  office_id    int NOT NULL REFERENCES office (office_id),
  lead_id      int REFERENCES lawyer (lawyer_id),
  opened_on    date NOT NULL,
  closed_on    date,
  status       varchar(10) NOT NULL,
  fee_type     varchar(10) NOT NULL,
  claim_amount numeric(14,2),
  budget       numeric(12,2),
  filing_due   date,
  result       varchar(10),
  confidential boolean NOT NULL,
  quality_scr  numeric(4,1),
  comm_scr     numeric(4,1),
  value_scr    numeric(4,1)
);
CREATE TABLE matter_lawyer (
  matter_id   int NOT NULL REFERENCES matter (matter_id),
  lawyer_id   int NOT NULL REFERENCES lawyer (lawyer_id),
  team_role   varchar(10) NOT NULL,
  assigned_on date NOT NULL,
  PRIMARY KEY (matter_id, lawyer_id)
);
CREATE TABLE hearing (
  hearing_id int PRIMARY KEY,
  matter_id  int NOT NULL REFERENCES matter (matter_id),
  court      varchar(30) NOT NULL,
  hearing_at timestamp NOT NULL,
  stage      varchar(10) NOT NULL,
  online     boolean NOT NULL,
  adjourned  boolean,
  minutes    int
);
CREATE TABLE time_entry (
  entry_id  int PRIMARY KEY,
  matter_id int NOT NULL REFERENCES matter (matter_id),
  lawyer_id int NOT NULL REFERENCES lawyer (lawyer_id),
  work_on   date NOT NULL,
  hours     numeric(5,2) NOT NULL,
  rate      numeric(8,2) NOT NULL,
  activity  varchar(20) NOT NULL,
  billable  boolean NOT NULL
);
CREATE TABLE invoice (
  invoice_id int PRIMARY KEY,
  invoice_no varchar(12) NOT NULL UNIQUE,
  matter_id  int NOT NULL REFERENCES matter (matter_id),
  issued_on  date NOT NULL,
  due_on     date NOT NULL,
  amount     numeric(12,2) NOT NULL,
  discount   numeric(10,2),
  inv_status varchar(10) NOT NULL
);
CREATE TABLE payment (
  payment_id int PRIMARY KEY,
  invoice_id int NOT NULL REFERENCES invoice (invoice_id),
  paid_on    date NOT NULL,
  amount     numeric(12,2) NOT NULL,
  method     varchar(10)
);
CREATE INDEX ON matter (client_id);
CREATE INDEX ON time_entry (matter_id);
CREATE INDEX ON invoice (matter_id);
