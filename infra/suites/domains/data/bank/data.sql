-- Seeded data, relative to the current date in Asia/Shanghai.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
SELECT setseed(0.37);

INSERT INTO branch VALUES
 (1,'陆家嘴支行','上海','E',14,'2009-03-18',true,'13900000001'),
 (2,'徐汇支行','上海','E',11,'2011-06-08',true,'13900000002'),
 (3,'虹口支行','上海','E',8,'2014-09-22',false,'13900000003'),
 (4,'观前支行','苏州','N',10,'2010-05-12',true,'13900000004'),
 (5,'园区支行','苏州','N',12,'2013-11-01',true,'13900000005'),
 (6,'太湖支行','无锡','N',7,'2015-04-15',false,'13900000006'),
 (7,'新街口支行','南京','N',13,'2008-10-10',true,'13900000007'),
 (8,'仙林支行','南京','N',5,'2018-08-28',false,'13900000008'),
 (9,'西湖支行','杭州','S',15,'2010-01-20',true,'13900000009'),
 (10,'滨江支行','杭州','S',9,'2016-12-05',NULL,'13900000010'),
 (11,'天一支行','宁波','S',6,'2017-03-30',false,'13900000011'),
 (12,'庐阳支行','合肥','W',NULL,'2019-07-19',false,'13900000012'),
 (13,'蜀山支行','合肥','W',4,'2021-05-27',false,'13900000013');
-- opened lately: nothing happened there yet
INSERT INTO branch SELECT 14,'嘉兴支行','嘉兴','S',3,t - 24,false,'13900000014' FROM _d;

INSERT INTO employee
SELECT i, (ARRAY['沈','钱','顾','陆','徐','朱','许','蒋','潘','曹','魏','姜','严'])[1 + i % 13] || (ARRAY['晓东','丽萍','文斌','佳怡','海峰','雨桐','国强','思远','慧敏','一鸣','春梅'])[1 + i % 11],
       CASE WHEN i % 19 = 0 THEN NULL WHEN i > 80 THEN 14 WHEN i <= 13 THEN i ELSE 1 + floor(power(random(), 1.3) * 13)::int END,
       CASE WHEN i <= 13 OR i = 81 THEN 'MGR' WHEN i % 19 = 0 THEN 'RISK' ELSE (ARRAY['TLR','TLR','RM','LO','TLR','RM','LO'])[1 + i % 7] END,
       (SELECT t FROM _d) - (60 + i * 41 + floor(random() * 37)::int), NULL, 6800 + floor(random() * 9000)
FROM generate_series(1, 82) i;
UPDATE employee SET hired_on = (SELECT t FROM _d) - 30 WHERE emp_id = 81;
UPDATE employee SET hired_on = (SELECT t FROM _d) - 21 WHERE emp_id = 82;
UPDATE employee SET full_name = '顾晓东' WHERE emp_id IN (30, 47);
UPDATE employee SET left_on = (SELECT t FROM _d) - (emp_id * 9 + 4) WHERE emp_id % 12 = 5;

