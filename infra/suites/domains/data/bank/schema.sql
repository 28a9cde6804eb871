-- Domain "bank": a retail bank of the Yangtze delta. Codes are stored, their names are in model.yaml.
CREATE TABLE branch (
  branch_id   int PRIMARY KEY,
  branch_name varchar(30) NOT NULL,
  city        varchar(12) NOT NULL,
  zone        char(1) NOT NULL,
  counters    int,
  opened_on   date NOT NULL,
  is_24h      boolean,
  mgr_phone   varchar(20)
);
CREATE TABLE employee (
  emp_id    int PRIMARY KEY,
  full_name varchar(20) NOT NULL,
  branch_id int REFERENCES branch (branch_id),
  job       varchar(4) NOT NULL,
  hired_on  date NOT NULL,
  left_on   date,
  salary    numeric(10,2)
);
CREATE TABLE customer (
  cust_id    int PRIMARY KEY,
  full_name  varchar(40) NOT NULL,
  segment    varchar(5) NOT NULL,
  gender     char(1),
  birth_date date,
  city       varchar(12),
  joined_on  date NOT NULL,
  branch_id  int NOT NULL REFERENCES branch (branch_id),
  rm_id      int REFERENCES employee (emp_id),
  income     numeric(12,2),
  mobile_on  boolean,
  id_card    varchar(18),
  phone      varchar(20)
);
CREATE TABLE account (
  acct_id   int PRIMARY KEY,
  acct_no   varchar(20) NOT NULL UNIQUE,
  cust_id   int NOT NULL REFERENCES customer (cust_id),
  branch_id int NOT NULL REFERENCES branch (branch_id),
  acct_type varchar(4) NOT NULL,
  status    varchar(8) NOT NULL,
  opened_on date NOT NULL,
  closed_on date,
  last_move date,
  balance   numeric(14,2) NOT NULL
);
CREATE TABLE txn (
  txn_id    bigint PRIMARY KEY,
  acct_id   int NOT NULL REFERENCES account (acct_id),
  txn_at    timestamp NOT NULL,          -- wall clock of the bank
  txn_type  varchar(4) NOT NULL,
  channel   varchar(6) NOT NULL,
  amount    numeric(14,2) NOT NULL,
  fee       numeric(8,2),
  teller_id int REFERENCES employee (emp_id),
  flagged   boolean
);
CREATE TABLE card (
  card_id   int PRIMARY KEY,
  card_no   varchar(20) NOT NULL UNIQUE,
  cust_id   int NOT NULL REFERENCES customer (cust_id),
  kind      varchar(6) NOT NULL,
  tier      varchar(8) NOT NULL,
  issued_on date NOT NULL,
  valid_to  date NOT NULL,
  limit_amt numeric(12,2),
  status    varchar(8) NOT NULL,
  cvv       varchar(4)
);
CREATE TABLE card_spend (
  spend_id bigint PRIMARY KEY,
  card_id  int NOT NULL REFERENCES card (card_id),
  spent_at timestamptz NOT NULL,
  category varchar(8) NOT NULL,
  amount   numeric(12,2) NOT NULL,
  points   int,
  overseas boolean NOT NULL
);
CREATE TABLE loan (
  loan_id     int PRIMARY KEY,
  loan_no     varchar(20) NOT NULL UNIQUE,
  cust_id     int NOT NULL REFERENCES customer (cust_id),
  branch_id   int NOT NULL REFERENCES branch (branch_id),
  officer_id  int REFERENCES employee (emp_id),
  product     varchar(8) NOT NULL,
  issued_on   date NOT NULL,
  matures_on  date NOT NULL,
  principal   numeric(14,2) NOT NULL,
  outstanding numeric(14,2) NOT NULL,
  rate_pct    numeric(5,2) NOT NULL,
  risk_class  varchar(5) NOT NULL,
  secured     boolean
);
CREATE TABLE repayment (
  repay_id bigint PRIMARY KEY,
  loan_id  int NOT NULL REFERENCES loan (loan_id),
  seq      int NOT NULL,
  due_on   date NOT NULL,
  paid_on  date,
  due_amt  numeric(12,2) NOT NULL,
  paid_amt numeric(12,2),
  penalty  numeric(10,2)
);
CREATE TABLE wm_product (
  prod_id     int PRIMARY KEY,
  prod_name   varchar(30) NOT NULL,
  risk        char(2) NOT NULL,
  yield_pct   numeric(4,2),
  min_amt     numeric(12,2) NOT NULL,
  launched_on date NOT NULL
);
CREATE TABLE wm_order (
  wm_id       int PRIMARY KEY,
  cust_id     int NOT NULL REFERENCES customer (cust_id),
  prod_id     int NOT NULL REFERENCES wm_product (prod_id),
  emp_id      int REFERENCES employee (emp_id),
  bought_on   date NOT NULL,
  amount      numeric(14,2) NOT NULL,
  redeemed_on date
);
CREATE TABLE complaint (
  cmp_id      int PRIMARY KEY,
  cust_id     int REFERENCES customer (cust_id),
  branch_id   int NOT NULL REFERENCES branch (branch_id),
  filed_on    date NOT NULL,
  topic       varchar(8) NOT NULL,
  resolved_on date,
  score       int
);
CREATE TABLE branch_review (
  rev_id    int PRIMARY KEY,
  branch_id int NOT NULL REFERENCES branch (branch_id),
  yr        int NOT NULL,
  half      int NOT NULL,
  wait_scr  numeric(5,2),
  manner_scr numeric(5,2),
  audit_scr numeric(5,2)
);
CREATE TABLE branch_ledger (
  led_id    int PRIMARY KEY,
  branch_id int NOT NULL REFERENCES branch (branch_id),
  mon       date NOT NULL,
  ver       varchar(6) NOT NULL,
  income    numeric(14,2) NOT NULL,
  cost      numeric(14,2) NOT NULL
);
CREATE INDEX ON txn (acct_id);
CREATE INDEX ON card_spend (card_id);
CREATE INDEX ON repayment (loan_id);
