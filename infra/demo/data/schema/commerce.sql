-- An online shop: who bought what, when, and what came back.
DROP SCHEMA IF EXISTS commerce CASCADE;
CREATE SCHEMA commerce;

CREATE TABLE commerce.customers (
  id            integer PRIMARY KEY,
  name          text NOT NULL,
  type          text NOT NULL CHECK (type IN ('VIP', 'Normal', 'Enterprise')),
  city          text NOT NULL,
  registered_at date NOT NULL,
  last_login_at timestamptz,
  email         text,
  id_card       text
);

CREATE TABLE commerce.products (
  id          integer PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  category    text NOT NULL,
  price       numeric(10,2) NOT NULL,
  launched_at date NOT NULL
);

CREATE TABLE commerce.orders (
  id          integer PRIMARY KEY,
  customer_id integer NOT NULL,
  ordered_at  timestamptz NOT NULL,
  status      text NOT NULL CHECK (status IN ('completed', 'pending', 'cancelled', 'refunded')),
  channel     text NOT NULL,
  amount      numeric(12,2) NOT NULL
);

CREATE TABLE commerce.order_items (
  id         integer PRIMARY KEY,
  order_id   integer NOT NULL,
  product_id integer NOT NULL,
  quantity   integer NOT NULL,
  unit_price numeric(10,2) NOT NULL
);

CREATE TABLE commerce.refunds (
  id            integer PRIMARY KEY,
  order_item_id integer NOT NULL,
  refunded_at   timestamptz NOT NULL,
  amount        numeric(12,2) NOT NULL,
  reason        text NOT NULL
);

COMMENT ON TABLE commerce.customers IS 'Registered customers of the shop';
COMMENT ON COLUMN commerce.customers.city IS 'City of residence, with its suffix: 杭州市';
COMMENT ON COLUMN commerce.customers.id_card IS 'Resident identity number (personal data)';
COMMENT ON TABLE commerce.products IS 'What the shop sells';
COMMENT ON TABLE commerce.orders IS 'One row per order, whatever became of it';
COMMENT ON COLUMN commerce.orders.amount IS 'Total of the order''s items, in yuan';
COMMENT ON TABLE commerce.order_items IS 'One row per product in an order';
COMMENT ON COLUMN commerce.order_items.unit_price IS 'Price of one piece when it was ordered, in yuan';
COMMENT ON TABLE commerce.refunds IS 'Money given back for an order item';
-- after loading
ALTER TABLE commerce.orders ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES commerce.customers (id);
ALTER TABLE commerce.order_items ADD CONSTRAINT order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES commerce.orders (id);
ALTER TABLE commerce.order_items ADD CONSTRAINT order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES commerce.products (id);
ALTER TABLE commerce.refunds ADD CONSTRAINT refunds_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES commerce.order_items (id);
CREATE INDEX orders_ordered_at_idx ON commerce.orders (ordered_at);
CREATE INDEX orders_customer_id_idx ON commerce.orders (customer_id);
CREATE INDEX order_items_order_id_idx ON commerce.order_items (order_id);
CREATE INDEX order_items_product_id_idx ON commerce.order_items (product_id);
CREATE INDEX refunds_order_item_id_idx ON commerce.refunds (order_item_id);
CREATE INDEX refunds_refunded_at_idx ON commerce.refunds (refunded_at);
ANALYZE commerce.customers;
ANALYZE commerce.products;
ANALYZE commerce.orders;
ANALYZE commerce.order_items;
ANALYZE commerce.refunds;
