-- Deterministic, relative to the civil day in Asia/Shanghai. No random(): r(text) spreads md5 over [0, 1).
SET timezone = 'Asia/Shanghai';
CREATE FUNCTION pg_temp.r(k text) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT ('x' || substr(md5(k), 1, 7))::bit(28)::int / 268435456.0::float8 $$;

INSERT INTO studio VALUES
 (1,'上海静安店','上海',820.0,68000,'2017-04-15'),
 (2,'上海徐汇店','上海',640.5,59000,'2018-09-01'),
 (3,'上海浦东店','上海',1150.0,72000,'2020-06-20'),
 (4,'杭州西湖店','杭州',730.0,41000,'2019-03-08'),
 (5,'杭州滨江店','杭州',980.0,38500,'2021-10-10'),
 (6,'苏州园区店','苏州',NULL,30500,'2022-05-01'),
 (7,'南京新街口店','南京',560.0,33000,'2021-01-16'),
 (8,'南京江宁店','南京',890.0,24500,current_date - 25); -- just opened: devices and two trainers, no members yet

INSERT INTO card_plan VALUES (1,'月卡',1,399,false),(2,'季卡',3,1080,false),(3,'半年卡',6,1980,false),(4,'年卡',12,3580,true),(5,'学生卡',6,1200,false),(6,'尊享年卡',12,5800,true),(7,'三年卡',36,8800,true); -- nobody has bought the three-year card

INSERT INTO course VALUES
 (1,'流瑜伽','yoga',60,2),(2,'阴瑜伽','yoga',75,1),(3,'普拉提','yoga',55,2),(4,'杠铃操','strength',60,4),(5,'战绳训练','strength',45,5),
 (6,'动感单车','cardio',45,4),(7,'搏击操','cardio',50,5),(8,'爵士舞','dance',60,3),(9,'街舞','dance',70,3),(10,'空中瑜伽','yoga',80,NULL); -- the last is not taught yet

INSERT INTO coach
SELECT i, (ARRAY['周','吴','郑','王','冯','陈','褚','卫','蒋','沈','韩','杨','朱'])[1 + i % 13] || (ARRAY['子涵','明轩','雨桐','浩然','思琪','俊杰','晓彤'])[1 + i % 7],
       CASE WHEN i >= 27 THEN 8 ELSE 1 + (i * 3) % 7 END,
       (ARRAY['senior','junior','junior','master','senior','junior'])[1 + i % 6],
       CASE WHEN i >= 27 THEN current_date - 60 + i ELSE current_date - 40 - i * 71 - (pg_temp.r('h' || i) * 50)::int END,
       i % 4 <> 1,
       CASE WHEN i IN (6, 19) THEN NULL ELSE (CASE (ARRAY['senior','junior','junior','master','senior','junior'])[1 + i % 6] WHEN 'master' THEN 260 WHEN 'senior' THEN 180 ELSE 110 END) + i * 1.5 END,
       NULL, '31010119900' || lpad(i::text, 7, '0')
FROM generate_series(1, 28) i;
-- juniors have a mentor among the masters and seniors
UPDATE coach c SET mentor_id = (SELECT m.coach_id FROM coach m WHERE m.lvl <> 'junior' AND m.coach_id <> c.coach_id AND m.coach_id < 27 ORDER BY pg_temp.r('mm' || c.coach_id % 5 || '-' || m.coach_id) LIMIT 1) WHERE lvl = 'junior' AND coach_id <> 8;

INSERT INTO member
SELECT i, (ARRAY['赵','钱','孙','李','张','林','何','高','梁','宋','唐','许','邓','傅','曾'])[1 + i % 15]
        || (ARRAY['佳怡','建军','欣妍','志远','丽华','宇航','雅静','国强','诗涵','文博','美玲','天佑','若曦','大伟','梓萱','立新','秋月','鹏飞','心怡','振华','晓燕','嘉豪','玉兰','一鸣'])[1 + (i / 15) % 24],
       CASE WHEN i % 41 = 0 THEN NULL WHEN pg_temp.r('g' || i) < 0.58 THEN 'f' ELSE 'm' END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE current_date - (6700 + (power(pg_temp.r('b' || i), 1.6) * 14500)::int) END,
       current_date - (power(pg_temp.r('j' || i), 1.3) * 1500)::int,
       CASE WHEN i % 53 = 0 THEN NULL ELSE (ARRAY[1,1,1,2,2,3,3,3,3,4,4,5,5,5,6,7,7])[1 + floor(pg_temp.r('s' || i) * 17)::int] END,
       CASE WHEN i > 30 AND pg_temp.r('rf' || i) < 0.22 THEN 1 + floor(power(pg_temp.r('rg' || i), 2) * (i - 1))::int END,
       CASE WHEN pg_temp.r('t' || i) < 0.61 THEN 'basic' WHEN pg_temp.r('t' || i) < 0.88 THEN 'silver' ELSE 'gold' END,
       CASE WHEN i % 37 = 0 THEN NULL ELSE (ARRAY['walk_in','walk_in','app','app','app','corporate'])[1 + floor(pg_temp.r('c' || i) * 6)::int] END,
       NULL, '139' || lpad((i * 7919)::text, 8, '0')
