-- Deterministic relative to the current day in Asia/Shanghai; nothing depends on random().
SET timezone = 'Asia/Shanghai';
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
CREATE FUNCTION pg_temp.r(s text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(s), 1, 8))::bit(32)::bigint / 4294967296.0::float8 $$;

INSERT INTO shop VALUES
 (1,'中山路店','南京市','STD',1850.0,false,'2015-05-01',NULL),
 (2,'新街口店','南京市','HYPER',6200.0,false,'2013-09-28',NULL),
 (3,'仙林店','南京市','COMM',420.5,true,'2019-08-16',NULL),
 (4,'河西店','南京市','HYPER',5400.0,false,'2016-12-10',NULL),
 (5,'中山路店','杭州市','STD',1600.0,false,'2017-03-18',NULL),
 (6,'西湖店','杭州市','HYPER',4950.0,false,'2014-06-06',NULL),
 (7,'滨江店','杭州市','COMM',380.0,true,'2020-11-11',NULL),
 (8,'观前街店','苏州市','STD',2100.0,false,'2016-04-29',NULL),
 (9,'园区店','苏州市','HYPER',5800.0,false,'2018-01-20',NULL),
 (10,'徐家汇店','上海市','HYPER',6900.0,false,'2012-10-01',NULL),
 (11,'五角场店','上海市','STD',1980.0,false,'2018-09-09',NULL),
 (12,'张江店','上海市','COMM',510.0,true,'2021-05-20',NULL),
 (13,'太湖广场店','无锡市','STD',2250.0,true,'2019-02-02',NULL),
 (14,'惠山店','无锡市','COMM',NULL,false,(SELECT t - 6 FROM _d),NULL), -- just opened: no sales, no stock yet
 (15,'老城厢店','上海市','STD',1450.0,false,'2013-03-08',(SELECT t - 430 FROM _d));

INSERT INTO category VALUES
 (1,'蔬菜','FRESH'),(2,'水果','FRESH'),(3,'肉禽','FRESH'),(4,'水产','FRESH'),(5,'乳制品','FRESH'),(6,'烘焙','FRESH'),
 (7,'饮料','FOOD'),(8,'酒类','FOOD'),(9,'零食','FOOD'),(10,'粮油','FOOD'),(11,'日化','NONFOOD'),(12,'母婴','NONFOOD'),
 (13,'宠物用品','NONFOOD'); -- planned: no product yet

INSERT INTO supplier VALUES
 (1,'苏北绿源农场','盐城市','FARM','2014-03-01',4.6,15,'6222000000000001'),
 (2,'田园蔬果合作社','嘉兴市','FARM','2015-07-15',4.3,15,'6222000000000002'),
 (3,'太湖水产合作社','无锡市','FARM','2016-01-10',4.1,20,'6222000000000003'),
 (4,'金陵肉联厂','南京市','MAKER','2013-05-20',3.8,30,'6222000000000004'),
 (5,'江南乳业','上海市','MAKER','2012-12-01',4.8,45,'6222000000000005'),
 (6,'好邻居烘焙','杭州市','MAKER','2017-09-01',4.4,30,'6222000000000006'),
 (7,'清泉饮料','杭州市','MAKER','2014-04-18',4.0,45,'6222000000000007'),
 (8,'老坊酒业','绍兴市','MAKER','2016-10-08',3.6,60,'6222000000000008'),
 (9,'百味食品','苏州市','MAKER','2015-02-26',4.2,45,'6222000000000009'),
 (10,'金穗粮油','南京市','MAKER','2013-11-11',4.5,45,'6222000000000010'),
 (11,'华东商贸','上海市','AGENT','2015-06-30',3.4,60,'6222000000000011'),
 (12,'华东商贸','无锡市','AGENT','2019-08-08',NULL,60,'6222000000000012'),
 (13,'丰收果业','宁波市','FARM','2016-05-05',3.9,NULL,'6222000000000013'),
 (14,'贝乐母婴','上海市','AGENT','2018-03-12',4.7,50,'6222000000000014'),
 (15,'天天快供',NULL,'AGENT','2022-09-01',NULL,NULL,'6222000000000015'), -- contract only: no delivery, no product
 (16,'新味源食品','苏州市','MAKER','2024-02-20',NULL,30,'6222000000000016');

