-- Seeded data, deterministic relative to the current date in Asia/Shanghai: about three years back and eight months ahead.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
SELECT setseed(0.37);

INSERT INTO emp
SELECT i, (ARRAY['王芳','李雨桐','张晓敏','刘思远','陈佳怡','杨帆','赵一鸣','黄梦琪','周子涵','吴倩','徐浩','孙悦','胡蝶','朱琳','高翔','林小满','何静','郭涛','马俊','罗薇','梁爽','宋雨','郑凯','谢楠','韩雪莹','唐果','冯潇','于洋','董洁','王芳','程诺','曹阳','袁野','邓丽华','许诺','傅瑶'])[i],
       CASE WHEN i <= 14 THEN '策划部' WHEN i <= 20 THEN '执行部' WHEN i <= 26 THEN '设计部' WHEN i <= 32 THEN '销售部' ELSE '财务部' END,
       CASE WHEN i <= 2 THEN '策划总监' WHEN i <= 14 THEN '策划师' WHEN i <= 20 THEN '现场督导' WHEN i <= 26 THEN '设计师' WHEN i <= 32 THEN '销售顾问' ELSE '会计' END,
       current_date - (CASE WHEN i <= 26 THEN 1100 + i * 53 ELSE (i - 25) * 67 END + (random() * 30)::int), 6000 + (random() * 9000)::int, i NOT IN (9, 19, 25, 31)
FROM generate_series(1, 36) i;
-- two joined lately
UPDATE emp SET hire_dt = current_date - 21 WHERE emp_id = 14;
UPDATE emp SET hire_dt = current_date - 12 WHERE emp_id = 32;

INSERT INTO ven_mst VALUES
 (1,'江畔花园酒店','酒店','上海市',620,58000,'2012-05-18',false,'13900000001'),
 (2,'云顶国际酒店','酒店','上海市',800,76000,'2015-09-09',false,'13900000002'),
 (3,'梧桐里花园洋房','洋房','上海市',120,32000,'2018-04-20',true,'13900000003'),
 (4,'滴水湖草坪','草坪','上海市',260,21000,'2019-05-01',true,'13900000004'),
 (5,'西溪悦榕庄园','庄园','杭州市',300,45000,'2016-10-10',true,'13900000005'),
 (6,'钱塘君悦酒店','酒店','杭州市',560,49800,'2014-03-28',false,'13900000006'),
 (7,'龙井山茶园草坪','草坪','杭州市',180,18500,'2020-04-11',true,'13900000007'),
 (8,'湖滨会展中心','会展中心','杭州市',1500,98000,'2011-06-30',false,'13900000008'),
 (9,'金鸡湖游艇会','会所','苏州市',150,36500,'2017-08-16',true,'13900000009'),
 (10,'平江府酒店','酒店','苏州市',420,39000,'2013-12-12',false,'13900000010'),
 (11,'拙园宴会厅','宴会厅','苏州市',350,27500,'2019-11-11',false,'13900000011'),
 (12,'紫金山庄园','庄园','南京市',380,42500,'2018-09-30',true,'13900000012'),
 (13,'玄武大酒店','酒店','南京市',500,41000,'2010-01-15',false,'13900000013'),
 (14,'秦淮宴会厅','宴会厅','南京市',280,NULL,'2021-06-06',false,'13900000014'),
 (15,'东钱湖草坪','草坪','宁波市',220,16800,'2020-09-19',true,'13900000015'),
 (16,'月湖会所','会所','宁波市',160,24800,'2017-03-03',NULL,'13900000016'),
 (17,'北仑会展中心','会展中心','宁波市',1200,72000,'2016-07-21',false,'13900000017'),
 (18,'太湖帆影酒店','酒店','无锡市',460,37200,'2015-05-05',false,'13900000018'),
 (19,'鼋头渚花海草坪','草坪','无锡市',NULL,15600,'2022-03-25',true,'13900000019'),
 (20,'佘山堡庄园','庄园','上海市',240,52500,'2021-10-01',true,'13900000020'),
 (21,'莫干山云舍','洋房','湖州市',90,19900,NULL,true,'13900000021'),
 (22,'南浔古镇会所','会所','湖州市',130,22600,'2023-02-14',NULL,'13900000022'); -- 21 and 22: no events yet

