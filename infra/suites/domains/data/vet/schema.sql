-- A veterinary hospital group: ten clinics, their clients and patients.
CREATE TABLE clinic (
  clinic_id    int PRIMARY KEY,
  clinic_name  varchar(40) NOT NULL,
  city         varchar(20) NOT NULL,
  clinic_type  varchar(12) NOT NULL,
  opened_on    date,
  closed_on    date,
  exam_rooms   int,
  area_sqm     numeric(8,1),
  is_24h       boolean NOT NULL
);
CREATE TABLE owner (
  owner_id      int PRIMARY KEY,
  owner_name    varchar(40) NOT NULL,
  phone         varchar(20),
  home_city     varchar(20),
  member_level  varchar(10),
  source        varchar(12),
  registered_on date NOT NULL,
  last_visit_on date,
  sms_opt_in    boolean
);
CREATE TABLE breed (
  breed_id   int PRIMARY KEY,
  breed_name varchar(30) NOT NULL,
  species    varchar(8) NOT NULL,
  size_class char(1)
);
CREATE TABLE pet (
  pet_id        int PRIMARY KEY,
  pet_name      varchar(30) NOT NULL,
  owner_id      int NOT NULL REFERENCES owner (owner_id),
  breed_id      int REFERENCES breed (breed_id),
  sex           char(1) NOT NULL,
  birth_date    date,
  weight_kg     numeric(5,2),
  neutered      boolean,
  chip_no       varchar(20),
  registered_on date NOT NULL,
  deceased_on   date
);
CREATE TABLE vet (
  vet_id         int PRIMARY KEY,
  vet_name       varchar(20) NOT NULL,
  clinic_id      int NOT NULL REFERENCES clinic (clinic_id),
  title          varchar(12) NOT NULL,
  hired_on       date NOT NULL,
  left_on        date,
  is_surgeon     boolean NOT NULL,
  monthly_salary numeric(10,2)
);
CREATE TABLE appointment (
  appointment_id int PRIMARY KEY,
  pet_id         int NOT NULL REFERENCES pet (pet_id),
  clinic_id      int NOT NULL REFERENCES clinic (clinic_id),
  vet_id         int REFERENCES vet (vet_id),
  booked_on      date NOT NULL,
  scheduled_at   timestamp NOT NULL,
  visit_reason   varchar(10) NOT NULL,
  channel        varchar(8) NOT NULL,
  status         varchar(10) NOT NULL,
  is_emergency   boolean NOT NULL,
  wait_minutes   int,
  care_rating    int,
  service_rating int
);
CREATE TABLE treatment (
  treatment_id     int PRIMARY KEY,
  appointment_id   int NOT NULL REFERENCES appointment (appointment_id),
  vet_id           int NOT NULL REFERENCES vet (vet_id),
  performed_on     date NOT NULL,
  category         varchar(12) NOT NULL,
  duration_min     int,
  charge           numeric(10,2) NOT NULL,
  under_anesthesia boolean NOT NULL,
  outcome          varchar(10)
);
CREATE TABLE drug (
  drug_id         int PRIMARY KEY,
  drug_name       varchar(30) NOT NULL,
  drug_class      varchar(14) NOT NULL,
  unit_price      numeric(8,2) NOT NULL,
  is_prescription boolean NOT NULL,
  manufacturer    varchar(30)
);
-- which drugs a treatment used
CREATE TABLE treatment_drug (
  treatment_id int NOT NULL REFERENCES treatment (treatment_id),
  drug_id      int NOT NULL REFERENCES drug (drug_id),
  quantity     int NOT NULL,
  line_amount  numeric(10,2) NOT NULL,
  PRIMARY KEY (treatment_id, drug_id)
);
CREATE TABLE invoice (
  invoice_id      int PRIMARY KEY,
  invoice_no      varchar(20) NOT NULL,
  owner_id        int REFERENCES owner (owner_id),
  clinic_id       int NOT NULL REFERENCES clinic (clinic_id),
  appointment_id  int REFERENCES appointment (appointment_id),
  issued_on       date NOT NULL,
  due_date        date NOT NULL,
  total_amount    numeric(10,2) NOT NULL,
  discount_amount numeric(10,2),
  status          varchar(8) NOT NULL
);
CREATE TABLE payment (
  payment_id int PRIMARY KEY,
  invoice_id int NOT NULL REFERENCES invoice (invoice_id),
  paid_on    date NOT NULL,
  amount     numeric(10,2) NOT NULL,
  method     varchar(10)
);
CREATE TABLE vaccination (
  vaccination_id   int PRIMARY KEY,
  pet_id           int NOT NULL REFERENCES pet (pet_id),
  vet_id           int REFERENCES vet (vet_id),
  vaccine          varchar(10) NOT NULL,
  given_on         date NOT NULL,
  next_due_on      date,
  adverse_reaction boolean
);
CREATE TABLE admission (
  admission_id  int PRIMARY KEY,
  pet_id        int NOT NULL REFERENCES pet (pet_id),
  clinic_id     int NOT NULL REFERENCES clinic (clinic_id),
  admitted_on   date NOT NULL,
  discharged_on date,
  ward          varchar(10) NOT NULL,
  daily_rate    numeric(8,2) NOT NULL,
  admit_reason  varchar(12)
);
CREATE INDEX ON appointment (pet_id);
CREATE INDEX ON appointment (scheduled_at);
CREATE INDEX ON invoice (issued_on);
CREATE INDEX ON invoice (owner_id);
CREATE INDEX ON treatment (appointment_id);
CREATE INDEX ON vaccination (pet_id);