INSERT INTO product
SELECT s, n, b, c, v, p, k, sh, b IS NOT DISTINCT FROM '鲜选', o, (SELECT t FROM _d) - ago, CASE WHEN s > 62 THEN 'OFF' ELSE 'ON' END
FROM (VALUES
 (1,'上海青500g','鲜选',1,1,4.80,2.60,4,true,900),(2,'西红柿500g',NULL,1,1,6.50,3.90,7,false,1204),(3,'黄瓜500g',NULL,1,2,5.20,3.10,6,false,1188),
 (4,'有机菠菜300g','鲜选',1,2,9.90,5.20,3,true,610),(5,'土豆1kg',NULL,1,1,7.80,4.30,30,false,1320),(6,'娃娃菜3棵装','鲜选',1,2,8.60,4.90,8,false,455),
 (7,'红富士苹果1kg',NULL,2,2,15.80,9.70,21,false,1170),(8,'赣南脐橙2kg',NULL,2,13,29.90,19.00,20,false,1011),(9,'巨峰葡萄1kg',NULL,2,2,22.80,14.60,5,true,702),
 (10,'香蕉1kg',NULL,2,13,9.60,5.50,6,false,1251),(11,'阳光玫瑰500g','鲜选',2,2,39.80,26.50,5,false,388),(12,'蓝莓125g',NULL,2,11,16.90,10.40,7,NULL,533),
 (13,'五花肉500g',NULL,3,4,26.80,20.10,4,false,1290),(14,'鸡胸肉1kg','鲜选',3,4,24.50,17.80,6,false,820),(15,'牛腩500g',NULL,3,4,58.00,44.50,5,false,1066),
 (16,'走地鸡1只',NULL,3,1,69.00,49.00,4,true,640),(17,'排骨500g',NULL,3,4,36.80,27.90,4,false,1132),
 (18,'基围虾500g',NULL,4,3,45.90,33.00,2,false,980),(19,'太湖银鱼250g',NULL,4,3,32.50,21.60,3,false,745),(20,'三文鱼200g','海鲜汇',4,11,54.90,40.20,3,NULL,420),(21,'鲈鱼1条',NULL,4,3,28.80,19.90,2,false,1093),
 (22,'纯牛奶1L','江南',5,5,13.50,9.40,180,false,1333),(23,'纯牛奶1L','牧野',5,11,12.90,9.60,180,false,905),(24,'鲜牛奶950ml','江南',5,5,18.90,12.80,7,false,1001),
 (25,'有机鲜牛奶750ml','鲜选',5,5,24.90,16.40,7,true,366),(26,'原味酸奶8杯装','江南',5,5,21.50,14.90,21,false,1140),(27,'奶酪棒500g','牧野',5,11,35.90,25.10,120,false,577),
 (28,'吐司面包400g','鲜选',6,6,9.80,4.70,4,false,870),(29,'可颂4枚','好邻居',6,6,16.80,8.90,3,false,512),(30,'蛋挞6枚','好邻居',6,6,18.50,10.10,2,false,693),(31,'全麦欧包350g','鲜选',6,6,14.60,7.20,4,NULL,301),
 (32,'矿泉水12瓶','清泉',7,7,19.90,12.40,365,false,1312),(33,'可乐1.25L','百汽',7,7,6.80,4.60,270,false,1299),(34,'无糖绿茶500ml','清泉',7,7,4.50,2.70,365,false,799),
 (35,'橙汁1L','鲜选',7,7,12.80,7.90,30,false,604),(36,'燕麦奶1L','谷本',7,12,17.80,11.90,240,true,330),(37,'气泡水6罐','清泉',7,7,23.90,15.80,365,false,260),
 (38,'黄酒500ml','老坊',8,8,22.00,13.20,1095,false,1180),(39,'啤酒6听','江畔',8,8,32.80,23.40,365,false,1222),(40,'干红葡萄酒750ml','庄园',8,11,98.00,66.00,NULL,false,840),(41,'白酒500ml','老坊',8,8,168.00,118.00,NULL,false,1111),(42,'青梅酒330ml','老坊',8,8,28.60,17.50,730,false,244),
 (43,'薯片104g','脆乐',9,9,8.90,5.60,270,false,1260),(44,'每日坚果750g','鲜选',9,9,79.90,53.70,240,false,705),(45,'苏打饼干400g','百味',9,9,12.60,7.80,300,false,1035),
 (46,'黑巧克力100g','可可湾',9,12,19.60,12.90,365,true,480),(47,'海苔40g','百味',9,9,15.50,9.30,300,false,910),(48,'牛肉干200g','百味',9,9,42.80,30.20,180,false,777),
 (49,'东北大米5kg','金穗',10,10,39.90,29.80,365,false,1330),(50,'有机大米2.5kg','鲜选',10,10,45.80,31.40,365,true,520),(51,'花生油5L','金穗',10,10,129.00,98.00,540,false,1210),
 (52,'挂面1kg','金穗',10,10,10.90,6.90,365,false,1277),(53,'鸡蛋30枚','鲜选',10,1,29.60,21.70,30,false,890),
 (54,'洗衣液3kg','净蓝',11,11,49.90,33.60,1095,false,1244),(55,'抽纸24包','鲜选',11,11,36.60,24.10,NULL,false,950),(56,'洗发水750ml','净蓝',11,11,59.90,38.80,1095,false,1013),
 (57,'牙膏3支','净蓝',11,12,27.50,17.60,1095,false,860),(58,'垃圾袋100只','鲜选',11,NULL,13.80,7.40,NULL,false,650),
 (59,'婴儿纸尿裤L68片','贝乐',12,14,119.00,86.00,1095,false,1005),(60,'婴儿湿巾80抽','贝乐',12,14,14.90,8.50,730,false,722),(61,'婴儿米粉225g','贝乐',12,14,43.50,30.60,540,true,415),
 (62,'手工曲奇礼盒','鲜选',9,NULL,66.00,NULL,60,NULL,9),
 (63,'草莓味牛奶250ml','牧野',5,11,5.50,3.80,180,false,1345),(64,'麻辣鸭脖200g','百味',9,9,25.80,17.10,120,false,1341),(65,'婴儿果泥100g','贝乐',12,14,9.50,NULL,365,NULL,1337),(66,'蜜瓜半只','鲜选',2,13,17.50,11.00,3,false,12)
) x(s,n,b,c,v,p,k,sh,o,ago);

