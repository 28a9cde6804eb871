import { addDays, shanghaiTime } from './calendar.mjs';
import * as tables from './commerce-tables.mjs';

/** Share of customers who registered and never bought, and of those who bought once and went away. */
const NEVER_BUYS = 0.06;
const GOES_AWAY = 0.3;
const FOREVER = '9999-12-31';

/**
 * Invented customers of the last five years, oldest first. `firstDay` and `lastDay` bound when each
 * buys; `eagerness` (0–1) is how readily. Some share a name, as people do.
 */
export function makeCustomers(count, today, random) {
  const ages = Array.from({ length: count }, () => Math.floor(1825 * random.next() ** 1.3)).sort((a, b) => b - a);
  const shares = Object.fromEntries(Object.entries(tables.CUSTOMER_TYPES).map(([type, { share }]) => [type, share]));
  return ages.map((age, index) => {
    const id = index + 1;
    const type = random.weighted(shares);
    const registeredAt = addDays(today, -age);
    const leaves = random.chance(GOES_AWAY) ? addDays(registeredAt, random.integer(30, 700)) : FOREVER;
    const buys = !random.chance(NEVER_BUYS);
    return {
      id,
      type,
      name: type === 'Enterprise' ? companyName(random) : personName(random),
      city: random.weighted(tables.CITIES),
      registeredAt,
      lastLoginAt: lastLogin({ registeredAt, leaves, buys, today, random }),
      email: `customer${id}@example.com`,
      // 99 is no area code, so these numbers look like identity numbers but are not valid.
      idCard: `99${String(random.integer(0, 9999)).padStart(4, '0')}19${random.integer(60, 99)}0101${String(id).padStart(4, '0')}`,
      eagerness: tables.CUSTOMER_TYPES[type].eagerness * random.between(0.4, 1),
      firstDay: buys ? registeredAt : FOREVER,
      lastDay: leaves,
    };
  });
}

function lastLogin({ registeredAt, leaves, buys, today, random }) {
  if (!buys && random.chance(0.4)) return null;
  const daysAgo = Math.floor(150 * random.next() ** 2.5) + 1;
  const day = leaves < today ? addDays(leaves, -random.integer(0, 20)) : addDays(today, -daysAgo);
  return shanghaiTime(day < registeredAt ? registeredAt : day, day < registeredAt ? 0 : random.integer(21_600, 82_800));
}

function personName(random) {
  if (random.chance(0.2)) return `${random.pick(tables.FIRST_NAMES)} ${random.pick(tables.LAST_NAMES)}`;
  return random.pick(tables.SURNAMES) + random.pick(tables.GIVEN_NAMES);
}

function companyName(random) {
  if (random.chance(0.25)) return `${random.pick(tables.COMPANY_NAMES_EN)} ${random.pick(tables.COMPANY_ENDINGS_EN)}`;
  return tables.COMPANY_SIGNS.map(random.pick).join('') + random.pick(tables.COMPANY_ENDINGS);
}
