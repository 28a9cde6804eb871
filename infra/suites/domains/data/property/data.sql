-- Deterministic: every figure is a hash of its key; every date is relative to today in Asia/Shanghai.
SET timezone = 'Asia/Shanghai';
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
CREATE FUNCTION pg_temp.h(k text) RETURNS numeric LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k), 1, 7))::bit(28)::int)::numeric / 268435456 $$;

INSERT INTO buildings VALUES
 (1,'滨江花园一期','浦东新区','residential','2008-06-30',18,true,'陈立','13900000001'),
 (2,'滨江花园二期','浦东新区','residential','2011-09-15',24,true,'陈立','13900000001'),
 (3,'世纪金融大厦','浦东新区','office','2014-03-20',32,true,'周敏','13900000002'),
 (4,'锦绣公寓','浦东新区','residential','1998-05-10',6,false,'陈立','13900000001'),
 (5,'张江创新园A座','浦东新区','office','2017-11-01',12,true,'周敏','13900000002'),
 (6,'徐家汇商务中心','徐汇区','office','2003-08-18',28,true,'吴倩','13900000003'),
 (7,'衡山路老洋房','徐汇区','mixed','1936-01-01',3,false,'吴倩','13900000003'),
 (8,'田林小区8号楼','徐汇区','residential','1992-12-01',6,false,'吴倩','13900000003'),
 (9,'锦绣公寓','静安区','residential','2001-04-22',7,false,'何志远','13900000004'),
 (10,'南京西路大厦','静安区','mixed','2009-10-10',26,true,'何志远','13900000004'),
 (11,'静安寺广场','静安区','office','2016-07-07',30,true,'何志远','13900000004'),
 (12,'外滩源8号','黄浦区','mixed','2005-02-28',10,true,'周敏','13900000002'),
 (13,'老西门雅苑','黄浦区','residential','1999-09-09',8,NULL,'周敏','13900000002'),
 (14,'莘庄新苑','闵行区','residential','2013-05-05',16,true,'郑楠','13900000005'),
 (15,'虹桥汇','闵行区','mixed','2019-12-12',20,true,'郑楠','13900000005'),
 (16,'七宝小楼','闵行区','residential','1995-06-06',5,false,NULL,NULL),
 (17,'中山公园新天地','长宁区','mixed',NULL,22,true,'郑楠','13900000005'); -- taken over lately: no units yet

INSERT INTO units
SELECT id, building_id, unit_no, kind, fl, area,
       CASE WHEN kind = 'flat' THEN CASE WHEN area < 55 THEN 1 WHEN area < 95 THEN 2 WHEN area < 130 THEN 3 ELSE 4 END END,
       CASE WHEN pg_temp.h('ask' || id) < 0.04 THEN NULL
            ELSE round((area * price * (0.85 + 0.3 * pg_temp.h('askf' || id))) / 50) * 50 END,
       CASE WHEN kind = 'shop' THEN NULL WHEN pg_temp.h('furn' || id) < 0.06 THEN NULL
            ELSE pg_temp.h('furn2' || id) < CASE kind WHEN 'flat' THEN 0.65 ELSE 0.2 END END,
       'let', CASE WHEN pg_temp.h('ren' || id) < 0.3 THEN NULL ELSE (SELECT t FROM _d) - (60 + floor(pg_temp.h('ren2' || id) * 3600))::int END
