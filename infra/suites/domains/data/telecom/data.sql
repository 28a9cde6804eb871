-- Seeded; every date is relative to current_date in Asia/Shanghai.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
SELECT setseed(0.37);

INSERT INTO region VALUES ('E1','东部片区',true),('S1','南部片区',false),('W1','西部片区',false),('N1','北部片区',false),
 ('H1','高新片区',false),('I1','海岛片区',true),('K1','空港片区',false);

INSERT INTO tariff VALUES
 (1,'FibreHome 100','Broadband',59.00,100,false,current_date-2400),
 (2,'FibreHome 300','Broadband',89.00,300,true,current_date-1700),
 (3,'FibreHome 500','Broadband',119.00,500,true,current_date-1150),
 (4,'FibreHome 1000','Broadband',169.00,1000,true,current_date-640),
 (5,'Mobile Lite','Mobile',29.00,NULL,true,current_date-1900),
 (6,'Mobile Plus','Mobile',58.00,NULL,true,current_date-1250),
 (7,'Mobile Max','Mobile',128.00,NULL,true,current_date-700),
 (8,'Family Combo','Bundle',199.00,500,true,current_date-980),
 (9,'Office Combo','Bundle',399.00,1000,true,current_date-860),
 (10,'Leased Line 200','Broadband',880.00,200,true,current_date-2100),
 (11,'Meter Link','IoT',6.00,NULL,true,current_date-560),
 (12,'Night Surfer','Mobile',19.00,NULL,false,current_date-2300),
 (13,'Gamer 2000','Broadband',259.00,2000,true,current_date-25);

-- 160 subscribers; 150-160 never took a subscription
INSERT INTO subscriber
SELECT i,
  CASE WHEN i % 4 = 1 THEN (ARRAY['星河','远帆','华宁','金桥','绿野','宏图','博睿','新程','东岭','瑞泽','天合'])[1 + (i / 4) % 11]
        || (ARRAY['贸易','食品','科技','物流','医药','家居','电子'])[1 + (i / 4) % 7] || '公司'
       WHEN i IN (18, 40, 92) THEN (ARRAY['市档案馆','东港中学','青溪县医院'])[CASE i WHEN 18 THEN 1 WHEN 40 THEN 2 ELSE 3 END]
       WHEN i IN (54, 111) THEN '王小明'
       ELSE (ARRAY['赵','钱','孙','李','周','吴','郑','冯','陈','褚','卫','蒋','沈'])[1 + i % 13] || (ARRAY['婷','建军','雨欣','国强','思远','丽华','子涵','文博','晓燕'])[1 + (i * 5) % 9] || CASE WHEN i > 117 THEN '二' ELSE '' END END,
  CASE WHEN i % 4 = 1 THEN '企业' WHEN i IN (18, 40, 92) THEN '政府' ELSE '个人' END,
  CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['江州市','江州新区','临海市','云岭县','青溪县','江州市','临海市'])[1 + (i * 3) % 7] END,
  CASE WHEN i % 40 = 7 THEN 'W1' WHEN i % 53 = 11 THEN 'H1' ELSE (ARRAY['E1','E1','S1','W1','N1','H1','E1','S1','I1','N1','S1','E1'])[1 + (i * 7 + i / 12) % 12] END,
  current_date - 12 - (1500 * power(random(), 1.5))::int,
  CASE WHEN i % 13 = 0 THEN NULL ELSE 480 + i + (random() * 250)::int END,
  CASE WHEN i % 11 = 3 THEN NULL ELSE i % 5 < 2 END,
  '33010119900101' || lpad(i::text, 4, '0'), '138' || lpad((i * 7919)::text, 8, '0')
FROM generate_series(1, 160) i ORDER BY i;

-- 230 subscriptions over the subscribers 1-149
INSERT INTO subscription
SELECT i, s.sub_id, t.tariff_id, d.st, CASE WHEN t.kind = 'IoT' THEN NULL WHEN d.st + 365 > current_date THEN d.st + 365 ELSE current_date + 1 + ((i * 53) % 350) END, NULL, 'live',
  (ARRAY['营业厅','线上','线上','代理商','外呼','营业厅','线上'])[1 + (i * 3 + i / 7) % 7],
  CASE WHEN i % 3 = 0 THEN round((2 + random() * 25)::numeric, 2) END
