-- Seeded, relative to current_date in the time zone of the model. About three years that end today, and some months ahead.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
SELECT setseed(0.37);

INSERT INTO office VALUES
 (1,'Shanghai','2009-05-18',60,186000), (2,'Beijing','2012-09-01',45,142500), (3,'Shenzhen','2015-03-16',32,98800),
 (4,'Hangzhou','2018-11-05',20,51200), (5,'Chengdu','2021-06-21',14,33600),
 (6,'Hong Kong',current_date - 50,8,NULL); -- opened lately: nobody works there yet

INSERT INTO practice_area VALUES
 ('MA','公司并购',false), ('DR','争议解决',true), ('IP','知识产权',true), ('EMP','劳动用工',true), ('FIN','银行金融',false),
 ('REC','房地产建工',false), ('CRM','刑事辩护',true), ('TAX','税务筹划',false), ('INS','破产重整',NULL); -- no matters yet

INSERT INTO lawyer
SELECT i, n,
       CASE WHEN i <= 9 THEN 'Partner' WHEN i <= 13 THEN 'Counsel' WHEN i <= 23 THEN 'Senior Associate' WHEN i <= 36 THEN 'Associate' ELSE 'Paralegal' END,
       CASE WHEN i IN (12, 30) THEN NULL ELSE (ARRAY[1,2,1,3,4,1,2,5,1,2,3,4,1,2,3,1,5])[1 + i % 17] END,
       CASE WHEN i >= 40 THEN NULL ELSE (ARRAY['DR','MA','IP','FIN','DR','EMP','REC','CRM','MA','TAX'])[1 + (i * 3 + i / 10) % 10] END,
       current_date - ((CASE WHEN i <= 9 THEN 2600 WHEN i <= 23 THEN 1250 ELSE 160 END) + (i * 397) % 1500 + i),
       CASE WHEN i IN (7, 19, 27, 33, 41) THEN current_date - (25 + i * 11) END,
       CASE WHEN i <= 9 THEN 3200 + (i * 5 % 9) * 110 WHEN i <= 13 THEN 2500 + i * 15 WHEN i <= 23 THEN 1700 + (i * 7 % 11) * 35 WHEN i <= 36 THEN 1000 + (i * 5 % 13) * 26 ELSE 450 + i * 4 END,
       CASE WHEN i > 36 OR i IN (11, 22) THEN NULL ELSE 1400 + (i * 70) % 500 END,
       CASE WHEN i % 13 = 5 THEN NULL ELSE i % 3 = 0 OR i IN (2, 4, 17, 29) END,
       '1310120' || lpad((i * 7919 % 1000000)::text, 8, '0')
FROM (SELECT n, o::int AS i FROM unnest(ARRAY['王建国','Emily Chen','赵敏华','陈立群','David Liu','孙佳颖','周国栋','Grace Ho','吴晓东',
  '郑海涛','Sarah Wong','冯雪','何志远', '许文静','韩磊','Michael Tan','邓丽娟','曹阳','彭程','曾子墨','萧然','Kevin Zhao','王芳',
  '田雨','董洁','袁野','潘悦','于浩','蒋欣','蔡明','余梦','杜宇','叶青','Lucy Lin','魏来','王芳',
  '苏婷','吕洋','丁一','任杰','沈静','姚远','卢珊','姜涛']) WITH ORDINALITY AS u(n, o)) s;

INSERT INTO client
SELECT i, n, CASE WHEN i % 19 = 4 THEN NULL ELSE d END,
       (ARRAY['上海','上海','北京','深圳','杭州','南京','苏州','成都','广州','上海','北京','南京'])[1 + (i * 7 + i / 12) % 12],
       (ARRAY['一般','重要','一般','战略','一般','重要','一般'])[1 + (i * 5) % 7],
       current_date - (70 + (i * 211) % 2100), CASE WHEN i % 16 = 7 THEN NULL ELSE i % 4 = 1 OR i % 11 = 2 END, i % 3 = 0 OR i % 10 = 1,
       CASE WHEN i % 15 = 8 THEN NULL ELSE (ARRAY[30,45,60,30,90])[1 + i % 5] END,
       CASE WHEN i % 14 = 6 THEN NULL ELSE 1 + floor(power(random(), 1.5) * 8)::int END, '9131' || lpad((i * 104729 % 100000000)::text, 12, '0')
