import { addDays } from './calendar.mjs';
import { createRandom } from './random.mjs';
import { DEVICE_KINDS, DISTRICTS, LEVEL_WEIGHTS, SCHOOL_TYPES, SCHOOL_WORDS, SCORES } from './education-tables.mjs';
import { insertRows, readSchema, runAll } from './sql-script.mjs';

const YEARS = 3;
/** Scores above this are bent. */
const BEND = 88;

/**
 * Builds schema `education`: Hangzhou's real districts with invented schools, equipment and three
 * yearly assessments, the last one of today's year.
 */
export async function buildEducation(exec, today) {
  const schema = readSchema('education');
  await runAll(exec, schema.before);
  const random = createRandom('education');
  const schools = makeSchools(random);
  const devices = makeDevices(schools, today, random);
  const assessments = makeAssessments(schools, Number(today.slice(0, 4)), random);
  await insertRows(
    exec,
    'education.districts',
    ['id', 'name', 'city'],
    DISTRICTS.map(({ name }, index) => [index + 1, name, '杭州市']),
  );
  await insertRows(
    exec,
    'education.schools',
    ['id', 'district_id', 'name', 'level', 'type', 'ownership', 'students', 'founded'],
    schools.map((s) => [s.id, s.districtId, s.name, s.level, s.type, s.ownership, s.students, s.founded]),
  );
  await insertRows(exec, 'education.devices', ['id', 'school_id', 'kind', 'quantity', 'purchased_at'], devices);
  await insertRows(exec, 'education.assessments', ['id', 'school_id', 'year', ...Object.keys(SCORES)], assessments);
  await runAll(exec, schema.after);
  return {
    districts: DISTRICTS.length,
    schools: schools.length,
    devices: devices.length,
    assessments: assessments.length,
  };
}

function makeSchools(random) {
  const names = schoolNames(random);
  return DISTRICTS.flatMap((district, districtIndex) =>
    Array.from({ length: district.schools }, () => {
      const type = random.weighted(Object.fromEntries(Object.entries(SCHOOL_TYPES).map(([k, v]) => [k, v.weight])));
      const level = random.weighted(LEVEL_WEIGHTS);
      return {
        districtId: districtIndex + 1,
        name: names(type),
        type,
        level,
        ownership: random.chance(0.18) ? 'private' : 'public',
        students: Math.max(180, Math.round(random.normal(SCHOOL_TYPES[type].students, 450))),
        founded: addDays('1905-09-01', random.integer(0, 43_000)),
        // A district's means and a school's grade both show in its scores, as they do in life.
        quality: district.quality + { A: 8, B: 2, C: -4, D: -10 }[level] + random.normal(0, 3),
      };
    }),
  ).map((school, index) => ({ id: index + 1, ...school }));
}

function schoolNames(random) {
  const used = new Set();
  return (type) => {
    for (;;) {
      const name = random.pick(SCHOOL_WORDS) + random.pick(SCHOOL_TYPES[type].endings);
      if (used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
}

function makeDevices(schools, today, random) {
  const rows = [];
  for (const school of schools) {
    for (const [kind, { share, perThousand }] of Object.entries(DEVICE_KINDS)) {
      if (!random.chance(share)) continue;
      for (let lot = random.integer(1, 3); lot > 0; lot--) {
        const quantity = Math.max(1, Math.round((school.students / 1000) * perThousand * random.between(0.3, 1.4)));
        rows.push([rows.length + 1, school.id, kind, quantity, addDays(today, -random.integer(0, 2555))]);
      }
    }
  }
  return rows;
}

function makeAssessments(schools, lastYear, random) {
  const rows = [];
  for (const school of schools) {
    const levels = Object.values(SCORES).map(({ mean }) => mean - 75 + school.quality + random.normal(0, 7));
    for (let back = YEARS - 1; back >= 0; back--) {
      rows.push([rows.length + 1, school.id, lastYear - back, ...levels.map(score)]);
      for (let i = 0; i < levels.length; i++) levels[i] += random.normal(2.5, 4);
    }
  }
  return rows;
}

/** Bends the top softly towards 100, so that the best schools do not all tie at full marks. */
function score(value) {
  const bent = value <= BEND ? value : BEND + (100 - BEND) * (1 - Math.exp((BEND - value) / (100 - BEND)));
  return Math.round(Math.max(12, bent) * 100) / 100;
}
