import { addDays, daysBetween, shanghaiTime, weekday, yearsBefore } from './calendar.mjs';
import { CATEGORIES, FESTIVALS, MONTH_DEMAND, REFUND_REASONS, WEEKDAY_DEMAND } from './commerce-tables.mjs';
import { makeCustomers } from './customers.mjs';
import { createRandom } from './random.mjs';
import { insertRows, readSchema, runAll } from './sql-script.mjs';

const CUSTOMERS = 3000;
const YEARS = 3;
/** Orders a day in the first and in the last month: the shop grows. */
const DAILY_ORDERS = { first: 34, last: 68 };
/** Orders younger than this are mostly still open. */
const OPEN_DAYS = 6;
const MAX_REFUND_DELAY_DAYS = 20;

/** Builds schema `commerce`: three years of an invented shop's orders, ending today. */
export async function buildCommerce(exec, today) {
  const schema = readSchema('commerce');
  await runAll(exec, schema.before);
  const random = createRandom('commerce');
  const start = addDays(yearsBefore(today, YEARS), 1);
  const customers = makeCustomers(CUSTOMERS, today, random);
  const products = makeProducts(today, random);
  const sales = makeSales({ customers, products, start, today, random });
  const tables = { customers: customers.map(customerRow), products: products.map(productRow), ...sales };
  for (const [table, columns] of Object.entries(COLUMNS)) {
    await insertRows(exec, `commerce.${table}`, columns, tables[table]);
  }
  await runAll(exec, schema.after);
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
}

const COLUMNS = {
  customers: ['id', 'name', 'type', 'city', 'registered_at', 'last_login_at', 'email', 'id_card'],
  products: ['id', 'name', 'category', 'price', 'launched_at'],
  orders: ['id', 'customer_id', 'ordered_at', 'status', 'channel', 'amount'],
  order_items: ['id', 'order_id', 'product_id', 'quantity', 'unit_price'],
  refunds: ['id', 'order_item_id', 'refunded_at', 'amount', 'reason'],
};

function makeProducts(today, random) {
  const names = Object.entries(CATEGORIES).flatMap(([category, { products, demand, refundRate }]) =>
    products.split(/(?<==\d+) /).map((entry) => {
      const [name, price] = entry.split('=');
      return { name, category, price: Number(price), refundRate, demand: demand * random.between(0.3, 1.6) };
    }),
  );
  // Dear things sell less often; without this, phones would be nine tenths of all money.
  for (const product of names) product.demand /= Math.sqrt(product.price / 100 + 1);
  return names.map((product, index) => ({
    id: index + 1,
    launchedAt: addDays(today, -random.integer(200, 1900)),
    ...product,
  }));
}

function makeSales({ customers, products, start, today, random }) {
  const sales = { orders: [], order_items: [], refunds: [] };
  const draws = drawsOf(products, random);
  const days = daysBetween(start, today);
  for (let n = 0; n <= days; n++) {
    const day = addDays(start, n);
    const buyers = customers.filter((customer) => customer.firstDay <= day && day <= customer.lastDay);
    for (let count = ordersOn(day, n / days, day === today, random); count > 0; count--) {
      const buyer = pickBuyer(buyers, random);
      addOrder({ sales, buyer, products, draws, day, today, random });
    }
  }
  return sales;
}

/** What is drawn for every order. */
function drawsOf(products, random) {
  return {
    status: random.weighing({ completed: 870, cancelled: 85, refunded: 30, pending: 4 }),
    lines: random.weighing({ 1: 52, 2: 28, 3: 14, 4: 6 }),
    product: random.weighing(Object.fromEntries(products.map((product) => [product.id, product.demand]))),
    quantity: random.weighing({ 1: 70, 2: 20, 3: 10 }),
  };
}

/** Today has only begun: one hour's worth of orders, so that none lies in the future. */
function ordersOn(day, progress, isToday, random) {
  const trend = DAILY_ORDERS.first + (DAILY_ORDERS.last - DAILY_ORDERS.first) * progress;
  const season =
    MONTH_DEMAND[Number(day.slice(5, 7)) - 1] * (FESTIVALS[day.slice(5)] ?? 1) * WEEKDAY_DEMAND[weekday(day)];
  return Math.round((trend * season * random.between(0.85, 1.15)) / (isToday ? 12 : 1));
}

function pickBuyer(buyers, random) {
  for (;;) {
    const buyer = random.pick(buyers);
    if (random.chance(buyer.eagerness)) return buyer;
  }
}

function addOrder({ sales, buyer, products, draws, day, today, random }) {
  const id = sales.orders.length + 1;
  const second =
    day === today ? random.integer(0, 3599) : Math.round(3600 * Math.min(23.9, Math.max(0, random.normal(15, 5))));
  const age = daysBetween(day, today);
  const status = age < OPEN_DAYS && random.chance(0.7) ? 'pending' : draws.status();
  const channel = random.weighted({ app: 45, mini_program: 12 + (1095 - Math.min(age, 1095)) / 60, web: 22, store: 9 });
  // Companies buy several of a kind, VIPs fill their basket: each type has its own average order.
  const bulk = buyer.type === 'Enterprise' ? 3 : 1;
  const extraLines = buyer.type === 'VIP' ? 1 : 0;
  let cents = 0;
  const chosen = new Set();
  for (let lines = Number(draws.lines()) + extraLines; lines > 0; lines--) {
    const product = products[Number(draws.product()) - 1];
    if (chosen.has(product)) continue;
    chosen.add(product);
    const quantity = Number(draws.quantity()) * random.integer(1, bulk);
    const priceCents = Math.round(product.price * 100 * random.pick([1, 1, 1, 0.95, 0.9, 0.85]));
    cents += quantity * priceCents;
    const itemId = sales.order_items.length + 1;
    sales.order_items.push([itemId, id, product.id, quantity, priceCents / 100]);
    const isReturned = status === 'refunded' || (status === 'completed' && random.chance(product.refundRate));
    if (isReturned) addRefund({ sales, itemId, cents: quantity * priceCents, day, today, random });
  }
  sales.orders.push([id, buyer.id, shanghaiTime(day, second), status, channel, cents / 100]);
}

function addRefund({ sales, itemId, cents, day, today, random }) {
  const refundDay = addDays(day, random.integer(1, MAX_REFUND_DELAY_DAYS));
  if (refundDay >= today) return;
  const share = random.chance(0.75) ? 1 : random.between(0.2, 0.8);
  sales.refunds.push([
    sales.refunds.length + 1,
    itemId,
    shanghaiTime(refundDay, random.integer(32_400, 72_000)),
    Math.round(cents * share) / 100,
    random.weighted(REFUND_REASONS),
  ]);
}

function customerRow(customer) {
  return [
    customer.id,
    customer.name,
    customer.type,
    customer.city,
    customer.registeredAt,
    customer.lastLoginAt,
    customer.email,
    customer.idCard,
  ];
}

function productRow({ id, name, category, price, launchedAt }) {
  return [id, name, category, price, launchedAt];
}
