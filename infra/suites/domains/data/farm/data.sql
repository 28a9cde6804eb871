-- Deterministic data, relative to current_date (Asia/Shanghai): three years back, bookings and due dates some weeks ahead.
SET timezone = 'Asia/Shanghai';
SET jit = off;
CREATE FUNCTION pg_temp.h(k text) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT (hashtextextended(k, 42) & 1048575)::float8 / 1048576';

INSERT INTO d_vlg VALUES
 ('V01','青山村','临江镇'),('V02','青山新村','临江镇'),('V03','柳河村','临江镇'),('V04','大杨村','云溪镇'),('V05','小杨村','云溪镇'),
 ('V06','石桥村','云溪镇'),('V07','白沙村','东湖乡'),('V08','龙潭村','东湖乡'),('V09','西岭村','东湖乡'); -- nobody of V09 has joined yet

INSERT INTO crop VALUES
 ('R01','水稻','粮食',false),('W01','冬小麦','粮食',false),('W02','春小麦','粮食',false),('C01','玉米','粮食',false),
 ('S01','大豆','油料',false),('O01','油菜','油料',false),('O02','花生','油料',false),
 ('T01','番茄','蔬菜',false),('P01','马铃薯','蔬菜',false),('A01','苹果','水果',true),('B01','蓝莓','水果',true),('H01','茶叶','经济作物',true);

INSERT INTO wx_stn VALUES (1,'东岗站',86,'2017-04-12'),(2,'西岗站',112,'2018-09-03'),(3,'北洼站',41,'2020-05-27'),(4,'河口站',12,'2021-03-08'),(5,'山顶站',388,NULL); -- 5: no readings yet

INSERT INTO wx_obs
SELECT row_number() OVER (ORDER BY w, s, c), s, current_date - 3 - w * 7, c,
       CASE WHEN pg_temp.h('na' || w || s || c) < 0.03 THEN NULL ELSE round((power(pg_temp.h('rain' || w || s), 3) * 120 * (1 + s * 0.07) + CASE c WHEN '人工' THEN pg_temp.h('m' || w || s) * 2 ELSE 0 END)::numeric, 1) END,
       round((19 + 14 * sin((extract(doy FROM current_date - 3 - w * 7) - 110) / 58.1) + pg_temp.h('tx' || w || s) * 4)::numeric, 1),
       round((9 + 13 * sin((extract(doy FROM current_date - 3 - w * 7) - 110) / 58.1) + pg_temp.h('tn' || w || s) * 4)::numeric, 1)
FROM generate_series(0, 155) w, generate_series(1, 4) s, unnest(ARRAY['自动','人工']) c;

INSERT INTO mbr
SELECT i, CASE i WHEN 17 THEN '王建国' WHEN 58 THEN '王建国' WHEN 81 THEN '王建果' ELSE (ARRAY['赵','钱','孙','李','周','吴','郑','冯','陈','卫','蒋','沈'])[1 + i % 12] || (ARRAY['春生','秀兰','国庆','玉梅','德福','长河','桂英','大勇','文斌','晓燕'])[1 + i / 12] END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE 'V0' || (1 + floor(power(pg_temp.h('v' || i), 1.3) * 8)::int) END,
       CASE WHEN i % 20 = 3 THEN '理事' ELSE (ARRAY['种植户','种植户','养殖户','种养户'])[1 + floor(pg_temp.h('t' || i) * 4)::int] END,
       current_date - (20 + (i * 211) % 3300),
       CASE WHEN i % 9 = 4 AND (i * 211) % 3300 > 900 THEN current_date - (15 + (i * 61) % 800) END,
       CASE WHEN i % 14 = 5 THEN NULL ELSE 2000 + (i * 379 % 113) * 450 END,
       CASE WHEN i % 13 = 6 THEN NULL ELSE pg_temp.h('o' || i) < 0.35 END,
       '33012219700' || lpad((i * 7919)::text, 7, '0'), '62284803' || lpad((i * 104729)::text, 11, '0')
FROM generate_series(1, 119) i;

