-- Deterministic, relative to today in Asia/Shanghai.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
SET jit = off;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
SELECT setseed(0.618);

INSERT INTO depot VALUES
 (1,'东郊车场','东城区',140,'1998-05-01'),(2,'西郊车场','西城区',95,'2001-09-20'),(3,'南湖车场','南湖区',120,'2008-03-16'),
 (4,'北站车场','北岸区',60,'2012-11-02'),(5,'港口车场','港口区',38,'2015-06-30'),(6,'高新车场','高新区',75,'2019-10-08'),
 (7,'空港车场','空港区',NULL,(SELECT t - 60 FROM _d));
INSERT INTO md VALUES ('BUS','公交'),('TRM','有轨电车'),('MET','地铁'),('FER','轮渡'),('TRO','无轨电车');

INSERT INTO stp
SELECT i, (ARRAY['人民广场','火车站','市医院','图书馆','体育中心','南湖公园','大学城','北站','码头','高新大厦','老城隍庙','博物馆','会展中心','植物园','第一中学','东门','西门','钟楼','建设路口','和平路口','青年路','胜利街','滨江公园','机场','科技园','奥体中心','儿童公园','汽车东站','汽车西站','市政府','古塔','桃园新村','梅园新村','杏园新村','水厂','电视台','纺织城','造纸厂','船厂','渔人码头','动物园','美术馆','少年宫','工人文化宫','银杏路','枫林路','白鹭湾','月亮湾','凤凰山','龙泉山'])[i],
       CASE WHEN i % 17 = 0 THEN NULL ELSE (ARRAY['东城区','西城区','南湖区','北岸区','港口区','高新区'])[1 + (i * 5) % 6] END,
       (ARRAY['A','A','B','B','C'])[1 + i % 5], CASE WHEN i % 11 = 0 THEN NULL ELSE i % 3 <> 0 END, i % 4 <> 1
FROM generate_series(1, 50) i;
INSERT INTO stp VALUES (51,'人民广场','西城区','A',false,true),(52,'西门','南湖区','B',true,false),(53,'空港南站','空港区','C',true,true);

INSERT INTO ln VALUES
 (1,'1路','BUS',1,1,2,14.20,'6','2003-04-01',false),
 (2,'2路','BUS',1,3,8,11.75,'8','2003-04-01',false),
 (3,'11路','BUS',2,2,7,18.40,'8-10','2007-08-15',false),
 (4,'21路','BUS',2,5,13,16.05,'12','2009-01-10',false),
 (5,'101路','BUS',3,6,24,32.60,'20','2014-07-07',false),
 (6,'102路','BUS',3,2,25,27.35,'15','2016-02-28',false),
 (7,'K3快线','BUS',6,25,2,22.90,'10','2020-12-12',false),
 (8,'夜1路','BUS',1,1,24,25.15,'40','2011-05-01',true),
 (9,'夜2路','BUS',4,8,9,19.80,'45','2018-10-01',true),
 (10,'T1线','TRM',4,8,14,12.30,'7','2015-09-19',false),
 (11,'T2线','TRM',6,10,26,15.55,'9','2021-03-03',false),
 (12,'地铁1号线','MET',3,2,24,28.70,'4','2017-12-28',false),
 (13,'地铁2号线','MET',6,7,30,24.10,'5','2022-06-18',false),
 (14,'港湾轮渡','FER',5,9,40,3.40,'每半小时','1999-10-01',false),
 (15,'定制专线',NULL,NULL,25,31,NULL,NULL,(SELECT t - 120 FROM _d),false),
 (16,'空港环线','BUS',7,24,53,9.90,'30',(SELECT t + 12 FROM _d),false);

INSERT INTO ln_stp
SELECT l, s, row_number() OVER (PARTITION BY l ORDER BY k)
FROM (SELECT l, 1 + (l * 7 + k * 3) % 50 AS s, k FROM generate_series(1, 15) l, LATERAL generate_series(1, 8 + (l * 5) % 9) k) q;
INSERT INTO ln_stp SELECT ln_id, fr_stp, 0 FROM ln WHERE ln_id < 16 ON CONFLICT DO NOTHING;
INSERT INTO ln_stp SELECT ln_id, to_stp, 99 FROM ln WHERE ln_id < 16 ON CONFLICT DO NOTHING;
DELETE FROM ln_stp WHERE stp_id IN (46, 50) AND ln_id NOT IN (SELECT ln_id FROM ln WHERE 46 IN (fr_stp, to_stp) OR 50 IN (fr_stp, to_stp));

