-- Seeded data, relative to the current date in Asia/Shanghai: two years of flights that end today, and three weeks ahead.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
SELECT setseed(0.37);

INSERT INTO airport VALUES
 ('KMG','昆明长水国际机场','昆明','云南',2103,'2012-06-28',true),
 ('DLU','大理凤仪机场','大理','云南',2149,'1995-11-28',false),
 ('LJG','丽江三义国际机场','丽江','云南',2243,'1995-07-08',false),
 ('JHG','西双版纳嘎洒国际机场','西双版纳','云南',553,'1990-04-07',false),
 ('TCZ','腾冲驼峰机场','腾冲','云南',1890,'2009-02-16',false),
 ('KWE','贵阳龙洞堡国际机场','贵阳','贵州',1139,'1997-05-28',true),
 ('ZYI','遵义新舟机场','遵义','贵州',885,'2012-08-28',false),
 ('CTU','成都双流国际机场','成都','四川',495,NULL,false),
 ('TFU','成都天府国际机场','成都','四川',440,'2021-06-27',false),
 ('CKG','重庆江北国际机场','重庆','重庆',416,'1990-01-22',true),
 ('NNG','南宁吴圩国际机场','南宁','广西',128,'1962-11-01',false),
 ('KWL','桂林两江国际机场','桂林','广西',174,'1996-10-01',false),
 ('CSX','长沙黄花国际机场','长沙','湖南',66,'1989-08-29',false),
 ('BHY','北海福成机场','北海','广西',NULL,'1987-03-25',false);   -- nothing flies there yet

INSERT INTO aircraft
SELECT i, 'B-' || (3200 + i * 17), ty, CASE ty WHEN 'ATR 72-600' THEN 70 WHEN 'ARJ21-700' THEN 90 WHEN 'A319' THEN 132 ELSE 180 END,
       (SELECT t FROM _d) - (CASE WHEN i > 20 THEN 12 + (i - 20) * 9 ELSE 430 + i * 157 % 2611 END),
       CASE WHEN i IN (4, 13) THEN 'maintenance' WHEN i IN (9, 22) THEN 'stored' ELSE 'in_service' END,
       CASE WHEN i = 22 THEN NULL ELSE (ARRAY['KMG','KMG','KMG','CKG','KWE','KMG','CKG','TFU'])[1 + i % 8] END,
       CASE WHEN i IN (7, 18) THEN NULL ELSE i % 3 = 0 END,
       CASE WHEN i IN (2, 15) THEN NULL ELSE round((CASE ty WHEN 'ATR 72-600' THEN 92 WHEN 'ARJ21-700' THEN 148 WHEN 'A319' THEN 176 ELSE 268 END + i * 3.7 % 31) * 1000000::numeric, 2) END
FROM (SELECT i, (ARRAY['ATR 72-600','ARJ21-700','A320neo','ATR 72-600','A319','A320neo','ARJ21-700'])[1 + i % 7] AS ty FROM generate_series(1, 22) i) s;

INSERT INTO route
SELECT 2 * p - 1 + (x - 1), CASE x WHEN 1 THEN a || '-' || b ELSE b || '-' || a END, CASE x WHEN 1 THEN a ELSE b END, CASE x WHEN 1 THEN b ELSE a END,
       km + x - 1, CASE WHEN p = 13 THEN NULL ELSE 25 + round(km / 9.5)::int + x END, l::date + (x - 1) * 3, s
FROM (VALUES (1,'KMG','DLU',259,'2016-04-01',false),(2,'KMG','LJG',331,'2016-04-20',false),(3,'KMG','JHG',371,'2016-10-30',false),(4,'KMG','TCZ',437,'2017-03-26',false),
 (5,'KMG','CTU',665,'2017-07-01',false),(6,'KMG','CKG',632,'2018-01-15',false),(7,'KMG','KWE',432,'2018-03-25',false),(8,'KWE','CKG',318,'2018-10-28',false),
 (9,'KWE','CSX',646,'2019-04-10',false),(10,'CKG','ZYI',193,'2019-06-06',true),(11,'KWE','KWL',347,'2020-07-18',true),(12,'CKG','NNG',763,'2021-03-28',false),
 (13,'KMG','TFU',641,'2021-09-01',false),(14,'JHG','CKG',964,'2022-01-20',true),(15,'LJG','TFU',560,'2023-04-29',true)) v(p, a, b, km, l, s), generate_series(1, 2) x;
