-- Generated rows, relative to the current date in Asia/Shanghai: three years up to today, some dates ahead.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
DO $$ BEGIN PERFORM setseed(0.3141); END $$;

INSERT INTO branch VALUES
 (1,'SHA01','上海虹桥机场店','上海','华东',true,120,'2015-04-18',NULL,'021-60000001'),
 (2,'SHA02','上海浦东机场店','上海','华东',true,150,'2015-09-01',NULL,'021-60000002'),
 (3,'SHA03','上海徐家汇店','上海','华东',false,40,'2017-03-12',NULL,'021-60000003'),
 (4,'HGH01','杭州东站店','杭州','华东',false,65,'2016-06-30',NULL,'0571-6000001'),
 (5,'HGH02','杭州萧山机场店','杭州','华东',true,90,'2018-05-20',NULL,'0571-6000002'),
 (6,'PEK01','北京首都机场店','北京','华北',true,140,'2015-11-08',NULL,'010-60000001'),
 (7,'PEK02','北京南站店','北京','华北',false,55,'2018-08-15',NULL,'010-60000002'),
 (8,'CAN01','广州白云机场店','广州','华南',true,110,'2016-10-01',NULL,'020-60000001'),
 (9,'SZX01','深圳北站店','深圳','华南',false,60,'2019-01-22',NULL,'0755-6000001'),
 (10,'SYX01','三亚凤凰机场店','三亚','华南',true,100,'2017-12-01',NULL,'0898-6000001'),
 (11,'CTU01','成都双流机场店','成都','西南',true,95,'2018-03-28',NULL,'028-60000001'),
 (12,'CTU02','成都春熙路店','成都','西南',false,NULL,'2021-07-09',NULL,'028-60000002'),
 (13,'KMG01','昆明长水机场店','昆明','西南',true,80,'2020-09-16',NULL,'0871-6000001'),
 (14,'CAN02','广州天河店','广州','华南',false,35,'2019-06-06',(SELECT t - 400 FROM _d),'020-60000002'),
 (15,'KMG02','昆明滇池店','昆明','西南',false,30,(SELECT t - 12 FROM _d),NULL,'0871-6000002'); -- just opened: no rentals yet

INSERT INTO vehicle_class VALUES
 ('ECO','经济型',5,138,1000),('CMP','紧凑型',5,178,1500),('COM','舒适型',5,258,2000),('SUV','SUV',5,328,2500),
 ('LUX','豪华型',5,688,6000),('MPV','商务车',7,398,3000),('EV','新能源',5,228,2000),('CPE','敞篷跑车',2,988,8000); -- no convertible in the fleet

INSERT INTO vehicle
SELECT i, (ARRAY['沪A','沪B','浙A','京N','粤A','粤B','琼B','川A','云A'])[1 + i % 9] || lpad((10007 + i * 379)::text, 5, '0'), k.cls,
       CASE WHEN i % 41 = 0 THEN NULL ELSE 1 + (i * 5 + i / 13) % 13 END, k.brand, k.mdl, k.fuel,
       CASE WHEN i % 29 = 0 THEN NULL ELSE 3000 + (i * 911) % 98000 END,
       CASE WHEN i % 11 = 0 THEN NULL ELSE i % 3 <> 0 END,
       (SELECT t FROM _d) - (30 + (241 - i) * 7 + (random() * 5)::int),
       CASE WHEN i % 23 = 0 THEN NULL ELSE k.price + (i * 137) % 9000 END,
       CASE WHEN i % 37 = 0 THEN NULL ELSE (SELECT t FROM _d) + ((i * 53) % 380 - 15) END,
       CASE WHEN i < 60 AND i % 4 = 1 THEN (SELECT t FROM _d) - (i * 17) % 500 - 5 END
FROM generate_series(1, 240) i, LATERAL (SELECT (ARRAY['ECO','ECO','CMP','CMP','COM','COM','SUV','SUV','EV','EV','MPV','LUX'])[1 + (i * 7) % 12] AS cls,
       (ARRAY['大众','丰田','大众','日产','丰田','别克','本田','日产','比亚迪','特斯拉','别克','奔驰'])[1 + (i * 7) % 12] AS brand,
       (ARRAY['Polo','致炫','朗逸','轩逸','凯美瑞','君威','CR-V','奇骏','秦PLUS','Model 3','GL8','E级'])[1 + (i * 7) % 12] AS mdl,
       (ARRAY['P','P','P','P','H','P','H','P','E','E','D','P'])[1 + (i * 7) % 12] AS fuel,
       (ARRAY[78000,72000,105000,98000,186000,175000,198000,179000,119800,231900,259000,458000])[1 + (i * 7) % 12] AS price) k;

