-- Deterministic, relative to today in Asia/Shanghai.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
SET jit = off;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
SELECT setseed(0.271);

INSERT INTO brn VALUES
 (1,'杭州分公司','杭州市','浙江省','2006-05-18',128),
 (2,'滨江支公司','杭州市','浙江省','2013-09-02',41),
 (3,'宁波分公司','宁波市','浙江省','2008-03-11',96),
 (4,'温州分公司','温州市','浙江省','2009-11-20',73),
 (5,'台州分公司','台州市','浙江省','2011-06-08',58),
 (6,'泰州分公司','泰州市','江苏省','2014-04-15',37),
 (7,'苏州分公司','苏州市','江苏省','2010-10-10',84),
 (8,'南京分公司','南京市','江苏省','2012-01-05',79),
 (9,'嘉兴分公司','嘉兴市','浙江省','2019-07-01',22),
 (10,'湖州分公司','湖州市','浙江省',(SELECT t - 75 FROM _d),NULL);

INSERT INTO agt
SELECT i, (ARRAY['王','李','陈','林','周','吴','徐','沈','朱','胡','何'])[1 + i % 11] || (ARRAY['芳','建军','丽娜','伟','静','晓东','海燕'])[1 + (i * 3) % 7],
       CASE WHEN i IN (17, 40) THEN NULL ELSE 1 + (i * 5) % 9 END,
       (ARRAY['A1','A1','A2','A2','A3','A1','A4'])[1 + i % 7],
       (SELECT t FROM _d) - (i * 61 + 15), CASE WHEN i % 9 = 4 THEN (SELECT t FROM _d) - (i * 17 + 3) END,
       i % 5 <> 2, '1395710' || lpad(i::text, 4, '0')
FROM generate_series(1, 50) i;
UPDATE agt SET agt_nm = '王芳' WHERE agt_id IN (11, 33);
UPDATE agt SET agt_nm = '沈静' WHERE agt_id = 7;
UPDATE agt SET agt_nm = '沈敬' WHERE agt_id = 29;

INSERT INTO ph
SELECT i,
       CASE WHEN k = 'P' THEN (ARRAY['赵','钱','孙','郑','冯','蒋','韩','杨','秦','许','吕','施','张'])[1 + i % 13] || (ARRAY['明','雨桐','国强','秀兰','子轩','丽','凯','文静','志远','晨','一诺','建平','玉梅','浩然','思琪','永福','佳怡','德胜','小雨','立新','巧云'])[1 + i / 13]
            WHEN k = 'C' THEN (ARRAY['恒泰','瑞安','鼎盛','永康','金叶','东海','天目','新禾','百润','合力','海纳','德清','利民'])[1 + i % 13] || (ARRAY['纺织','物流','机械','食品','电子','建材','印染','五金','包装','汽配','塑胶','水产','茶业','木业','服饰','化工','灯具','仪表','模具','制药','文具'])[1 + i / 13] || '有限公司'
            ELSE (ARRAY['城东','城西','江南','湖滨','开发区','古荡','南浦','横街','白沙','文晖','长河','西兴','浦沿'])[1 + i % 13] || (ARRAY['街道办','中学','医院','文化馆'])[1 + i % 4] END,
       k, CASE WHEN k = 'P' THEN CASE WHEN i % 29 = 0 THEN NULL WHEN i % 3 = 0 THEN 'F' ELSE (ARRAY['M','F'])[1 + i % 2] END END,
       CASE WHEN k = 'P' THEN (SELECT t FROM _d) - (7300 + (i * 173) % 14000) END,
       CASE WHEN i % 31 = 0 THEN NULL ELSE (ARRAY['杭州市','杭州市','宁波市','温州市','台州市','泰州市','苏州市','苏州工业园区','南京市','嘉兴市','杭州市','宁波市'])[1 + floor(random() * 12)::int] END,
       (SELECT t FROM _d) - (12 + floor(random() * 1500))::int,
       CASE WHEN i % 4 = 1 THEN NULL ELSE 1 + (floor(power(random(), 1.6) * 47)::int * 11 + 2) % 47 END,
       CASE WHEN i % 14 = 3 THEN NULL ELSE i % 6 = 0 END,
       CASE WHEN i % 10 = 7 THEN NULL ELSE 520 + floor(random() * 330)::int END,
       '33010619' || lpad(i::text, 10, '0')