FROM (SELECT *, round(CASE kind WHEN 'flat' THEN 36 + 115 * power(pg_temp.h('area' || id), 1.3)
                               WHEN 'office' THEN 60 + 380 * power(pg_temp.h('area' || id), 1.8)
                               ELSE 22 + 100 * pg_temp.h('area' || id) END, 1) AS area,
             (CASE district WHEN '浦东新区' THEN 92 WHEN '徐汇区' THEN 105 WHEN '静安区' THEN 125 WHEN '黄浦区' THEN 135 ELSE 70 END)
              * (CASE kind WHEN 'flat' THEN 1 WHEN 'office' THEN 1.4 ELSE 2.2 END) AS price
      FROM (SELECT row_number() OVER (ORDER BY b.building_id, j)::int AS id, b.building_id, b.district,
                   (1 + (j - 1) * b.floor_count / n) AS fl,
                   (1 + (j - 1) * b.floor_count / n)::text || lpad((1 + j % 4)::text, 2, '0') AS unit_no,
                   CASE WHEN (1 + (j - 1) * b.floor_count / n) = 1 AND (b.building_type <> 'residential' OR j = 1) THEN 'shop'
                        WHEN b.building_type = 'residential' THEN 'flat' WHEN b.building_type = 'office' THEN 'office'
                        WHEN pg_temp.h('kind' || b.building_id || '.' || j) < 0.5 THEN 'flat' ELSE 'office' END AS kind
            FROM buildings b
            JOIN (VALUES (1,26),(2,28),(3,20),(4,10),(5,14),(6,18),(7,5),(8,12),(9,11),(10,19),(11,16),(12,8),(13,13),(14,22),(15,15),(16,7)) c(bid, n)
              ON c.bid = b.building_id, LATERAL generate_series(1, c.n) j) x) y;

