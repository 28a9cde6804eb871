-- Deterministic data, relative to current_date (Asia/Shanghai): three years back, releases, episodes, bills and licence ends some weeks ahead.
SET timezone = 'Asia/Shanghai';
SET jit = off;
CREATE FUNCTION pg_temp.h(k text) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT (hashtextextended(k, 7) & 1048575)::float8 / 1048576';

INSERT INTO ctry VALUES ('SG','Singapore','Southeast Asia'),('MY','Malaysia','Southeast Asia'),('TH','Thailand','Southeast Asia'),('VN','Vietnam','Southeast Asia'),('ID','Indonesia','Southeast Asia'),
 ('JP','Japan','East Asia'),('KR','South Korea','East Asia'),('AU','Australia','Oceania'),('NZ','New Zealand','Oceania'); -- nobody in New Zealand yet

INSERT INTO plan_d VALUES ('BAS','Basic',6.90,1,false,'2019-05-01'),('ADS','Basic with Ads',3.90,1,true,'2023-02-14'),('STD','Standard',10.90,2,false,'2019-05-01'),
 ('PRE','Premium',15.90,4,false,'2019-05-01'),('STU','Student',4.90,1,true,'2021-09-01'),('FAM','Family',19.90,6,false,NULL); -- Family has not been sold yet

INSERT INTO sbr
SELECT i, CASE i WHEN 14 THEN 'Wei Lim' WHEN 87 THEN 'Wei Lim' WHEN 133 THEN 'Wei Lin' ELSE (ARRAY['Aisha','Ben','Chloe','Dinh','Emi','Farid','Grace','Hana','Ivan','Jun','Kavya','Leo','Mina','Nam','Olive','Putri'])[1 + i % 16] || ' ' || (ARRAY['Tan','Nguyen','Sato','Park','Rahman','Wong','Santoso','Kim','Hughes','Chai','Yap','Ito','Le','Mohd','Reid','Ong','Suzuki'])[1 + i / 16] END,
       CASE WHEN i % 31 = 0 THEN NULL ELSE (ARRAY['SG','SG','SG','SG','MY','MY','TH','VN','ID','ID','ID','JP','JP','KR','AU'])[1 + floor(pg_temp.h('cc' || i) * 15)::int] END,
       (current_date - 1 - ((i * 181) % 1090) + time '08:00' + (pg_temp.h('sg' || i) * 800)::int * interval '1 minute') AT TIME ZONE 'Asia/Shanghai',
       CASE WHEN i % 12 = 7 THEN NULL ELSE 1958 + floor(pg_temp.h('by' || i) * 50)::int END,
       NULL, CASE WHEN i % 10 = 3 THEN NULL ELSE pg_temp.h('mk' || i) < 0.45 END,
       'user' || i || '@mail.example', md5('pw' || i)
FROM generate_series(1, 262) i;
UPDATE sbr s SET ref_by = r.sbr_id FROM sbr r WHERE pg_temp.h('rf' || s.sbr_id) < 0.3 AND r.sbr_id = 1 + floor(power(pg_temp.h('rb' || s.sbr_id), 2.2) * 90)::int AND r.sgn_ts < s.sgn_ts;
UPDATE sbr SET ref_by = 6 WHERE sbr_id IN (52, 118, 203);

-- subscribers 241 and up never subscribed to a plan (they only looked around); every sixth has changed the plan once
INSERT INTO sbn
SELECT row_number() OVER (ORDER BY sbr_id, k), sbr_id, (ARRAY['BAS','BAS','ADS','ADS','STD','STD','STD','PRE','PRE','STU'])[1 + floor(pg_temp.h('pl' || sbr_id || k) * 10)::int],
       CASE k WHEN 1 THEN s ELSE s + len + 1 END, CASE WHEN k = 1 AND s + len + 1 <= current_date AND (two OR pg_temp.h('ch' || sbr_id) < 0.4) THEN s + len WHEN k = 2 AND pg_temp.h('ch2' || sbr_id) < 0.2 AND s + len + 90 < current_date THEN s + len + 90 END,
       NULL, CASE WHEN (sbr_id + k) % 14 = 0 THEN NULL ELSE pg_temp.h('ar' || sbr_id || k) < 0.72 END, CASE WHEN pg_temp.h('pr' || sbr_id || k) < 0.15 THEN 'WELCOME' WHEN pg_temp.h('pr' || sbr_id || k) < 0.22 THEN 'LUNAR' END
