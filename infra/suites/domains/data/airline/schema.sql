-- Domain "airline": Yunling Air, a regional airline in the southwest of China.
CREATE TABLE airport (
  code        char(3) PRIMARY KEY,
  name        varchar(40) NOT NULL,
  city        varchar(20) NOT NULL,
  province    varchar(12) NOT NULL,
  elevation_m int,
  opened_on   date,
  is_hub      boolean NOT NULL
);
CREATE TABLE aircraft (
  id            int PRIMARY KEY,
  tail_no       varchar(10) NOT NULL UNIQUE,
  ac_type       varchar(20) NOT NULL,
  seats         int NOT NULL,
  delivered_on  date NOT NULL,
  ac_status     varchar(16) NOT NULL,
  base_code     char(3) REFERENCES airport (code),
  is_leased     boolean,
  book_value    numeric(14,2)
);
CREATE TABLE route (
  id           int PRIMARY KEY,
  code         varchar(8) NOT NULL UNIQUE,
  origin_code  char(3) NOT NULL REFERENCES airport (code),
  dest_code    char(3) NOT NULL REFERENCES airport (code),
  distance_km  int NOT NULL,
  block_min    int,
  launched_on  date NOT NULL,
  is_seasonal  boolean NOT NULL
);
CREATE TABLE flight (
  id           bigint PRIMARY KEY,
  flight_no    varchar(8) NOT NULL,
  route_id     int NOT NULL REFERENCES route (id),
  aircraft_id  int REFERENCES aircraft (id),
  sched_dep    timestamp NOT NULL,
  actual_dep   timestamp,
  delay_min    int,
  fl_status    varchar(12) NOT NULL,
  delay_cause  varchar(16),
  fuel_kg      numeric(9,1)
);
CREATE TABLE crew (
  id           int PRIMARY KEY,
  full_name    varchar(20) NOT NULL,
  position     varchar(20) NOT NULL,
  base_code    char(3) REFERENCES airport (code),
  hired_on     date NOT NULL,
  total_hours  numeric(8,1),
  salary       numeric(10,2)
);
CREATE TABLE flight_crew (
  id          bigint PRIMARY KEY,
  flight_id   bigint NOT NULL REFERENCES flight (id),
  crew_id     int NOT NULL REFERENCES crew (id),
  duty_hours  numeric(4,1) NOT NULL
);
CREATE TABLE passenger (
  id          int PRIMARY KEY,
  full_name   varchar(40) NOT NULL,
  gender      char(1),
  birth_date  date,
  home_city   varchar(20),
  nationality varchar(20) NOT NULL,
  id_no       varchar(20),
  phone       varchar(20)
);
CREATE TABLE loyalty_member (
  id            int PRIMARY KEY,
  member_no     varchar(12) NOT NULL UNIQUE,
  passenger_id  int NOT NULL UNIQUE REFERENCES passenger (id),
  tier          varchar(10) NOT NULL,
  joined_on     date NOT NULL,
  points        int NOT NULL,
  points_expire date
);
CREATE TABLE booking (
  id         bigint PRIMARY KEY,
  pnr        char(6) NOT NULL,
  member_id  int REFERENCES loyalty_member (id),
  booked_at  timestamp NOT NULL,
  channel    varchar(12) NOT NULL,
  bk_status  varchar(12) NOT NULL,
  pay_method varchar(12)
);
CREATE TABLE ticket (
  id            bigint PRIMARY KEY,
  ticket_no     varchar(14) NOT NULL,
  booking_id    bigint NOT NULL REFERENCES booking (id),
  passenger_id  int NOT NULL REFERENCES passenger (id),
  flight_id     bigint NOT NULL REFERENCES flight (id),
  cabin         varchar(10) NOT NULL,
  fare          numeric(10,2) NOT NULL,
  taxes         numeric(8,2) NOT NULL,
  issued_on     date NOT NULL,
  tk_status     varchar(10) NOT NULL,
  web_checkin   boolean
);
CREATE TABLE baggage (
  id            bigint PRIMARY KEY,
  tag_no        varchar(12) NOT NULL,
  ticket_id     bigint NOT NULL REFERENCES ticket (id),
  weight_kg     numeric(5,1) NOT NULL,
  excess_fee    numeric(8,2),
  is_mishandled boolean NOT NULL,
  accepted_at   timestamp NOT NULL
);
CREATE TABLE complaint (
  id            int PRIMARY KEY,
  flight_id     bigint NOT NULL REFERENCES flight (id),
  passenger_id  int REFERENCES passenger (id),
  filed_on      date NOT NULL,
  category      varchar(12) NOT NULL,
  resolved_on   date,
  compensation  numeric(8,2),
  satisfaction  int,
  is_escalated  boolean
);
CREATE TABLE maintenance (
  id           int PRIMARY KEY,
  aircraft_id  int NOT NULL REFERENCES aircraft (id),
  mx_type      varchar(14) NOT NULL,
  station_code char(3) REFERENCES airport (code),
  started_on   date NOT NULL,
  finished_on  date,
  cost         numeric(12,2),
  man_hours    numeric(7,1)
);
CREATE TABLE route_cost (
  id         bigint PRIMARY KEY,
  route_id   int NOT NULL REFERENCES route (id),
  cost_month date NOT NULL,
  cost_type  varchar(12) NOT NULL,
  scenario   varchar(8) NOT NULL,
  amount     numeric(12,2) NOT NULL
);
CREATE INDEX ON flight (sched_dep);
CREATE INDEX ON flight (route_id);
CREATE INDEX ON ticket (flight_id);
CREATE INDEX ON ticket (booking_id);
CREATE INDEX ON ticket (passenger_id);
