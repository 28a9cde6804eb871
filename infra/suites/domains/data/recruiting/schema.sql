-- Domain "recruiting": a recruitment agency (search firm) in China. Money is CNY; salaries are per year.
CREATE TABLE industry (
  id   int PRIMARY KEY,
  name varchar(30) NOT NULL
);
CREATE TABLE skill (
  id       int PRIMARY KEY,
  name     varchar(30) NOT NULL,
  category varchar(12) NOT NULL
);
CREATE TABLE recruiter (
  id         int PRIMARY KEY,
  full_name  varchar(40) NOT NULL,
  team       varchar(12),
  hired_on   date NOT NULL,
  manager_id int REFERENCES recruiter (id),
  base_pay   numeric(10,2)
);
CREATE TABLE client (
  id          int PRIMARY KEY,
  name        varchar(60) NOT NULL,
  industry_id int NOT NULL REFERENCES industry (id),
  city        varchar(20) NOT NULL,
  tier        char(1) NOT NULL,
  employees   int,
  signed_on   date NOT NULL,
  fee_pct     numeric(4,1) NOT NULL,
  exclusive   boolean NOT NULL,
  account_manager_id int REFERENCES recruiter (id)
);
CREATE TABLE candidate (
  id              int PRIMARY KEY,
  full_name       varchar(40) NOT NULL,
  city            varchar(20),
  years_exp       int NOT NULL,
  expected_salary numeric(12,2),
  current_salary  numeric(12,2),
  source          varchar(12) NOT NULL,
  registered_on   date NOT NULL,
  can_relocate    boolean,
  referred_by     int REFERENCES candidate (id),
  last_contact    timestamptz,
  phone           varchar(20)
);
CREATE TABLE candidate_skill (
  candidate_id int NOT NULL REFERENCES candidate (id),
  skill_id     int NOT NULL REFERENCES skill (id),
  skill_level  int NOT NULL,
  PRIMARY KEY (candidate_id, skill_id)
);
CREATE TABLE opening (
  id         int PRIMARY KEY,
  ref_no     varchar(12) NOT NULL,
  title      varchar(40) NOT NULL,
  client_id  int NOT NULL REFERENCES client (id),
  lead_id    int NOT NULL REFERENCES recruiter (id),
  support_id int REFERENCES recruiter (id),
  city       varchar(20) NOT NULL,
  job_type   varchar(12) NOT NULL,
  posted_on  date NOT NULL,
  deadline   date,
  status     varchar(10) NOT NULL,
  headcount  int NOT NULL,
  salary_min numeric(12,2) NOT NULL,
  salary_max numeric(12,2) NOT NULL,
  is_remote  boolean NOT NULL,
  is_urgent  boolean NOT NULL
);
CREATE TABLE application (
  id           int PRIMARY KEY,
  candidate_id int NOT NULL REFERENCES candidate (id),
  opening_id   int NOT NULL REFERENCES opening (id),
  applied_on   date NOT NULL,
  stage        varchar(12) NOT NULL,
  UNIQUE (candidate_id, opening_id)
);
CREATE TABLE interview (
  id             int PRIMARY KEY,
  application_id int NOT NULL REFERENCES application (id),
  interviewer_id int REFERENCES recruiter (id),
  start_at       timestamp NOT NULL,
  round_no       int NOT NULL,
  mode           varchar(10) NOT NULL,
  minutes        int,
  no_show        boolean,
  tech_score     numeric(3,1),
  comm_score     numeric(3,1)
);
CREATE TABLE offer (
  id             int PRIMARY KEY,
  application_id int NOT NULL REFERENCES application (id),
  sent_on        date NOT NULL,
  replied_on     date,
  annual_salary  numeric(12,2) NOT NULL,
  status         varchar(10) NOT NULL
);
CREATE TABLE placement (
  id              int PRIMARY KEY,
  offer_id        int NOT NULL UNIQUE REFERENCES offer (id),
  recruiter_id    int NOT NULL REFERENCES recruiter (id),
  start_on        date NOT NULL,
  fee             numeric(12,2) NOT NULL,
  is_paid         boolean NOT NULL,
  guarantee_until date NOT NULL,
  left_on         date
);
CREATE INDEX ON application (opening_id);
CREATE INDEX ON interview (application_id);
