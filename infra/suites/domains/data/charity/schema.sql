-- "charity": a foundation that raises donations and runs aid campaigns in China.
CREATE TABLE area (
  area_id    int PRIMARY KEY,
  area_name  varchar(30) NOT NULL,
  province   varchar(20) NOT NULL,
  region     varchar(10) NOT NULL,
  population int,
  remote     boolean
);
CREATE TABLE cause (
  cause_code     char(3) PRIMARY KEY,
  cause_name     varchar(20) NOT NULL,
  tax_deductible boolean NOT NULL
);
CREATE TABLE donor (
  donor_id   int PRIMARY KEY,
  donor_name varchar(60) NOT NULL,
  donor_kind varchar(12) NOT NULL,
  city       varchar(20),
  joined_on  date NOT NULL,
  subscribed boolean,
  phone      varchar(20)
);
CREATE TABLE campaign (
  campaign_id   int PRIMARY KEY,
  title         varchar(60) NOT NULL,
  cause_code    char(3) NOT NULL REFERENCES cause (cause_code),
  area_id       int NOT NULL REFERENCES area (area_id),
  status        varchar(10) NOT NULL,
  launch_on     date NOT NULL,
  end_on        date,
  target_amount numeric(12,2),
  urgent        boolean NOT NULL
);
-- donor_id is null for collection boxes, campaign_id for gifts without a purpose
CREATE TABLE donation (
  donation_id int PRIMARY KEY,
  donor_id    int REFERENCES donor (donor_id),
  campaign_id int REFERENCES campaign (campaign_id),
  donated_at  timestamp NOT NULL,
  amount      numeric(12,2) NOT NULL,
  channel     varchar(12),
  recurring   boolean NOT NULL
);
CREATE TABLE pledge (
  pledge_id      int PRIMARY KEY,
  donor_id       int NOT NULL REFERENCES donor (donor_id),
  pledged_on     date NOT NULL,
  due_on         date NOT NULL,
  pledged_amount numeric(12,2) NOT NULL,
  fulfilled      boolean NOT NULL
);
CREATE TABLE volunteer (
  volunteer_id int PRIMARY KEY,
  full_name    varchar(30) NOT NULL,
  city         varchar(20),
  enrolled_on  date NOT NULL,
  skill        varchar(20),
  trained      boolean,
  id_card      varchar(20)
);
CREATE TABLE shift (
  shift_id    int PRIMARY KEY,
  campaign_id int NOT NULL REFERENCES campaign (campaign_id),
  shift_on    date NOT NULL,
  slot        varchar(10) NOT NULL,
  site        varchar(30) NOT NULL,
  capacity    int
);
CREATE TABLE shift_volunteer (
  shift_id     int NOT NULL REFERENCES shift (shift_id),
  volunteer_id int NOT NULL REFERENCES volunteer (volunteer_id),
  attended     boolean,
  hours        numeric(4,1),
  PRIMARY KEY (shift_id, volunteer_id)
);
CREATE TABLE beneficiary (
  beneficiary_id int PRIMARY KEY,
  full_name      varchar(30) NOT NULL,
  area_id        int NOT NULL REFERENCES area (area_id),
  registered_on  date NOT NULL,
  age            int,
  household_size int NOT NULL,
  monthly_income numeric(8,2),
  priority       char(1)
);
CREATE TABLE grant_award (
  grant_id       int PRIMARY KEY,
  campaign_id    int NOT NULL REFERENCES campaign (campaign_id),
  beneficiary_id int NOT NULL REFERENCES beneficiary (beneficiary_id),
  approved_on    date NOT NULL,
  paid_on        date,
  grant_amount   numeric(10,2) NOT NULL,
  form           varchar(10) NOT NULL,
  grant_status   varchar(10) NOT NULL
);
CREATE INDEX ON donation (donor_id);
CREATE INDEX ON donation (donated_at);
CREATE INDEX ON grant_award (beneficiary_id);