INSERT INTO customer
SELECT i, CASE WHEN i <= 224 THEN (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','孙','胡','郭','何','高','林'])[1 + i % 16] || (ARRAY['建华','秀兰','子轩','雅琴','志刚','梦洁','俊杰','婷婷','永康','美玲','浩然','素珍','鹏飞','静怡','宏伟','诗涵','德明','凤英','天佑','月华','振宇'])[1 + i % 21]
       ELSE (ARRAY['江南','锦绣','恒信','同济','长虹','德润','金石'])[1 + i % 7] || (ARRAY['餐饮','五金','纺织','印务','茶业'])[1 + i % 5] || '有限公司' END,
       CASE WHEN i > 224 THEN 'SME' WHEN i % 29 = 0 THEN 'PB' WHEN random() < 0.27 THEN 'AFF' ELSE 'MASS' END,
       CASE WHEN i > 224 THEN NULL WHEN random() < 0.53 THEN 'F' ELSE 'M' END,
       CASE WHEN i > 224 OR i % 41 = 0 THEN NULL ELSE (SELECT t FROM _d) - (7000 + floor(random() * 19000)::int) END,
       CASE WHEN i % 31 = 0 THEN NULL ELSE (ARRAY['上海','上海','上海','苏州','苏州','无锡','南京','南京','杭州','杭州','宁波','合肥'])[1 + floor(random() * 12)::int] END,
       (SELECT t FROM _d) - (6 + floor(power(random(), 1.2) * 1900)::int),
       1 + floor(power(random(), 1.3) * 13)::int,
       NULL, CASE WHEN random() < 0.15 THEN NULL ELSE round((48000 + power(random(), 3) * 1300000)::numeric, -2) + i END,
       CASE WHEN random() < 0.08 THEN NULL ELSE random() < 0.72 END,
       '3101011980' || lpad(i::text, 8, '0'), '137' || lpad((i * 7919)::text, 8, '0')
FROM generate_series(1, 256) i;
UPDATE customer SET full_name = '张伟' WHERE cust_id IN (17, 96, 163);
UPDATE customer SET full_name = '李娜' WHERE cust_id IN (58, 201);
UPDATE customer SET full_name = '周慕白' WHERE cust_id = 87;     -- a private banking customer (87 = 29 * 3)
UPDATE customer c SET rm_id = r.e FROM (SELECT array_agg(emp_id ORDER BY emp_id) a FROM employee WHERE job = 'RM' AND left_on IS NULL AND branch_id <> 14) q,
  LATERAL (SELECT c2.cust_id, q.a[1 + floor(power(random(), 1.4) * (array_length(q.a, 1) - 2))::int] e FROM customer c2) r
WHERE r.cust_id = c.cust_id AND (c.segment IN ('PB','AFF') OR c.cust_id % 4 = 1);

-- accounts: customers 211-224 have none
INSERT INTO account
SELECT row_number() OVER (ORDER BY c.cust_id, k), '6217' || lpad((c.cust_id * 1009 + k * 37)::text, 8, '0'), c.cust_id, CASE WHEN k = 1 THEN c.branch_id ELSE 1 + floor(power(random(), 1.3) * 13)::int END,
       CASE WHEN c.segment = 'SME' AND k = 1 THEN 'CUR' WHEN k = 1 THEN 'SAV' ELSE (ARRAY['SAV','TERM','TERM','CUR'])[1 + floor(random() * 4)::int] END,
       'ACTIVE', c.joined_on + CASE WHEN k = 1 THEN 0 ELSE floor(random() * ((SELECT t FROM _d) - c.joined_on))::int END, NULL, NULL,
       round((CASE c.segment WHEN 'PB' THEN 400000 WHEN 'AFF' THEN 90000 WHEN 'SME' THEN 120000 ELSE 9000 END * (0.15 + power(random(), 2) * 3))::numeric, 2)
FROM customer c, LATERAL generate_series(1, 1 + (c.cust_id * 7 % 5) / 2) k
WHERE c.cust_id NOT BETWEEN 211 AND 224;
UPDATE account SET status = 'CLOSED', closed_on = least((SELECT t FROM _d) - 2, opened_on + 90 + floor(random() * 700)::int), balance = 0 WHERE acct_id % 17 = 3 AND opened_on < (SELECT t FROM _d) - 100;
UPDATE account SET status = 'FROZEN' WHERE acct_id % 47 = 11 AND status = 'ACTIVE';

INSERT INTO txn
SELECT row_number() OVER (ORDER BY at, acct_id, r2), acct_id, at, ty,
       CASE WHEN ty IN ('INT','FEE') THEN 'SYS' WHEN r2 < 0.36 THEN 'APP' WHEN r2 < 0.56 THEN 'WEB' WHEN r2 < 0.78 THEN 'ATM' ELSE 'CTR' END,
       CASE ty WHEN 'INT' THEN round((2 + r3 * 180)::numeric, 2) WHEN 'FEE' THEN round((1 + r3 * 30)::numeric, 2) ELSE round((30 + power(r3, 4) * 96000)::numeric, 2) END,
       CASE WHEN ty IN ('TIN','TOUT') AND r4 < 0.4 THEN round((0.5 + r4 * 20)::numeric, 2) END, NULL,
       CASE WHEN r5 < 0.03 THEN NULL ELSE r5 > 0.975 END
FROM (SELECT a.acct_id, g.at, (ARRAY['DEP','DEP','WDL','WDL','WDL','TIN','TOUT','TOUT','INT','FEE'])[1 + floor(random() * 10)::int] ty, random() r2, random() r3, random() r4, random() r5
      FROM account a, LATERAL (SELECT date_trunc('second', (SELECT t FROM _d)::timestamp + interval '21 hours' - power(random(), 1.25) * interval '820 days') at FROM generate_series(1, 14 + a.acct_id % 6) k WHERE a.acct_id > 0) g
      WHERE g.at::date >= a.opened_on AND (a.closed_on IS NULL OR g.at::date <= a.closed_on) AND g.at < now() AT TIME ZONE 'Asia/Shanghai' AND a.acct_id % 23 <> 5) s;
UPDATE txn x SET teller_id = q.a[1 + (x.txn_id * 31 % 997)::int % array_length(q.a, 1)] FROM (SELECT array_agg(emp_id ORDER BY emp_id) a FROM employee WHERE job = 'TLR' AND branch_id <> 14) q WHERE x.channel = 'CTR' AND x.txn_id % 40 <> 0;
-- a quarter of the accounts fell asleep
DELETE FROM txn WHERE acct_id % 4 = 2 AND txn_at > (SELECT t FROM _d) - 200;
UPDATE account a SET last_move = (SELECT max(txn_at)::date FROM txn x WHERE x.acct_id = a.acct_id);

INSERT INTO card
SELECT row_number() OVER (ORDER BY cust_id, k), '6228' || lpad((cust_id * 1013 + k * 71)::text, 8, '0'), cust_id, CASE WHEN r < 0.45 THEN 'DEBIT' ELSE 'CREDIT' END,
       CASE WHEN segment = 'PB' THEN 'DIAMOND' WHEN segment = 'AFF' THEN CASE WHEN r2 < 0.6 THEN 'PLAT' ELSE 'GOLD' END ELSE CASE WHEN r2 < 0.25 THEN 'GOLD' ELSE 'CLASSIC' END END,
       d, (d + interval '4 years')::date, CASE WHEN r < 0.45 THEN NULL ELSE round((5000 + power(r3, 2) * 140000)::numeric, -2) + cust_id END,
       CASE WHEN r4 < 0.06 THEN 'LOST' WHEN r4 < 0.13 THEN 'CANCEL' ELSE 'ACTIVE' END, lpad((cust_id * 3)::text, 3, '0')
FROM (SELECT c.cust_id, c.segment, k, random() r, random() r2, random() r3, random() r4, greatest(c.joined_on, (SELECT t FROM _d) - 1820) + floor(random() * ((SELECT t FROM _d) - greatest(c.joined_on, (SELECT t FROM _d) - 1820)))::int d
      FROM customer c, LATERAL generate_series(1, 1 + c.cust_id % 2) k WHERE c.segment <> 'SME' AND c.cust_id % 13 <> 4) s;
INSERT INTO card_spend
SELECT row_number() OVER (ORDER BY at, card_id), card_id, at AT TIME ZONE 'Asia/Shanghai', (ARRAY['FOOD','FOOD','SHOP','SHOP','SHOP','TRAVEL','FUEL','MED','EDU'])[1 + floor(random() * 9)::int],
       round((8 + power(random(), 5) * 14000)::numeric, 2), CASE WHEN random() < 0.1 THEN NULL ELSE floor(random() * 400)::int END, random() < 0.07
FROM (SELECT c.card_id, date_trunc('second', (SELECT t FROM _d)::timestamp + interval '22 hours' - power(random(), 1.2) * interval '760 days') at, c.issued_on
      FROM card c, LATERAL generate_series(1, 14 + c.card_id % 9) k WHERE c.card_id % 11 <> 6) s
WHERE at::date >= issued_on AND at < now() AT TIME ZONE 'Asia/Shanghai';

INSERT INTO loan
SELECT i, 'LN' || to_char(d, 'YYYYMM') || lpad(i::text, 4, '0'), cust, 1 + floor(power(random(), 1.3) * 13)::int, NULL, p, d,
       (d + make_interval(months => CASE p WHEN 'HOUSE' THEN 240 WHEN 'CAR' THEN 36 WHEN 'BIZ' THEN 24 ELSE 12 END))::date,
       round((CASE p WHEN 'HOUSE' THEN 600000 + r * 2400000 WHEN 'CAR' THEN 60000 + r * 240000 WHEN 'BIZ' THEN 150000 + r * 1500000 ELSE 5000 + r * 90000 END)::numeric, -2) + i,
       0, round((CASE p WHEN 'HOUSE' THEN 3.1 WHEN 'CAR' THEN 4.2 WHEN 'BIZ' THEN 4.6 ELSE 6.8 END + random() * 1.4)::numeric, 2),
       CASE WHEN r2 < 0.86 THEN 'NORM' WHEN r2 < 0.93 THEN 'WATCH' WHEN r2 < 0.965 THEN 'SUB' WHEN r2 < 0.985 THEN 'DOUBT' ELSE 'LOSS' END,
       CASE WHEN p IN ('HOUSE','CAR') THEN true WHEN random() < 0.15 THEN NULL ELSE p = 'BIZ' AND random() < 0.6 END
FROM (SELECT i, CASE WHEN i % 6 = 0 THEN 225 + (i * 5) % 27 ELSE 1 + (floor(power(random(), 1.3) * 190)::int * 53) % 205 END cust,
        CASE WHEN i % 6 = 0 THEN 'BIZ' ELSE (ARRAY['HOUSE','CAR','CONS','CONS','HOUSE','CONS'])[1 + floor(random() * 6)::int] END p,
        (SELECT t FROM _d) - (3 + floor(power(random(), 1.1) * 1090)::int) d, random() r, random() r2
      FROM generate_series(1, 214) i) s;
UPDATE loan l SET officer_id = q.a[1 + floor(power(random(), 1.3) * (array_length(q.a, 1) - 1))::int] FROM (SELECT array_agg(emp_id ORDER BY emp_id) a FROM employee WHERE job = 'LO' AND branch_id <> 14) q WHERE NOT (l.product = 'CONS' AND l.loan_id % 3 = 0);

INSERT INTO repayment
SELECT row_number() OVER (ORDER BY loan_id, n), loan_id, n, due, CASE WHEN due > (SELECT t FROM _d) THEN NULL WHEN r < bad THEN NULL WHEN r < bad + 0.09 THEN least(due + 1 + floor(r2 * 24)::int, (SELECT t FROM _d)) ELSE due - floor(r2 * 6)::int END,
       amt, NULL, NULL
FROM (SELECT l.loan_id, n, (l.issued_on + make_interval(months => n))::date due, random() r, random() r2, round(l.principal / CASE l.product WHEN 'HOUSE' THEN 180 WHEN 'CAR' THEN 34 WHEN 'BIZ' THEN 22.5 ELSE 11.6 END, 2) amt,
        CASE WHEN l.risk_class IN ('NORM') THEN 0.004 WHEN l.risk_class = 'WATCH' THEN 0.1 ELSE 0.35 END bad
      FROM loan l, LATERAL generate_series(1, CASE l.product WHEN 'HOUSE' THEN 40 WHEN 'CAR' THEN 36 WHEN 'BIZ' THEN 24 ELSE 12 END) n) s
WHERE due <= ((SELECT t FROM _d) + interval '4 months')::date;
UPDATE repayment SET paid_amt = due_amt, penalty = CASE WHEN paid_on > due_on THEN round((due_amt * 0.0005 * (paid_on - due_on))::numeric, 2) + 1 END WHERE paid_on IS NOT NULL;
UPDATE loan l SET outstanding = greatest(0, l.principal - coalesce((SELECT sum(paid_amt) FROM repayment r WHERE r.loan_id = l.loan_id), 0) * 0.8);
UPDATE loan SET outstanding = 0, risk_class = 'NORM' WHERE matures_on <= (SELECT t FROM _d) AND risk_class IN ('NORM','WATCH');

INSERT INTO wm_product SELECT v.*, (SELECT t FROM _d) - o FROM (VALUES
 (1,'安心宝','R1',2.15,1000.00),(2,'月月盈','R1',2.40,10000.00),(3,'季季红','R2',2.85,10000.00),(4,'稳健增利一号','R2',3.05,50000.00),(5,'稳健增利二号','R2',3.18,50000.00),
 (6,'添利180','R2',3.32,20000.00),(7,'均衡优选','R3',3.90,50000.00),(8,'固收加','R3',4.15,100000.00),(9,'科创精选','R4',5.60,200000.00),(10,'全球配置','R4',NULL,300000.00),(11,'绿色能源','R5',7.25,500000.00)) v(a,b,c,d,e)
 JOIN (VALUES (1,1400),(2,1250),(3,1100),(4,980),(5,760),(6,620),(7,510),(8,400),(9,300),(10,150),(11,35)) o(a,o) USING (a);
INSERT INTO wm_order
SELECT row_number() OVER (ORDER BY d, cust_id, r), cust_id, p.prod_id, CASE WHEN r < 0.3 THEN NULL ELSE rm_id END, d, round((p.min_amt * (1 + power(r2, 2) * 8))::numeric, 2),
       CASE WHEN r3 < 0.4 AND d < (SELECT t FROM _d) - 60 THEN d + 30 + floor(r3 * 60)::int END
FROM (SELECT c.cust_id, c.rm_id, 1 + floor(power(random(), 1.4) * 10)::int pid, random() r, random() r2, random() r3, greatest(c.joined_on, (SELECT t FROM _d) - 1090) + floor(power(random(), 0.7) * ((SELECT t FROM _d) - greatest(c.joined_on, (SELECT t FROM _d) - 1090)))::int d
      FROM customer c, LATERAL generate_series(1, CASE c.segment WHEN 'PB' THEN 9 WHEN 'AFF' THEN 4 ELSE 2 END) k WHERE c.segment <> 'SME' AND c.cust_id % 3 <> 1) s
JOIN wm_product p ON p.prod_id = s.pid AND s.d >= p.launched_on;

INSERT INTO complaint
SELECT row_number() OVER (ORDER BY d, r), CASE WHEN r < 0.12 THEN NULL ELSE 1 + (floor(r * 224)::int * 37) % 224 END, 1 + floor(power(r2, 1.5) * 12)::int, d,
       (ARRAY['QUEUE','QUEUE','QUEUE','FEE','FEE','STAFF','APP','APP','LOAN'])[1 + floor(r3 * 9)::int], NULL, CASE WHEN r4 < 0.3 THEN NULL ELSE 1 + floor(power(r4, 1.2) * 5)::int END
FROM (SELECT (SELECT t FROM _d) - floor(power(random(), 1.2) * 900)::int d, random() r, random() r2, random() r3, random() r4 FROM generate_series(1, 380)) s;
UPDATE complaint SET resolved_on = filed_on + (cmp_id * 17 % 12) WHERE cmp_id % 14 <> 5 AND filed_on < (SELECT t FROM _d) - 12;
UPDATE complaint SET score = NULL WHERE resolved_on IS NULL;

INSERT INTO branch_review
SELECT row_number() OVER (ORDER BY y, h, b), b, y, h, round((60 + (b * 37 % 13) * 2.1 + random() * 11)::numeric, 2), CASE WHEN (b + h) % 11 = 0 THEN NULL ELSE round((66 + (b * 29 % 13) * 1.7 + random() * 10)::numeric, 2) END, round((70 + (b * 17 % 13) * 1.5 + random() * 9)::numeric, 2)
FROM generate_series(extract(year FROM (SELECT t FROM _d))::int - 2, extract(year FROM (SELECT t FROM _d))::int) y, generate_series(1, 2) h, generate_series(1, 13) b
WHERE y < extract(year FROM (SELECT t FROM _d))::int OR h <= CASE WHEN extract(month FROM (SELECT t FROM _d)) > 6 THEN 2 ELSE 1 END;
INSERT INTO branch_ledger
SELECT row_number() OVER (ORDER BY m, b, v), b, m::date, v, round((210000 * (0.6 + (b * 23 % 13) * 0.09) * (0.92 + extract(month FROM m) * 0.014) * f)::numeric, 2), round((130000 * (0.7 + (b * 31 % 13) * 0.07) * f2)::numeric, 2)
FROM (SELECT m, b, v, CASE v WHEN 'BUD' THEN 1.03 ELSE 0.86 + random() * 0.3 END f, CASE v WHEN 'BUD' THEN 1 ELSE 0.9 + random() * 0.22 END f2
      FROM generate_series(date_trunc('month', (SELECT t FROM _d)::timestamp) - interval '29 months', date_trunc('month', (SELECT t FROM _d)::timestamp), interval '1 month') m, generate_series(1, 13) b, unnest(ARRAY['ACT','BUD']) v) s;
ANALYZE;