FROM (SELECT i, CASE WHEN i % 9 IN (2, 6) THEN 'C' WHEN i % 21 = 8 THEN 'G' ELSE 'P' END AS k FROM generate_series(1, 260) i) s;
UPDATE ph SET ph_nm = '张丽' WHERE ph_id IN (64, 129) AND ph_typ = 'P';

INSERT INTO lob VALUES ('MOT','车险'),('HOM','家财险'),('LIA','责任险'),('CGO','货运险'),('ACC','意外险'),('CRE','信用险');
INSERT INTO prod VALUES
 ('M-01','安行车险','MOT',true,'2012-03-01',950),
 ('M-02','安行车险尊享版','MOT',true,'2018-05-20',2200),
 ('M-03','营运车综合险','MOT',false,'2010-08-08',3100),
 ('H-01','安居家财险','HOM',true,'2011-04-12',180),
 ('H-02','租客保','HOM',true,'2021-09-15',60),
 ('L-01','雇主责任险','LIA',true,'2013-02-25',1500),
 ('L-02','公众责任险','LIA',true,'2014-10-30',1200),
 ('C-01','国内货运险','CGO',true,'2012-12-12',800),
 ('C-02','冷链货运险','CGO',false,NULL,1300),
 ('A-01','出行意外险','ACC',true,'2019-06-06',35),
 ('A-02','团体意外险','ACC',true,'2016-07-19',600),
 ('X-01','宠物责任保障',NULL,true,(SELECT t - 40 FROM _d),90);
INSERT INTO rider VALUES ('R01','玻璃单独破碎险',false),('R02','划痕险',false),('R03','第三者责任险',true),('R04','水渍险',false),('R05','盗抢险',false),('R06','法定节假日翻倍险',false);

INSERT INTO pol
SELECT i, 'P' || to_char(sg, 'YYMM') || lpad(i::text, 5, '0'), 1 + (floor(power(random(), 1.5) * 223)::int * 41 + 5) % 223 AS ph,
       pc, CASE WHEN ch IN ('WEB','BANK') THEN NULL ELSE 1 + (floor(power(random(), 1.4) * 44)::int * 7 + 3) % 44 END,
       1 + (floor(power(random(), 1.3) * 9)::int * 4 + 2) % 9,
       sg, sg + g, (sg + g + CASE WHEN pc = 'C-01' THEN interval '6 months' ELSE interval '1 year' END)::date - 1,
       round((CASE left(pc, 1) WHEN 'M' THEN 1800 + power(random(), 2) * 9000 WHEN 'H' THEN 150 + random() * 1900 WHEN 'L' THEN 2500 + power(random(), 2) * 38000 WHEN 'C' THEN 1600 + random() * 21000 ELSE 60 + random() * 2600 END)::numeric, 2),
       CASE WHEN random() < 0.07 THEN NULL ELSE round((CASE left(pc, 1) WHEN 'M' THEN 100000 + random() * 1400000 WHEN 'H' THEN 200000 + random() * 3000000 WHEN 'L' THEN 500000 + random() * 4500000 ELSE 50000 + random() * 900000 END)::numeric / 1000, 2) * 1000 END,
       ch, 'INF', CASE WHEN random() < 0.1 THEN NULL ELSE random() < 0.42 END
FROM (SELECT i, (SELECT t FROM _d) - floor(power(random(), 1.25) * 1130)::int AS sg, floor(random() * 22)::int AS g,
             (ARRAY['M-01','M-01','M-01','M-01','M-02','M-02','M-03','H-01','H-01','H-02','L-01','L-02','C-01','A-01','A-01','A-02'])[1 + floor(random() * 16)::int] AS pc,
             (ARRAY['AG','AG','AG','AG','BR','BR','WEB','BANK'])[1 + floor(random() * 8)::int] AS ch
      FROM generate_series(1, 760) i) s;
-- 嘉兴 sold nothing last year; a fifth of the clients rest since half a year
DELETE FROM pol WHERE br_id = 9 AND extract(year FROM sgn_dt) = extract(year FROM (SELECT t FROM _d)) - 1;
DELETE FROM pol WHERE ph_id % 5 = 2 AND sgn_dt > (SELECT t FROM _d) - 190;
UPDATE pol SET st = CASE WHEN pol_id % 17 = 0 THEN 'CAN' WHEN eff_dt > (SELECT t FROM _d) THEN 'PND' WHEN exp_dt < (SELECT t FROM _d) THEN CASE WHEN pol_id % 11 = 0 THEN 'LAP' ELSE 'EXP' END WHEN pol_id % 19 = 0 THEN 'LAP' ELSE 'INF' END;