FROM (SELECT o::int AS i, split_part(x, '|', 1) AS n, split_part(x, '|', 2) AS d FROM unnest(ARRAY[
 '华信科技|Technology','恒远物流|Logistics','Northwind Shipping|Logistics','瑞康医药|Healthcare','金桥置业|Real Estate','Harbor Foods|Consumer','东海重工|Manufacturing','博联软件|Technology',
 '恒远地产|Real Estate','天启资本|Finance','云峰旅游|Consumer','Blue Lake Capital|Finance','嘉业建设|Real Estate','新元能源|Manufacturing','中泽农业|Consumer','盛和汽车|Manufacturing',
 '海川航运|Logistics','Harbor Logistics|Logistics','明德教育|Consumer','百纳传媒|Consumer','Silverline Medical|Healthcare','启航网络|Technology','同济生物|Healthcare','万象零售|Consumer',
 '宏图电气|Manufacturing','Orient Robotics|Technology','金穗银行|Finance','安泰保险|Finance','绿野食品|Consumer','长风快运|Logistics','星河芯片|Technology','远景光伏|Manufacturing',
 '和信担保|Finance','Pacific Steel|Manufacturing','凯旋服饰|Consumer','雅居物业|Real Estate','康宁器械|Healthcare','智云数据|Technology','泰禾置地|Real Estate','Redwood Games|Technology',
 '九州饮料|Consumer','鼎新化工|Manufacturing','佳美家居|Consumer','鸿运船务|Logistics','仁爱医院|Healthcare','青云投资|Finance','大成水泥|Manufacturing','Lotus Pharma|Healthcare',
 '朗逸影业|Consumer','伟业机床|Manufacturing','顺达冷链|Logistics','锦绣文旅|Consumer','福临商业|Real Estate','精诚检测|Technology','普惠小贷|Finance','Summit Hotels|Consumer',
 '新天地置业|Real Estate','飞跃电池|Manufacturing','合众基金|Finance','迈普通信|Technology','安心养老|Healthcare','利群超市|Consumer','Evergreen Paper|Manufacturing','鲲鹏无人机|Technology',
 '华章出版|Consumer','信达租赁|Finance','盈科环保|Manufacturing','乐居家装|Consumer','长青医疗|Healthcare','Atlas Mining|Manufacturing','知行学堂|Consumer','汇通支付|Finance',
 '丰年种业|Consumer','腾跃体育|Consumer','浦江游艇|Consumer','正大铝业|Manufacturing','微光传感|Technology','Delta Ports|Logistics','小象玩具|Consumer','千帆咨询|Finance']) WITH ORDINALITY AS a(x, o)) s;

-- clients 73-80 have no matter; the first clients have the most
INSERT INTO matter
SELECT i, 'LF-' || lpad(i::text, 4, '0'), c, pa, office, lead, od, CASE WHEN st = 'Closed' THEN least(od + 45 + floor(random() * 300)::int, current_date - 1 - i % 9) END, st,
       (ARRAY['按小时','按小时','固定收费','按小时','风险代理','固定收费','按小时','公益'])[1 + floor(random() * 8)::int],
       CASE WHEN pa IN ('MA','TAX') OR random() < 0.12 THEN NULL ELSE round((60000 + power(random(), 3) * 12000000)::numeric, -2) + i END,
       CASE WHEN random() < 0.15 THEN NULL ELSE round((18000 + power(random(), 2) * 420000)::numeric, -2) + i END,
       CASE WHEN st = 'Open' AND random() < 0.75 THEN current_date - 20 + floor(random() * 110)::int END,
       CASE WHEN st = 'Closed' AND pa IN ('DR','IP','EMP','CRM') THEN (ARRAY['胜诉','胜诉','胜诉','调解','败诉','撤诉','胜诉','调解'])[1 + floor(random() * 8)::int] END,
       random() < 0.22, NULL, NULL, NULL