FROM generate_series(1, 360) i;
UPDATE member SET source = 'referral' WHERE referrer_id IS NOT NULL;
UPDATE member SET full_name = (SELECT full_name FROM member WHERE member_id = 12) WHERE member_id = 97;
-- a referrer was there first
UPDATE member m SET joined_on = least(current_date, greatest(m.joined_on, (SELECT joined_on + 3 FROM member p WHERE p.member_id = m.referrer_id))) WHERE referrer_id IS NOT NULL;

INSERT INTO contract
SELECT row_number() OVER (ORDER BY s, i, j), 'HT' || to_char(s, 'YYMM') || lpad((row_number() OVER (ORDER BY s, i, j))::text, 4, '0'), i, p.plan_id, st,
       CASE WHEN pg_temp.r('sc' || i || '-' || j) < 0.3 THEN NULL ELSE (SELECT c.coach_id FROM coach c WHERE c.studio_id = st AND c.hired_on <= s ORDER BY pg_temp.r('sd' || i || '-' || j || '-' || c.coach_id) / c.coach_id LIMIT 1) END,
       s, s + o, (s + o + make_interval(months => p.months))::date - 1,
       round((p.list_price * (0.8 + floor(pg_temp.r('d' || i || '-' || j) * 5) * 0.05))::numeric, 0),
       CASE WHEN pg_temp.r('st' || i || '-' || j) < 0.06 THEN 'cancelled' WHEN (s + o + make_interval(months => p.months))::date - 1 < current_date THEN 'expired' WHEN pg_temp.r('st' || i || '-' || j) < 0.17 THEN 'frozen' ELSE 'active' END,
       pg_temp.r('ar' || i || '-' || j) < 0.35
FROM (SELECT m.member_id AS i, j, coalesce(m.home_studio_id, 3) AS st, m.joined_on + (j * (150 + pg_temp.r('sp' || m.member_id) * 230))::int AS s,
             floor(pg_temp.r('of' || m.member_id || '-' || j) * 8)::int AS o,
             (ARRAY[1,2,2,3,3,4,4,4,4,5,6])[1 + floor(pg_temp.r('pl' || m.member_id || '-' || j) * 11)::int] AS pid
      FROM member m, generate_series(0, 3) j WHERE m.member_id % 23 <> 0 AND pg_temp.r('kp' || m.member_id || '-' || j) < 1 - j * 0.2) q JOIN card_plan p ON p.plan_id = q.pid
WHERE s <= current_date;

-- cancelled contracts are half paid or not at all; big ones are paid in up to three parts a month apart
INSERT INTO payment
SELECT row_number() OVER (ORDER BY d, contract_id, k), contract_id, d, round(price / n, 2),
       CASE WHEN contract_id % 31 = 0 THEN NULL ELSE (ARRAY['wechat','wechat','alipay','alipay','card','cash'])[1 + floor(pg_temp.r('pm' || contract_id || '-' || k) * 6)::int] END, pg_temp.r('iv' || contract_id || '-' || k) < 0.4
FROM (SELECT c.*, k, signed_on + k * 30 AS d FROM (SELECT *, CASE WHEN price > 2500 THEN 1 + contract_id % 3 ELSE 1 END AS n FROM contract) c, LATERAL generate_series(0, n - 1) k
      WHERE NOT (c.status = 'cancelled' AND (k > 0 OR contract_id % 2 = 0))) x WHERE d <= current_date;

-- classes from the first of January of last year to three weeks ahead
INSERT INTO lesson
SELECT row_number() OVER (ORDER BY d, k), (ARRAY[1,1,1,2,3,3,4,4,5,6,6,6,7,8,9])[1 + floor(pg_temp.r('co' || d || k) * 15)::int], st,
       (SELECT c.coach_id FROM coach c WHERE c.studio_id = st AND c.coach_id <> 13 AND c.hired_on <= d ORDER BY pg_temp.r('lc' || d || k || '-' || c.coach_id) LIMIT 1),
       CASE WHEN pg_temp.r('sb' || d || k) < 0.07 THEN (SELECT c.coach_id FROM coach c WHERE c.studio_id <> st AND c.coach_id < 20 AND c.hired_on <= d ORDER BY pg_temp.r('ls' || d || k || '-' || c.coach_id) LIMIT 1) END,
       d + (ARRAY['07:30','10:00','12:15','18:30','19:30','20:30','18:30'])[1 + floor(pg_temp.r('ti' || d || k) * 7)::int]::time,
       8 + st % 4 * 4, CASE WHEN d >= current_date THEN 'scheduled' WHEN pg_temp.r('ca' || d || k) < 0.06 THEN 'cancelled' ELSE 'done' END