INSERT INTO cust_mst
SELECT i,
       CASE WHEN i % 5 = 0 THEN (ARRAY['星澜','远景','华彩','蓝鲸','麦田','启航','云谷','新域','博雅','金石','森屿'])[1 + (i / 5) % 11] || (ARRAY['科技','医药','汽车','传媒','金融','地产','食品'])[1 + (i / 5) % 7] || '公司'
            ELSE (ARRAY['陈','林','王','张','李','周','徐','沈','顾','陆','孙','钱','何'])[1 + (i * 7) % 13] || (ARRAY['静','子轩','雨薇','浩然','欣怡','思琪','俊杰','梦瑶','宇航','佳宁','婷','志远','晓彤','明辉','诗涵','嘉豪','若曦'])[1 + (i * 11) % 17] END,
       CASE WHEN i % 5 = 0 THEN '企业' ELSE '个人' END,
       CASE WHEN i % 17 = 0 THEN NULL ELSE (ARRAY['普通','普通','银卡','金卡','普通','钻石','银卡'])[1 + floor(random() * 7)::int] END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE (ARRAY['小红书','小红书','抖音','抖音','朋友介绍','朋友介绍','朋友介绍','婚博会','官网','大众点评'])[1 + floor(random() * 10)::int] END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['上海市','上海市','上海市','上海浦东','杭州市','杭州市','苏州市','苏州市','南京市','宁波市','无锡市'])[1 + floor(random() * 11)::int] END,
       current_date - (CASE WHEN i > 210 THEN (i - 210) * 11 - 8 ELSE 10 + i * 5 END + floor(random() * 5)::int), '1370000' || lpad(i::text, 4, '0')
FROM generate_series(1, 240) i;
-- namesakes
UPDATE cust_mst SET cust_nm = '陈静' WHERE cust_id IN (41, 126);
UPDATE cust_mst SET cust_nm = '张子轩' WHERE cust_id IN (73, 148, 201);

INSERT INTO spl_info
SELECT i, (ARRAY['花语','光影','锦瑟','初见','喜悦','拾光','浮生','蜜糖','流金','南风','鹿鸣','半夏','星河'])[1 + (i * 5) % 13] || (ARRAY['花艺','摄影','摄像','跟妆','主持','灯光音响','甜品','婚车'])[1 + i % 8] || (ARRAY['工作室','社','团队'])[1 + i % 3],
       (ARRAY['花艺','摄影','摄像','化妆','主持','灯光音响','甜品','婚车'])[1 + i % 8],
       CASE WHEN i % 19 = 0 THEN NULL ELSE (ARRAY['A','B','B','C'])[1 + floor(random() * 4)::int] END,
       (ARRAY['上海市','杭州市','苏州市','上海市','南京市','宁波市'])[1 + floor(random() * 6)::int],
       current_date - (CASE WHEN i <= 52 THEN 1150 + i * 31 ELSE (i - 50) * 29 END + floor(random() * 25)::int),
       CASE WHEN i % 14 = 0 THEN '暂无' WHEN i % 15 = 0 THEN NULL WHEN i % 25 = 0 THEN '4.7分' ELSE (3.42 + (i * 37 % 61) * 0.025)::numeric(4,2)::text END,
       i IN (5, 19, 30, 47), '6222020000' || lpad(i::text, 6, '0')
FROM generate_series(1, 58) i;

-- events: clients 211-240 have none; dates from three years back to eight months ahead
INSERT INTO evt_hdr
SELECT n, 'EV' || to_char(d, 'YYMM') || lpad(n::text, 4, '0'), typ, cu,
       CASE WHEN r4 < 0.06 THEN NULL ELSE 1 + floor(power(r5, 1.35) * 20)::int END,
       CASE WHEN r6 < 0.05 THEN NULL ELSE 1 + floor(power(r7, 1.25) * 13)::int END,
       d, NULL,
       CASE WHEN r8 < 0.07 THEN '已取消' WHEN d < current_date THEN '已完成' WHEN r8 < 0.3 THEN '洽谈中' WHEN r8 < 0.6 THEN '已签约' ELSE '筹备中' END,
       CASE WHEN typ <> 'WD' OR r9 < 0.08 THEN NULL ELSE (ARRAY['中式','西式','森系','极简','中式','西式','海洋'])[1 + floor(r10 * 7)::int] END,
       CASE WHEN r11 < 0.05 THEN NULL ELSE 6 + floor(power(r12, 1.6) * 46)::int END,
       CASE WHEN r1 < 0.1 THEN NULL ELSE round((28000 + power(r2, 2) * 260000)::numeric, -2) END,
       NULL
