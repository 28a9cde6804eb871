import { nameWords } from './name-words';
import { didYouMean } from './did-you-mean';

it.each([
  ['order_items', 'order items'],
  ['orderItems', 'order items'],
  ['OrderItemID', 'order item id'],
  ['t_user_info', 'user info'],
  ['dwd-daily.sales', 'daily sales'],
  ['HTTPServer', 'http server'],
  ['评分', '评分'],
  ['所属省份', '所属省份'],
  ['用户ID', '用户 id'],
  ['address2', 'address2'],
  ['  spaced name ', 'spaced name'],
  ['title', 'title'],
  ['firstname', 'first name'],
  ['airportcode', 'airport code'],
  ['studentid', 'student id'],
  ['ticket_saledate', 'ticket sale date'],
  ['discount', 'discount'],
  ['prepaid', 'prepaid'],
  ['candidate', 'candidate'],
  ['dept_mst', 'dept'],
  ['tbl_rooms', 'rooms'],
  ['rooms_tbl', 'rooms'],
])('the identifier %s is split into "%s"', (identifier, words) => {
  expect(nameWords(identifier).join(' ')).toBe(words);
});

it('a name is suggested only if it is similar', () => {
  expect(didYouMean('costumers', ['customers', 'orders'])).toContain('"customers"');
  expect(didYouMean('weather', ['customers', 'orders'])).toBe('');
});