INSERT INTO route SELECT 31, 'KMG-NNG', 'KMG', 'NNG', 618, 88, (SELECT t FROM _d) - 9, false;     -- just announced, no flight yet
INSERT INTO route SELECT 32, 'NNG-KMG', 'NNG', 'KMG', 619, 91, (SELECT t FROM _d) - 9, false;

-- flights: the share of days with a flight falls from route to route
INSERT INTO flight (id, flight_no, route_id, aircraft_id, sched_dep, fl_status)
SELECT row_number() OVER (ORDER BY d, id), 'YL' || (2100 + id * 7), id, 1 + floor(power(r2, 1.35) * 20)::int,
       d + make_interval(mins => CASE WHEN r4 < 0.05 THEN 1325 + 5 * floor(r3 * 18)::int ELSE 375 + 5 * floor(r3 * 185)::int END),
       CASE WHEN d >= (SELECT t FROM _d) THEN 'scheduled' WHEN r1 < 0.032 + (id % 5) * 0.006 THEN 'cancelled' WHEN r1 > 0.991 THEN 'diverted' ELSE 'completed' END
FROM (SELECT r.id, d, random() AS r0, random() AS r1, random() AS r2, random() AS r3, random() AS r4
      FROM generate_series((SELECT t FROM _d)::timestamp - interval '720 days', (SELECT t FROM _d)::timestamp + interval '21 days', interval '1 day') d, route r WHERE r.id <= 30 ORDER BY d, r.id) s
WHERE r0 < 0.205 - id * 0.0060 + (CASE WHEN d > (SELECT t FROM _d) - interval '365 days' THEN 0.02 ELSE 0 END);
UPDATE flight SET aircraft_id = NULL WHERE (fl_status = 'cancelled' AND id % 3 = 0) OR (fl_status = 'scheduled' AND id % 6 = 0);
UPDATE flight f SET delay_min = s.dl, actual_dep = f.sched_dep + make_interval(mins => s.dl), fuel_kg = CASE WHEN f.id % 41 = 0 THEN NULL ELSE round((s.km * (2.6 + (s.seats - 70) * 0.022) * (0.9 + s.r2 * 0.25))::numeric, 1) END,
       delay_cause = CASE WHEN s.dl > 15 AND f.id % 19 <> 0 THEN (ARRAY['weather','weather','weather','weather','atc','atc','atc','technical','technical','crew'])[1 + floor(s.r3 * 10)::int] END
FROM (SELECT f.id, r.distance_km AS km, coalesce(a.seats, 90) AS seats, random() AS r2, random() AS r3, CASE WHEN x < 0.63 + (f.route_id % 7) * 0.02 THEN floor(y * 16)::int - 5 ELSE 16 + floor(power(y, 2.2) * (150 + f.route_id * 3))::int END AS dl
      FROM (SELECT id, route_id, aircraft_id, random() AS x, random() AS y FROM flight WHERE fl_status IN ('completed', 'diverted') ORDER BY id) f JOIN route r ON r.id = f.route_id LEFT JOIN aircraft a ON a.id = f.aircraft_id) s
WHERE s.id = f.id;

INSERT INTO crew
SELECT i, (ARRAY['王','李','张','刘','陈','杨','赵','周','吴','孙','马'])[1 + i % 11] || (ARRAY['建军','丽华','志远','晓梅','鹏','雪','海波','婷婷','国强','静'])[1 + (i * 3) % 10],
       po, CASE WHEN i IN (17, 52) THEN NULL ELSE (ARRAY['KMG','KMG','KMG','CKG','CKG','KWE','TFU'])[1 + (i * 5) % 7] END,
       (SELECT t FROM _d) - CASE WHEN i > 76 THEN 5 + (i - 76) * 8 ELSE 120 + (i * 397) % 3611 END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE round((CASE po WHEN 'captain' THEN 4200 WHEN 'first_officer' THEN 1500 ELSE 900 END + (i * 811) % 5003 + i * 0.7)::numeric, 1) END,
       round((CASE po WHEN 'captain' THEN 62000 WHEN 'first_officer' THEN 34000 WHEN 'purser' THEN 17000 ELSE 11000 END + (random() * 3000))::numeric, 2)