INSERT INTO member
SELECT i, CASE i WHEN 17 THEN '王芳' WHEN 206 THEN '王芳' WHEN 58 THEN '欧阳静' WHEN 91 THEN '司徒明' ELSE
         (ARRAY['赵','钱','孙','李','周','吴','郑','冯','陈','褚','卫','蒋','沈','韩','杨','朱'])[1 + floor(pg_temp.r('ms' || i) * 16)::int]
      || (ARRAY['丽','伟','敏','静怡','磊','雪','浩然','佳慧','建军','婷婷','晨','玉兰','志远','欣','一鸣','思琪','国平','梦洁'])[1 + floor(pg_temp.r('mg' || i) * 18)::int] END,
       CASE WHEN pg_temp.r('mt' || i) < 0.14 THEN 'GOLD' WHEN pg_temp.r('mt' || i) < 0.42 THEN 'SILVER' ELSE 'BASIC' END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['南京市','南京市','杭州市','上海市','上海市','苏州市','无锡市','南京市','杭州市','上海市'])[1 + floor(pg_temp.r('mc' || i) * 10)::int] END,
       CASE WHEN i % 11 = 0 THEN NULL ELSE 1 + floor(pg_temp.r('mh' || i) * 13)::int END,
       (SELECT t FROM _d) - (8 + floor(power(pg_temp.r('mj' || i), 0.8) * 1500))::int,
       CASE WHEN i % 41 = 0 THEN NULL ELSE floor(power(pg_temp.r('mp' || i), 2) * 9000)::int + i END,
       CASE WHEN i % 7 = 0 THEN NULL ELSE 1950 + floor(pg_temp.r('mb' || i) * 55)::int END,
       NULL, '1390000' || lpad(i::text, 4, '0')
FROM generate_series(1, 400) i;