FROM (SELECT n, cu, CASE WHEN cu % 5 = 0 THEN (ARRAY['AN','AN','LN','TB'])[1 + floor(random() * 4)::int] ELSE (ARRAY['WD','WD','WD','WD','WD','EN','BB','BD'])[1 + floor(random() * 8)::int] END AS typ,
             current_date - 1080 + floor(power(random(), 0.8) * 1320)::int AS d,
             random() r1, random() r2, random() r4, random() r5, random() r6, random() r7, random() r8, random() r9, random() r10, random() r11, random() r12
      FROM (SELECT n, 1 + floor(power(random(), 1.15) * 210)::int AS cu FROM generate_series(1, 410) n) a) s;
UPDATE evt_hdr SET sign_dt = least(evt_dt - (45 + floor(random() * 180)::int), current_date - floor(random() * 60)::int),
                   ctr_amt = round((25000 + power(random(), 2.2) * 270000 + coalesce(tbl_cnt, 15) * 640)::numeric, 2) WHERE evt_st <> '洽谈中' AND NOT (evt_st = '已取消' AND evt_id % 2 = 0);

-- a client is known before the first contract
UPDATE cust_mst c SET reg_dt = least(reg_dt, (SELECT min(coalesce(sign_dt, evt_dt - 90)) - 12 FROM evt_hdr e WHERE e.cust_id = c.cust_id));

INSERT INTO evt_spl_rel
SELECT row_number() OVER (ORDER BY e.evt_id, k), e.evt_id, 1 + (floor(power(random(), 1.3) * 52)::int * 7) % 52, e.evt_dt - (20 + floor(random() * 70)::int),
       CASE WHEN random() < 0.04 THEN NULL ELSE round((900 + power(random(), 2) * 16000)::numeric, 2) END,
       CASE WHEN e.evt_dt >= current_date THEN '未结算' WHEN random() < 0.82 THEN '已结算' ELSE (ARRAY['未结算','部分结算'])[1 + floor(random() * 2)::int] END
FROM evt_hdr e, LATERAL generate_series(1, 1 + (e.evt_id % 3)::int) k WHERE e.evt_st IN ('已完成', '筹备中') AND e.evt_id % 19 <> 0;
UPDATE evt_spl_rel SET book_dt = current_date - (rel_id % 25)::int WHERE book_dt > current_date;

INSERT INTO quot_hdr
SELECT row_number() OVER (ORDER BY e.evt_id, k), 'QT' || lpad((1000 + row_number() OVER (ORDER BY e.evt_id, k))::text, 6, '0'), e.evt_id,
       least(coalesce(e.sign_dt, e.evt_dt - 120), current_date) - 8 * (1 + (e.evt_id % 2)::int - k) - floor(random() * 6)::int, current_date,
       CASE WHEN e.evt_st = '洽谈中' THEN (ARRAY['sent','draft'])[1 + floor(random() * 2)::int] WHEN k < 1 + e.evt_id % 2 THEN 'rejected' WHEN e.ctr_amt IS NULL THEN 'rejected' ELSE 'accepted' END,
       round((coalesce(e.ctr_amt, 60000) * (0.96 + random() * 0.2))::numeric, 2)
FROM evt_hdr e, LATERAL generate_series(1, 1 + (e.evt_id % 2)::int) k WHERE e.evt_id % 13 <> 0;
UPDATE quot_hdr SET vld_dt = q_dt + 15 + (q_id % 3)::int * 15;

INSERT INTO quot_itm
SELECT row_number() OVER (ORDER BY q.q_id, k), q.q_id, (ARRAY['场地布置','花艺','摄影摄像','餐饮','灯光音响','主持','化妆'])[1 + floor(power(random(), 1.3) * 7)::int], 1 + floor(random() * 8)::int,
       round((800 + power(random(), 2) * 22000)::numeric, 2)
FROM quot_hdr q, LATERAL generate_series(1, 1 + (q.q_id % 2)::int) k WHERE q.q_id % 17 <> 3;

INSERT INTO t_task
SELECT row_number() OVER (ORDER BY e.evt_id, k), e.evt_id, CASE WHEN random() < 0.06 THEN NULL ELSE 1 + floor(power(random(), 1.2) * 26)::int END,
       tn, tt, (ARRAY['H','M','M','L'])[1 + floor(random() * 4)::int], e.evt_dt - off, NULL, CASE WHEN random() < 0.08 THEN NULL ELSE round((1 + power(random(), 2) * 38)::numeric, 1) END
FROM evt_hdr e, LATERAL (SELECT k, (ARRAY['确认场地','选定花材','试妆','走位彩排','设计主视觉','核对流程单','确认菜单','布置现场'])[1 + ((e.evt_id + k * 3) % 8)::int] tn,
                                (ARRAY['场地','物料','造型','彩排','设计','流程','餐饮','场地'])[1 + ((e.evt_id + k * 3) % 8)::int] tt, 2 + floor(random() * 60)::int off
                         FROM generate_series(1, 2 + (e.evt_id % 2)::int) k) x
