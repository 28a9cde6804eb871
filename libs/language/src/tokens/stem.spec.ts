import { stemEnglish } from './stem';

const STEMS: Readonly<Record<string, string>> = {
  person: 'people persons', child: 'children', woman: 'women', tax: 'taxes', city: 'cities', status: 'statuses', box: 'boxes', class: 'classes',
  house: 'houses', purchase: 'purchases purchased purchasing', course: 'courses', base: 'bases based', bus: 'buses', company: 'companies',
  movie: 'movies', address: 'addresses addressed', process: 'processes processed processing', branch: 'branches', match: 'matches matched',
  hero: 'heroes', life: 'lives', create: 'created creating creates', order: 'ordered ordering orders', ship: 'shipped', place: 'placed placing',
  improve: 'improved', receive: 'received', charge: 'charged', manage: 'managed', locate: 'located', run: 'running ran', stop: 'stopped',
  use: 'uses used using', cancel: 'canceled cancelled', travel: 'travelled traveled', control: 'controlled', enroll: 'enrolled', install: 'installed',
  fill: 'filled', call: 'called', refund: 'refunded refunds', pay: 'paid', sell: 'sold selling', complete: 'completed', visit: 'visited', invite: 'invited',
  edit: 'edited', compute: 'computed', include: 'included', load: 'loaded', trade: 'traded', develop: 'developed', type: 'typed types', group: 'grouped',
  join: 'joined', define: 'defined', train: 'trained', name: 'named', claim: 'claimed', consume: 'consumed', store: 'stored stores', score: 'scored scores',
  monitor: 'monitored', hire: 'hired', repair: 'repaired', measure: 'measured', book: 'booked', like: 'liked', rank: 'ranked', subscribe: 'subscribed',
  handle: 'handled', schedule: 'scheduled', email: 'emailed', price: 'priced', finance: 'financed', release: 'released', focus: 'focused', license: 'licensed',
  close: 'closed', value: 'valued', issue: 'issued', analyze: 'analyzed', agree: 'agreed', exceed: 'exceeded', update: 'updated', treat: 'treated',
  take: 'taking taken', make: 'making made', offer: 'offering offered', begin: 'beginning', get: 'getting got', plan: 'planning planned', change: 'changing changed',
  category: 'categories', country: 'countries', analysis: 'analyses', index: 'indices indexes', campus: 'campuses', bonus: 'bonuses', expense: 'expenses',
  response: 'responses', cause: 'causes', excuse: 'excuses', employee: 'employees', fee: 'fees', id: 'ids', study: 'studied studying', die: 'dying died',
  submit: 'submitted', vote: 'voted', state: 'states stated', generate: 'generated', publish: 'published', shoe: 'shoes', device: 'devices', review: 'reviewed reviews',
  // Left alone.
  sales: 'sales', goods: 'goods', news: 'news', series: 'series', species: 'species', gas: 'gas', this: 'this', speed: 'speed', hundred: 'hundred', red: 'red',
  string: 'string', thing: 'thing', spring: 'spring', rating: 'rating', building: 'building', statistics: 'statistics', aircraft: 'aircraft', '5a': '5a', q3: 'q3',
};

it.each(Object.entries(STEMS).flatMap(([stem, words]) => words.split(' ').map((word) => [word, stem])))('%s is a form of %s', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem);
});

it.each(Object.keys(STEMS).filter((stem) => !['series'].includes(stem)))('%s is its own stem, so that labels and questions meet', (stem) => {
  expect(stemEnglish(stem)).toBe(stem);
});