FROM (SELECT i, CASE WHEN i <= 18 THEN 'captain' WHEN i <= 38 THEN 'first_officer' WHEN i <= 50 THEN 'purser' ELSE 'attendant' END AS po FROM generate_series(1, 80) i) s;
UPDATE crew SET full_name = '张晓梅' WHERE id IN (45, 63);      -- namesakes, a purser and an attendant
UPDATE crew SET full_name = '刘海波' WHERE id IN (3, 30);

INSERT INTO flight_crew
SELECT row_number() OVER (ORDER BY f.id, k), f.id,
       CASE k WHEN 1 THEN 1 + floor(power(random(), 1.3) * 18)::int WHEN 2 THEN 19 + floor(power(random(), 1.3) * 20)::int ELSE 39 + floor(power(random(), 1.2) * 38)::int END,
       round((1.4 + r.distance_km / 420.0 + random() * 1.6)::numeric, 1)
FROM flight f JOIN route r ON r.id = f.route_id, generate_series(1, 3) k WHERE f.fl_status <> 'cancelled' AND f.sched_dep < (SELECT t FROM _d) + 8;

INSERT INTO passenger
SELECT i, CASE WHEN i % 29 = 0 THEN (ARRAY['Emma','Lucas','Sofia','Daniel','Hannah'])[1 + i % 5] || ' ' || (ARRAY['Miller','Tanaka','Rossi','Nguyen'])[1 + i % 4]
       ELSE (ARRAY['王','李','张','刘','陈','杨','黄','赵','吴','周','徐','孙','马'])[1 + floor(random() * 13)::int] || (ARRAY['伟','芳','娜','敏','静','强','磊','洋','艳','杰','雨桐','子涵','浩然','思远','欣怡','梓轩','佳琪','文博','志明','丽娟'])[1 + floor(random() * 20)::int] END,
       CASE WHEN i % 47 = 0 THEN NULL WHEN random() < 0.54 THEN 'M' ELSE 'F' END,
       CASE WHEN i % 31 = 0 THEN NULL ELSE (SELECT t FROM _d) - (2200 + i * 13 + floor(random() * 16000)::int) END,
       CASE WHEN i % 17 = 0 THEN NULL ELSE (ARRAY['昆明','昆明','昆明','昆明','重庆','重庆','贵阳','贵阳','成都','成都','成都','大理','丽江','长沙','南宁','北京','上海','广州'])[1 + floor(random() * 18)::int] END,
       CASE WHEN i % 29 = 0 THEN (ARRAY['美国','日本','意大利','越南'])[1 + i % 4] ELSE '中国' END,
       '5301' || lpad((i * 7919)::text, 14, '0'), '139' || lpad((i * 4211)::text, 8, '0')
FROM generate_series(1, 700) i;

INSERT INTO loyalty_member
SELECT row_number() OVER (ORDER BY i), 'YL' || lpad((80000 + i * 13)::text, 7, '0'), i,
       CASE WHEN r < 0.56 THEN 'basic' WHEN r < 0.82 THEN 'silver' WHEN r < 0.95 THEN 'gold' ELSE 'platinum' END,
       (SELECT t FROM _d) - floor(power(random(), 1.4) * 2100)::int, floor(random() * 4000)::int + CASE WHEN r < 0.56 THEN 0 WHEN r < 0.82 THEN 9000 WHEN r < 0.95 THEN 24000 ELSE 51000 END + i % 997,
       CASE WHEN i % 9 = 0 THEN NULL ELSE (SELECT t FROM _d) + (i * 37) % 540 - 20 END
FROM (SELECT i, random() AS r FROM generate_series(1, 700) i WHERE i % 5 IN (0, 2, 3) OR i % 7 = 1 ORDER BY i) s;

-- tickets and their bookings: no passenger above 650 ever flew
CREATE TEMP TABLE _t AS
SELECT row_number() OVER (ORDER BY f.id, k) AS id, f.id AS fid, k, f.route_id, f.fl_status, f.sched_dep, 1 + (floor(power(random(), 1.5) * 650)::int * 251 + 17) % 650 AS pid,
       CASE WHEN k % 2 = 0 AND random() < 0.55 THEN k - 1 ELSE k END AS bk, random() AS r1, random() AS r2, random() AS r3, random() AS r4, random() AS r5
