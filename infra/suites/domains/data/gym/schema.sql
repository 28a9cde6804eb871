-- "gym": a chain of fitness studios in four cities. Labels are in model.yaml.
CREATE TABLE studio (
  studio_id    int PRIMARY KEY,
  name         varchar(30) NOT NULL,
  city         varchar(10) NOT NULL,
  area_sqm     numeric(7,1),
  monthly_rent numeric(10,2) NOT NULL,
  opened_on    date NOT NULL
);
CREATE TABLE coach (
  coach_id   int PRIMARY KEY,
  full_name  varchar(20) NOT NULL,
  studio_id  int NOT NULL REFERENCES studio,
  lvl        varchar(8) NOT NULL,
  hired_on   date NOT NULL,
  fulltime   boolean NOT NULL,
  hourly_fee numeric(6,2),
  mentor_id  int REFERENCES coach,
  id_card    varchar(18)
);
CREATE TABLE card_plan (
  plan_id    int PRIMARY KEY,
  plan_name  varchar(20) NOT NULL,
  months     int NOT NULL,
  list_price numeric(8,2) NOT NULL,
  all_studio boolean NOT NULL
);
CREATE TABLE member (
  member_id      int PRIMARY KEY,
  full_name      varchar(20) NOT NULL,
  gender         char(1),
  birth_date     date,
  joined_on      date NOT NULL,
  home_studio_id int REFERENCES studio,
  referrer_id    int REFERENCES member,
  tier           varchar(8) NOT NULL,
  source         varchar(10),
  last_visit_on  date,
  phone          varchar(20)
);
CREATE TABLE contract (
  contract_id    int PRIMARY KEY,
  contract_no    varchar(16) NOT NULL,
  member_id      int NOT NULL REFERENCES member,
  plan_id        int NOT NULL REFERENCES card_plan,
  studio_id      int NOT NULL REFERENCES studio,
  sales_coach_id int REFERENCES coach,
  signed_on      date NOT NULL,
  starts_on      date NOT NULL,
  ends_on        date NOT NULL,
  price          numeric(8,2) NOT NULL,
  status         varchar(10) NOT NULL,
  auto_renew     boolean NOT NULL
);
CREATE TABLE payment (
  payment_id  int PRIMARY KEY,
  contract_id int NOT NULL REFERENCES contract,
  paid_on     date NOT NULL,
  amount      numeric(8,2) NOT NULL,
  method      varchar(10),
  invoiced    boolean NOT NULL
);
CREATE TABLE course (
  course_id   int PRIMARY KEY,
  course_name varchar(20) NOT NULL,
  category    varchar(10) NOT NULL,
  minutes     int NOT NULL,
  intensity   int
);
CREATE TABLE lesson (
  lesson_id    int PRIMARY KEY,
  course_id    int NOT NULL REFERENCES course,
  studio_id    int NOT NULL REFERENCES studio,
  coach_id     int NOT NULL REFERENCES coach,
  sub_coach_id int REFERENCES coach,
  starts_at    timestamp NOT NULL,
  capacity     int NOT NULL,
  status       varchar(10) NOT NULL
);
CREATE TABLE booking (
  booking_id int PRIMARY KEY,
  lesson_id  int NOT NULL REFERENCES lesson,
  member_id  int NOT NULL REFERENCES member,
  booked_at  timestamp NOT NULL,
  attended   boolean,
  rating     int,
  UNIQUE (lesson_id, member_id)
);
CREATE TABLE equipment (
  equip_id  int PRIMARY KEY,
  asset_no  varchar(12) NOT NULL,
  kind      varchar(12) NOT NULL,
  brand     varchar(16),
  studio_id int NOT NULL REFERENCES studio,
  bought_on date,
  price     numeric(9,2),
  in_use    boolean
);
CREATE TABLE repair (
  repair_id   int PRIMARY KEY,
  equip_id    int NOT NULL REFERENCES equipment,
  reported_on date NOT NULL,
  fixed_on    date,
  fault       varchar(10) NOT NULL,
  cost        numeric(8,2)
);