INSERT INTO vh
SELECT i, 'L' || (1000 + i * 7), CASE WHEN i IN (13, 31) THEN NULL ELSE (ARRAY[1,3,2,1,6,3,1,4,2,5,1,3,6])[1 + i % 13] END,
       CASE WHEN i % 16 = 9 THEN NULL ELSE (ARRAY['EV','EV','CNG','DSL','EV','HYB'])[1 + (i * 7) % 6] END,
       CASE WHEN i % 13 = 5 THEN NULL ELSE 24 + (i * 3) % 19 END, 60 + (i * 11) % 50,
       (SELECT t FROM _d) - (40 + i * 93), CASE WHEN i % 8 = 3 THEN NULL ELSE i % 3 <> 1 END
FROM generate_series(1, 48) i;

INSERT INTO drv
SELECT i, (ARRAY['刘','马','黄','梁','宋','唐','邓','冯','曹','彭','曾'])[1 + i % 11] || (ARRAY['强','洪波','秀梅','建华','立','德福','雪','大勇','永红','志'])[1 + (i * 3) % 10],
       CASE WHEN i IN (22, 47) THEN NULL ELSE 1 + (i * 5) % 6 END, (SELECT t FROM _d) - (i * 67 + 9),
       CASE WHEN i % 19 = 2 THEN NULL ELSE (ARRAY['A1','A1','A3','B1'])[1 + i % 4] END, 5600 + (i * 173) % 3100
FROM generate_series(1, 62) i;
UPDATE drv SET drv_nm = '刘洋' WHERE drv_id = 8;
UPDATE drv SET drv_nm = '刘阳' WHERE drv_id = 27;
UPDATE drv SET drv_nm = '马强' WHERE drv_id IN (14, 36);

INSERT INTO trip
SELECT i, 'B' || to_char(ts, 'YYMMDD') || lpad(i::text, 5, '0'), l,
       CASE WHEN r < 0.03 THEN NULL ELSE 1 + (floor(power(random(), 1.3) * 44)::int * 13 + 3) % 44 END,
       CASE WHEN r < 0.05 THEN NULL ELSE 1 + (floor(power(random(), 1.5) * 58)::int * 11 + 6) % 58 END,
       CASE WHEN r BETWEEN 0.05 AND 0.08 THEN NULL WHEN r < 0.7 THEN (SELECT dep_id FROM ln WHERE ln_id = l) ELSE 1 + floor(random() * 6)::int END,
       ts, NULL, NULL, NULL,
       CASE WHEN ts > (SELECT t FROM _d)::timestamp THEN 'PLN' WHEN r < 0.03 OR r > 0.975 THEN 'CAN' ELSE 'RUN' END, NULL
FROM (SELECT i, ts, r, (ARRAY[1,1,1,1,1,1,2,2,3,3,4,5,6,7,8,9,10,10,11,12,12,12,12,13,13,15])[1 + floor(r2 * 26)::int] AS l
      FROM (SELECT i, random() AS r, random() AS r2,
              date_trunc('minute', ((SELECT t FROM _d) + 20 - floor(power(random(), 1.15) * 1110)::int)::timestamp + interval '5 hours 30 minutes' + random() * interval '18 hours') AS ts
            FROM generate_series(1, 2600) i) a) b;
-- the 21路 did not run last year; ferry 14 and the ring 16 never
DELETE FROM trip WHERE ln_id = 4 AND extract(year FROM plan_ts) = extract(year FROM (SELECT t FROM _d)) - 1;
UPDATE trip SET plan_ts = date_trunc('month', plan_ts) + interval '1 month' - interval '4 minutes' WHERE trip_id % 61 = 7 AND plan_ts < date_trunc('month', (SELECT t FROM _d)::timestamp);
UPDATE trip SET delay_min = CASE WHEN random() < 0.06 THEN NULL ELSE round((-1.5 + power(random(), 5) * 34)::numeric, 1) END,
                pax = CASE WHEN random() < 0.05 THEN NULL ELSE 4 + floor(power(random(), 1.4) * (CASE WHEN ln_id IN (12, 13) THEN 900 ELSE 130 END))::int END,
                crowded = CASE WHEN random() < 0.1 THEN NULL ELSE random() < 0.18 END