-- members 91 and up own no field; every twelfth field belongs to the cooperative itself
INSERT INTO fld
SELECT i, (ARRAY['东坡','西坡','河湾','老井','松林','岭下','塘边','桥头','坟山','大塝'])[1 + i % 10] || (1 + i / 10) || '号',
       CASE WHEN i % 12 = 0 THEN NULL ELSE 1 + floor(power(pg_temp.h('fo' || i), 1.2) * 90)::int END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE 1 + floor(pg_temp.h('fs' || i) * 4)::int END,
       3 + (i * 37 % 149) * 0.4,
       CASE WHEN i % 31 = 0 THEN NULL ELSE (ARRAY['黑土','黑土','壤土','沙土','黏土'])[1 + floor(pg_temp.h('so' || i) * 5)::int] END,
       CASE WHEN i % 17 = 0 THEN NULL ELSE pg_temp.h('ir' || i) < 0.55 END
FROM generate_series(1, 148) i;

UPDATE fld SET mid = 58 WHERE fld_id IN (29, 77);
-- fields 141 and up lie fallow; nobody has planted blueberries
INSERT INTO plntg
SELECT i, f, c, d, d + len, round((area * (0.6 + pg_temp.h('pa' || i) * 0.4))::numeric, 1),
       CASE WHEN i % 19 = 0 THEN NULL ELSE round((area * (1.5 + pg_temp.h('sd' || i) * 9))::numeric, 1) END,
       CASE WHEN pg_temp.h('fail' || i) < 0.06 AND d + 40 < current_date THEN 'F' WHEN d + len < current_date - 5 THEN 'H' WHEN d > current_date - 20 THEN 'S' ELSE 'G' END
FROM (SELECT i, f, fl.area_mu::float8 AS area, (ARRAY['R01','R01','R01','W01','W01','W02','C01','C01','S01','O01','O02','T01','T01','P01','A01','H01'])[1 + floor(pg_temp.h('cr' || i) * 16)::int] AS c,
             current_date - 3 - (i * 2.85 + pg_temp.h('sw' || i) * 6)::int AS d, 85 + floor(pg_temp.h('len' || i) * 75)::int AS len
      FROM (SELECT i, 1 + floor(pg_temp.h('pf' || i) * 140)::int AS f FROM generate_series(1, 380) i) a JOIN fld fl ON fl.fld_id = a.f) b;

INSERT INTO hrvst
SELECT row_number() OVER (ORDER BY p.pl_id, k), p.pl_id, p.exp_hv_dt - 6 + floor(pg_temp.h('hd' || p.pl_id || '-' || k) * 9)::int + (k - 1) * 2,
       round((p.pl_area * (CASE p.crop_cd WHEN 'R01' THEN 520 WHEN 'W01' THEN 390 WHEN 'W02' THEN 310 WHEN 'C01' THEN 560 WHEN 'S01' THEN 170 WHEN 'O01' THEN 150 WHEN 'O02' THEN 240 WHEN 'T01' THEN 2600 WHEN 'P01' THEN 1500 WHEN 'A01' THEN 1700 ELSE 90 END) * (0.7 + pg_temp.h('hq' || p.pl_id || '-' || k) * 0.6) / (1 + p.pl_id % 2))::numeric, 1),
       CASE WHEN pg_temp.h('hg0' || p.pl_id || k) < 0.07 THEN NULL ELSE (ARRAY['A','B','B','C'])[1 + floor(pg_temp.h('hg' || p.pl_id || k) * 4)::int] END,
       CASE WHEN pg_temp.h('hm0' || p.pl_id || k) < 0.1 THEN NULL ELSE round((10 + pg_temp.h('hm' || p.pl_id || k) * 9)::numeric, 1) END
FROM plntg p, LATERAL generate_series(1, 1 + p.pl_id % 2) k
WHERE p.pl_st = 'H' AND p.pl_id % 15 <> 7;
DELETE FROM hrvst WHERE hv_dt > current_date;