FROM (SELECT sbr_id, (sgn_ts AT TIME ZONE 'Asia/Shanghai')::date AS s, 40 + floor(pg_temp.h('ln' || sbr_id) * 500)::int AS len, sbr_id % 6 = 1 AS two FROM sbr WHERE sbr_id <= 240) a,
     LATERAL generate_series(1, CASE WHEN two AND s + len + 1 <= current_date THEN 2 ELSE 1 END) k;
UPDATE sbn SET nxt_bill = current_date + floor(pg_temp.h('nb' || sbn_id) * 30)::int WHERE end_dt IS NULL;

INSERT INTO pmt
SELECT row_number() OVER (ORDER BY n.sbn_id, k), n.sbn_id, n.st_dt + k * 30 + time '00:20' + (pg_temp.h('pt' || n.sbn_id || k) * 1400)::int * interval '1 minute',
       round((p.mth_fee * CASE ccy WHEN 'SGD' THEN 1.35 WHEN 'AUD' THEN 1.5 ELSE 1 END * CASE WHEN n.promo_cd IS NOT NULL AND k < 3 THEN 0.7 ELSE 1 END)::numeric, 2), ccy,
       CASE WHEN pg_temp.h('ps' || n.sbn_id || k) < 0.05 THEN 'FAIL' WHEN pg_temp.h('ps' || n.sbn_id || k) < 0.08 THEN 'RFND' ELSE 'PAID' END,
       CASE WHEN pg_temp.h('pn' || n.sbn_id || k) < 0.02 THEN NULL ELSE (ARRAY['Card','Card','Card','PayPal','GrabPay','Alipay'])[1 + floor(pg_temp.h('pm' || n.sbn_id || k / 6) * 6)::int] END
FROM (SELECT n.*, CASE s.cc WHEN 'SG' THEN 'SGD' WHEN 'AU' THEN 'AUD' ELSE 'USD' END AS ccy FROM sbn n JOIN sbr s USING (sbr_id)) n JOIN plan_d p USING (plan_cd),
     LATERAL generate_series(0, (coalesce(n.end_dt, current_date) - n.st_dt) / 30) k
WHERE n.st_dt + k * 30 <= current_date;
-- gift cards: no subscription
INSERT INTO pmt SELECT 90000 + i, NULL, current_date - 4 - i * 27 + time '12:00' + i * interval '7 minutes', (ARRAY[25, 50, 100])[1 + i % 3], 'USD', 'PAID', 'Card' FROM generate_series(1, 36) i;

INSERT INTO gnr VALUES (1,'Drama'),(2,'Comedy'),(3,'Thriller'),(4,'Sci-Fi'),(5,'Romance'),(6,'Crime'),(7,'True Crime'),(8,'Family'),(9,'Action'),(10,'Nature'),(11,'Western'); -- no Western in the catalogue

INSERT INTO ttl
SELECT i, nm, tp, CASE WHEN i BETWEEN 48 AND 50 THEN current_date + 6 + (i - 48) * 17 ELSE current_date - 45 - (i * 97) % 1700 END,
       (ARRAY['en','en','zh','zh','ko','ja','th','ko','en','zh'])[1 + floor(pg_temp.h('lg' || i) * 10)::int], pg_temp.h('or' || i) < 0.45,
       CASE WHEN i % 15 = 0 THEN NULL ELSE (ARRAY['G','PG','PG13','M18'])[1 + floor(pg_temp.h('ag' || i) * 4)::int] END,
       CASE WHEN tp <> 'SER' THEN 74 + (i * 29) % 83 END, CASE WHEN pg_temp.h('or' || i) < 0.45 THEN round((2 + power(pg_temp.h('co' || i), 2) * 83 + i * 0.1)::numeric, 1) END,
       CASE WHEN pg_temp.h('or' || i) >= 0.45 THEN current_date - 20 + (i * 53) % 430 END
