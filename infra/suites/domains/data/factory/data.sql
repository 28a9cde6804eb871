-- Deterministic: every "random" figure is a hash of the row number. Relative to the day of loading (Asia/Shanghai).
SET timezone = 'Asia/Shanghai';
SET jit = off;
CREATE TEMP TABLE _d AS SELECT current_date AS t; ANALYZE _d;
CREATE FUNCTION pg_temp.r(i int, k text) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(i::text || ':' || k), 1, 7))::bit(28)::int / 268435456.0 $$;

INSERT INTO plant VALUES
 ('S01','苏州一厂','苏州市','CN','2006-05-18',32500.0,false),
 ('S02','苏州二厂','苏州市','CN','2013-09-01',21800.0,true),
 ('D01','东莞工厂','东莞市','CN','2010-03-15',18600.5,false),
 ('C01','重庆工厂','重庆市','CN','2018-11-20',27400.0,true),
 ('G01','斯图加特工厂','斯图加特','DE','2021-06-07',9200.0,false),
 ('W01','武汉工厂','武汉市','CN',NULL,NULL,false); -- still being built: no lines, no people

INSERT INTO prod_ln VALUES
 (1,'苏一车削A线','S01','车削','2006-06-01',900,true),
 (2,'苏一车削B线','S01','车削','2009-04-12',650,false),
 (3,'苏一磨削线','S01','磨削','2011-08-08',520,true),
 (4,'苏二热处理线','S02','热处理','2013-10-10',1200,true),
 (5,'苏二铸造线','S02','铸造','2014-02-20',400,false),
 (6,'苏二装配线','S02','装配','2016-07-01',780,NULL),
 (7,'东莞车削线','D01','车削','2010-05-05',820,false),
 (8,'东莞铣削线','D01','铣削','2012-12-01',610,true),
 (9,'东莞装配线','D01','装配','2015-03-09',NULL,false),
 (10,'重庆铸造线','C01','铸造','2018-12-24',450,true),
 (11,'重庆铣削线','C01','铣削','2019-06-30',560,true),
 (12,'重庆磨削线','C01','磨削','2020-10-19',480,NULL),
 (13,'Linie S1','G01','铣削','2021-06-28',300,true),
 (14,'Linie S2','G01','装配',(SELECT t - 40 FROM _d),350,true); -- opened lately: no work orders

INSERT INTO mach
SELECT 'M' || lpad(i::text, 4, '0'),
       (ARRAY['数控车床','立式铣床','平面磨床','井式炉','压铸机','加工中心','装配机器人'])[1 + i % 7] || ' ' || (ARRAY['A','B','C'])[1 + i % 3] || (100 + i * 7),
       CASE WHEN i % 17 = 0 THEN NULL ELSE 1 + (floor(power(pg_temp.r(i,'ln'), 1.2) * 13))::int END,
       (ARRAY['Fanuc','Mazak','DMG Mori','沈阳机床','大连机床','Fanuc','Haas','Mazak','Fanuc'])[1 + floor(pg_temp.r(i,'mk') * 9)::int],
       (SELECT t FROM _d) - (30 + floor(pg_temp.r(i,'cd') * 4200))::int,
       CASE WHEN i % 19 = 0 THEN NULL ELSE round((7 + pg_temp.r(i,'kw') * 68)::numeric, 1) END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE round((90000 + power(pg_temp.r(i,'bp'), 2) * 1900000)::numeric, 2) END,
       CASE WHEN i % 13 = 0 THEN NULL ELSE pg_temp.r(i,'wa') < 0.35 END,
       CASE WHEN pg_temp.r(i,'st') < 0.72 THEN 'R' WHEN pg_temp.r(i,'st') < 0.84 THEN 'I' WHEN pg_temp.r(i,'st') < 0.95 THEN 'D' ELSE 'S' END
FROM generate_series(1, 86) i;

INSERT INTO part_fam VALUES ('BR','轴承'),('GR','齿轮'),('SH','轴'),('FL','法兰'),('FS','紧固件'),('VL','阀体'),('HS','壳体'); -- no part of the last one yet

INSERT INTO part
SELECT p.no, p.nm, p.fam, CASE WHEN i % 11 = 0 THEN NULL ELSE round((15 + power(pg_temp.r(i,'w'), 2) * 9000)::numeric, 1) END,
       round((4 + power(pg_temp.r(i,'c'), 2) * 620)::numeric, 2), CASE WHEN i % 9 = 0 THEN NULL ELSE round(((4 + power(pg_temp.r(i,'c'), 2) * 620) * (1.15 + pg_temp.r(i,'m')))::numeric, 2) END,
       (SELECT t FROM _d) - (60 + floor(pg_temp.r(i,'rd') * 2900))::int, pg_temp.r(i,'dc') < 0.15