INSERT INTO tenants
SELECT i,
       CASE WHEN i <= 210 THEN (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙'])[1 + floor(pg_temp.h('sn' || i) * 12)::int]
                            || (ARRAY['伟','芳','秀英','敏','静','磊','洋','艳','勇','杰','娟','涛','欣怡','子涵','宇轩'])[1 + floor(pg_temp.h('gn' || i) * 15)::int]
            ELSE (ARRAY['启明','云帆','恒信','海纳','博远','众诚','新域','卓越','天阶'])[1 + i % 9]
                 || (ARRAY['科技','贸易','咨询','传媒','设计','教育','餐饮','医疗','物流','金融'])[1 + i % 10] || '有限公司' END,
       CASE WHEN i <= 210 THEN 'individual' ELSE 'company' END,
       CASE WHEN pg_temp.h('cg' || i) < 0.1 THEN NULL ELSE (ARRAY['A','A','B','B','B','C','C','D'])[1 + floor(pg_temp.h('cg2' || i) * 8)::int] END,
       CASE WHEN pg_temp.h('src' || i) < 0.05 THEN NULL ELSE (ARRAY['agent','agent','agent','website','website','referral','walk_in'])[1 + floor(pg_temp.h('src2' || i) * 7)::int] END,
       (SELECT t FROM _d) - (3 + floor(pg_temp.h('reg' || i) * 900))::int,
       pg_temp.h('bl' || i) < 0.05, '31010119' || lpad((i * 7919)::text, 10, '0'), '137' || lpad((i * 91)::text, 8, '0')
FROM generate_series(1, 300) i;

-- leases: chains per unit, backwards from the latest
CREATE TEMP TABLE _chain AS
WITH RECURSIVE c AS (
  SELECT u.unit_id, u.unit_kind, 0 AS k, m AS months,
         CASE WHEN pg_temp.h('vac' || u.unit_id) < 0.15 THEN ((SELECT t FROM _d) - (8 + floor(pg_temp.h('vac2' || u.unit_id) * 200))::int - make_interval(months => m))::date + 1
              ELSE ((SELECT t FROM _d) - floor(pg_temp.h('s0' || u.unit_id) * (m * 30 - 5))::int) END AS s
  FROM (SELECT unit_id, unit_kind, CASE WHEN unit_kind = 'flat' THEN (ARRAY[12,12,12,6,24])[1 + floor(pg_temp.h('m0' || unit_id) * 5)::int]
                                        ELSE (ARRAY[24,24,36,12])[1 + floor(pg_temp.h('m0' || unit_id) * 4)::int] END AS m
        FROM units WHERE pg_temp.h('never' || unit_id) >= 0.06) u
  UNION ALL
  SELECT unit_id, unit_kind, k + 1, m, ((s - (4 + floor(pg_temp.h('gap' || unit_id || '.' || k) * 55))::int) - make_interval(months => m))::date
  FROM (SELECT c.*, CASE WHEN c.unit_kind = 'flat' THEN (ARRAY[12,12,12,6,24])[1 + floor(pg_temp.h('m' || c.unit_id || '.' || c.k) * 5)::int]
                         ELSE (ARRAY[24,12,36,12])[1 + floor(pg_temp.h('m' || c.unit_id || '.' || c.k) * 4)::int] END AS m FROM c
        WHERE c.k < 5 AND c.s > (SELECT t FROM _d) - 1250) n
)
SELECT *, (s + make_interval(months => months))::date - 1 AS e,
       CASE WHEN unit_kind = 'flat' THEN 1 + floor(power(pg_temp.h('ten' || unit_id || '.' || k), 1.25) * 196)::int
            ELSE 211 + floor(power(pg_temp.h('ten' || unit_id || '.' || k), 1.25) * 82)::int END AS tenant_id
FROM c;
-- renewals that start when the running lease ends
INSERT INTO _chain
SELECT unit_id, unit_kind, -1, 12, e + 1, (e + 1 + interval '12 months')::date - 1, tenant_id
FROM _chain WHERE k = 0 AND e >= (SELECT t FROM _d) AND e <= (SELECT t FROM _d) + 45 AND pg_temp.h('renew' || unit_id) < 0.6;

INSERT INTO leases
SELECT rn, 'HT' || to_char(sg, 'YYYYMM') || '-' || lpad(rn::text, 4, '0'), unit_id, tenant_id, sg, s, e,
       CASE WHEN st = 'ended' THEN CASE WHEN pg_temp.h('mo' || rn) < 0.05 THEN NULL ELSE e END
            WHEN st = 'terminated' THEN (s + floor((e - s) * (0.25 + 0.6 * pg_temp.h('mo' || rn)))::int) END,
       rent, CASE WHEN pg_temp.h('dep' || rn) < 0.03 THEN NULL ELSE rent * (1 + floor(pg_temp.h('dep2' || rn) * 3)::int) END,
       st, CASE WHEN pg_temp.h('ar' || rn) < 0.08 THEN NULL ELSE pg_temp.h('ar2' || rn) < 0.35 END
FROM (SELECT (row_number() OVER (ORDER BY s, unit_id))::int AS rn, c.*,
             CASE WHEN k = -1 THEN (SELECT t FROM _d) - (1 + floor(pg_temp.h('sg' || c.unit_id) * 20))::int
                  ELSE s - (3 + floor(pg_temp.h('sg' || c.unit_id || '.' || k) * 22))::int END AS sg,
             round(coalesce(u.asking_rent, u.area_sqm * 100) * (0.86 + 0.2 * pg_temp.h('rent' || c.unit_id || '.' || k)) * power(0.97, greatest(k, 0)) / 10) * 10 AS rent,
             CASE WHEN k = -1 THEN 'upcoming' WHEN e >= (SELECT t FROM _d) THEN 'active'
                  WHEN pg_temp.h('term' || c.unit_id || '.' || k) < 0.14 THEN 'terminated' ELSE 'ended' END AS st
      FROM _chain c JOIN units u USING (unit_id)) x;
UPDATE units u SET unit_status = CASE WHEN pg_temp.h('rnv' || unit_id) < 0.25 THEN 'renovation' ELSE 'vacant' END
WHERE NOT EXISTS (SELECT FROM leases l WHERE l.unit_id = u.unit_id AND l.lease_status = 'active');
UPDATE tenants x SET registered_on = m.d - (1 + floor(pg_temp.h('rg' || x.tenant_id) * 25))::int
FROM (SELECT tenant_id, min(signed_on) AS d FROM leases GROUP BY 1) m WHERE m.tenant_id = x.tenant_id;

-- rent bills: monthly for flats, quarterly for the rest; the last three years and seventy days ahead
INSERT INTO rent_payments
SELECT id, lease_id, due, CASE WHEN paid THEN pd END, amt,
       CASE WHEN NOT paid THEN 0 WHEN pg_temp.h('part' || id) < 0.04 THEN round(amt * (0.3 + 0.4 * pg_temp.h('part2' || id)), 2) ELSE amt END,
       CASE WHEN paid AND pg_temp.h('pmn' || id) > 0.02 THEN CASE WHEN kind = 'flat' THEN (ARRAY['wechat','alipay','wechat','bank_transfer','cash'])[1 + floor(pg_temp.h('pm' || id) * 5)::int]
                           ELSE (ARRAY['bank_transfer','bank_transfer','bank_transfer','alipay'])[1 + floor(pg_temp.h('pm' || id) * 4)::int] END END
FROM (SELECT *, pd <= (SELECT t FROM _d) AND due <= (SELECT t FROM _d)
                AND pg_temp.h('np' || id) >= CASE WHEN due > (SELECT t FROM _d) - 150 THEN 0.09 WHEN due > (SELECT t FROM _d) - 500 THEN 0.02 ELSE 0.006 END AS paid
      FROM (SELECT (row_number() OVER (ORDER BY d::date, l.lease_id))::int AS id, l.lease_id, u.unit_kind AS kind, d::date AS due,
                   l.monthly_rent * CASE WHEN u.unit_kind = 'flat' THEN 1 ELSE 3 END AS amt,
                   d::date + CASE WHEN pg_temp.h('late' || l.lease_id || d::date - l.start_on) < 0.72 THEN -floor(pg_temp.h('pd' || l.lease_id || '.' || (d::date - l.start_on)) * 6)::int
                                  ELSE 1 + floor(power(pg_temp.h('pd' || l.lease_id || '.' || (d::date - l.start_on)), 2) * 38)::int END AS pd
            FROM leases l JOIN units u USING (unit_id),
                 LATERAL generate_series(l.start_on::timestamp, least(coalesce(l.moved_out_on, l.end_on), (SELECT t FROM _d) + 70)::timestamp,
                                         CASE WHEN u.unit_kind = 'flat' THEN interval '1 month' ELSE interval '3 months' END) d
            WHERE d::date >= (SELECT t FROM _d) - 1095) x) y;

INSERT INTO repair_types VALUES
 ('PLB','水管',24,true),('ELE','电路',12,true),('HVA','空调',48,true),('LCK','门锁',8,false),('PNT','墙面',120,true),
 ('APP','家电',72,false),('WIN','门窗',96,true),('LFT','电梯',6,true),('PST','虫害',NULL,false);

INSERT INTO repair_requests
SELECT i, 'BX' || to_char(rep, 'YYMM') || lpad(i::text, 5, '0'), uid,
       CASE WHEN pg_temp.h('rt' || i) < 0.05 THEN NULL
            ELSE (SELECT l.tenant_id FROM leases l WHERE l.unit_id = uid AND rep::date BETWEEN l.start_on AND coalesce(l.moved_out_on, l.end_on) ORDER BY l.start_on LIMIT 1) END,
       (ARRAY['PLB','PLB','PLB','ELE','ELE','HVA','HVA','HVA','LCK','PNT','APP','APP','WIN','LFT','PLB'])[1 + floor(pg_temp.h('ty' || i) * 15)::int],
       st, CASE WHEN pg_temp.h('em' || i) < 0.03 THEN NULL ELSE pg_temp.h('em2' || i) < 0.13 END, rep,
       CASE WHEN st = 'cancelled' OR pg_temp.h('vi' || i) < 0.04 THEN NULL
            WHEN st IN ('open', 'in_progress') AND rep::date > (SELECT t FROM _d) - 12 THEN (SELECT t FROM _d) + floor(pg_temp.h('vi2' || i) * 21)::int
            ELSE rep::date + floor(pg_temp.h('vi3' || i) * 3)::int END,
       CASE WHEN st = 'done' THEN rep + make_interval(mins => (120 + 3700 * power(pg_temp.h('fi' || i), 2))::int) END,
       CASE WHEN st IN ('open', 'cancelled') OR pg_temp.h('rh' || i) < 0.06 THEN NULL ELSE round((0.3 + 40 * power(pg_temp.h('rh2' || i), 2.2))::numeric, 1) END,
       CASE WHEN st = 'done' AND pg_temp.h('sa' || i) > 0.42 THEN (ARRAY[5,5,5,4,4,4,3,3,2,1])[1 + floor(pg_temp.h('sa2' || i) * 10)::int] END
FROM (SELECT i, uid, rep,
             CASE WHEN rep::date > (SELECT t FROM _d) - 4 THEN CASE WHEN pg_temp.h('st' || i) < 0.6 THEN 'open' ELSE 'in_progress' END
                  WHEN rep::date > (SELECT t FROM _d) - 12 THEN CASE WHEN pg_temp.h('st' || i) < 0.3 THEN 'in_progress' WHEN pg_temp.h('st' || i) < 0.45 THEN 'open' ELSE 'done' END
                  WHEN pg_temp.h('st' || i) < 0.02 THEN 'open' WHEN pg_temp.h('st' || i) < 0.035 THEN 'in_progress' WHEN pg_temp.h('st' || i) < 0.10 THEN 'cancelled' ELSE 'done' END AS st
      FROM (SELECT i, n + CASE WHEN n % 9 = 4 THEN 1 ELSE 0 END AS uid,
                   ((SELECT t FROM _d) - floor(power(pg_temp.h('rep' || i), 1.15) * 1080)::int)::timestamp + make_interval(mins => (420 + 900 * pg_temp.h('tod' || i))::int) AS rep
            FROM (SELECT i, 1 + floor(pg_temp.h('ru' || i) * 243)::int AS n FROM generate_series(1, 1500) i) a) b) c;

INSERT INTO contractors VALUES
 (1,'顺达维修','2017-03-01',95,true),(2,'安居工程队','2018-05-12',110,true),(3,'老李水电',NULL,70,false),(4,'快修达','2020-01-15',120,true),
 (5,'恒温空调服务','2019-06-20',150,true),(6,'申城锁业','2021-02-08',88,true),(7,'精装坊','2018-11-11',130,false),(8,'顺达维修','2023-04-18',98,NULL),
 (9,'宏光电气','2016-09-01',140,true),(10,'净源管道','2019-03-03',105,true),(11,'美缝家','2022-07-01',80,false),(12,'沪上电梯','2015-12-20',260,true),
 (13,'家电医生','2020-10-10',100,true),(14,'明亮门窗','2021-05-05',92,NULL),(15,'诚品装饰','2022-01-01',125,true),(16,'全能帮手',NULL,65,false),
 (17,'蓝天制冷','2023-08-08',135,true),(18,'东方管业','2024-02-14',102,true),(19,'速锁','2024-06-01',85,false),(20,'匠心修缮','2017-07-07',115,true),
 (21,'百姓水电','2025-01-10',75,NULL),(22,'绿盾消杀','2024-09-09',160,true),(23,'鲁班之家','2025-03-15',NULL,false),(24,'新概念智能','2025-08-01',180,true);

INSERT INTO repair_jobs
SELECT r.request_id, c, coalesce(r.finished_at::date, least(r.visit_on, (SELECT t FROM _d)), r.reported_at::date), round((0.5 + 7 * power(pg_temp.h('wh' || r.request_id || '.' || c), 2))::numeric, 1),
       round((60 + 2400 * power(pg_temp.h('fee' || r.request_id || '.' || c), 3)) * CASE r.type_code WHEN 'LFT' THEN 2.6 WHEN 'HVA' THEN 1.5 WHEN 'LCK' THEN 0.5 ELSE 1 END, 2)
FROM repair_requests r, LATERAL (
  SELECT 1 + floor(power(pg_temp.h('c1' || r.request_id), 1.4) * 21)::int AS c WHERE pg_temp.h('nj' || r.request_id) > 0.05
  UNION
  SELECT 1 + floor(pg_temp.h('c2' || r.request_id) * 21)::int WHERE pg_temp.h('sj' || r.request_id) < 0.13) x
WHERE r.request_status IN ('done', 'in_progress');

INSERT INTO inspections
SELECT i, uid, CASE WHEN pg_temp.h('in' || i) < 0.03 THEN NULL ELSE (ARRAY['沈昊','顾佳','陆一鸣','钱芸','沈昊'])[1 + floor(pg_temp.h('in2' || i) * 5)::int] END, d, sf, cl, ft,
       CASE WHEN d > (SELECT t FROM _d) - 8 OR pg_temp.h('pa' || i) < 0.03 THEN NULL ELSE 0.5 * coalesce(sf, 75) + 0.2 * coalesce(cl, 75) + 0.3 * coalesce(ft, 75) >= 71 END,
       CASE WHEN pg_temp.h('nd' || i) < 0.06 THEN NULL ELSE d + CASE WHEN pg_temp.h('nd2' || i) < 0.3 THEN 180 ELSE 365 END END
FROM (SELECT i, uid, (SELECT t FROM _d) - floor(pg_temp.h('id' || i) * 1080)::int AS d,
             CASE WHEN pg_temp.h('s1' || i) < 0.03 THEN NULL ELSE round(greatest(40, 52 + 48 * pg_temp.h('s11' || i) - uid % 7), 2) END AS sf,
             round(55 + 45 * pg_temp.h('s2' || i), 2) AS cl,
             CASE WHEN pg_temp.h('s3' || i) < 0.05 THEN NULL ELSE round(50 + 50 * pg_temp.h('s33' || i), 2) END AS ft
      FROM (SELECT i, n + CASE WHEN n % 11 = 5 THEN 1 ELSE 0 END AS uid FROM (SELECT i, 1 + floor(pg_temp.h('iu' || i) * 243)::int AS n FROM generate_series(1, 720) i) a) b) c;

INSERT INTO meter_readings
SELECT (row_number() OVER (ORDER BY d, unit_id, mk))::int, unit_id, mk, d,
       round(CASE mk WHEN 'electricity' THEN area_sqm * (1.2 + 2.4 * pg_temp.h('mq' || unit_id || mk || d - (SELECT t FROM _d))) * (CASE WHEN extract(month FROM d) IN (7, 8, 9, 1, 2) THEN 1.6 ELSE 1 END)
                     WHEN 'water' THEN 3 + area_sqm * 0.12 * pg_temp.h('mq' || unit_id || mk || d - (SELECT t FROM _d))
                     ELSE 4 + area_sqm * 0.2 * pg_temp.h('mq' || unit_id || mk || d - (SELECT t FROM _d)) END, 1),
       pg_temp.h('me' || unit_id || mk || d - (SELECT t FROM _d)) < 0.07
FROM (SELECT u.unit_id, u.area_sqm, mk, (date_trunc('month', (SELECT t FROM _d)) - make_interval(months => 2 * j + u.unit_id % 2))::date + 4 AS d
      FROM units u, generate_series(0, 13) j, unnest(ARRAY['electricity', 'water', 'gas']) mk
      WHERE u.building_id IN (1, 3, 6, 10, 11, 14) AND (mk <> 'gas' OR (u.unit_kind = 'flat' AND u.unit_id % 3 = 0))) x
WHERE d <= (SELECT t FROM _d);
DROP TABLE _chain, _d;
DROP FUNCTION pg_temp.h(text);
ANALYZE;