WHERE e.evt_st IN ('已完成', '筹备中', '已签约') AND e.evt_id % 11 <> 4;
UPDATE t_task SET done_dt = least(due_dt - 3 + floor(random() * 6)::int, current_date) WHERE due_dt < current_date - 4 AND random() < 0.93 OR due_dt BETWEEN current_date - 4 AND current_date + 15 AND random() < 0.4;
DELETE FROM t_task WHERE emp_id IN (20, 24); -- staff without tasks
UPDATE t_task SET emp_id = 13 WHERE emp_id = 14 AND due_dt < current_date;

INSERT INTO gst_list
SELECT row_number() OVER (ORDER BY e.evt_id, k), e.evt_id,
       (ARRAY['赵','钱','孙','李','周','吴','郑','王','冯','陈','褚','卫'])[1 + floor(random() * 12)::int] || (ARRAY['建国','丽','强','敏','磊','秀兰','军','洋','勇','艳','杰','娟','涛','霞'])[1 + floor(random() * 14)::int],
       CASE WHEN e.evt_typ = 'WD' THEN (ARRAY['G','B','G','B','C'])[1 + floor(random() * 5)::int] ELSE 'C' END,
       (ARRAY['Y','Y','Y','Y','N','P'])[1 + floor(random() * 6)::int], 1 + floor(power(random(), 1.8) * 5)::int,
       CASE WHEN random() < 0.8 THEN NULL ELSE (ARRAY['素食','素食','清真','无麸质','海鲜过敏'])[1 + floor(random() * 5)::int] END,
       CASE WHEN random() < 0.05 THEN NULL ELSE random() < 0.12 END
FROM evt_hdr e, LATERAL generate_series(1, 7 + (e.evt_id % 11)::int) k WHERE e.evt_typ IN ('WD', 'EN') AND e.evt_st IN ('已完成', '筹备中') AND e.evt_dt > current_date - 420 AND e.evt_id % 7 <> 2;
UPDATE gst_list SET rsvp = 'Y' WHERE rsvp = 'P' AND evt_id IN (SELECT evt_id FROM evt_hdr WHERE evt_dt < current_date);

INSERT INTO pmt_rcd
SELECT row_number() OVER (ORDER BY e.evt_id, k), e.evt_id,
       (CASE k WHEN 1 THEN e.sign_dt WHEN 2 THEN e.sign_dt + (e.evt_dt - e.sign_dt) / 2 ELSE e.evt_dt + 3 END)::timestamp + interval '9 hours' + random() * interval '11 hours',
       (ARRAY['定金','中期款','尾款'])[k], CASE WHEN random() < 0.04 THEN NULL ELSE (ARRAY['微信','微信','支付宝','银行转账','银行转账','现金'])[1 + floor(random() * 6)::int] END,
       round((e.ctr_amt * (CASE k WHEN 1 THEN 0.3 WHEN 2 THEN 0.4 ELSE 0.3 END))::numeric, 2)
FROM evt_hdr e, generate_series(1, 3) k WHERE e.ctr_amt IS NOT NULL AND e.evt_st <> '已取消' AND (k = 1 AND e.evt_id % 31 <> 0 OR k = 2 AND e.evt_id % 3 = 0 OR k = 3 AND e.evt_id % 10 <> 6);
DELETE FROM pmt_rcd WHERE pay_ts >= current_date;

INSERT INTO fdbk
SELECT row_number() OVER (ORDER BY e.evt_id, k), e.evt_id, least(e.evt_dt + (CASE k WHEN 1 THEN 1 ELSE 20 END) + floor(random() * 6)::int, current_date), (ARRAY['现场','回访'])[k],
       round((6.2 + random() * 3.7)::numeric, 1), round((5.8 + random() * 4.1)::numeric, 1), CASE WHEN random() < 0.1 THEN NULL ELSE round((6 + random() * 3.9)::numeric, 1) END,
       CASE WHEN random() < 0.15 THEN NULL ELSE round((5 + random() * 4.8)::numeric, 1) END, CASE WHEN random() < 0.08 THEN NULL ELSE random() < 0.78 END
FROM evt_hdr e, generate_series(1, 2) k WHERE e.evt_st = '已完成' AND e.evt_dt < current_date - 25 AND (k = 1 AND e.evt_id % 2 = 0 OR k = 2 AND e.evt_id % 5 = 0);
ANALYZE;
