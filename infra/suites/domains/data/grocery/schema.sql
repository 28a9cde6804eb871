-- A chain of supermarkets in five cities of the Yangtze delta.
CREATE TABLE shop (
  shop_id   int PRIMARY KEY,
  name      varchar(40) NOT NULL,
  city      varchar(20) NOT NULL,
  fmt       varchar(8) NOT NULL,
  area_sqm  numeric(8,1),
  all_night boolean NOT NULL,
  opened_on date NOT NULL,
  closed_on date
);
CREATE TABLE category (
  cat_id int PRIMARY KEY,
  name   varchar(20) NOT NULL,
  dept   varchar(10) NOT NULL
);
CREATE TABLE supplier (
  supplier_id int PRIMARY KEY,
  name        varchar(60) NOT NULL,
  city        varchar(20),
  kind        varchar(10) NOT NULL,
  since       date NOT NULL,
  rating      numeric(2,1),
  pay_days    int,
  bank_acct   varchar(30)
);
CREATE TABLE product (
  sku         int PRIMARY KEY,
  name        varchar(60) NOT NULL,
  brand       varchar(30),
  cat_id      int NOT NULL REFERENCES category (cat_id),
  supplier_id int REFERENCES supplier (supplier_id),
  price       numeric(8,2) NOT NULL,
  unit_cost   numeric(8,2),
  shelf_days  int,
  own_brand   boolean NOT NULL,
  organic     boolean,
  listed_on   date NOT NULL,
  status      varchar(4) NOT NULL
);
CREATE TABLE member (
  member_id        int PRIMARY KEY,
  name             varchar(20) NOT NULL,
  tier             varchar(8) NOT NULL,
  city             varchar(20),
  home_shop_id     int REFERENCES shop (shop_id),
  joined_on        date NOT NULL,
  points           int,
  birth_year       int,
  last_purchase_on date,
  phone            varchar(20)
);
CREATE TABLE staff (
  staff_id int PRIMARY KEY,
  name     varchar(20) NOT NULL,
  shop_id  int REFERENCES shop (shop_id),
  position varchar(12) NOT NULL,
  hired_on date NOT NULL,
  left_on  date,
  wage     numeric(8,2)
);
CREATE TABLE promotion (
  promo_id  int PRIMARY KEY,
  name      varchar(40) NOT NULL,
  kind      varchar(8) NOT NULL,
  cat_id    int REFERENCES category (cat_id),
  starts_on date NOT NULL,
  ends_on   date NOT NULL,
  budget    numeric(10,2)
);
CREATE TABLE receipt (
  receipt_id int PRIMARY KEY,
  receipt_no varchar(20) NOT NULL,
  shop_id    int NOT NULL REFERENCES shop (shop_id),
  member_id  int REFERENCES member (member_id),
  cashier_id int REFERENCES staff (staff_id),
  sold_at    timestamp NOT NULL,
  channel    varchar(6) NOT NULL,
  pay_method varchar(10),
  total      numeric(10,2) NOT NULL,
  coupon     numeric(8,2)
);
CREATE TABLE receipt_line (
  line_id    int PRIMARY KEY,
  receipt_id int NOT NULL REFERENCES receipt (receipt_id),
  sku        int NOT NULL REFERENCES product (sku),
  promo_id   int REFERENCES promotion (promo_id),
  sale_date  date NOT NULL,
  qty        int NOT NULL,
  amount     numeric(10,2) NOT NULL,
  cost       numeric(10,2) NOT NULL
);
CREATE TABLE product_return (
  return_id   int PRIMARY KEY,
  line_id     int NOT NULL REFERENCES receipt_line (line_id),
  returned_on date NOT NULL,
  qty         int NOT NULL,
  refund      numeric(10,2) NOT NULL,
  reason      varchar(12)
);
CREATE TABLE stock (
  shop_id       int NOT NULL REFERENCES shop (shop_id),
  sku           int NOT NULL REFERENCES product (sku),
  on_hand       int NOT NULL,
  reorder_level int NOT NULL,
  counted_on    date NOT NULL,
  PRIMARY KEY (shop_id, sku)
);
CREATE TABLE delivery (
  delivery_id int PRIMARY KEY,
  delivery_no varchar(20) NOT NULL,
  supplier_id int NOT NULL REFERENCES supplier (supplier_id),
  shop_id     int NOT NULL REFERENCES shop (shop_id),
  ordered_on  date NOT NULL,
  due_on      date NOT NULL,
  arrived_on  date,
  status      varchar(10) NOT NULL,
  cases       int NOT NULL,
  amount      numeric(10,2) NOT NULL
);
CREATE TABLE shift (
  shift_id   int PRIMARY KEY,
  staff_id   int NOT NULL REFERENCES staff (staff_id),
  shop_id    int NOT NULL REFERENCES shop (shop_id),
  shift_date date NOT NULL,
  shift_type char(1) NOT NULL,
  hours      numeric(4,2) NOT NULL,
  overtime   boolean NOT NULL
);
CREATE TABLE shop_target (
  target_id int PRIMARY KEY,
  shop_id   int NOT NULL REFERENCES shop (shop_id),
  month     date NOT NULL,
  plan      varchar(8) NOT NULL,
  amount    numeric(10,2) NOT NULL
);
CREATE INDEX ON receipt (sold_at);
CREATE INDEX ON receipt_line (receipt_id);
CREATE INDEX ON receipt_line (sku);