INSERT INTO lvstk
SELECT i, 'E' || lpad((2000 + i * 13)::text, 5, '0'), (ARRAY['CTL','CTL','SHP','SHP','SHP','PIG','PIG','GOA'])[1 + floor(pg_temp.h('ls' || i) * 8)::int],
       CASE WHEN i % 21 = 0 THEN NULL ELSE 11 + floor(power(pg_temp.h('lo' || i), 1.4) * 70)::int END,
       current_date - (25 + i * 6 + floor(pg_temp.h('lb' || i) * 5)::int), CASE WHEN pg_temp.h('lx' || i) < 0.6 THEN 'F' ELSE 'M' END,
       CASE WHEN i % 16 = 0 THEN NULL ELSE round((28 + i * 0.17 + pg_temp.h('lw' || i) * 260)::numeric, 1) END,
       CASE WHEN i % 18 = 0 THEN NULL ELSE pg_temp.h('lv' || i) < 0.7 END,
       CASE WHEN pg_temp.h('sd' || i) < 0.85 THEN current_date - 1 - floor(pg_temp.h('sdd' || i) * 300)::int END
FROM generate_series(1, 170) i;
UPDATE lvstk SET chk_dt = NULL WHERE chk_dt < birth_dt;

-- members 101 and up have never delivered; some walk-in deliveries have no member
INSERT INTO dlv
SELECT i, 'JS' || to_char(d, 'YYMMDD') || lpad(i::text, 5, '0'), m, c, d + time '06:00' + (pg_temp.h('dt' || i) * 780)::int * interval '1 minute', kg, prc,
       CASE WHEN rej THEN NULL ELSE round(kg * prc, 2) END, rej, CASE WHEN rej OR m IS NULL THEN NULL ELSE d + 30 END
FROM (SELECT i, current_date - floor(power(pg_temp.h('dd' || i), 1.2) * 1096)::int AS d,
             CASE WHEN pg_temp.h('dm0' || i) < 0.05 THEN NULL ELSE 1 + floor(power(pg_temp.h('dm' || i), 1.5) * 100)::int END AS m, c,
             round((60 + power(pg_temp.h('dk' || i), 2) * 2400)::numeric, 1) AS kg,
             round(((CASE c WHEN 'R01' THEN 2.9 WHEN 'W01' THEN 2.6 WHEN 'W02' THEN 2.7 WHEN 'C01' THEN 2.3 WHEN 'S01' THEN 5.8 WHEN 'O01' THEN 6.2 WHEN 'O02' THEN 8.1 WHEN 'T01' THEN 3.3 WHEN 'P01' THEN 1.9 WHEN 'A01' THEN 4.6 ELSE 62 END) * (0.9 + pg_temp.h('dp' || i) * 0.25))::numeric, 2) AS prc,
             pg_temp.h('rj' || i) < CASE c WHEN 'T01' THEN 0.11 WHEN 'A01' THEN 0.09 ELSE 0.035 END AS rej
      FROM (SELECT i, (ARRAY['R01','R01','R01','R01','W01','W01','W02','C01','C01','C01','S01','O01','O02','T01','T01','P01','P01','A01','A01','H01'])[1 + floor(pg_temp.h('dc' || i) * 20)::int] AS c FROM generate_series(1, 1600) i) a) b;

-- some days always hold a delivery
UPDATE dlv SET dlv_ts = d + time '10:20', dlv_no = 'JS' || to_char(d, 'YYMMDD') || lpad(dlv_id::text, 5, '0'), due_dt = due_dt + (d - dlv_ts::date)
FROM (SELECT make_date(extract(year FROM current_date)::int - 1, m, 7 - m) AS d, m FROM (VALUES (3), (4)) v (m)) x WHERE dlv_id IN (611 + m, 1207 + m);

INSERT INTO pymt
SELECT row_number() OVER (ORDER BY d.dlv_id, k), d.dlv_id, least(d.dlv_ts::date + 4 + floor(pg_temp.h('pd' || d.dlv_id || k) * 30)::int, current_date),
       CASE WHEN d.dlv_id % 4 = 0 THEN round(d.amt * CASE k WHEN 1 THEN 0.4 ELSE 0.6 END, 2) ELSE d.amt END,
       CASE WHEN pg_temp.h('pm' || d.dlv_id || k) < 0.62 THEN '银行转账' WHEN pg_temp.h('pm' || d.dlv_id || k) < 0.85 THEN '微信' ELSE '现金' END
