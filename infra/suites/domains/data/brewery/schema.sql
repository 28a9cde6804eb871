-- A craft brewery in Hamburg: beers and what goes into them, brews in tanks, orders of pubs and shops, kegs out and back, tastings.
CREATE TABLE style (
  style_id   int PRIMARY KEY,
  style_name text NOT NULL,
  family     text NOT NULL,
  serve_temp int
);
CREATE TABLE beer (
  beer_id   int PRIMARY KEY,
  beer_name text NOT NULL,
  style_id  int NOT NULL REFERENCES style,
  abv       numeric(3,1) NOT NULL,
  ibu       int,
  keg_price numeric(8,2) NOT NULL,
  launched  date NOT NULL,
  seasonal  boolean NOT NULL
);
CREATE TABLE supplier (
  supplier_id   int PRIMARY KEY,
  supplier_name text NOT NULL,
  country       text NOT NULL,
  organic       boolean,
  partner_since date
);
CREATE TABLE ingredient (
  ingredient_id int PRIMARY KEY,
  ing_name      text NOT NULL,
  kind          text NOT NULL,
  supplier_id   int REFERENCES supplier,
  price_kg      numeric(8,2) NOT NULL,
  stock_kg      numeric(9,1) NOT NULL,
  reorder_kg    numeric(9,1) NOT NULL,
  substitute_id int REFERENCES ingredient
);
CREATE TABLE recipe_line (
  beer_id       int NOT NULL REFERENCES beer,
  ingredient_id int NOT NULL REFERENCES ingredient,
  kg_per_hl     numeric(6,2) NOT NULL,
  PRIMARY KEY (beer_id, ingredient_id)
);
CREATE TABLE tank (
  tank_id     int PRIMARY KEY,
  tank_code   text NOT NULL,
  kind        text NOT NULL,
  capacity_hl int NOT NULL,
  installed   date,
  cooled      boolean NOT NULL
);
CREATE TABLE brew (
  brew_id      int PRIMARY KEY,
  batch_no     text NOT NULL,
  beer_id      int NOT NULL REFERENCES beer,
  ferm_tank_id int NOT NULL REFERENCES tank,
  cond_tank_id int REFERENCES tank,
  brewed_on    date NOT NULL,
  packaged_on  date,
  volume_hl    numeric(6,1) NOT NULL,
  loss_hl      numeric(5,1),
  cost         numeric(10,2) NOT NULL,
  status       text NOT NULL
);
CREATE TABLE customer (
  customer_id    int PRIMARY KEY,
  customer_name  text NOT NULL,
  kind           text NOT NULL,
  city           text NOT NULL,
  customer_since date NOT NULL,
  discount_pct   numeric(4,1),
  email          text
);
CREATE TABLE sales_order (
  order_id    int PRIMARY KEY,
  order_no    text NOT NULL,
  customer_id int NOT NULL REFERENCES customer,
  beer_id     int NOT NULL REFERENCES beer,
  ordered_on  date NOT NULL,
  deliver_on  date,
  kegs        int NOT NULL,
  amount      numeric(10,2) NOT NULL,
  status      text NOT NULL,
  paid        boolean
);
CREATE TABLE keg_trip (
  trip_id     int PRIMARY KEY,
  keg_no      text NOT NULL,
  size_l      int NOT NULL,
  customer_id int NOT NULL REFERENCES customer,
  brew_id     int REFERENCES brew,
  out_on      date NOT NULL,
  back_on     date,
  deposit     numeric(6,2) NOT NULL,
  damaged     boolean
);
CREATE TABLE tasting (
  tasting_id int PRIMARY KEY,
  brew_id    int NOT NULL REFERENCES brew,
  taster     text NOT NULL,
  tasted_at  timestamp NOT NULL,
  score      numeric(3,1) NOT NULL,
  passed     boolean NOT NULL,
  fault      text
);
CREATE INDEX ON brew (beer_id);
CREATE INDEX ON sales_order (customer_id);
CREATE INDEX ON sales_order (ordered_on);
CREATE INDEX ON keg_trip (customer_id);
CREATE INDEX ON tasting (brew_id);