FROM (SELECT i, CASE WHEN i <= 149 THEN i ELSE 1 + floor(power(random(), 2) * 62)::int END who, random() r1, random() r2 FROM generate_series(1, 230) i ORDER BY i) g
JOIN LATERAL (SELECT u.*, g.r1, g.r2 FROM subscriber u WHERE u.sub_id = g.who) s ON true
CROSS JOIN LATERAL (SELECT * FROM tariff WHERE tariff_id = CASE s.seg WHEN '企业' THEN (ARRAY[9,10,4,9,11,9])[1 + floor(s.r1 * 6)::int] WHEN '政府' THEN 10
       ELSE (ARRAY[1,2,2,3,3,3,4,5,6,6,6,6,7,8,12,5,2,8,4])[1 + floor(s.r1 * 19)::int] END) t
CROSS JOIN LATERAL (SELECT greatest(s.joined_on, t.launched, current_date - (1000 * s.r2)::int) st) d
ORDER BY i;
UPDATE subscription SET state = 'ended', cancel_dt = start_dt + 30 + (scn_id * 37) % 260 WHERE scn_id % 6 = 2 AND start_dt + 30 + (scn_id * 37) % 260 < current_date;
UPDATE subscription SET state = 'ended', cancel_dt = current_date - 3 - (scn_id * 11) % 50 WHERE scn_id % 17 = 5 AND cancel_dt IS NULL AND start_dt < current_date - 60;
UPDATE subscription SET state = 'paused' WHERE scn_id % 19 = 4 AND cancel_dt IS NULL;
UPDATE subscription SET sales_chan = '营业厅' WHERE scn_id = (SELECT min(scn_id) FROM subscription WHERE tariff_id = 8 AND sales_chan = '线上');
-- nobody is bound any longer after a cancellation
UPDATE subscription SET expiry_dt = NULL WHERE cancel_dt IS NOT NULL;

INSERT INTO site
SELECT i, (ARRAY['东港','南桥','西坡','北门','高新','鹤岛'])[r] || (ARRAY['一号','二号','三号','四号','五号','六号','七号','八号','九号','十号','十一号','十二号'])[n] || '站',
  (ARRAY['E1','S1','W1','N1','H1','I1'])[r], (ARRAY['5G','4G','5G','4G','Fibre'])[1 + (i * 3 + i / 5) % 5],
  CASE WHEN i % 12 = 7 THEN NULL ELSE 14.5 + (i * 29 % 43) * 1.1 END, current_date - 130 - (i * 131) % 2900,
  CASE WHEN i % 10 = 6 THEN NULL ELSE i % 7 IN (1, 2, 4, 5) END,
  CASE WHEN i % 5 = 3 THEN NULL ELSE current_date + 2 + (i * 23) % 170 END
FROM (SELECT row_number() OVER (ORDER BY r, n)::int i, r, n FROM unnest(ARRAY[12,9,7,6,5,3]) WITH ORDINALITY a(c, r), generate_series(1, 12) n WHERE n <= c) x ORDER BY i;
INSERT INTO site VALUES (43,'空港一号站','K1','5G',31.0,current_date-40,true,NULL);

-- 96 outages, the last two still go on
INSERT INTO outage
SELECT i, 'OT' || lpad(i::text, 4, '0'), st, CASE WHEN i <= 94 THEN st + interval '12 minutes' + make_interval(mins => (power(r2, 2.2) * 1300)::int) END,
  (ARRAY['光缆中断','停电','停电','设备故障','停电','恶劣天气','设备故障','光缆中断','施工挖断','停电'])[1 + floor(r3 * 10)::int],
  CASE WHEN r4 < 0.15 THEN 'P1' WHEN r4 < 0.5 THEN 'P2' ELSE 'P3' END
FROM (SELECT i, (current_date - 2 - (power((96 - i) / 96.0, 1.25) * 760 + 14 * (1 - cos((96 - i) / 4.3)))::int)::timestamp + make_interval(mins => (random() * 1380)::int) st, random() r2, random() r3, random() r4 FROM generate_series(1, 96) i ORDER BY i) x ORDER BY i;

INSERT INTO outage_site
SELECT o.outage_id, s.site_id, CASE WHEN (o.outage_id + s.site_id) % 17 = 0 THEN NULL ELSE 15 + (power(random(), 2) * 900)::int END
FROM outage o CROSS JOIN LATERAL (SELECT DISTINCT 1 + floor(power(((o.outage_id * 37 + k * 61) % 97) / 97.0, 1.7) * 38)::int AS site_id FROM generate_series(1, 1 + (o.outage_id * 7 % 4)) k) s ORDER BY 1, 2;

INSERT INTO agent VALUES
 (1,'林芳','一线',current_date-2050,true,6100),(2,'何俊','一线',current_date-1630,true,5900),(3,'罗敏','一线',current_date-1210,false,3100),
 (4,'梁超','二线',current_date-1490,true,7700),(5,'宋洁','二线',current_date-890,true,7200),(6,'唐磊','二线',current_date-710,true,7000),
 (7,'韩雪','投诉',current_date-1820,true,6900),(8,'曹阳','投诉',current_date-520,false,3600),(9,'彭宇','一线',current_date-430,true,5400),
 (10,'袁媛','一线',current_date-335,false,2800),(11,'邓凯','二线',current_date-610,false,4000),(12,'傅琳','一线',current_date-22,true,5000);