FROM dlv d, LATERAL generate_series(1, CASE WHEN d.dlv_id % 4 = 0 THEN 2 ELSE 1 END) k
WHERE NOT d.rej_flg AND d.dlv_id % 11 <> 3 AND d.dlv_ts < current_date - 6;
-- advances, not tied to a delivery
INSERT INTO pymt SELECT 90000 + i, NULL, current_date - 9 - i * 24, 500 + (i * 37 % 41) * 100, '现金' FROM generate_series(1, 44) i;

INSERT INTO mach VALUES
 (1,'东方红一号','拖拉机','2016-03-18',86000,120,true),(2,'东方红二号','拖拉机','2018-04-02',91500,120,true),(3,'东方红三号','拖拉机','2021-02-25',104000,135,true),
 (4,'雷沃收割机甲','联合收割机','2017-08-30',168000,260,true),(5,'雷沃收割机乙','联合收割机','2020-09-11',182500,275,true),(6,'久保田收割机','联合收割机',NULL,NULL,310,false),
 (7,'大疆T40','植保无人机','2022-05-06',52000,180,true),(8,'大疆T50','植保无人机','2024-03-29',61800,195,true),(9,'极飞P100','植保无人机',NULL,NULL,210,false),
 (10,'小麦播种机','播种机','2019-10-08',23400,75,true),(11,'玉米播种机','播种机','2019-04-15',26800,80,true),(12,'水稻插秧机','插秧机','2020-05-01',74500,150,true),
 (13,'烘干机','烘干机','2021-09-20',132000,NULL,true),(14,'租赁拖拉机','拖拉机',NULL,NULL,140,false),(15,'旧打捆机','打捆机','2013-07-07',31000,60,true);

-- machine 15 is never booked, 14 and 13 hardly ever; some bookings are the cooperative's own (no member)
INSERT INTO mach_bk
SELECT i, CASE WHEN i % 97 = 5 THEN 14 WHEN i % 211 = 7 THEN 13 ELSE 1 + floor(power(pg_temp.h('bm' || i), 1.35) * 12)::int END,
       CASE WHEN i % 15 = 0 THEN NULL ELSE 1 + floor(power(pg_temp.h('bb' || i), 1.3) * 85)::int END, w,
       (least(w - 2 - floor(pg_temp.h('bc' || i) * 16)::int, current_date - floor(pg_temp.h('bz' || i) * 12)::int) + time '07:30' + (pg_temp.h('bt' || i) * 700)::int * interval '1 minute') AT TIME ZONE 'Asia/Shanghai',
       round((1 + pg_temp.h('bh' || i) * 9)::numeric * 2) / 2,
       CASE WHEN pg_temp.h('bs' || i) < 0.1 THEN 'CANC' WHEN w < current_date THEN 'DONE' WHEN pg_temp.h('bs' || i) < 0.4 THEN 'PEND' ELSE 'CONF' END
FROM (SELECT i, current_date + 32 - floor(power(pg_temp.h('bw' || i), 1.25) * 1050)::int AS w FROM generate_series(1, 520) i) s;

INSERT INTO mach_bk SELECT 600 + i, 4 + i, 1, current_date - 40 * i, (current_date - 40 * i - 5 + time '09:10') AT TIME ZONE 'Asia/Shanghai', 6 + i * 0.5, 'DONE' FROM generate_series(1, 2) i;

INSERT INTO mach_op
SELECT DISTINCT ON (m, g) m, g, current_date - 40 - (i * 23 % 1900)
FROM (SELECT i, 1 + (i * 17 % 76) AS m, 1 + floor(pg_temp.h('op' || i) * 12)::int AS g FROM generate_series(1, 95) i) s
ORDER BY m, g, i;
ANALYZE;
