-- Deterministic, relative to the current date in Asia/Shanghai; about three and a half years that end today.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT current_date AS t;
SELECT setseed(0.27);

INSERT INTO area VALUES
 (1,'凉山州','四川省','西南',4858000,true),(2,'甘孜州','四川省','西南',1107000,true),(3,'怒江州','云南省','西南',553000,true),
 (4,'昭通市','云南省','西南',5093000,false),(5,'毕节市','贵州省','西南',6900000,true),(6,'定西市','甘肃省','西北',2524000,true),
 (7,'固原市','宁夏回族自治区','西北',1142000,NULL),(8,'榆林市','陕西省','西北',3625000,false),(9,'恩施州','湖北省','华中',3456000,true),
 (10,'湘西州','湖南省','华中',2488000,false),(11,'张家口市','河北省','华北',4119000,false),(12,'大同市','山西省','华北',NULL,false),
 (13,'绥化市','黑龙江省','东北',3756000,false),(14,'白城市','吉林省','东北',1551000,NULL);

INSERT INTO cause VALUES
 ('EDU','教育助学',true),('MED','医疗救助',true),('DIS','灾害救援',true),('WAT','乡村饮水',false),
 ('CHN','儿童营养',true),('ELD','养老关怀',false),('ENV','环境保护',false); -- ENV: no campaign yet

