import type { GuardCatalogue, GuardColumn } from './guard-catalogue';

/** A small shop for the guard's specs: `users` hides two columns, `staff_pay` is hidden whole. */
export const shopCatalogue: GuardCatalogue = {
  searchPath: ['shop', 'public'],
  relations: [
    relation(
      'users',
      'id int4, name text, password text!, email text, level shop.grade, "order" int4, tags text[], data jsonb, ssn text!',
    ),
    relation('orders', 'id int4, user_id int4, total numeric(10,2), status text, created_at timestamptz, day date'),
    relation('items', 'order_id int4, sku text, qty int4'),
    relation('employees', 'id int4, manager_id int4, name text, salary numeric'),
    relation('订单', '编号 int4, 金额 numeric, 城市 text, 下单时间 timestamptz'),
    relation('spots', 'id int4, name text, geom public.geometry(Point,4326)'),
    { ...relation('staff_pay', 'id int4, amount numeric'), hidden: true },
    { ...relation('events', 'id int4, at timestamptz'), schema: 'public' },
  ],
};

/** `name type, name type!`: an exclamation mark hides the column. */
function relation(name: string, columns: string): GuardCatalogue['relations'][number] {
  return { schema: 'shop', name, kind: 'table', columns: columns.split(/, (?=[^,]* )/).map(column) };
}

function column(text: string): GuardColumn {
  const [, name = '', type = '', mark] = /^"?([^" ]+)"? (.*?)(!?)$/.exec(text.trim()) ?? [];
  return { name, type, hidden: mark === '!' };
}