INSERT INTO staff
SELECT i, (ARRAY['王','李','张','刘','徐','马','高','林','何','罗'])[1 + floor(pg_temp.r('ss' || i) * 10)::int]
       || (ARRAY['建国','志强','秀英','海燕','勇','翠萍','晓东','美玲','军','红梅','阿福'])[1 + floor(pg_temp.r('sg' || i) * 11)::int],
       CASE WHEN i > 105 THEN NULL ELSE (i - 1) / 7 + 1 END,
       CASE WHEN i > 105 THEN '采购员' ELSE (ARRAY['店长','收银员','收银员','收银员','理货员','理货员','客服'])[1 + (i - 1) % 7] END,
       CASE WHEN (i - 1) / 7 + 1 = 14 THEN (SELECT t FROM _d) - 40 + i % 7 ELSE (SELECT t FROM _d) - (30 + i % 5 + floor(pg_temp.r('sh' || i) * 2400))::int END,
       CASE WHEN i BETWEEN 99 AND 105 THEN (SELECT t FROM _d) - 430 WHEN i % 7 <> 1 AND pg_temp.r('sl' || i) < 0.12 AND (i - 1) / 7 + 1 <> 14 THEN (SELECT t FROM _d) - 3 - i % 25 END,
       round((22 + pg_temp.r('sw' || i) * 25)::numeric, 2)
FROM generate_series(1, 109) i;
UPDATE staff SET hired_on = (SELECT t FROM _d) - 1500 - staff_id WHERE left_on < hired_on;

INSERT INTO promotion
SELECT i, n, k, c, (SELECT t FROM _d) + s, (SELECT t FROM _d) + e, b FROM (VALUES
 (1,'开学季零食满减','FULL',9,-810,-790,18000),(2,'中秋酒水节','CUT',8,-700,-682,42000),(3,'国庆大促','CUT',NULL,-650,-640,120000),(4,'双十一囤货节','FULL',11,-610,-598,65000),
 (5,'年货节','FULL',NULL,-560,-535,150000),(6,'春日鲜果季','CUT',2,-500,-480,26000),(7,'买一送一烘焙周','GIFT',6,-455,-448,9000),(8,'夏日冰饮节','GIFT',7,-420,-390,38000),
 (9,'母婴专场','CUT',12,-380,-366,30000),(10,'火锅食材节','CUT',3,-352,-330,33000),(11,'周年庆','FULL',NULL,-300,-287,180000),(12,'年终清仓','CUT',11,-262,-250,NULL),
 (13,'蔬菜一元购','GIFT',1,-230,-224,6000),(14,'乳品超级周','CUT',5,-205,-196,21000),(15,'海鲜狂欢','CUT',4,-170,-158,28000),(16,'粮油放心购','FULL',10,-140,-126,40000),
 (17,'啤酒之夜','GIFT',8,-112,-101,24000),(18,'会员日','CUT',NULL,-75,-73,55000),(19,'洗护焕新季','FULL',11,-60,-44,NULL),(20,'水果嘉年华','CUT',2,-36,-24,27000),
 (21,'早餐计划','CUT',6,-20,10,16000),(22,'周末鲜肉日','CUT',3,-9,5,19500),(23,'零食囤货周','FULL',9,-4,8,31000),
 (24,'暖冬饮品季','GIFT',7,6,20,22000),(25,'酒水年货预售','FULL',8,12,30,48000),(26,'宠物用品首发','CUT',13,40,55,NULL)
) x(i,n,k,c,s,e,b);

INSERT INTO receipt
SELECT i, 'R' || to_char(d, 'YYMMDD') || lpad(i::text, 5, '0'), s, CASE WHEN pg_temp.r('rm' || i) < 0.66 THEN 1 + (floor(power(pg_temp.r('rn' || i), 1.7) * 360)::int * 7 + 16) % 360 END,
       CASE WHEN ch = 'POS' THEN (s - 1) * 7 + 2 + floor(pg_temp.r('rc' || i) * 3)::int END,
       d + interval '7 hours' + floor(pg_temp.r('rh' || i) * 54000) * interval '1 second', ch,
       CASE WHEN pg_temp.r('rp' || i) < 0.03 THEN NULL WHEN pg_temp.r('rp' || i) < 0.45 THEN 'wechat' WHEN pg_temp.r('rp' || i) < 0.74 THEN 'alipay' WHEN pg_temp.r('rp' || i) < 0.89 THEN 'card' ELSE 'cash' END,
       0, CASE WHEN pg_temp.r('ru' || i) < 0.25 THEN 5 * (1 + floor(pg_temp.r('rv' || i) * 5)::int) END