INSERT INTO pol_rdr
SELECT pol_id, 'R0' || k, CASE WHEN random() < 0.1 THEN NULL ELSE round((30 + random() * 400)::numeric, 2) END
FROM pol, generate_series(1, 5) k
WHERE CASE WHEN left(prod_cd, 1) = 'M' THEN CASE WHEN k = 3 THEN random() < 0.8 ELSE random() < 0.28 END ELSE k = 4 AND random() < 0.3 END;

INSERT INTO veh
SELECT row_number() OVER (ORDER BY pol_id, k), (ARRAY['浙A','浙B','浙C','苏E','苏A','浙J'])[1 + (pol_id + k) % 6] || '·' || lpad(((pol_id * 977 + k * 13331) % 100000)::text, 5, '0'), pol_id,
       CASE WHEN random() < 0.04 THEN NULL ELSE (ARRAY['大众','丰田','比亚迪','吉利','别克','特斯拉','东风'])[1 + floor(power(random(), 2.0) * 7)::int] END,
       CASE WHEN prod_cd = 'M-03' THEN (ARRAY[2,3,19,45])[1 + floor(random() * 4)::int] ELSE (ARRAY[5,5,5,7])[1 + floor(random() * 4)::int] END,
       sgn_dt - (20 + floor(random() * 2800))::int, round((40000 + power(random(), 2) * 560000)::numeric, 2), CASE WHEN random() < 0.06 THEN NULL ELSE random() < 0.3 END
FROM pol, LATERAL generate_series(1, CASE WHEN prod_cd = 'M-03' AND pol_id % 3 = 0 THEN 3 ELSE 1 END) k
WHERE left(prod_cd, 1) = 'M';
INSERT INTO veh SELECT 9000 + i, '浙F·' || lpad((i * 1237)::text, 5, '0'), NULL, '吉利', 5, (SELECT t FROM _d) - i * 90, 81000.5 + i * 777, i % 2 = 0 FROM generate_series(1, 7) i;
UPDATE veh SET make = '比亚迪' WHERE make IN ('特斯拉') AND veh_id % 4 = 0;

INSERT INTO insp
SELECT row_number() OVER (ORDER BY ts), veh_id, ag, ts AT TIME ZONE 'Asia/Shanghai', extract(year FROM ts)::int,
       CASE WHEN r < 0.05 THEN NULL WHEN r < 0.78 THEN 'P' WHEN r < 0.92 THEN 'F' ELSE 'R' END,
       round((60 + random() * 39)::numeric, 2), CASE WHEN random() < 0.08 THEN NULL ELSE round((55 + random() * 44)::numeric, 2) END, round((50 + random() * 49)::numeric, 2)
FROM (SELECT v.veh_id, CASE WHEN random() < 0.12 THEN NULL ELSE 1 + floor(power(random(), 2.1) * 38)::int END AS ag,
             ((SELECT t FROM _d) - 1 - floor(power(random(), 1.1) * 1090)::int)::timestamp + interval '8 hours' + random() * interval '9 hours' AS ts, random() AS r
      FROM veh v, LATERAL generate_series(1, (v.veh_id % 3)::int) k) s;
-- a few at night: half past midnight here is the day before in UTC
UPDATE insp SET insp_tz = (date_trunc('month', insp_tz AT TIME ZONE 'Asia/Shanghai') + interval '35 minutes') AT TIME ZONE 'Asia/Shanghai' WHERE insp_id % 23 = 5;