FROM (VALUES (1,'Night Ferry','MOV'),(2,'Night Ferry II','MOV'),(3,'Harbour Lights','SER'),(4,'Harbor Lights','MOV'),(5,'The Salt Road','SER'),(6,'Paper Moons','MOV'),(7,'Typhoon Season','SER'),(8,'Little Kopitiam','SER'),
 (9,'The Last Hawker','DOC'),(10,'Monsoon Planner','SER'),(11,'Iron Orchid','SER'),(12,'Blue Durian','MOV'),(13,'Seoul After Dark','SER'),(14,'Tokyo Drifters','MOV'),(15,'Under the Banyan','SER'),(16,'Code Jade','MOV'),
 (17,'Crimson Pool','MOV'),(18,'The Algorithm','SER'),(19,'Lost in Ipoh','MOV'),(20,'Reef Keepers','DOC'),(21,'A Quiet Verdict','SER'),(22,'Cold Noodles','MOV'),(23,'Ghost of Joo Chiat','MOV'),(24,'The Understudy','SER'),
 (25,'Mekong Diaries','DOC'),(26,'Kampung Kids','SER'),(27,'Zero Gravity Cafe','SER'),(28,'The Forger','MOV'),(29,'Silk and Steel','SER'),(30,'Golden Mile','MOV'),(31,'Rain on Orchard','MOV'),(32,'The Ninth Keeper','MOV'),
 (33,'Heartland','SER'),(34,'Jade Emperor','SER'),(35,'Wild Borneo','DOC'),(36,'Borrowed Time','MOV'),(37,'Street of Masks','SER'),(38,'Two Left Feet','MOV'),(39,'Island Kitchen','DOC'),(40,'Shadow Exchange','SER'),
 (41,'The Cartographer','MOV'),(42,'Lantern Festival','MOV'),(43,'Deep Current','SER'),(44,'Midnight Tuk-Tuk','MOV'),(45,'Star Academy','SER'),(46,'The Wager','MOV'),(47,'Second Harvest','MOV'),
 (48,'Neon Monks','SER'),(49,'The Long Strait','MOV'),(50,'Orchid Rising','SER'),(51,'Farewell Peranakan','DOC'),(52,'Tin Soldiers','MOV')) v (i, nm, tp);

INSERT INTO ttl_gnr
SELECT ttl_id, g FROM (SELECT ttl_id, 1 + floor(power(pg_temp.h('g1' || ttl_id), 1.3) * 9)::int AS g FROM ttl WHERE ttl_typ <> 'DOC'
 UNION SELECT ttl_id, 1 + floor(pg_temp.h('g2' || ttl_id) * 9)::int FROM ttl WHERE ttl_typ <> 'DOC' AND pg_temp.h('g3' || ttl_id) < 0.6
 UNION SELECT ttl_id, CASE WHEN ttl_id % 2 = 0 THEN 7 ELSE 10 END FROM ttl WHERE ttl_typ = 'DOC' AND ttl_id <> 39) x; -- 39 has no genre

INSERT INTO epi
SELECT row_number() OVER (ORDER BY ttl_id, s, e), ttl_id, s, e, CASE WHEN (ttl_id + e) % 13 = 0 THEN NULL ELSE ttl_nm || ' S' || s || 'E' || e END, rel_dt + (s - 1) * 260 + (e - 1) * 7,
       CASE WHEN (ttl_id + e) % 11 = 0 THEN NULL ELSE 24 + (ttl_id * 7) % 25 + floor(pg_temp.h('ed' || ttl_id || '-' || s || '-' || e) * 9)::int END
FROM ttl, LATERAL generate_series(1, 1 + ttl_id % 2) s, LATERAL generate_series(1, 5 + ttl_id % 4) e
WHERE ttl_typ = 'SER' AND rel_dt + (s - 1) * 260 + (e - 1) * 7 < current_date + 75;

INSERT INTO dev
SELECT row_number() OVER (ORDER BY sbr_id, k), sbr_id, (ARRAY['Smart TV','Phone','Phone','Tablet','Browser','Browser','Console','Smart TV'])[1 + floor(pg_temp.h('dt' || sbr_id || '-' || k) * 8)::int],
       least(s + floor(pg_temp.h('dr' || sbr_id || '-' || k) * 300)::int, current_date), pg_temp.h('da' || sbr_id || '-' || k) < 0.8
FROM (SELECT sbr_id, (sgn_ts AT TIME ZONE 'Asia/Shanghai')::date AS s FROM sbr WHERE sbr_id % 17 <> 4) a, LATERAL generate_series(1, 1 + floor(power(pg_temp.h('dn' || sbr_id), 2) * 4)::int) k;

CREATE TEMP TABLE _dv AS SELECT sbr_id, array_agg(dev_id ORDER BY dev_id) AS a FROM dev GROUP BY 1;
CREATE INDEX ON epi (ttl_id);
-- the last twelve subscribers never watched anything; titles 48 to 52 have no views
INSERT INTO vw
SELECT i, b, t, (SELECT a[1 + i % array_length(a, 1)] FROM (SELECT array_agg(e.epi_id ORDER BY e.epi_id) AS a FROM epi e WHERE e.ttl_id = t AND e.air_dt <= d) z),
       CASE WHEN pg_temp.h('vd0' || i) < 0.04 THEN NULL ELSE (SELECT a[1 + i % array_length(a, 1)] FROM _dv v WHERE v.sbr_id = b) END,
       (d + (pg_temp.h('vt' || i) * 1439)::int * interval '1 minute') AT TIME ZONE 'Asia/Shanghai', round((1 + len * CASE WHEN fin THEN 0.9 + pg_temp.h('vl' || i) * 0.1 ELSE pg_temp.h('vl' || i) * 0.85 END)::numeric, 1), fin