FROM (SELECT i, d, CASE WHEN s0 = 15 AND d > (SELECT t FROM _d) - 431 THEN 4 ELSE s0 END AS s,
             CASE WHEN pg_temp.r('rx' || i) < 0.58 THEN 'POS' WHEN pg_temp.r('rx' || i) < 0.83 THEN 'SELF' ELSE 'APP' END AS ch
      FROM (SELECT i, (SELECT t FROM _d) - floor(power(pg_temp.r('rd' || i), 1.2) * 1000)::int AS d,
                   (ARRAY[10,10,10,2,2,2,6,6,9,9,4,4,13,11,8,1,5,15,15,12,7,3])[1 + floor(pg_temp.r('rs' || i) * 22)::int] AS s0
            FROM generate_series(1, 3600) i) a) b;
UPDATE receipt r SET member_id = NULL FROM member m WHERE m.member_id = r.member_id AND m.joined_on > r.sold_at::date;

INSERT INTO receipt_line
SELECT row_number() OVER (ORDER BY x.receipt_id, x.k), x.receipt_id, x.sku, x.promo_id, x.d, x.q,
       round(x.q * p.price * CASE WHEN x.promo_id IS NULL THEN 1 ELSE 0.85 END, 2), round(x.q * coalesce(p.unit_cost, p.price * 0.7), 2)
FROM (SELECT y.*, CASE WHEN pg_temp.r('lp' || y.receipt_id || '-' || y.k) < 0.6 THEN
               (SELECT min(o.promo_id) FROM promotion o JOIN product q USING (cat_id) WHERE q.sku = y.sku AND y.d BETWEEN o.starts_on AND o.ends_on) END AS promo_id
      FROM (SELECT r.receipt_id, k, r.sold_at::date AS d, 1 + (floor(power(pg_temp.r('lk' || r.receipt_id || '-' || k), 1.35) * 61)::int * 17 + 23) % 61 AS sku,
                   1 + floor(power(pg_temp.r('lq' || r.receipt_id || '-' || k), 2.2) * 5)::int AS q
            FROM receipt r, LATERAL generate_series(1, 1 + floor(pg_temp.r('ln' || r.receipt_id) * 3.7)::int) k) y) x
JOIN product p USING (sku);
UPDATE receipt_line l SET promo_id = o.promo_id, amount = round(l.amount * 0.9, 2)
FROM promotion o WHERE o.cat_id IS NULL AND l.promo_id IS NULL AND l.sale_date BETWEEN o.starts_on AND o.ends_on AND pg_temp.r('la' || l.line_id) < 0.5;
DELETE FROM receipt_line l USING product p WHERE p.sku = l.sku AND l.sale_date < p.listed_on AND EXISTS (SELECT FROM receipt_line m JOIN product q USING (sku) WHERE m.receipt_id = l.receipt_id AND m.sale_date >= q.listed_on);
UPDATE product p SET listed_on = x.d - 5 FROM (SELECT sku, min(sale_date) AS d FROM receipt_line GROUP BY sku) x WHERE x.sku = p.sku AND x.d < p.listed_on;
UPDATE receipt r SET total = x.s FROM (SELECT receipt_id, sum(amount) AS s FROM receipt_line GROUP BY 1) x WHERE x.receipt_id = r.receipt_id;
UPDATE member m SET last_purchase_on = x.d FROM (SELECT member_id, max(sold_at)::date AS d FROM receipt GROUP BY 1) x WHERE x.member_id = m.member_id;

INSERT INTO product_return
SELECT row_number() OVER (ORDER BY line_id), line_id, rd, q, round(amount * q / qty, 2),
       CASE WHEN r < 0.06 THEN NULL WHEN r < 0.4 THEN '破损' WHEN r < 0.66 THEN '临期' WHEN r < 0.86 THEN '买错' ELSE '口味不符' END