-- 340 tickets; agent 12 is new and has none yet, every 13th waits for an agent
INSERT INTO ticket
SELECT i, 'TK' || lpad((20000 + i)::text, 6, '0'), sub, CASE WHEN i % 13 = 6 THEN NULL ELSE (ARRAY[1,1,1,1,2,2,2,3,4,4,4,4,4,5,5,6,7,7,8,9,9,10,11,6])[1 + floor(r2 * 24)::int] END, op,
  CASE WHEN i % 13 = 6 OR i > 322 OR i % 41 = 0 THEN NULL ELSE least(op + interval '25 minutes' + make_interval(mins => (power(r3, 2) * CASE WHEN r4 < 0.2 THEN 2400 ELSE 5200 END)::int), current_date::timestamp) END,
  (ARRAY['断网','断网','网速慢','网速慢','网速慢','账单疑问','账单疑问','装机','资费咨询','断网','断网'])[1 + floor(r5 * 11)::int],
  CASE WHEN r4 < 0.2 THEN 'high' WHEN r4 < 0.62 THEN 'normal' ELSE 'low' END, NULL, r3 > 0.86
FROM (SELECT i, 1 + floor(power(random(), 1.6) * 140)::int sub, (current_date - 1 - (power((340 - i) / 340.0, 1.3) * 730 + 9 * (1 - cos((340 - i) / 8.5)))::int)::timestamp + make_interval(mins => 420 + (random() * 900)::int) op,
        random() r2, random() r3, random() r4, random() r5 FROM generate_series(1, 340) i ORDER BY i) x ORDER BY i;
UPDATE ticket SET closed_at = NULL WHERE closed_at < opened_at;
UPDATE ticket SET csat = greatest(1, least(5, 5 - (extract(epoch FROM closed_at - opened_at) / 3600 / 22)::int - (ticket_id % 3 = 0)::int + (agent_id IN (5, 9))::int - (agent_id = 8)::int)) WHERE closed_at IS NOT NULL AND ticket_id % 4 <> 1;

-- 400 invoices for the subscriptions that were running on the day
INSERT INTO invoice
SELECT i, 'INV' || lpad((70000 + i * 3)::text, 7, '0'), x.scn_id, x.d, x.d + 15 + (x.scn_id * 7) % 31, NULL,
  round((t.fee * (0.9 + r2 * 0.7) - coalesce(x.disc, 0) * 0.3 + 0.01 * (i % 83))::numeric, 2), NULL, NULL, CASE WHEN i % 37 = 9 THEN NULL ELSE r3 < 0.07 END
FROM (SELECT row_number() OVER (ORDER BY d, scn_id)::int i, * FROM (
        SELECT b.scn_id, b.tariff_id, b.disc, c.d, random() r2, random() r3
        FROM (SELECT k, current_date - 1 - (power(k / 430.0, 1.25) * 720 + 7 * (1 - cos(k / 10.0)))::int d, random() r FROM generate_series(1, 430) k ORDER BY k) c
        CROSS JOIN LATERAL (SELECT *, row_number() OVER (ORDER BY (scn_id * 71 + c.k * 13) % 233, scn_id) rn, count(*) OVER () n FROM subscription
                            WHERE start_dt <= c.d AND (cancel_dt IS NULL OR cancel_dt >= c.d)) b
        WHERE b.rn = 1 ORDER BY c.k LIMIT 400) y) x JOIN tariff t USING (tariff_id) ORDER BY i;
UPDATE invoice SET paid_on = CASE WHEN inv_id % 5 = 1 THEN due_on + 1 + (inv_id * 7) % 24 ELSE issued_on + 1 + (inv_id * 11) % (due_on - issued_on) END WHERE inv_id % 11 <> 4;
UPDATE invoice SET paid_on = NULL WHERE paid_on >= current_date;
UPDATE invoice SET late_fee = round((amount * 0.02 + (inv_id % 29) * 0.13)::numeric, 2) WHERE paid_on > due_on OR (paid_on IS NULL AND due_on < current_date - 10);
UPDATE invoice SET pay_by = CASE WHEN inv_id % 31 = 0 THEN NULL ELSE (ARRAY['微信','支付宝','银行托收','微信','现金','微信','支付宝'])[1 + (inv_id * 3 + inv_id / 7) % 7] END WHERE paid_on IS NOT NULL;
ANALYZE;