FROM flight f, LATERAL generate_series(1, (f.id * 7919 % 101 * 0.042 + f.id % 2 * 0.6)::int) k ORDER BY 1;
CREATE TEMP TABLE _b AS
SELECT row_number() OVER (ORDER BY fid, bk) AS id, fid, bk, least(min(sched_dep)::date - 1 - floor(power(min(r1), 2) * 48)::int, (SELECT t FROM _d) - (min(fid) % 9)::int) AS d, min(r2) AS r2, min(r3) AS r3, min(r4) AS r4, min(pid) AS pid, bool_and(fl_status = 'cancelled') AS x
FROM _t GROUP BY fid, bk;
INSERT INTO booking
SELECT b.id, translate(upper(substr(md5(b.id::text || 'yl'), 1, 6)), '01', 'XY'), m.id, b.d + make_interval(mins => 420 + floor(b.r4 * 960)::int),
       (ARRAY['app','app','app','app','website','website','agency','agency','agency','counter','callcenter'])[1 + floor(least(b.r2 * 1.25, 0.999) * 11)::int], CASE WHEN b.x THEN 'cancelled' ELSE 'confirmed' END,
       CASE WHEN b.id % 27 = 0 THEN NULL ELSE (ARRAY['wechat','wechat','wechat','alipay','alipay','card','card','cash'])[1 + floor(least(b.r3 * 1.3, 0.999) * 8)::int] END
FROM _b b LEFT JOIN loyalty_member m ON m.passenger_id = b.pid AND m.id % 8 <> 0 ORDER BY b.id;
INSERT INTO booking    -- given up before a ticket was issued
SELECT 100000 + i, translate(upper(substr(md5(i::text || 'zz'), 1, 6)), '01', 'XY'), CASE WHEN i % 4 = 0 THEN NULL ELSE 1 + i * 5 % 300 END, (SELECT t FROM _d) - (i * 4) + make_interval(mins => 500 + i * 3), CASE WHEN i % 3 = 0 THEN 'agency' ELSE 'app' END, 'expired', NULL
FROM generate_series(1, 160) i;
INSERT INTO ticket
SELECT t.id, '866-' || lpad((2000000 + t.id * 13)::text, 10, '0'), b.id, t.pid, t.fid, c, round(((110 + r.distance_km * 0.71) * (CASE c WHEN 'business' THEN 2.6 WHEN 'premium' THEN 1.45 ELSE 1 END) * (0.62 + t.r2 * 0.75))::numeric, 2),
       50 + CASE WHEN r.distance_km > 500 THEN 40 ELSE 20 END + (t.id % 7), least(b.d + CASE WHEN t.r3 < 0.15 THEN 1 ELSE 0 END, (SELECT t FROM _d)),
       CASE WHEN t.fl_status = 'cancelled' THEN 'refunded' WHEN t.r4 < 0.06 THEN 'refunded' WHEN t.fl_status = 'scheduled' THEN 'open' WHEN t.r4 > 0.97 THEN 'no_show' ELSE 'flown' END,
       CASE WHEN t.fl_status IN ('cancelled', 'scheduled') OR t.r4 < 0.06 THEN NULL ELSE t.r5 < 0.61 END
FROM (SELECT *, CASE WHEN r1 < 0.055 THEN 'business' WHEN r1 < 0.17 THEN 'premium' ELSE 'economy' END AS c FROM _t) t JOIN _b b USING (fid, bk) JOIN route r ON r.id = t.route_id;

INSERT INTO baggage
SELECT row_number() OVER (ORDER BY s.id, k), 'YL' || lpad((300000 + s.id * 3 + k)::text, 7, '0'), s.id, w, CASE WHEN w > 23 THEN round((w - 23) * 28 + 20, 2) END, x < 0.024 + (s.route_id % 4) * 0.006, s.sched_dep - make_interval(mins => 45 + floor(y * 80)::int)
FROM (SELECT t.id, f.route_id, f.sched_dep, k, round((5 + power(random(), 1.1) * 24)::numeric, 1) AS w, random() AS x, random() AS y
      FROM ticket t JOIN flight f ON f.id = t.flight_id, LATERAL generate_series(1, (t.id * 31 % 7 / 3)::int) k WHERE t.tk_status = 'flown' ORDER BY t.id, k) s;