INSERT INTO donor
SELECT i,
       CASE WHEN i % 6 = 0 THEN (ARRAY['明德','恒信','蓝海','锦程','远山','同创','瑞和','正元','晨光','华予','博远','嘉实','永泰'])[1 + i % 13] || (ARRAY['科技','置业','食品','医药','能源','物流','传媒'])[1 + (i / 6) % 7] || '有限公司'
            WHEN i % 29 = 0 THEN (ARRAY['仁爱','春晖','向阳','萤火','同舟'])[1 + i % 5] || (ARRAY['公益','慈善','教育'])[1 + i % 3] || '基金会'
            ELSE (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐'])[1 + i % 11] || (ARRAY['芳','娜','强','磊','静','伟','敏','洋','秀兰','志远','雨欣','浩然','建华','婷婷','海燕','子涵','文博'])[1 + (i * 7) % 17] END,
       CASE WHEN i % 6 = 0 THEN 'company' WHEN i % 29 = 0 THEN 'foundation' ELSE 'individual' END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE (ARRAY['北京市','上海市','深圳市','杭州市','成都市','广州市','武汉市','西安市','北京市','上海市','深圳市','上海市'])[1 + floor(random() * 12)::int] END,
       (SELECT t FROM _d) - (30 + floor(random() * 1500))::int,
       CASE WHEN random() < 0.15 THEN NULL ELSE random() < 0.55 END,
       '139' || lpad((10000000 + i * 7919)::text, 8, '0')
FROM generate_series(1, 420) i;
UPDATE donor SET joined_on = (SELECT t FROM _d) - (donor_id % 200) WHERE donor_id > 390;

-- a: days between today and the launch, e: days between today and the end (negative: past)
INSERT INTO campaign
SELECT id, title, c, ar, st, (SELECT t FROM _d) + a, (SELECT t FROM _d) + e, tg, u FROM (VALUES
 (1,'山区图书角','EDU',1,'closed',-1240,-700,260000,false),(2,'暖冬行动一期','ELD',11,'closed',-1180,-1010,180000,false),
 (3,'乡村医生培训','MED',5,'closed',-1130,-500,420000,false),(4,'清泉工程（甘肃）','WAT',6,'closed',-1090,-420,350000,false),
 (5,'营养午餐计划','CHN',3,'running',-1050,NULL,900000,false),(6,'书香计划','EDU',9,'closed',-1010,-610,150000,false),
 (7,'泸定地震重建','DIS',2,'closed',-980,-560,600000,true),(8,'白内障复明行动','MED',8,'running',-930,120,500000,false),
 (9,'女童助学金','EDU',1,'running',-880,NULL,750000,false),(10,'暖冬行动二期','ELD',12,'closed',-815,-640,200000,false),
 (11,'清泉工程（贵州）','WAT',5,'running',-760,40,480000,false),(12,'先心病儿童救助','MED',4,'running',-720,200,680000,true),
 (13,'移动图书车','EDU',7,'paused',-690,NULL,NULL,false),(14,'湘西洪灾救援','DIS',10,'closed',-640,-400,550000,true),
 (15,'鸡蛋牛奶计划','CHN',6,'running',-600,90,320000,false),(16,'独居老人探访','ELD',13,'running',-560,NULL,240000,false),
 (17,'爱心厨房','CHN',3,'paused',-520,75,210000,false),(18,'暖冬行动三期','ELD',11,'closed',-455,-300,220000,false),
 (19,'乡村教师奖','EDU',10,'running',-430,25,400000,false),(20,'定西抗旱送水','WAT',6,'closed',-400,-190,280000,true),
 (21,'积石山地震救援','DIS',7,'closed',-370,-120,800000,true),(22,'尘肺病人援助','MED',9,'running',-330,300,450000,false),
 (23,'书香计划','EDU',4,'running',-300,55,160000,false),(24,'假牙捐助','ELD',8,'running',-270,NULL,NULL,false),
 (25,'留守儿童夏令营','EDU',5,'closed',-250,-70,190000,false),(26,'辅食营养包','CHN',2,'running',-220,140,310000,false),
 (27,'绥化洪水救援','DIS',13,'running',-150,30,650000,true),(28,'井水净化站','WAT',12,'running',-130,10,230000,false),
 (29,'罕见病药费互助','MED',1,'running',-100,260,520000,true),(30,'暖冬行动四期','ELD',11,'running',-45,80,260000,true),
 (31,'高原眼镜计划','EDU',2,'running',-30,150,140000,false),(32,'急救包进村','MED',3,'planned',12,200,170000,false),
 (33,'春季营养餐','CHN',9,'planned',25,240,330000,false),(34,'养老院改造','ELD',10,'planned',48,NULL,NULL,false)
) v(id, title, c, ar, st, a, e, tg, u);

-- donations: 361.. of the donors never give; the number a day grows, with a peak in September and December
INSERT INTO donation
SELECT row_number() OVER (ORDER BY d, k), CASE WHEN r1 < 0.07 THEN NULL ELSE 1 + floor(power(r2, 1.5) * 360)::int END,
       CASE WHEN r3 < 0.06 THEN NULL ELSE (SELECT c.campaign_id FROM campaign c WHERE c.launch_on <= d AND (c.end_on IS NULL OR c.end_on >= d) AND c.campaign_id <> 24
          ORDER BY (c.campaign_id * 37 + d - date '2020-01-01' + k * 11 + floor(r3 * 1000)::int) % 23, c.campaign_id LIMIT 1) END,
       CASE WHEN d = (SELECT t FROM _d) THEN d::timestamp + k * interval '1 minute' ELSE d::timestamp + r4 * interval '23 hours 59 minutes' END,
       round((10 + power(r1 * 13.7 - floor(r1 * 13.7), 6) * 24000 + r4 * 350)::numeric, 2),
       CASE WHEN r4 < 0.05 THEN NULL ELSE (ARRAY['wechat','wechat','alipay','alipay','bank','cash','wechat'])[1 + floor(r3 * 97)::int % 7] END,
       r2 < 0.27
FROM (SELECT d::date AS d, k, random() r1, random() r2, random() r3, random() r4
      FROM generate_series((SELECT t FROM _d) - 1230, (SELECT t FROM _d), interval '1 day') d,
           LATERAL generate_series(1, 1 + (d::date - ((SELECT t FROM _d) - 1230)) / 420 + extract(day FROM d)::int % 3 - 1 + CASE WHEN extract(month FROM d) IN (9, 12) THEN 2 ELSE 0 END) k) s;
UPDATE donation SET amount = amount * 3 + 200 WHERE donor_id % 6 = 0;
-- some donors stopped more than a year ago, some skipped last year
DELETE FROM donation WHERE donor_id % 5 = 2 AND donated_at > (SELECT t FROM _d) - 400;
DELETE FROM donation WHERE donor_id % 7 = 3 AND extract(year FROM donated_at) = extract(year FROM (SELECT t FROM _d)) - 1;
DELETE FROM donation WHERE campaign_id = 31;

INSERT INTO pledge
SELECT i, 1 + (i * 131) % 410, p, p + 30 + (i * 17) % 240, 500 + (i * 977) % 19000 + round(random()::numeric * 90, 2),
       CASE WHEN p + 30 + (i * 17) % 240 > (SELECT t FROM _d) THEN random() < 0.12 ELSE random() < 0.71 END
FROM (SELECT i, (SELECT t FROM _d) - (i * 53) % 900 AS p FROM generate_series(1, 260) i) s;
INSERT INTO pledge SELECT 260 + i, 20 + i * 6, (SELECT t FROM _d) - 20 - i, (SELECT t FROM _d) + i, 800 + i * 45.5, i = 4 FROM generate_series(1, 9) i;

INSERT INTO volunteer
SELECT i, (ARRAY['孙','马','朱','胡','林','郭','何','高','罗','郑'])[1 + i % 10] || (ARRAY['丽','军','杰','娟','涛','超','霞','平','刚','玲','宇','晨'])[1 + (i * 5) % 12],
       CASE WHEN i % 19 = 0 THEN NULL ELSE (ARRAY['成都市','昆明市','贵阳市','兰州市','西安市','武汉市','长沙市','成都市','北京市'])[1 + floor(random() * 9)::int] END,
       (SELECT t FROM _d) - (5 + (i * 61) % 1150), CASE WHEN i % 9 = 4 THEN NULL ELSE (ARRAY['教学','医护','驾驶','物流','翻译','烹饪'])[1 + i % 6] END,
       CASE WHEN i % 8 = 0 THEN NULL ELSE random() < 0.64 END, '5101' || lpad(i::text, 14, '0')
FROM generate_series(1, 185) i;

INSERT INTO shift
SELECT row_number() OVER (ORDER BY s.d, i), (SELECT c.campaign_id FROM campaign c WHERE c.launch_on <= s.d AND (c.end_on IS NULL OR c.end_on >= s.d) AND c.cause_code <> 'WAT' ORDER BY (c.campaign_id * 29 + i * 7) % 31, c.campaign_id LIMIT 1),
       s.d, (ARRAY['morning','afternoon','morning','evening','afternoon'])[1 + i % 5], (ARRAY['社区服务站','中心仓库','乡镇小学','县医院','敬老院'])[1 + (i * 3 + i / 7) % 5], CASE WHEN i % 14 = 0 THEN NULL ELSE 4 + (i * 5) % 11 END
FROM (SELECT i, (SELECT t FROM _d) + 45 - i * 2 - (i % 3) AS d FROM generate_series(0, 389) i) s;

INSERT INTO shift_volunteer
SELECT shift_id, v, CASE WHEN future THEN NULL WHEN r < 0.04 THEN NULL ELSE r < 0.86 END, CASE WHEN NOT future AND r >= 0.04 AND r < 0.86 THEN (ARRAY[2.0,3.0,3.5,4.0,5.5])[1 + floor(random() * 5)::int] END
FROM (SELECT DISTINCT ON (s.shift_id, v) s.shift_id, v, s.shift_on > (SELECT t FROM _d) AS future, random() r
      FROM shift s, LATERAL (SELECT 1 + floor(power(random(), 1.4) * 160)::int AS v FROM generate_series(1, (s.shift_id * 7) % 8)) g) z
WHERE z.v % 37 <> 5;

INSERT INTO beneficiary
SELECT i, (ARRAY['杨','李','罗','吉','马','石','龙','田','王','木'])[1 + i % 10] || (ARRAY['阿依','小花','建国','秀珍','志明','玉兰','大山','春生','桂英','小军','福贵','冬梅','天宝'])[1 + (i * 3) % 13],
       1 + floor(random() * 12)::int, (SELECT t FROM _d) - (10 + floor(random() * 1190))::int,
       CASE WHEN i % 16 = 0 THEN NULL ELSE 4 + floor(random() * 82)::int END, 1 + floor(random() * 7)::int,
       CASE WHEN i % 11 = 3 THEN NULL ELSE round((180 + power(random(), 2) * 4200)::numeric, 2) END,
       CASE WHEN i % 25 = 7 THEN NULL ELSE (ARRAY['A','B','B','C','C'])[1 + floor(random() * 5)::int] END
FROM generate_series(1, 520) i;

INSERT INTO grant_award
SELECT i, (SELECT c.campaign_id FROM campaign c WHERE c.launch_on <= g.ap ORDER BY (c.campaign_id * 41 + i * 13) % 37, c.campaign_id LIMIT 1),
       1 + floor(power(r2, 1.25) * 440)::int, g.ap,
       CASE WHEN st = 'paid' THEN least(g.ap + 3 + floor(r1 * 300)::int % 40, (SELECT t FROM _d)) END, round((300 + power(r2 * 9 - floor(r2 * 9), 2) * 7600)::numeric, 2), (ARRAY['cash','cash','goods','services','goods'])[1 + floor(random() * 5)::int], st
FROM (SELECT i, ap, r1, r2, CASE WHEN r1 < 0.06 THEN 'cancelled' WHEN ap > (SELECT t FROM _d) - 20 AND r1 < 0.7 THEN 'approved' WHEN r1 < 0.1 THEN 'approved' ELSE 'paid' END AS st
      FROM (SELECT i, (SELECT t FROM _d) - floor(power(random(), 1.2) * 1150)::int AS ap, random() r1, random() r2 FROM generate_series(1, 940) i) q) g;
ANALYZE;