INSERT INTO corporate_account
SELECT i, (ARRAY['华信','远东','天启','博睿','盛世','蓝海','金桥','启明','中域','新锐','和润'])[1 + i % 11] || (ARRAY['咨询','医药','软件','传媒','建设','证券','物流'])[1 + i % 7] || '有限公司',
       CASE WHEN i % 13 = 0 THEN NULL ELSE (ARRAY['咨询','医药','软件','传媒','建筑','金融','物流'])[1 + i % 7] END,
       (ARRAY['B','C','C','A','C','B'])[1 + i % 6], (SELECT t FROM _d) - (80 + i * 31), CASE WHEN i % 5 = 0 THEN NULL ELSE (SELECT t FROM _d) + ((i * 67) % 620 - 190) END,
       CASE WHEN i % 9 = 0 THEN NULL ELSE 50000 + (i * 7919) % 400000 END
FROM generate_series(1, 42) i;
UPDATE corporate_account SET corp_name = '华信咨询有限公司' WHERE corp_id = 30; -- a namesake

INSERT INTO customer
SELECT i, (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','马','朱','胡','林','郭'])[1 + i % 17] || (ARRAY['伟','芳','娜','敏','静','强','磊','洋','艳','杰','涛','明','超','秀兰','霞','平','刚','桂英','文博','子涵','雨桐','嘉怡','浩然'])[1 + (i * 3 + i / 17) % 23],
       CASE WHEN i % 19 = 0 THEN NULL WHEN random() < 0.6 THEN 'M' ELSE 'F' END,
       CASE WHEN i % 16 = 0 THEN NULL ELSE (SELECT t FROM _d) - (7700 + (random() * 14000)::int) END,
       CASE WHEN i % 33 = 0 THEN NULL ELSE (ARRAY['上海','上海','杭州','北京','北京','广州','深圳','成都','南京','武汉','西安','重庆','苏州','昆明'])[1 + floor(random() * 14)::int] END,
       (ARRAY['N','N','N','N','N','S','S','S','G','G','P'])[1 + floor(random() * 11)::int],
       (SELECT t FROM _d) - floor((1 - i / 900.0) * 1250 + random() * 60)::int,
       CASE WHEN i % 4 = 1 THEN 1 + floor(power(random(), 1.4) * 38)::int END,
       random() < 0.025, '138' || lpad((i * 7717)::text, 8, '0'), '3301' || lpad((i * 104729)::text, 14, '0')
FROM generate_series(1, 900) i; -- corporate accounts 39-42 have nobody

INSERT INTO staff
SELECT i, (ARRAY['钱','孔','曹','严','华','金','魏','陶','姜','戚','谢','邹'])[1 + i % 12] || (ARRAY['晓燕','建平','丽华','志远','海涛','佳琪','国栋','思远'])[1 + (i / 2) % 8], 1 + i % 14,
       CASE WHEN i <= 14 THEN '店长' ELSE (ARRAY['客户顾问','客户顾问','客户顾问','整备员','送车司机'])[1 + i % 5] END,
       (SELECT t FROM _d) - (25 + (i * 61) % 2600), NULL, 5500 + (i * 173) % 6000
FROM generate_series(1, 96) i;
UPDATE staff SET left_on = (SELECT t FROM _d) - 3 - (staff_id * 53) % 900 WHERE staff_id > 14 AND staff_id % 4 = 2 AND hired_on < (SELECT t FROM _d) - 120 - (staff_id * 53) % 900;
INSERT INTO staff SELECT 97, '金晓燕', 15, '店长', (SELECT t - 20 FROM _d), NULL, 9000;

-- reservations: the last 1095 days up to today, more in the months of holidays, growing
INSERT INTO reservation
SELECT row_number() OVER (ORDER BY d, k), 'R' || to_char(d, 'YYMMDD') || lpad(k::text, 3, '0'), 1 + floor(power(random(), 1.5) * (350 + 490 * (1095 - ((SELECT t FROM _d) - d)) / 1095.0))::int,
       (ARRAY['ECO','ECO','CMP','CMP','COM','SUV','SUV','EV','EV','MPV','LUX'])[1 + floor(random() * 11)::int],
       (ARRAY[1,1,1,2,2,2,2,3,4,4,5,5,6,6,6,7,8,8,9,9,10,10,10,10,10,10,11,11,12,13,13,14])[1 + floor(random() * 32)::int],
       d, d + lead_d, d + lead_d + dur, (ARRAY['WX','APP','WEB','DESK','OTA','TEL'])[1 + floor(power(random(), 1.8) * 6)::int], 'X', NULL
FROM (SELECT d::date AS d, k, CASE WHEN random() < 0.3 THEN floor(random() * 2)::int ELSE floor(power(random(), 2) * 45)::int END AS lead_d,
             CASE WHEN random() < 0.05 THEN 28 + floor(random() * 40)::int ELSE 1 + floor(power(random(), 2) * 9)::int END AS dur
      FROM generate_series((SELECT t FROM _d) - 1095, (SELECT t FROM _d), interval '1 day') d,
           LATERAL generate_series(1, 3 + ((d::date - ((SELECT t FROM _d) - 1095)) / 330) + (CASE WHEN extract(month FROM d) IN (2, 5, 7, 10) THEN 3 ELSE 0 END) + (extract(day FROM d)::int * 7 % 4)) k) s;
DELETE FROM reservation WHERE pickup_branch_id = 14 AND planned_pickup >= (SELECT t - 400 FROM _d);
DELETE FROM reservation WHERE cust_id % 7 = 3 AND booked_on > (SELECT t - 240 FROM _d); -- some went quiet
UPDATE reservation r SET quoted_amount = CASE WHEN resv_id % 31 = 0 THEN NULL ELSE round((c.daily_rate * (planned_return - planned_pickup) * (0.85 + (resv_id * 13 % 40) * 0.01))::numeric, 2) END,
       status = CASE WHEN z < 0.14 THEN 'CXL' WHEN planned_pickup > (SELECT t - 1 FROM _d) THEN CASE WHEN z < 0.35 THEN 'PND' ELSE 'CNF' END WHEN z < 0.19 THEN 'NSH' ELSE 'DONE' END
FROM vehicle_class c, (SELECT resv_id AS id, random() AS z FROM reservation) y WHERE c.class_code = r.class_code AND y.id = r.resv_id;

-- rentals from honoured reservations, and walk-ins without one
CREATE TEMP TABLE _r AS
SELECT resv_id, cust_id, class_code, pickup_branch_id, planned_pickup AS p, planned_return - planned_pickup AS dur FROM reservation WHERE status = 'DONE'
UNION ALL
SELECT NULL, 1 + floor(power(random(), 1.3) * (350 + 490 * (1095 - o) / 1095.0))::int, (ARRAY['ECO','CMP','COM','SUV','EV','MPV'])[1 + floor(random() * 6)::int],
       (ARRAY[1,2,3,4,5,6,7,8,9,10,11,12,13,14])[1 + floor(random() * 14)::int], (SELECT t FROM _d) - o, 1 + floor(power(random(), 2) * 8)::int
FROM (SELECT floor(random() * 1095)::int AS o FROM generate_series(1, 1500)) w;
DELETE FROM _r WHERE pickup_branch_id = 14 AND p >= (SELECT t - 400 FROM _d);
DELETE FROM _r WHERE cust_id % 7 = 3 AND p > (SELECT t - 240 FROM _d);
INSERT INTO rental
SELECT row_number() OVER (ORDER BY p, u), 'Z' || to_char(p, 'YYMMDD') || lpad((row_number() OVER (PARTITION BY p ORDER BY u))::text, 3, '0'), resv_id, cust_id,
       (SELECT v.vehicle_id FROM vehicle v WHERE v.class_code = x.class_code AND v.vehicle_id <= 228 AND v.bought_on <= x.p AND (v.retired_on IS NULL OR v.retired_on > x.p + x.dur + 4)
          ORDER BY (v.vehicle_id * 7919 + floor(x.u * 100000)::int) % 1009, v.vehicle_id LIMIT 1),
       pickup_branch_id, CASE WHEN v2 < 0.8 OR pickup_branch_id = 14 THEN pickup_branch_id ELSE 1 + floor(v3 * 13)::int END, NULL,
       p + interval '7 hours' + floor(v3 * 840) * interval '1 minute', p + dur,
       p + dur + CASE WHEN v4 < 0.09 THEN 1 + floor(v3 * 4)::int ELSE 0 END + interval '8 hours' + floor(v2 * 780) * interval '1 minute', 'RET', dur,
       round((c.daily_rate * dur * (0.9 + v4 * 0.25))::numeric, 2), CASE WHEN v5 < 0.6 THEN NULL ELSE round((c.daily_rate * dur * (v5 - 0.55) * 0.4)::numeric, 2) END,
       CASE WHEN v5 < 0.03 THEN NULL ELSE dur * (30 + floor(v3 * 190)::int) END,
       CASE WHEN v6 < 0.45 THEN NULL ELSE least(5, 2 + floor(v6 * 4.4)::int - (CASE WHEN v4 > 0.9 THEN 2 ELSE 0 END)) END, CASE WHEN v6 < 0.5 THEN NULL ELSE greatest(1, least(5, 1 + floor(v2 * 5.6)::int)) END
FROM (SELECT _r.*, random() u, random() v2, random() v3, random() v4, random() v5, random() v6 FROM _r) x JOIN vehicle_class c USING (class_code);
UPDATE rental r SET staff_id = (SELECT a[1 + floor(power((r.rental_id * 7919 % 1000) / 1000.0, 1.6) * cardinality(a))::int] FROM (SELECT array_agg(staff_id ORDER BY staff_id) AS a FROM staff s WHERE s.job_title = '客户顾问' AND s.branch_id = r.pickup_branch_id) q)
 WHERE r.rental_id % 12 <> 0;
UPDATE customer c SET registered_on = least(c.registered_on, f.d - c.cust_id % 20) FROM (SELECT cust_id, min(d) AS d FROM (SELECT cust_id, booked_on AS d FROM reservation UNION ALL SELECT cust_id, pickup_at::date FROM rental) u GROUP BY 1) f WHERE f.cust_id = c.cust_id;
-- what is not back yet; a few are overdue; a few are in dispute
UPDATE rental SET returned_at = NULL, return_branch_id = NULL, status = 'OUT', distance_km = NULL, car_score = NULL, svc_score = NULL WHERE returned_at >= (SELECT t FROM _d) OR (due_date BETWEEN (SELECT t - 9 FROM _d) AND (SELECT t - 1 FROM _d) AND rental_id % 9 = 0);
UPDATE rental SET status = 'DSP' WHERE status = 'RET' AND rental_id % 83 = 0;

INSERT INTO extra VALUES ('GPS','导航仪',20),('CDW','全额保险',60),('SEAT','儿童座椅',35),('ADDR','附加驾驶人',25),('ETC','ETC设备',10),('DLV','送车上门',50),('CHAIN','防滑链',40); -- nobody books chains
INSERT INTO rental_extra
SELECT r.rental_id, e.extra_code, CASE WHEN e.extra_code = 'SEAT' THEN 1 + (r.rental_id % 2) ELSE 1 END, round(e.day_price * r.rental_days * (CASE WHEN e.extra_code = 'SEAT' THEN 1 + (r.rental_id % 2) ELSE 1 END), 2)
FROM rental r, extra e WHERE e.extra_code <> 'CHAIN' AND random() + 0 * r.rental_id < CASE e.extra_code WHEN 'CDW' THEN 0.34 WHEN 'ETC' THEN 0.18 WHEN 'SEAT' THEN 0.11 WHEN 'ADDR' THEN 0.07 WHEN 'DLV' THEN 0.13 ELSE 0.04 END;

INSERT INTO payment
SELECT row_number() OVER (ORDER BY pt, rental_id, k), rental_id, pt, CASE WHEN random() < 0.03 THEN NULL ELSE (ARRAY['ALI','ALI','WXP','WXP','WXP','CARD','CARD','CASH','INV'])[1 + floor(random() * 9)::int] END, amt, ref
FROM (SELECT rental_id, 1 AS k, pickup_at AS pt, CASE WHEN rental_id % 3 = 0 THEN round((rental_fee - coalesce(discount_amt, 0)) / 2, 2) ELSE rental_fee - coalesce(discount_amt, 0) END AS amt, false AS ref FROM rental WHERE rental_id % 50 <> 7
      UNION ALL SELECT rental_id, 2, returned_at, round((rental_fee - coalesce(discount_amt, 0)) / 2, 2), false FROM rental WHERE rental_id % 3 = 0 AND rental_id % 50 <> 7 AND returned_at IS NOT NULL
      UNION ALL SELECT rental_id, 3, returned_at + interval '20 minutes', round(rental_fee * 0.15, 2), true FROM rental WHERE rental_id % 27 = 5 AND returned_at IS NOT NULL) z;

INSERT INTO damage_claim
SELECT row_number() OVER (ORDER BY dt, rental_id, n), 'D' || lpad((row_number() OVER (ORDER BY dt, rental_id, n))::text, 6, '0'), rental_id, dt, dtp, sev, CASE WHEN h % 7 = 0 THEN NULL ELSE h % 5 < 3 END,
       CASE WHEN st = 'OPN' AND h % 2 = 0 THEN NULL ELSE round(((CASE sev WHEN 'H' THEN 9000 WHEN 'M' THEN 2600 ELSE 600 END) * (0.6 + rnd))::numeric, 2) END,
       CASE WHEN st <> 'STL' OR h % 6 = 0 THEN NULL ELSE round(((CASE sev WHEN 'H' THEN 7000 WHEN 'M' THEN 1700 ELSE 250 END) * (0.4 + rnd * 0.7))::numeric, 2) END, st,
       CASE WHEN st = 'STL' THEN dt + 4 + (h % 38) END
FROM (SELECT s.*, CASE WHEN dt > (SELECT t - 45 FROM _d) THEN 'OPN' WHEN h % 17 = 0 THEN 'REJ' WHEN h % 23 = 0 THEN 'OPN' ELSE 'STL' END AS st
      FROM (SELECT r.rental_id, n, least(coalesce(r.returned_at::date, (SELECT t FROM _d)), (SELECT t FROM _d)) AS dt, (ARRAY['SCR','SCR','SCR','COL','COL','TYR','GLS','INT'])[1 + floor(random() * 8)::int] AS dtp,
                   (ARRAY['L','L','L','L','M','M','H'])[1 + floor(random() * 7)::int] AS sev, random() AS rnd, (r.rental_id * 31 + n * 7) AS h
            FROM rental r, LATERAL generate_series(1, CASE WHEN r.rental_id % 14 = 3 THEN CASE WHEN r.rental_id % 10 = 3 THEN 2 ELSE 1 END ELSE 0 END) n WHERE r.returned_at IS NOT NULL) s) y;

-- maintenance: every car in service about every 80 days, and planned for the weeks to come; the newest five cars have had none
INSERT INTO maintenance_job
SELECT row_number() OVER (ORDER BY dt, vehicle_id), 'M' || lpad((row_number() OVER (ORDER BY dt, vehicle_id))::text, 6, '0'), vehicle_id, jt, ws, dt,
       CASE WHEN fin <= (SELECT t FROM _d) AND dt < (SELECT t - 2 FROM _d) AND NOT (dt > (SELECT t - 20 FROM _d) AND vehicle_id % 4 = 0) THEN fin END,
       CASE WHEN fin <= (SELECT t FROM _d) AND dt < (SELECT t - 2 FROM _d) AND NOT (dt > (SELECT t - 20 FROM _d) AND vehicle_id % 4 = 0) THEN round(((CASE jt WHEN 'REP' THEN 2800 WHEN 'TYR' THEN 1600 WHEN 'INS' THEN 350 ELSE 620 END) * (0.7 + random() * 0.9))::numeric, 2) END
FROM (SELECT v.vehicle_id, d.dt, (ARRAY['SVC','SVC','SVC','REP','TYR','INS'])[1 + floor(random() * 6)::int] AS jt, d.dt + floor(power(random(), 2) * 12)::int AS fin,
             CASE WHEN v.vehicle_id % 21 = 0 THEN NULL ELSE (ARRAY['途虎养车','一汽服务站','宏达汽修','博世车联','自营车间'])[1 + floor(random() * 5)::int] END AS ws
      FROM vehicle v, LATERAL (SELECT (g::date + (v.vehicle_id * 13 % 70)) AS dt FROM generate_series(greatest(v.bought_on + 40, (SELECT t - 1090 FROM _d))::timestamp, (SELECT t FROM _d)::timestamp, interval '80 days') g) d
      WHERE v.vehicle_id <= 235 AND (v.retired_on IS NULL OR d.dt < v.retired_on)) s;
ANALYZE;