INSERT INTO complaint
SELECT row_number() OVER (ORDER BY s.id), s.flight_id, CASE WHEN s.id % 11 = 0 THEN NULL ELSE s.passenger_id END, fd,
       (ARRAY['delay','delay','delay','delay','delay','baggage','baggage','baggage','service','service','refund','catering'])[1 + floor(s.r1 * 12)::int],
       CASE WHEN s.r2 < 0.13 OR fd + 2 + floor(s.r3 * 21)::int > (SELECT t FROM _d) THEN NULL ELSE fd + 2 + floor(s.r3 * 21)::int END,
       CASE WHEN s.r4 < 0.42 THEN round((50 + power(s.r5, 2) * 1150)::numeric, 2) END, CASE WHEN s.r3 < 0.35 THEN NULL ELSE 1 + floor(power(s.r4, 0.8) * 5)::int END, CASE WHEN s.id % 13 = 0 THEN NULL ELSE s.r1 * 10 - floor(s.r1 * 10) < 0.18 END
FROM (SELECT t.*, least(f.sched_dep::date + floor(random() * 9)::int, (SELECT t FROM _d)) AS fd, random() AS r1, random() AS r2, random() AS r3, random() AS r4, random() AS r5
      FROM ticket t JOIN flight f ON f.id = t.flight_id WHERE t.tk_status IN ('flown', 'no_show') AND (hashint8(t.id) & 1023) < CASE WHEN f.delay_min > 60 THEN 260 WHEN f.delay_min > 15 THEN 110 ELSE 50 END ORDER BY t.id) s;

INSERT INTO maintenance
SELECT row_number() OVER (ORDER BY st, a), a, ty, CASE WHEN (a + k) % 14 = 0 THEN NULL ELSE (ARRAY['KMG','KMG','CKG','KMG','KWE'])[1 + floor(r2 * 5)::int] END, st,
       CASE WHEN st + du > (SELECT t FROM _d) THEN NULL ELSE st + du END,
       CASE WHEN st + du > (SELECT t FROM _d) THEN NULL ELSE round((CASE ty WHEN 'c_check' THEN 880000 WHEN 'a_check' THEN 96000 WHEN 'unscheduled' THEN 61000 ELSE 11000 END * (0.7 + a * 0.02 + r2 * 0.5))::numeric, 2) END,
       round((CASE ty WHEN 'c_check' THEN 1900 WHEN 'a_check' THEN 160 WHEN 'unscheduled' THEN 75 ELSE 14 END * (0.7 + r3 * 0.6))::numeric, 1)
FROM (SELECT a, k, ty, r2, r3, CASE ty WHEN 'c_check' THEN 16 WHEN 'a_check' THEN 2 WHEN 'unscheduled' THEN 3 ELSE 0 END + floor(r3 * 3)::int AS du, (SELECT t FROM _d) - (a * 5 % 37) - k * (38 + a % 9) AS st
      FROM (SELECT a, k, r2, r3, CASE WHEN r1 < 0.06 THEN 'c_check' WHEN r1 < 0.3 THEN 'a_check' WHEN r1 < 0.52 THEN 'unscheduled' ELSE 'line' END AS ty
            FROM (SELECT a, k, random() AS r1, random() AS r2, random() AS r3 FROM generate_series(1, 20) a, generate_series(0, 15) k ORDER BY a, k) q) p) s;
INSERT INTO maintenance SELECT 900 + i, a, ty, 'KMG', (SELECT t FROM _d) - i * 3, NULL, NULL, 12.5 * i FROM (VALUES (1, 4, 'unscheduled'), (3, 13, 'c_check')) v(i, a, ty);

INSERT INTO route_cost
SELECT row_number() OVER (ORDER BY m, r.id, ct, sc), r.id, m::date, ct, sc,
       round(((CASE ct WHEN 'fuel' THEN 96 WHEN 'airport_fee' THEN 41 ELSE 27 END) * (r.distance_km + 120) * (1.28 - r.id * 0.021) * (0.94 + extract(month FROM m)::int % 7 * 0.02) * (CASE sc WHEN 'budget' THEN 1 ELSE 0.86 + random() * 0.31 END))::numeric, 2)
FROM generate_series(date_trunc('month', (SELECT t FROM _d)::timestamp) - interval '23 months', date_trunc('month', (SELECT t FROM _d)::timestamp), interval '1 month') m,
     route r, unnest(ARRAY['fuel','airport_fee','crew']) ct, unnest(ARRAY['actual','budget']) sc WHERE r.id <= 30;
ANALYZE;
