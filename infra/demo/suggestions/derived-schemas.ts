/** Two schemas without a model file, one in English and one in Chinese. */

interface DerivedSchema {
  name: string;
  sql: string;
  questions: readonly { question: string; locale: 'zh' | 'en' }[];
}

const clinic: DerivedSchema = {
  name: 'clinic',
  sql: `
    CREATE SCHEMA clinic;
    CREATE TABLE clinic.departments (id integer PRIMARY KEY, name text NOT NULL UNIQUE, floor integer);
    CREATE TABLE clinic.doctors (id integer PRIMARY KEY, department_id integer REFERENCES clinic.departments, name text NOT NULL, title text NOT NULL, hired_on date);
    CREATE TABLE clinic.patients (id integer PRIMARY KEY, name text NOT NULL, gender text NOT NULL, insurance text NOT NULL);
    CREATE TABLE clinic.visits (id integer PRIMARY KEY, doctor_id integer REFERENCES clinic.doctors, patient_id integer REFERENCES clinic.patients, visited_on date NOT NULL, fee numeric(10,2) NOT NULL, outcome text NOT NULL);
    INSERT INTO clinic.departments SELECT i, (ARRAY['Surgery','Cardiology','Pediatrics','Neurology'])[i], i FROM generate_series(1, 4) i;
    INSERT INTO clinic.doctors SELECT i, i % 4 + 1, 'Doctor ' || chr(64 + i), (ARRAY['resident','consultant','chief'])[i % 3 + 1], DATE '2015-01-01' + i * 97 FROM generate_series(1, 16) i;
    INSERT INTO clinic.patients SELECT i, 'Patient ' || i, (ARRAY['female','male'])[i % 2 + 1], (ARRAY['public','private','none'])[i % 3 + 1] FROM generate_series(1, 120) i;
    INSERT INTO clinic.visits SELECT i, i % 16 + 1, i % 120 + 1, DATE '2024-06-01' + (i * 7) % 900, 20 + (i * 13) % 180, (ARRAY['cured','referred','ongoing'])[i % 3 + 1] FROM generate_series(1, 3000) i;
    ANALYZE;`,
  questions: [
    { question: 'how many patients are there', locale: 'en' },
    { question: 'number of visits by outcome', locale: 'en' },
    { question: 'number of visits last month', locale: 'en' },
    { question: 'total fee this year', locale: 'en' },
    { question: 'average fee by outcome last year', locale: 'en' },
    { question: 'list doctors', locale: 'en' },
    { question: 'how many female patients are there', locale: 'en' },
    { question: 'monthly number of visits last year', locale: 'en' },
    { question: 'number of doctors by department', locale: 'en' },
    { question: 'which doctor has the most visits', locale: 'en' },
    { question: 'number of doctors by title', locale: 'en' },
  ],
};

const depot: DerivedSchema = {
  name: 'depot',
  sql: `
    CREATE SCHEMA depot;
    CREATE TABLE depot."仓库" (id integer PRIMARY KEY, "名称" text NOT NULL UNIQUE, "城市" text NOT NULL);
    CREATE TABLE depot."商品" (id integer PRIMARY KEY, "名称" text NOT NULL, "类别" text NOT NULL, "单价" numeric(10,2) NOT NULL);
    CREATE TABLE depot.t_ckd_x1 (id integer PRIMARY KEY, ck_id integer REFERENCES depot."仓库", sp_id integer REFERENCES depot."商品", ck_rq date NOT NULL, sl integer NOT NULL, zt text NOT NULL);
    COMMENT ON TABLE depot.t_ckd_x1 IS '出库单';
    COMMENT ON COLUMN depot.t_ckd_x1.ck_rq IS '出库日期';
    COMMENT ON COLUMN depot.t_ckd_x1.sl IS '出库数量';
    COMMENT ON COLUMN depot.t_ckd_x1.zt IS '出库状态';
    INSERT INTO depot."仓库" SELECT i, (ARRAY['东仓','西仓','南仓'])[i], (ARRAY['杭州市','宁波市','杭州市'])[i] FROM generate_series(1, 3) i;
    INSERT INTO depot."商品" SELECT i, '商品' || chr(64 + i), (ARRAY['家电','服饰','食品'])[i % 3 + 1], 10 + i * 7 FROM generate_series(1, 20) i;
    INSERT INTO depot.t_ckd_x1 SELECT i, i % 3 + 1, i % 20 + 1, DATE '2024-06-01' + (i * 11) % 900, 1 + i % 40, (ARRAY['已完成','待处理','已作废'])[i % 3 + 1] FROM generate_series(1, 3000) i;
    ANALYZE;`,
  questions: [
    { question: '有多少商品', locale: 'zh' },
    { question: '各类别的商品数量', locale: 'zh' },
    { question: '家电类商品有哪些', locale: 'zh' },
    { question: '今年的出库单数量', locale: 'zh' },
    { question: '上个月出库单有多少', locale: 'zh' },
    { question: '去年每个月的出库单数量', locale: 'zh' },
    { question: '各出库状态的出库单数量', locale: 'zh' },
    { question: '已完成的出库单有多少', locale: 'zh' },
    { question: '单价最高的5个商品', locale: 'zh' },
    { question: '商品的平均单价', locale: 'zh' },
    { question: '总出库数量', locale: 'zh' },
    { question: '杭州市的仓库有哪些', locale: 'zh' },
  ],
};

export const derivedSchemas: readonly DerivedSchema[] = [clinic, depot];