FROM (SELECT i, b, t, greatest(x.d, s.sg, l.rel_dt) AS d, CASE WHEN l.ttl_typ = 'SER' THEN 42 ELSE l.run_min END AS len, pg_temp.h('vf' || i) < 0.5 + (b % 5) * 0.04 + (t % 6) * 0.05 AS fin
      FROM (SELECT i, 1 + floor(power(pg_temp.h('vb' || i), 1.5) * 250)::int AS b, 1 + floor(power(pg_temp.h('vs' || i), 1.25) * 47)::int AS t, current_date - floor(power(pg_temp.h('vv' || i), 1.3) * 1094)::int AS d FROM generate_series(1, 3400) i OFFSET 0) x
      JOIN ttl l ON l.ttl_id = x.t JOIN (SELECT sbr_id, (sgn_ts AT TIME ZONE 'Asia/Shanghai')::date AS sg FROM sbr) s ON s.sbr_id = x.b OFFSET 0) y;

INSERT INTO vw SELECT 5000 + i, 3 + i * 7, CASE WHEN i <= 16 THEN 18 ELSE 19 END, NULL, NULL, (current_date - i * 2 + time '20:15') AT TIME ZONE 'Asia/Shanghai', 12.5 + i, i % 3 = 0 FROM generate_series(1, 24) i;

INSERT INTO rtg
SELECT row_number() OVER (ORDER BY b, t), b, t, st, d FROM (SELECT DISTINCT ON (b, t) b, t, least(5, 1 + floor(power(pg_temp.h('st' || i), 0.6) * 4.4 + (t * 7 % 10) * 0.09)::int) AS st, current_date - floor(pg_temp.h('rd' || i) * 1000)::int AS d
 FROM (SELECT i, 1 + floor(power(pg_temp.h('rb' || i), 1.2) * 190)::int AS b, 1 + floor(power(pg_temp.h('rt' || i), 1.4) * 45)::int AS t FROM generate_series(1, 820) i) a ORDER BY b, t, i) z;

INSERT INTO tkt
SELECT i, 'T' || (40000 + i * 3), CASE WHEN i % 19 = 0 THEN NULL ELSE 1 + floor(power(pg_temp.h('tb' || i), 1.2) * 220)::int END, o, CASE WHEN o > current_date - 3 OR pg_temp.h('to' || i) < 0.07 THEN NULL ELSE o + (5 + power(pg_temp.h('tl' || i), 2) * 2600)::int * interval '1 minute' END,
       (ARRAY['Billing','Billing','Playback','Playback','Account','Content','App'])[1 + floor(pg_temp.h('tc' || i) * 7)::int], (ARRAY['P1','P2','P2','P3','P3','P3'])[1 + floor(pg_temp.h('tp' || i) * 6)::int],
       NULL, CASE WHEN i % 23 = 0 THEN NULL ELSE pg_temp.h('te' || i) < 0.14 END
FROM (SELECT i, current_date - floor(power(pg_temp.h('td' || i), 1.2) * 1090)::int + time '00:10' + (pg_temp.h('tt' || i) * 1400)::int * interval '1 minute' AS o FROM generate_series(1, 420) i) x;
UPDATE tkt SET csat = 1 + floor(pg_temp.h('cs' || tkt_id) * 5)::int WHERE cls_ts IS NOT NULL AND pg_temp.h('cs0' || tkt_id) < 0.65;

INSERT INTO qoe_q
SELECT row_number() OVER (ORDER BY y, q, cc), cc, y, q, round((60 + (ascii(cc) * 13 + ascii(substr(cc, 2)) * 7) % 19 + pg_temp.h('q1' || cc || (y - yy) || q) * 14)::numeric, 2), round((55 + (ascii(cc) * 5 + ascii(substr(cc, 2)) * 11) % 23 + pg_temp.h('q2' || cc || (y - yy) || q) * 15)::numeric, 2),
       CASE WHEN cc = 'VN' AND q = 2 THEN NULL ELSE round((66 + (ascii(substr(cc, 2)) * 3) % 17 + pg_temp.h('q3' || cc || (y - yy) || q) * 12)::numeric, 2) END
FROM ctry, (SELECT extract(year FROM current_date)::int AS yy, extract(quarter FROM current_date)::int AS qq) n, LATERAL generate_series(yy - 3, yy) y, generate_series(1, 4) q
WHERE cc <> 'NZ' AND (y < yy OR q <= qq);
ANALYZE;
