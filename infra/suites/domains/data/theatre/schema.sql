-- A chain of theatres: venues and their halls, productions, artists and what they did in them, performances, tickets, refunds, customers and their membership cards.
CREATE TABLE venue (
  venue_id    int PRIMARY KEY,
  venue_name  varchar(40) NOT NULL,
  city        varchar(20) NOT NULL,
  opened_on   date,
  accessible  boolean,
  annual_rent numeric(12,2)
);
CREATE TABLE hall (
  hall_id      int PRIMARY KEY,
  venue_id     int NOT NULL REFERENCES venue (venue_id),
  hall_name    varchar(30) NOT NULL,
  stage_type   varchar(12) NOT NULL,
  seats        int,
  under_repair boolean NOT NULL
);
-- lookup
CREATE TABLE genre (
  genre_code char(3) PRIMARY KEY,
  genre_name varchar(20) NOT NULL
);
CREATE TABLE production (
  production_id int PRIMARY KEY,
  title         varchar(60) NOT NULL,
  genre_code    char(3) NOT NULL REFERENCES genre (genre_code),
  premiere_on   date,
  run_minutes   int,
  budget        numeric(12,2),
  original      boolean NOT NULL,
  touring       boolean
);
CREATE TABLE artist (
  artist_id   int PRIMARY KEY,
  artist_name varchar(30) NOT NULL,
  hometown    varchar(20),
  joined_on   date NOT NULL,
  resident    boolean,
  mobile      varchar(20)
);
-- who did what in which production
CREATE TABLE credit (
  production_id int NOT NULL REFERENCES production (production_id),
  artist_id     int NOT NULL REFERENCES artist (artist_id),
  role_code     char(3) NOT NULL,
  fee           numeric(10,2),
  currency      char(3) NOT NULL,
  PRIMARY KEY (production_id, artist_id, role_code)
);
CREATE TABLE performance (
  performance_id int PRIMARY KEY,
  production_id  int NOT NULL REFERENCES production (production_id),
  hall_id        int NOT NULL REFERENCES hall (hall_id),
  starts_at      timestamp NOT NULL,
  status         varchar(10) NOT NULL
);
CREATE TABLE customer (
  customer_id   int PRIMARY KEY,
  full_name     varchar(30) NOT NULL,
  segment       varchar(10) NOT NULL,
  city          varchar(20),
  registered_on date NOT NULL,
  newsletter    boolean,
  mobile        varchar(20)
);
CREATE TABLE membership (
  membership_id int PRIMARY KEY,
  customer_id   int NOT NULL REFERENCES customer (customer_id),
  tier          varchar(10) NOT NULL,
  started_on    date NOT NULL,
  expires_on    date NOT NULL,
  fee           numeric(8,2) NOT NULL,
  auto_renew    boolean
);
-- customer_id is empty for sales to people without an account; its join is in the model only
CREATE TABLE ticket (
  ticket_id      int PRIMARY KEY,
  performance_id int NOT NULL REFERENCES performance (performance_id),
  customer_id    int,
  sold_at        timestamptz NOT NULL,
  price          numeric(8,2) NOT NULL,
  channel        varchar(10) NOT NULL,
  zone           char(1) NOT NULL,
  checked_in     boolean
);
CREATE TABLE refund (
  refund_id   int PRIMARY KEY,
  ticket_id   int NOT NULL REFERENCES ticket (ticket_id),
  refunded_on date NOT NULL,
  amount      numeric(8,2) NOT NULL,
  reason      varchar(20)
);
CREATE INDEX ON performance (starts_at);
CREATE INDEX ON ticket (performance_id);
CREATE INDEX ON ticket (customer_id);
CREATE INDEX ON refund (ticket_id);