WHERE st = 'RUN';
UPDATE trip SET act_ts = plan_ts + delay_min * interval '1 minute' WHERE delay_min IS NOT NULL;

INSERT INTO psgr
SELECT i, (ARRAY['田','董','袁','潘','于','蒋','蔡','余','杜','叶','程','苏','魏'])[1 + i % 13] || (ARRAY['佳','俊杰','雅琴','思远','桂英','宇航','梦洁','振国','小燕','子涵','红','凤霞','若曦','一帆','春生','玉兰','航','可欣','长林'])[1 + i / 13],
       (ARRAY['ADU','ADU','ADU','STU','SEN','ADU','STU','DIS'])[1 + i % 8],
       CASE WHEN i % 23 = 0 THEN NULL ELSE (ARRAY['东城区','东城区','西城区','南湖区','南湖区','北岸区','港口区','高新区','高新东区'])[1 + floor(random() * 9)::int] END,
       (SELECT t FROM _d) - (5 + floor(random() * 1300))::int, CASE WHEN i % 12 = 5 THEN NULL ELSE random() < 0.45 END, '1386600' || lpad(i::text, 4, '0')
FROM generate_series(1, 240) i;
UPDATE psgr SET nm = '于红' WHERE psgr_id IN (60, 143);

INSERT INTO pas
SELECT i, 'Y' || to_char(b, 'YYMM') || lpad(i::text, 4, '0'), CASE WHEN random() < 0.12 THEN NULL ELSE 1 + (floor(power(random(), 1.5) * 199)::int * 17 + 9) % 199 END,
       k, b, (b + CASE k WHEN 'Y' THEN interval '1 year' WHEN 'Q' THEN interval '3 months' ELSE interval '1 month' END)::date,
       round((CASE k WHEN 'Y' THEN 880 WHEN 'Q' THEN 260 ELSE 95 END * (0.72 + random() * 0.3))::numeric, 2), CASE WHEN random() < 0.09 THEN NULL ELSE random() < 0.35 END
FROM (SELECT i, (ARRAY['M','M','M','Q','Q','Y'])[1 + floor(random() * 6)::int] AS k, (SELECT t FROM _d) - floor(power(random(), 1.3) * 1080)::int AS b FROM generate_series(1, 460) i) s;

INSERT INTO tkt
SELECT i, CASE WHEN random() < 0.08 THEN NULL ELSE (ARRAY[1,1,2,3,3,5,6,7,8,10,11,12,12,12,13,13,14,9])[1 + floor(random() * 18)::int] END,
       CASE WHEN random() < 0.4 THEN NULL ELSE 1 + (floor(power(random(), 1.8) * 211)::int * 23 + 4) % 211 END,
       ts AT TIME ZONE 'Asia/Shanghai', round((2 + power(random(), 2) * 14)::numeric, 2), (ARRAY['APP','APP','KSK','DRV','WEB'])[1 + floor(random() * 5)::int], random() < 0.045
FROM (SELECT i, ((SELECT t FROM _d) - 1 - floor(power(random(), 1.2) * 1085)::int)::timestamp + interval '7 hours' + random() * interval '15 hours' AS ts FROM generate_series(1, 1500) i) s;
-- sold soon after midnight on the first of a month
UPDATE tkt SET sold_tz = (date_trunc('month', sold_tz AT TIME ZONE 'Asia/Shanghai') + interval '25 minutes') AT TIME ZONE 'Asia/Shanghai' WHERE tkt_id % 29 = 3;

