import { readFileSync } from 'node:fs';
import { createRandom } from './random.mjs';
import { insertRows, raw, readSchema, runAll } from './sql-script.mjs';

const SIGHT_FILES = ['zhejiang', 'east', 'north', 'south', 'west'];
const DIRTY_RATINGS = { '--': 6, '': 3, 暂无: 2, '4.5分': 1 };
const DIRTY_SHARE = 0.16;
const NULL_SHARE = 0.03;
/** The best 40 ratings are all different, so that "the 10 best" has one answer: 4.99, 4.98 … 4.60. */
const TOP_RATINGS = 40;

/** Builds schema `tourism`: real places, with invented ratings and review counts. */
export async function buildTourism(exec) {
  const schema = readSchema('tourism');
  await runAll(exec, schema.before);
  const sights = readSights();
  const spots = makeSpots(sights, createRandom('tourism'));
  await insertRows(
    exec,
    'tourism.a_sight',
    ['gid', 'name', 'name_en', 'level', '"所属省份"', '"所属城市"', 'geom'],
    sights.map(sightRow),
  );
  await insertRows(
    exec,
    'tourism.tourist_spot',
    ['id', 'name', '"城市"', '"评分"', '"门票"', '"评论数"', '"介绍"'],
    spots.map(spotRow),
  );
  await runAll(exec, schema.after);
  return { a_sight: sights.length, tourist_spot: spots.length };
}

/** Every registered sight of the place files, with its province. */
export function readSights() {
  return SIGHT_FILES.flatMap((file) => {
    let province = '';
    return placeLines(`sights-${file}`).flatMap((line) => {
      if (line.startsWith('@')) {
        province = line.slice(1);
        return [];
      }
      const [name, level, city, position, ticket, nameEn] = line.split('|');
      const [longitude, latitude] = position.split(',').map(Number);
      return [{ name, nameEn, level, province, city, longitude, latitude, ticket }];
    });
  });
}

function makeSpots(sights, random) {
  const listed = sights.filter((sight) => random.chance(sight.level === '5A' ? 0.85 : 0.6));
  const provinceOf = new Map(sights.map(({ city, province }) => [city, province]));
  const spots = [
    ...listed.map((sight) => ({ ...sight, name: titleOf(sight, random), intro: introOf(sight) })),
    ...readUnregistered().map((spot) => ({ ...spot, province: provinceOf.get(spot.city) ?? spot.city })),
  ];
  rate(spots, random);
  for (const spot of spots) spot.reviews = Math.round(Math.exp(random.normal(isFamous(spot) ? 9.8 : 7.2, 1.1)));
  return spots;
}

/** The travel site's title: the register's name, often with an English or a generic one behind it. */
function titleOf({ name, nameEn }, random) {
  if (nameEn) return `${name} ${nameEn}`;
  return random.chance(0.4) ? `${name} Scenic Area` : name;
}

function introOf({ name, level, province, city, ticket }) {
  const place = province === city ? city : `${province}${city}`;
  const entry = ticket === '0' ? '免费开放' : ticket ? `成人门票${ticket}元` : '票价以景区公示为准';
  return `${name}位于${place}，国家${level}级旅游景区，${entry}。`;
}

function readUnregistered() {
  const places = placeLines('spots-unregistered').map((line) => {
    const [name, city, ticket, nameEn] = line.split('|');
    return { name: nameEn ? `${name} ${nameEn}` : name, city, ticket, intro: `${name}位于${city}，是当地有名的去处。` };
  });
  const museums = placeLines('museum-cities')
    .flatMap((line) => line.split(' '))
    .map((city) => ({
      name: `${city}博物馆`,
      city: `${city}市`,
      ticket: '0',
      intro: `${city}博物馆收藏和展示当地的历史文物，免费参观。`,
    }));
  return [...places, ...museums];
}

/** Gives each spot a rating text; clean ones never repeat within a province. */
function rate(spots, random) {
  const clean = spots.filter((spot) => {
    if (isFamous(spot)) return true;
    if (random.chance(NULL_SHARE)) spot.rating = null;
    else if (random.chance(DIRTY_SHARE)) spot.rating = random.weighted(DIRTY_RATINGS);
    else return true;
    return false;
  });
  const top = new Set();
  const famous = clean.filter(isFamous);
  while (top.size < TOP_RATINGS) top.add(random.pick(famous));
  [...top].forEach((spot, index) => (spot.rating = ratingText(499 - index)));
  const taken = new Map();
  for (const spot of clean.filter((spot) => !top.has(spot))) {
    const used = taken.get(spot.province) ?? new Set();
    taken.set(spot.province, used);
    let hundredths = Math.min(459, Math.max(300, Math.round(random.normal(isFamous(spot) ? 442 : 420, 25))));
    while (used.has(hundredths)) hundredths = hundredths <= 300 ? 459 : hundredths - 1;
    used.add(hundredths);
    spot.rating = ratingText(hundredths);
  }
}

/** Known abroad and of the highest level: these are rated well and by many. */
function isFamous({ level, nameEn }) {
  return level === '5A' && Boolean(nameEn);
}

/** 490 → "4.9", 487 → "4.87", as travel sites print them. */
function ratingText(hundredths) {
  return String(hundredths / 100);
}

function sightRow(sight, index) {
  const point = `ST_SetSRID(ST_MakePoint(${sight.longitude}, ${sight.latitude}), 4326)`;
  return [index + 1, sight.name, sight.nameEn || null, sight.level, sight.province, sight.city, raw(point)];
}

function spotRow(spot, index) {
  const ticket = spot.ticket ? Number(spot.ticket) : null;
  return [index + 1, spot.name, spot.city, spot.rating, ticket, spot.reviews, spot.intro];
}

function placeLines(name) {
  return readFileSync(new URL(`./places/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
}
