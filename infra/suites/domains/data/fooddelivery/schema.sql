-- Domain "fooddelivery": a food delivery platform in one city.
CREATE TABLE cuisine (
  cuisine_id smallint PRIMARY KEY,
  name       varchar(20) NOT NULL UNIQUE
);
CREATE TABLE restaurant (
  restaurant_id   int PRIMARY KEY,
  name            varchar(60) NOT NULL,
  district        varchar(20) NOT NULL,
  price_level     char(1) NOT NULL,
  status          char(1) NOT NULL,
  is_chain        boolean NOT NULL,
  min_order       numeric(6,2),
  prep_minutes    int,
  opened_on       date,
  owner_phone     varchar(20),
  commission_rate numeric(5,2)
);
CREATE TABLE restaurant_cuisine (
  restaurant_id int NOT NULL REFERENCES restaurant (restaurant_id),
  cuisine_id    smallint NOT NULL REFERENCES cuisine (cuisine_id),
  PRIMARY KEY (restaurant_id, cuisine_id)
);
CREATE TABLE menu_item (
  item_id       int PRIMARY KEY,
  restaurant_id int NOT NULL REFERENCES restaurant (restaurant_id),
  name          varchar(60) NOT NULL,
  category      varchar(4) NOT NULL,
  price         numeric(7,2) NOT NULL,
  spicy         boolean,
  on_sale       boolean NOT NULL,
  launched_on   date NOT NULL
);
CREATE TABLE customer (
  customer_id   int PRIMARY KEY,
  name          varchar(40) NOT NULL,
  district      varchar(20),
  tier          char(1) NOT NULL,
  registered_on date NOT NULL,
  last_login    date,
  subscribed    boolean,
  phone         varchar(20)
);
CREATE TABLE coupon (
  coupon_id  int PRIMARY KEY,
  title      varchar(60) NOT NULL,
  kind       varchar(4) NOT NULL,
  face_value numeric(6,2),
  new_only   boolean NOT NULL,
  valid_from date NOT NULL,
  valid_to   date NOT NULL
);
CREATE TABLE orders (
  order_id      int PRIMARY KEY,
  order_no      varchar(20) NOT NULL UNIQUE,
  customer_id   int NOT NULL REFERENCES customer (customer_id),
  restaurant_id int NOT NULL REFERENCES restaurant (restaurant_id),
  coupon_id     int REFERENCES coupon (coupon_id),
  placed_at     timestamp NOT NULL,
  status        char(3) NOT NULL,
  channel       varchar(4) NOT NULL,
  scheduled     boolean NOT NULL,
  food_amount   numeric(8,2) NOT NULL,
  delivery_fee  numeric(6,2) NOT NULL,
  discount      numeric(6,2)
);
CREATE TABLE order_line (
  order_id   int NOT NULL REFERENCES orders (order_id),
  line_no    smallint NOT NULL,
  item_id    int NOT NULL REFERENCES menu_item (item_id),
  quantity   int NOT NULL,
  unit_price numeric(7,2) NOT NULL,
  PRIMARY KEY (order_id, line_no)
);
CREATE TABLE rider (
  rider_id  int PRIMARY KEY,
  name      varchar(40) NOT NULL,
  area      varchar(20),
  vehicle   char(1) NOT NULL,
  full_time boolean NOT NULL,
  joined_on date NOT NULL,
  wage      numeric(8,2)
);
CREATE TABLE delivery (
  delivery_id  int PRIMARY KEY,
  order_id     int NOT NULL REFERENCES orders (order_id),
  rider_id     int REFERENCES rider (rider_id),
  assigned_at  timestamp NOT NULL,
  picked_up_at timestamp,
  delivered_at timestamp,
  distance_km  numeric(5,2),
  on_time      boolean
);
CREATE TABLE rating (
  rating_id   int PRIMARY KEY,
  order_id    int NOT NULL REFERENCES orders (order_id),
  food_score  int NOT NULL,
  rider_score int,
  anonymous   boolean NOT NULL,
  comment     text,
  rated_at    timestamp NOT NULL
);
CREATE TABLE refund (
  refund_id    int PRIMARY KEY,
  order_id     int NOT NULL REFERENCES orders (order_id),
  reason       varchar(5),
  amount       numeric(8,2) NOT NULL,
  approved     boolean,
  requested_at timestamp NOT NULL,
  settled_at   timestamp
);
CREATE INDEX ON orders (placed_at);
CREATE INDEX ON orders (customer_id);
CREATE INDEX ON orders (restaurant_id);
CREATE INDEX ON order_line (item_id);
CREATE INDEX ON delivery (order_id);
CREATE INDEX ON rating (order_id);
CREATE INDEX ON refund (order_id);