FROM (SELECT i, 1 + floor(power(random(), 1.6) * 72)::int AS c,
             (ARRAY['DR','DR','DR','DR','MA','MA','MA','IP','IP','EMP','EMP','EMP','FIN','FIN','REC','CRM','CRM','TAX'])[1 + floor(random() * 18)::int] AS pa,
             (ARRAY[1,1,1,1,1,2,2,2,2,3,3,3,4,4,5])[1 + floor(random() * 15)::int] AS office,
             CASE WHEN i % 17 = 3 THEN NULL ELSE 1 + floor(power(random(), 1.3) * 22)::int END AS lead,
             od, CASE WHEN i % 14 = 5 THEN 'On hold' WHEN od < current_date - 150 AND random() < 0.66 THEN 'Closed' ELSE 'Open' END AS st
      FROM (SELECT i, current_date - 2 - floor(1060 * power((180 - i) / 180.0, 1.2) + random() * 45 * (i % 3))::int AS od FROM generate_series(1, 180) i) o) s;
-- the survey at the end of a matter; some clients did not answer
UPDATE matter SET quality_scr = round((68 + (office_id * 37 % 11) * 1.7 + random() * 14)::numeric, 1),
                  comm_scr    = round((61 + (office_id * 29 % 13) * 1.6 + random() * 16)::numeric, 1),
                  value_scr   = CASE WHEN matter_id % 10 = 0 THEN NULL ELSE round((58 + (office_id * 17 % 9) * 2.1 + random() * 15)::numeric, 1) END
WHERE status = 'Closed' AND matter_id % 7 <> 0;

-- teams: the lead lawyer is always on it; lawyers 35, 40 and 44 are on none
INSERT INTO matter_lawyer SELECT matter_id, lead_id, '主承办', opened_on FROM matter WHERE lead_id IS NOT NULL;
INSERT INTO matter_lawyer
SELECT m.matter_id, l, (ARRAY['协办','协办','复核'])[1 + floor(random() * 3)::int], m.opened_on + floor(random() * 20)::int % (current_date - m.opened_on + 1)
FROM matter m, LATERAL (SELECT DISTINCT (ARRAY[10,12,14,15,16,17,18,20,21,22,23,24,25,26,28,29,30,31,32,33,34,36,37,38,39,41,42,43,2,5,24,26,29,31,31,16,24])[1 + floor(random() * 37 + 0 * m.matter_id)::int] AS l
                        FROM generate_series(1, (m.matter_id * 7 / 3) % 3)) k
ON CONFLICT DO NOTHING;

INSERT INTO hearing
SELECT row_number() OVER (ORDER BY d, m), m, court, d + make_interval(hours => (ARRAY[9,10,14,15])[1 + floor(random() * 4)::int], mins => (ARRAY[0,0,15,30])[1 + floor(random() * 4)::int]),
       (ARRAY['一审','一审','一审','二审','二审','再审'])[1 + floor(random() * 6)::int], random() < 0.3,
       CASE WHEN d >= current_date THEN NULL ELSE random() < CASE court WHEN '浦东新区法院' THEN 0.36 WHEN '北京三中院' THEN 0.12 ELSE 0.2 END END,
       CASE WHEN d >= current_date OR random() < 0.08 THEN NULL ELSE 25 + floor(random() * 200)::int END
FROM (SELECT m.matter_id AS m, greatest(m.opened_on + 3, current_date - 560 + floor(k.i * 4.4 + (k.i * 37 % 23) * (k.i % 2))::int)::timestamp AS d,
             (ARRAY['上海一中院','上海一中院','浦东新区法院','浦东新区法院','浦东新区法院','北京三中院','北京三中院','深圳中院','深圳中院','杭州互联网法院','成都中院'])[1 + floor(random() * 11)::int] AS court
      FROM generate_series(1, 146) k(i), LATERAL (SELECT matter_id, opened_on FROM matter WHERE pa_code IN ('DR','IP','EMP','CRM','REC') AND matter_id % 6 <> 4
           AND opened_on < current_date - 560 + floor(k.i * 4.4)::int AND (closed_on IS NULL OR closed_on > current_date - 560 + floor(k.i * 4.4)::int) ORDER BY hashint4(matter_id * 31 + k.i % 40) LIMIT 1) m) s;