INSERT INTO clm
SELECT i, 'C' || to_char(rp, 'YYMM') || lpad(i::text, 4, '0'), pol_id, CASE WHEN random() < 0.06 THEN NULL WHEN random() < 0.7 THEN br_id ELSE 1 + floor(random() * 9)::int END,
       CASE WHEN random() < 0.1 THEN NULL ELSE 1 + (floor(power(random(), 1.5) * 36)::int * 5 + 1) % 36 END,
       ls, rp, NULL,
       CASE WHEN random() < 0.04 THEN NULL WHEN left(prod_cd, 1) = 'M' THEN (ARRAY['COL','COL','COL','GLS','THF','FLD'])[1 + floor(random() * 6)::int] ELSE (ARRAY['FIR','FLD','FLD','INJ','OTH'])[1 + floor(random() * 5)::int] END,
       round((300 + power(random(), 3) * 60000)::numeric, 2), CASE WHEN random() < 0.15 THEN NULL ELSE round((280 + power(random(), 3) * 59000)::numeric, 2) END,
       CASE WHEN r < 0.13 THEN 'REJ' WHEN rp > (SELECT t FROM _d) - 25 THEN 'OPN' WHEN r < 0.22 THEN 'OPN' ELSE 'CLS' END,
       CASE WHEN random() < 0.2 THEN NULL ELSE random() < 0.09 END
FROM (SELECT row_number() OVER (ORDER BY ls, pol_id) AS i, s.*, least((ls + floor(random() * 6)::int)::timestamp + interval '6 hours' + random() * interval '17 hours', (SELECT t FROM _d) - interval '2 hours') AS rp, random() AS r
      FROM (SELECT p.*, eff_dt + floor(random() * (least(exp_dt, (SELECT t FROM _d) - 1) - eff_dt))::int AS ls
            FROM pol p, LATERAL generate_series(1, (ARRAY[0,0,1,0,1,2,0,1,0,0,3,1])[1 + pol_id % 12]) k
            WHERE eff_dt < (SELECT t FROM _d) - 1 AND st <> 'PND') s) q;
UPDATE clm SET cls_dt = least(rpt_ts::date + 4 + (clm_id * 13) % 70, (SELECT t FROM _d)) WHERE st IN ('CLS','REJ');
-- reported in the last minutes of a month
UPDATE clm SET rpt_ts = (date_trunc('month', rpt_ts) + interval '1 month' - interval '9 minutes') WHERE clm_id % 37 = 4 AND rpt_ts < date_trunc('month', (SELECT t FROM _d)::timestamp);

INSERT INTO clm_pay
SELECT row_number() OVER (ORDER BY clm_id, k), clm_id, least(cls_dt + k * 3, (SELECT t FROM _d)), round((clm_amt * (CASE WHEN clm_id % 6 = 0 THEN 0.45 ELSE 0.86 END) * (0.8 + random() * 0.2))::numeric, 2),
       CASE WHEN clm_id % 13 = 0 THEN 'USD' ELSE 'CNY' END, (ARRAY['BANK','BANK','ALI','CHK'])[1 + floor(random() * 4)::int]
FROM clm, LATERAL generate_series(1, CASE WHEN clm_id % 6 = 0 THEN 2 ELSE 1 END) k
WHERE st = 'CLS' AND clm_id % 9 <> 1;

INSERT INTO inst
SELECT row_number() OVER (ORDER BY pol_id, k), pol_id, k, eff_dt + (k - 1) * 91, NULL, round(prem / n, 2)
FROM (SELECT *, CASE WHEN prem > 6000 THEN 4 WHEN prem > 1500 THEN 2 ELSE 1 END AS n FROM pol WHERE st <> 'CAN' AND sgn_dt > (SELECT t FROM _d) - 760) p, LATERAL generate_series(1, n) k
WHERE eff_dt + (k - 1) * 91 < (SELECT t FROM _d) + 100;
UPDATE inst SET paid_dt = least(due_dt - 8 + (inst_id * 7) % 25, (SELECT t FROM _d)) WHERE due_dt < (SELECT t FROM _d) + 2 AND inst_id % 12 <> 5 AND NOT (due_dt > (SELECT t FROM _d) - 15 AND inst_id % 3 = 0);

INSERT INTO bk
SELECT row_number() OVER (ORDER BY m, b, s), b, m::date, s, round(((210000 - b * 14000) * (0.8 + random() * 0.35) * CASE s WHEN '法定' THEN 1 ELSE 1.07 END)::numeric, 2),
       CASE WHEN b = 9 AND random() < 0.2 THEN NULL ELSE round(((64000 - b * 3500) * (0.75 + random() * 0.4))::numeric, 2) END
FROM generate_series(date_trunc('month', (SELECT t FROM _d)::timestamp) - interval '29 months', date_trunc('month', (SELECT t FROM _d)::timestamp), interval '1 month') m, generate_series(1, 9) b, unnest(ARRAY['法定','管理']) s;
ANALYZE;