FROM (SELECT i, 'P-' || (2000 + i * 13) AS no,
        CASE i % 6 WHEN 0 THEN '深沟球轴承' || (6200 + i) WHEN 1 THEN '斜齿轮M' || (1 + i % 5) || '-' || (20 + i) WHEN 2 THEN '传动轴D' || (10 + i) WHEN 3 THEN '对焊法兰DN' || (20 + i * 5) WHEN 4 THEN '内六角螺栓M' || (4 + i / 3) || 'x' || (20 + i) ELSE '液压阀体V' || (100 + i) END AS nm,
        CASE WHEN i IN (20, 41) THEN NULL ELSE (ARRAY['BR','GR','SH','FL','FS','VL'])[1 + i % 6] END AS fam
      FROM generate_series(1, 64) i) p;
UPDATE part SET wt_g = 9.6 WHERE part_no = 'P-2130';

INSERT INTO empl
SELECT i, (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴'])[1 + i % 10] || (ARRAY['磊','海燕','志强','秀英','文博','静','建国','勇'])[1 + (i / 3) % 8],
       (ARRAY['操作工','操作工','操作工','检验员','操作工','维修工','班长','检验员','采购员','操作工','维修工'])[1 + i % 11],
       (ARRAY['S01','S01','S02','D01','C01','S02','D01','S01','G01'])[1 + floor(pg_temp.r(i,'pl') * 9)::int],
       (SELECT t FROM _d) - (12 + floor(pg_temp.r(i,'h') * 3900))::int, NULL,
       CASE WHEN i % 15 = 0 THEN NULL ELSE pg_temp.r(i,'ct') < 0.55 END,
       4800 + floor(pg_temp.r(i,'p') * 7000), '32050119' || lpad((i * 7919)::text, 10, '0')
FROM generate_series(1, 130) i;
UPDATE empl SET left_dt = hire_dt + (200 + floor(pg_temp.r(emp_id,'lf') * 1200))::int WHERE emp_id % 5 = 2;
UPDATE empl SET left_dt = NULL WHERE left_dt > (SELECT t FROM _d);

-- work orders: parts 59.. are never made, line 14 has none, foreman sometimes not written down
INSERT INTO wo
SELECT i, 'WO' || to_char(crt, 'YYMM') || '-' || lpad(i::text, 4, '0'), part_no, ln, emp, crt, due, NULL, qp, NULL, NULL, 'REL',
       CASE WHEN x < 0.2 THEN '高' WHEN x < 0.75 THEN '中' ELSE '低' END, x < 0.06 OR x > 0.96
FROM (SELECT i, (SELECT t FROM _d) - floor(1140 * (1 - power(i / 960.0, 0.93)))::int AS crt,
        (SELECT t FROM _d) - floor(1140 * (1 - power(i / 960.0, 0.93)))::int + 6 + floor(pg_temp.r(i,'du') * 34)::int AS due,
        'P-' || (2000 + (1 + floor(power(pg_temp.r(i,'pt'), 1.6) * 58)::int) * 13) AS part_no, 1 + floor(power(pg_temp.r(i,'l'), 1.35) * 13)::int AS ln,
        CASE WHEN i % 14 = 0 THEN NULL ELSE 11 * (1 + floor(power(pg_temp.r(i,'e'), 1.4) * 11)::int) - 5 END AS emp,
        (40 + floor(power(pg_temp.r(i,'q'), 2) * 1900))::int AS qp, pg_temp.r(i,'x') AS x FROM generate_series(1, 960) i OFFSET 0) s;
UPDATE wo SET crt_dt = make_date(extract(year FROM t)::int - 1, 4, 3) FROM _d WHERE crt_dt - make_date(extract(year FROM t)::int - 1, 4, 3) BETWEEN -1 AND 1;
UPDATE wo SET wo_st = 'CXL' WHERE pg_temp.r(wo_id,'cx') < 0.045;
UPDATE wo SET fin_dt = due_dt + floor(pg_temp.r(wo_id,'f') * 22)::int - 15, wo_st = 'FIN'
 WHERE wo_st <> 'CXL' AND due_dt + floor(pg_temp.r(wo_id,'f') * 22)::int - 15 <= (SELECT t FROM _d) AND pg_temp.r(wo_id,'nf') > 0.03;
UPDATE wo SET fin_dt = crt_dt + 2 WHERE fin_dt < crt_dt + 2;
UPDATE wo SET fin_dt = NULL, wo_st = 'REL' WHERE fin_dt > (SELECT t FROM _d);
UPDATE wo SET wo_st = 'WIP' WHERE wo_st = 'REL' AND crt_dt < (SELECT t FROM _d) - 6;
UPDATE wo SET q_scrap = CASE WHEN pg_temp.r(wo_id,'z') < 0.12 THEN 0 ELSE floor(q_plan * pg_temp.r(wo_id,'s') * (0.03 + ln_id * 0.006))::int END WHERE wo_st = 'FIN';
UPDATE wo SET q_good = q_plan - q_scrap - CASE WHEN wo_id % 6 = 0 THEN floor(q_plan * 0.02)::int ELSE 0 END WHERE wo_st = 'FIN';

INSERT INTO def_typ VALUES ('D01','划伤','外观'),('D02','毛刺','外观'),('D03','尺寸超差','尺寸'),('D04','同轴度超差','尺寸'),('D05','气孔','材料'),('D06','裂纹','材料'),('D07','锈蚀','外观'),('D08','硬度不足','材料'),('D09','色差','外观'); -- the last never found

INSERT INTO insp
SELECT row_number() OVER (ORDER BY w.wo_id, k), w.wo_id, CASE WHEN (w.wo_id + k) % 29 = 0 THEN NULL ELSE (ARRAY[3,7,14,18,25,29,36,40,47,51,58,62])[1 + floor(power(pg_temp.r(w.wo_id * 4 + k,'ie'), 1.3) * 12)::int] END,
       (w.fin_dt + time '07:30') + (floor(pg_temp.r(w.wo_id * 4 + k,'it') * 900) || ' minutes')::interval, 5 + floor(pg_temp.r(w.wo_id * 4 + k,'sm') * 60)::int,
       CASE WHEN pg_temp.r(w.wo_id * 4 + k,'rs') < 0.80 - w.ln_id * 0.008 THEN 'P' WHEN pg_temp.r(w.wo_id * 4 + k,'rs') < 0.93 THEN 'F' ELSE 'C' END, k > 1
FROM wo w, generate_series(1, 2) k WHERE w.wo_st = 'FIN' AND w.wo_id % 10 <> 3 AND (k = 1 OR w.wo_id % 4 = 1);

INSERT INTO insp_def
SELECT insp_id, 'D0' || d, 1 + floor(power(pg_temp.r(insp_id * 9 + d,'dq'), 2) * 9)::int
FROM insp, generate_series(1, 8) d WHERE rslt <> 'P' AND pg_temp.r(insp_id * 9 + d,'dd') < 0.46 - d * 0.045;

INSERT INTO supp
SELECT i, CASE i WHEN 1 THEN '华锐精工' WHEN 2 THEN '华锐精密' WHEN 3 THEN 'Krupp Stahl GmbH' WHEN 4 THEN 'Bosch Werkzeuge' ELSE
         (ARRAY['宝特','恒信','金石','远东','隆昌','天工','信达','瑞丰','中原'])[1 + i % 9] || (ARRAY['特钢','铸业','刀具','化工','包装','五金','合金'])[1 + i % 7] END,
       CASE WHEN i % 13 = 0 THEN NULL WHEN i IN (3, 4) THEN '杜塞尔多夫' ELSE (ARRAY['常州市','常熟市','苏州市','无锡市','上海市','东莞市','重庆市','宁波市'])[1 + floor(pg_temp.r(i,'c') * 8)::int] END,
       CASE WHEN i IN (3, 4) THEN 'DE' ELSE 'CN' END, (ARRAY['A','B','B','C','B','A','C','D'])[1 + floor(pg_temp.r(i,'v') * 8)::int],
       (SELECT t FROM _d) - (45 + floor(pg_temp.r(i,'o') * 2600))::int,
       CASE WHEN i % 12 = 7 THEN NULL ELSE round((61 + pg_temp.r(i,'q') * 38)::numeric, 2) END, round((55 + pg_temp.r(i,'d') * 44)::numeric, 2), CASE WHEN i % 15 = 4 THEN NULL ELSE round((50 + pg_temp.r(i,'p') * 48)::numeric, 2) END,
       CASE WHEN i % 10 = 9 THEN NULL ELSE pg_temp.r(i,'is') < 0.6 END, '6222' || lpad((i * 104729)::text, 15, '0')
FROM generate_series(1, 42) i;

-- suppliers 39.. have never had an order
INSERT INTO po
SELECT i, 'PO' || (50000 + i), sp, (ARRAY['S01','S01','S02','D01','C01','S02','G01','D01'])[1 + floor(pg_temp.r(i,'pp') * 8)::int],
       (ARRAY['钢材','钢材','铸件','刀具','油品','包材','刀具'])[1 + floor(pg_temp.r(i,'mt') * 7)::int], od, od + 5 + floor(pg_temp.r(i,'pr') * 40)::int,
       NULL, round((600 + power(pg_temp.r(i,'a'), 2.5) * 240000)::numeric, 2),
       CASE WHEN sp IN (3, 4) THEN 'EUR' WHEN pg_temp.r(i,'cy') < 0.08 THEN 'USD' ELSE 'CNY' END, CASE WHEN i % 20 = 0 THEN NULL ELSE 11 * (1 + floor(pg_temp.r(i,'by') * 10)::int) - 3 END
FROM (SELECT i, 1 + floor(power(pg_temp.r(i,'sp'), 1.5) * 38)::int AS sp, (SELECT t FROM _d) - floor(1120 * (1 - i / 520.0))::int AS od FROM generate_series(1, 520) i OFFSET 0) s;
UPDATE po SET arr_dt = prom_dt + floor(pg_temp.r(po_id,'ar') * 24)::int - 14 WHERE prom_dt + floor(pg_temp.r(po_id,'ar') * 24)::int - 14 BETWEEN ord_dt AND (SELECT t FROM _d) AND pg_temp.r(po_id,'na') > 0.04;

-- each plant has its own circle of suppliers
DELETE FROM po WHERE (pl_cd = 'D01' AND supp_id % 5 = 3) OR (pl_cd = 'S01' AND supp_id % 6 = 4) OR (pl_cd = 'S02' AND supp_id % 4 = 2);

-- maintenance: done jobs, and planned ones up to ten weeks ahead (no start, no cost yet)
INSERT INTO maint
SELECT i, 'M' || lpad((1 + floor(power(pg_temp.r(i,'m'), 1.3) * 78)::int)::text, 4, '0'), k, CASE WHEN k = 'CM' THEN NULL ELSE d END,
       CASE WHEN d < t THEN ((d + CASE WHEN k = 'CM' THEN 0 ELSE floor(pg_temp.r(i,'sl') * 4)::int END) + time '00:20' + (floor(pg_temp.r(i,'bt') * 1380) || ' minutes')::interval) AT TIME ZONE 'Asia/Shanghai' END, NULL, NULL, NULL,
       CASE WHEN i % 16 = 0 THEN NULL ELSE (ARRAY[5,10,16,21,27,32,38,43,49,54])[1 + floor(power(pg_temp.r(i,'te'), 1.2) * 10)::int] END
FROM (SELECT i, t, t - 1110 + floor(1180 * (i / 470.0))::int AS d, CASE WHEN pg_temp.r(i,'k') < 0.5 THEN 'PM' WHEN pg_temp.r(i,'k') < 0.88 AND t - 1110 + floor(1180 * (i / 470.0))::int < t THEN 'CM' WHEN pg_temp.r(i,'k') < 0.88 THEN 'PM' ELSE 'OH' END AS k FROM generate_series(1, 470) i, _d OFFSET 0) s;
UPDATE maint SET beg_ts = NULL WHERE beg_ts > now();
UPDATE maint SET dn_hrs = round((0.5 + power(pg_temp.r(mt_id,'dh'), 2) * CASE mt_kind WHEN 'PM' THEN 6 WHEN 'CM' THEN 30 ELSE 90 END)::numeric, 1) WHERE beg_ts IS NOT NULL;
UPDATE maint SET end_ts = beg_ts + dn_hrs * interval '1 hour', cost = CASE WHEN mt_id % 18 = 0 THEN NULL ELSE round((80 + dn_hrs * (60 + 240 * pg_temp.r(mt_id,'mc')))::numeric, 2) END WHERE beg_ts + dn_hrs * interval '1 hour' < now();

INSERT INTO stk
SELECT 'P-' || (2000 + i * 13), p, CASE WHEN pg_temp.r(i, p) < 0.09 THEN 0 ELSE floor(power(pg_temp.r(i, p || 'q'), 2) * 4200)::int END, CASE WHEN pg_temp.r(i, p || 'n') < 0.15 THEN NULL ELSE floor(pg_temp.r(i, p || 'v') * 160)::int END,
       (SELECT t FROM _d) - floor(pg_temp.r(i, p || 'c') * 90)::int
FROM generate_series(1, 62) i, unnest(ARRAY['S01','S02','D01','C01','G01']) p WHERE pg_temp.r(i, p || 'x') < 0.55;
ANALYZE;