FROM (SELECT l.*, least(l.sale_date + floor(pg_temp.r('td' || line_id) * 9)::int, (SELECT t FROM _d)) AS rd,
             1 + floor(pg_temp.r('tq' || line_id) * qty)::int AS q, pg_temp.r('tr' || line_id) AS r
      FROM receipt_line l WHERE pg_temp.r('tt' || line_id) < CASE WHEN sku IN (4, 28, 30, 52) THEN 0.0 WHEN sku IN (18, 24, 43) THEN 0.14 ELSE 0.045 END) z;

INSERT INTO stock
SELECT s, sku, CASE WHEN pg_temp.r('k0' || s || '-' || sku) < 0.07 THEN 0 ELSE 3 + floor(power(pg_temp.r('k1' || s || '-' || sku), 1.4) * 160)::int END,
       10 + 5 * floor(pg_temp.r('k2' || s || '-' || sku) * 6)::int, (SELECT t FROM _d) - floor(pg_temp.r('k3' || s || '-' || sku) * 12)::int
FROM generate_series(1, 13) s, product p WHERE p.status = 'ON' AND pg_temp.r('k4' || s || '-' || sku) < 0.78;

INSERT INTO delivery
SELECT i, 'D' || to_char(o, 'YYMMDD') || lpad(i::text, 4, '0'), v, s, o, due, CASE WHEN st = 'ARRIVED' THEN arr END, st,
       4 + floor(pg_temp.r('dc' || i) * 110)::int, round((600 + power(pg_temp.r('da' || i), 1.5) * 9000)::numeric, 2)
FROM (SELECT a.*, CASE WHEN pg_temp.r('dx' || i) < 0.04 THEN 'CANCELLED' WHEN arr > (SELECT t FROM _d) THEN 'IN_TRANSIT' ELSE 'ARRIVED' END AS st
      FROM (SELECT b.*, due + CASE WHEN pg_temp.r('dl' || i) < 0.12 THEN -1 WHEN pg_temp.r('dl' || i) < 0.76 + (v % 4) * 0.05 THEN 0 ELSE 1 + floor(pg_temp.r('dm' || i) * 4)::int END AS arr
            FROM (SELECT i, v, s, o, o + 3 + floor(pg_temp.r('de' || i) * 6)::int AS due
                  FROM (SELECT i, (ARRAY[1,1,2,2,3,4,4,5,5,5,6,7,7,8,9,9,10,10,11,11,11,12,13,14,14])[1 + floor(pg_temp.r('dv' || i) * 25)::int] AS v,
                               1 + floor(pg_temp.r('ds' || i) * 13)::int AS s, (SELECT t FROM _d) - floor(pg_temp.r('do' || i) * 760)::int AS o
                        FROM generate_series(1, 1100) i) c) b) a) z
WHERE NOT (v = 13 AND o > (SELECT t FROM _d) - 420) AND NOT (v = 6 AND s > 8) AND NOT (v IN (3, 8) AND s IN (3, 7, 12));

INSERT INTO shift
SELECT row_number() OVER (ORDER BY d, staff_id), staff_id, shop_id, d, (ARRAY['M','M','A','A','N'])[1 + floor(pg_temp.r('ft' || staff_id || d - t) * 5)::int],
       4 + round((floor(pg_temp.r('fh' || staff_id || d - t) * 25) / 6)::numeric, 2), pg_temp.r('fo' || staff_id || d - t) < 0.11
FROM (SELECT s.*, g::date AS d, (SELECT t FROM _d) AS t FROM staff s, generate_series((SELECT t - 150 FROM _d), (SELECT t FROM _d), interval '1 day') g
      WHERE s.shop_id IS NOT NULL) x
WHERE d >= hired_on AND (left_on IS NULL OR d <= left_on) AND pg_temp.r('fx' || staff_id || d - t) < 0.2;

INSERT INTO shop_target
SELECT row_number() OVER (ORDER BY m, s, p), s, m::date, p, round((CASE WHEN s IN (2, 4, 6, 9, 10) THEN 2100 ELSE 650 END + 35 * (s * 7 % 13) + 18 * extract(month FROM m)) * CASE p WHEN 'BASE' THEN 1 ELSE 1.25 END)
FROM generate_series(date_trunc('year', (SELECT t FROM _d)) - interval '1 year', date_trunc('year', (SELECT t FROM _d)) + interval '11 months', interval '1 month') m,
     generate_series(1, 13) s, unnest(ARRAY['BASE','STRETCH']) p;
ANALYZE;