INSERT INTO inc
SELECT row_number() OVER (ORDER BY plan_ts, trip_id, k), 'E' || to_char(plan_ts, 'YYMM') || lpad((row_number() OVER (ORDER BY plan_ts, trip_id, k))::text, 4, '0'), trip_id,
       CASE WHEN random() < 0.6 THEN (SELECT s.stp_id FROM ln_stp s WHERE s.ln_id = t.ln_id ORDER BY (s.stp_id * 31 + t.trip_id) % 47 LIMIT 1) END,
       date_trunc('minute', least(plan_ts + random() * interval '50 minutes', (SELECT t FROM _d)::timestamp - interval '5 minutes')),
       CASE WHEN random() < 0.05 THEN NULL ELSE (ARRAY['BRK','BRK','BRK','COL','PAX','VND','WTH'])[1 + floor(random() * 7)::int] END,
       CASE WHEN random() < 0.12 THEN NULL ELSE random() < 0.2 END, CASE WHEN random() < 0.8 THEN 0 ELSE 1 + floor(random() * 3)::int END,
       CASE WHEN random() < 0.2 THEN NULL ELSE round((80 + power(random(), 3) * 26000)::numeric, 2) END, NULL
FROM trip t, LATERAL generate_series(1, CASE WHEN t.trip_id % 97 = 0 THEN 2 ELSE 1 END) k
WHERE st <> 'PLN' AND (trip_id % 9 = 2 OR trip_id % 97 = 0 OR ln_id = 1 AND trip_id % 11 = 3);
-- incidents at a stop, without a trip
INSERT INTO inc SELECT 5000 + i, 'E9' || lpad(i::text, 5, '0'), NULL, 1 + (i * 7) % 40, ((SELECT t FROM _d) - i * 29)::timestamp + interval '13 hours', 'VND', false, 0, 300.5 + i * 13, NULL FROM generate_series(1, 18) i;
UPDATE inc SET cls_dt = least(occ_ts::date + (inc_id * 5) % 21, (SELECT t FROM _d)) WHERE inc_id % 8 <> 3 AND occ_ts < (SELECT t FROM _d) - 10;

INSERT INTO mnt
SELECT i, 'W' || lpad(i::text, 5, '0'), v, CASE WHEN random() < 0.05 THEN NULL WHEN random() < 0.62 THEN (SELECT home_dep FROM vh WHERE vh_id = v) ELSE 1 + floor(random() * 6)::int END,
       (ARRAY['REG','REG','REP','REP','INS'])[1 + floor(random() * 5)::int], p, CASE WHEN p < (SELECT t FROM _d) - 1 AND i % 14 <> 6 THEN least(p + (i * 3) % 9 - 2, (SELECT t FROM _d)) END,
       NULL, NULL, random() < 0.22
FROM (SELECT i, 1 + (floor(power(random(), 1.3) * 43)::int * 7 + 5) % 43 AS v, (SELECT t FROM _d) + 35 - floor(power(random(), 1.6) * 1090)::int AS p FROM generate_series(1, 470) i) s;
UPDATE mnt SET parts = CASE WHEN kind = 'INS' THEN NULL ELSE round((60 + power(random(), 2) * 7400)::numeric, 2) END, labour = round((90 + random() * 1900)::numeric, 2) WHERE done_dt IS NOT NULL;

INSERT INTO svy
SELECT row_number() OVER (ORDER BY y, q, l, s), l, y, q, s,
       round((58 + (l * 37 % 17) * 1.2 + random() * 14)::numeric, 2), CASE WHEN (l + q) % 10 = 0 THEN NULL ELSE round((50 + (l * 23 % 13) * 1.7 + random() * 14)::numeric, 2) END,
       round((55 + (l * 29 % 19) * 1.3 + random() * 13)::numeric, 2), round((62 + (l * 11 % 15) * 1.1 + random() * 15)::numeric, 2), round((20 + (l * 41 % 16) * 1.9 + random() * 20 + CASE s WHEN '自测' THEN 6 ELSE 0 END)::numeric, 2)
FROM generate_series(extract(year FROM (SELECT t FROM _d))::int - 3, extract(year FROM (SELECT t FROM _d))::int) y, generate_series(1, 4) q, generate_series(1, 13) l, unnest(ARRAY['自测','第三方']) s
WHERE (y < extract(year FROM (SELECT t FROM _d))::int OR q <= extract(quarter FROM (SELECT t FROM _d))::int) AND NOT (y < extract(year FROM (SELECT t FROM _d))::int AND l = 13 AND q = 1);
ANALYZE;