INSERT INTO time_entry
SELECT row_number() OVER (ORDER BY d, k), m, l, d, round((0.3 + random() * 7)::numeric, 1), round((SELECT hourly_rate FROM lawyer WHERE lawyer_id = l) * (CASE WHEN random() < 0.2 THEN 0.9 ELSE 1 END)),
       (ARRAY['Drafting','Drafting','Research','Client meeting','Court attendance','Drafting','Research','Travel'])[1 + floor(random() * 8)::int], random() < 0.78
FROM (SELECT k.i AS k, x.matter_id AS m, x.lawyer_id AS l, current_date - k.back AS d
      FROM (SELECT i, floor(power(i / 400.0, 1.35) * 690)::int AS back FROM generate_series(1, 400) i) k,
           LATERAL (SELECT t.matter_id, t.lawyer_id FROM matter_lawyer t JOIN matter m USING (matter_id) JOIN lawyer y USING (lawyer_id)
                    WHERE t.assigned_on <= current_date - k.back AND coalesce(m.closed_on, current_date) >= current_date - k.back AND coalesce(y.left_on, current_date) >= current_date - k.back AND t.lawyer_id NOT IN (13, 38)
                    ORDER BY hashint4(t.matter_id * 97 + t.lawyer_id * 7 + k.i * 13) LIMIT 1) x) s;

INSERT INTO invoice
SELECT row_number() OVER (ORDER BY d, m), 'INV-' || lpad((1000 + row_number() OVER (ORDER BY d, m))::text, 5, '0'), m, d, d + 30 + 15 * (m % 3), a, dc,
       CASE WHEN d < current_date - 120 THEN CASE WHEN r < 0.85 THEN '已付清' WHEN r < 0.91 THEN '部分付款' WHEN r < 0.96 THEN '未付' ELSE '已核销' END
            ELSE CASE WHEN r < 0.35 THEN '已付清' WHEN r < 0.55 THEN '部分付款' ELSE '未付' END END
FROM (SELECT m.matter_id AS m, least(m.opened_on + 20 + floor(random() * 210)::int, current_date - floor(random() * 3)::int) AS d,
             round((4000 + power(random(), 2.2) * 190000)::numeric, 2) AS a, CASE WHEN random() < 0.75 THEN NULL ELSE round((200 + random() * 6000)::numeric, 2) END AS dc, random() AS r
      FROM matter m, LATERAL generate_series(1, 1 + (m.matter_id * 5 / 2) % 3) k
      WHERE m.fee_type <> '公益' AND m.matter_id % 11 <> 6 AND m.opened_on < current_date - 12) s;

INSERT INTO payment
SELECT row_number() OVER (ORDER BY greatest(d, b), i), i, greatest(d, b), a, CASE WHEN random() < 0.06 THEN NULL ELSE (ARRAY['银行转账','银行转账','银行转账','支票','支付宝','银行转账'])[1 + floor(random() * 6)::int] END
FROM (SELECT v.invoice_id AS i, v.issued_on AS b, least(v.issued_on + (8 + floor(random() * 55)::int) * k, current_date - floor(random() * 2)::int) AS d,
             CASE WHEN v.inv_status = '部分付款' THEN round(v.amount * 0.4, 2) WHEN v.invoice_id % 5 = 0 THEN CASE k WHEN 1 THEN round(v.amount * 0.6, 2) ELSE v.amount - round(v.amount * 0.6, 2) END ELSE v.amount END AS a
      FROM invoice v, LATERAL generate_series(1, CASE WHEN v.inv_status = '已付清' AND v.invoice_id % 5 = 0 THEN 2 ELSE 1 END) k
      WHERE v.inv_status IN ('已付清','部分付款')) s;
ANALYZE;