FROM (SELECT d::date AS d, k, (ARRAY[1,1,2,2,3,3,3,4,4,5,5,6,7])[1 + floor(pg_temp.r('ss' || d::date || k) * 13)::int] AS st
      FROM generate_series(date_trunc('year', current_date::timestamp) - interval '1 year', current_date::timestamp + interval '21 days', interval '1 day') d,
           LATERAL generate_series(1, CASE WHEN d < date_trunc('year', current_date::timestamp) THEN 2 WHEN extract(isodow FROM d) >= 6 THEN 4 ELSE 3 END) k) q;

INSERT INTO booking
SELECT row_number() OVER (ORDER BY l.starts_at, l.lesson_id, m.member_id), l.lesson_id, m.member_id,
       date_trunc('minute', CASE WHEN l.status = 'scheduled' THEN current_date - interval '1 hour' * (1 + 70 * pg_temp.r('bt' || l.lesson_id || '-' || m.member_id)) ELSE l.starts_at - interval '1 hour' * (2 + 120 * pg_temp.r('bt' || l.lesson_id || '-' || m.member_id)) END),
       CASE WHEN l.status = 'done' THEN pg_temp.r('at' || l.lesson_id || '-' || m.member_id) > 0.1 + (m.member_id % 4) * 0.05 END,
       CASE WHEN l.status = 'done' AND pg_temp.r('at' || l.lesson_id || '-' || m.member_id) > 0.6 THEN (ARRAY[5,5,4,4,4,3,3,2,1])[1 + floor(pg_temp.r('ra' || l.lesson_id || '-' || m.member_id) * (5 + l.coach_id % 5))::int] END
FROM lesson l, LATERAL (SELECT m.member_id FROM member m
     WHERE m.joined_on < l.starts_at::date AND m.member_id % 11 <> 0
       AND NOT (m.member_id % 9 = 4 AND l.starts_at > current_date - 150) AND NOT (m.member_id % 13 = 6 AND l.starts_at >= date_trunc('year', current_date::timestamp)) AND NOT (m.member_id % 9 = 5 AND l.starts_at > current_date - 45)
     ORDER BY pg_temp.r('bk' || l.lesson_id || '-' || m.member_id) / (1 + (m.member_id * 37) % 10 + CASE WHEN m.home_studio_id = l.studio_id THEN 15 ELSE 0 END) LIMIT floor(pg_temp.r('bn' || l.lesson_id) * least(l.capacity, 9))::int) m;
UPDATE member m SET last_visit_on = (SELECT max(l.starts_at)::date FROM booking b JOIN lesson l USING (lesson_id) WHERE b.member_id = m.member_id AND b.attended);

INSERT INTO equipment
SELECT i, 'SB-' || lpad((1000 + i * 7)::text, 5, '0'), (ARRAY['treadmill','treadmill','bike','bike','elliptical','rower','cable'])[1 + i % 7],
       CASE WHEN i % 19 = 0 THEN NULL ELSE (ARRAY['Technogym','Life Fitness','Matrix','舒华'])[1 + (i * 5) % 4] END,
       CASE WHEN i % 8 = 7 THEN 8 ELSE (ARRAY[1,1,1,2,2,3,3,3,3,4,4,5,5,6,7,7])[1 + floor(pg_temp.r('es' || i) * 16)::int] END, CASE WHEN i % 8 = 7 THEN current_date - 30 WHEN i % 33 = 0 THEN NULL ELSE current_date - 60 - i * 19 END,
       CASE WHEN i % 27 = 0 THEN NULL ELSE (ARRAY[18000,21000,6500,7200,14000,9800,26000])[1 + i % 7] + i * 35 END,
       CASE WHEN i IN (17, 50) THEN NULL ELSE i % 12 <> 5 END
FROM generate_series(1, 104) i;

INSERT INTO repair
SELECT row_number() OVER (ORDER BY d, i), e, d, CASE WHEN d + w <= current_date AND i % 40 <> 3 THEN d + w END, f,
       CASE WHEN d + w <= current_date AND i % 40 <> 3 AND i % 17 <> 0 THEN round((CASE f WHEN '电机' THEN 900 WHEN '屏幕' THEN 600 WHEN '皮带' THEN 350 ELSE 120 END * (0.7 + pg_temp.r('rc' || i)))::numeric, 2) END
FROM (SELECT i, 1 + (floor(power(pg_temp.r('re' || i), 1.7) * 100)::int * 29) % 104 AS e, current_date - (pg_temp.r('rd' || i) * 690)::int AS d, 1 + floor(power(pg_temp.r('rw' || i), 2) * 24)::int AS w,
             (ARRAY['皮带','皮带','屏幕','电机','螺丝松动','螺丝松动','异响'])[1 + floor(pg_temp.r('rt' || i) * 7)::int] AS f FROM generate_series(1, 190) i) x
WHERE NOT EXISTS (SELECT FROM equipment q WHERE q.equip_id = x.e AND (q.bought_on > x.d OR q.studio_id = 8));
ANALYZE;
