-- Deterministic: every "random" figure is a hash of the row number. Relative to the day of loading (Asia/Shanghai).
SET timezone = 'Asia/Shanghai';
SET jit = off;
CREATE TEMP TABLE _d AS SELECT current_date AS t; ANALYZE _d;
CREATE FUNCTION pg_temp.r(i int, k text) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(i::text || '#' || k), 1, 7))::bit(28)::int / 268435456.0 $$;

INSERT INTO htl VALUES
 (1,'Lakeside Hotel Hangzhou','H','Hangzhou','CN',4,'2011-05-01',9,true,false),
 (2,'Bund House Shanghai','H','Shanghai','CN',5,'2014-09-20',14,true,NULL),
 (3,'Garden Suites Shanghai','A','Shanghai','CN',NULL,'2019-03-15',6,false,true),
 (4,'Panda Hostel Chengdu','S','Chengdu','CN',NULL,'2016-06-10',4,false,true),
 (5,'Panda Hostel Chengde','S','Chengde','CN',NULL,'2018-07-01',3,false,false),
 (6,'Old Town Hostel Chiang Mai','S','Chiang Mai','TH',NULL,'2017-11-11',3,true,true),
 (7,'River Hotel Chiang Rai','H','Chiang Rai','TH',3,'2020-02-02',5,true,NULL),
 (8,'Alfama Hostel Lisbon','S','Lisbon','PT',NULL,'2015-04-04',4,false,false),
 (9,'Spree Hotel Berlin','H','Berlin','DE',4,'2012-08-18',8,false,true),
 (10,'Kreuzberg Hostel Berlin','S','Berlin','DE',NULL,'2021-10-01',5,false,false),
 (11,'Harbour Hotel Xiamen','H','Xiamen','CN',5,(SELECT t - 25 FROM _d),12,true,NULL); -- just opened: no rooms on sale, nobody has booked

INSERT INTO amen VALUES ('WIF','Wi-Fi'),('GYM','Gym'),('SPA','Spa'),('PRK','Parking'),('LAU','Laundry'),('BAR','Bar'),('BIC','Bicycle hire'),('HEL','Helipad');
INSERT INTO htl_amen SELECT h, a, CASE a WHEN 'WIF' THEN true ELSE pg_temp.r(h, a || 'f') < 0.4 END FROM generate_series(1, 10) h, unnest(ARRAY['WIF','GYM','SPA','PRK','LAU','BAR','BIC']) a WHERE a = 'WIF' OR pg_temp.r(h, a) < 0.5;
INSERT INTO htl_amen VALUES (11,'WIF',true);

INSERT INTO rm_type VALUES ('DRM','Dorm bed',1),('SGL','Single',1),('DBL','Double',2),('TWN','Twin',2),('FAM','Family room',4),('STE','Suite',3),('PNT','Penthouse',6); -- no penthouse built yet
INSERT INTO room
SELECT row_number() OVER (ORDER BY h, n), h, (100 * (1 + (n - 1) / 6) + 1 + (n - 1) % 6)::text, rt,
       CASE WHEN (h * 7 + n) % 13 = 0 THEN NULL ELSE round((CASE rt WHEN 'DRM' THEN 5 WHEN 'SGL' THEN 11 WHEN 'FAM' THEN 30 WHEN 'STE' THEN 41 ELSE 19 END + pg_temp.r(h * 100 + n,'q') * 9)::numeric, 1) END,
       round((CASE rt WHEN 'DRM' THEN 90 WHEN 'SGL' THEN 240 WHEN 'DBL' THEN 420 WHEN 'TWN' THEN 400 WHEN 'FAM' THEN 680 ELSE 1250 END * (0.7 + h % 4 * 0.2 + pg_temp.r(h * 100 + n,'p') * 0.3))::numeric, 2),
       pg_temp.r(h * 100 + n,'o') < 0.07, CASE WHEN n % 5 = 0 THEN NULL ELSE (SELECT t FROM _d) - (40 + floor(pg_temp.r(h * 100 + n,'r') * 2000))::int END
FROM (SELECT h, n, CASE WHEN h IN (4,5,6,8,10) THEN (ARRAY['DRM','DRM','DBL','DRM','SGL','FAM'])[1 + (n * 3 + h) % 6] ELSE (ARRAY['DBL','TWN','DBL','STE','SGL','FAM','DBL'])[1 + (n * 2 + h) % 7] END AS rt
      FROM generate_series(1, 10) h, generate_series(1, 30) n WHERE n <= 8 + (h * 5) % 13) s;

INSERT INTO guest
SELECT i, CASE WHEN i % 3 = 0 THEN (ARRAY['Li','Wang','Zhang','Chen','Liu','Zhao','Sun','Zhou','Xu'])[1 + (i / 3) % 9] || ' ' || (ARRAY['Wei','Fang','Jing','Hao','Min','Xiaoyu','Lei','Ting'])[1 + (i / 3) % 8]
          ELSE (ARRAY['Anna','Tom','Maria','Jonas','Sofia','Paul','Emma','Lukas','Clara','David','Nok','Pedro','Julia'])[1 + i % 13] || ' ' || (ARRAY['Mueller','Silva','Schmidt','Santos','Weber','Costa','Smith','Brown','Saetang','Martin','Jones'])[1 + (i / 2) % 11] END,
       CASE WHEN i % 3 = 0 THEN 'CN' WHEN i % 41 = 0 THEN NULL ELSE (ARRAY['DE','PT','DE','GB','TH','FR','US','DE'])[1 + floor(pg_temp.r(i,'n') * 8)::int] END,
       CASE WHEN pg_temp.r(i,'t') < 0.55 THEN NULL WHEN pg_temp.r(i,'t') < 0.78 THEN 'Silver' WHEN pg_temp.r(i,'t') < 0.92 THEN 'Gold' ELSE 'Platinum' END,
       (SELECT t FROM _d) - (3 + floor(pg_temp.r(i,'d') * 1500))::int, CASE WHEN i % 12 = 5 THEN NULL ELSE floor(power(pg_temp.r(i,'pt'), 2) * 24000)::int END,
       CASE WHEN i % 11 = 3 THEN NULL ELSE pg_temp.r(i,'nw') < 0.47 END, 'guest' || i || '@example.org', 'X' || lpad((i * 7717)::text, 8, '0')
FROM generate_series(1, 280) i;

INSERT INTO chan VALUES ('WB','Own website','Direct',0),('PH','Phone','Direct',0),('BK','Booking.com','OTA',15.0),('BX','Booking.cn','OTA',13.5),('CT','Ctrip','OTA',12.0),('AG','Travel agency','Agency',10.0),('CO','Corporate','Agency',NULL),('FX','Fax','Direct',0); -- nobody faxes any more

-- bookings: guests 261.. never book; arrivals up to eleven weeks ahead
INSERT INTO bkg
SELECT i, 'B' || lpad((40000 + i * 7)::text, 6, '0'), 1 + floor(power(pg_temp.r(i,'g'), 1.5) * 260)::int, h,
       CASE WHEN h IN (4,5,6,8,10) THEN (ARRAY['DRM','DRM','DBL','SGL','FAM'])[1 + floor(pg_temp.r(i,'rt') * 5)::int] ELSE (ARRAY['DBL','TWN','DBL','STE','SGL','FAM'])[1 + floor(pg_temp.r(i,'rt') * 6)::int] END,
       CASE WHEN i % 27 = 0 THEN NULL ELSE (ARRAY['WB','BK','BK','CT','WB','PH','BX','AG','BK','CO','CT'])[1 + floor(pg_temp.r(i,'ch') * 11)::int] END,
       bd + time '06:10' + (floor(pg_temp.r(i,'bt') * 1050) || ' minutes')::interval, ad, ad + n, 1 + floor(pg_temp.r(i,'ps') * 4)::int,
       round((n * (85 + power(pg_temp.r(i,'qa'), 2) * 1400))::numeric, 2), CASE WHEN ad >= t THEN 'CNF' ELSE 'OUT' END, NULL, CASE WHEN i % 19 = 0 THEN NULL ELSE pg_temp.r(i,'pp') < 0.38 END
FROM (SELECT i, t, ad, least(ad, t) - CASE WHEN ad > t THEN 1 + floor(pg_temp.r(i,'ld') * 30)::int ELSE floor(power(pg_temp.r(i,'ld'), 1.7) * 80)::int END AS bd, CASE WHEN i > 930 THEN 5 + i % 6 ELSE 1 + floor(power(pg_temp.r(i,'nt'), 1.8) * 11)::int END AS n, 1 + floor(power(pg_temp.r(i,'h'), 1.25) * 10)::int AS h
      FROM (SELECT i, t, CASE WHEN i > 930 THEN t - (i - 930) % 7 ELSE t - 1085 + floor(1160 * power(i / 930.0, 0.7))::int END AS ad FROM generate_series(1, 950) i, _d OFFSET 0) a OFFSET 0) s;
UPDATE bkg SET booked_at = make_date(extract(year FROM t)::int - 1, 6, 5) + booked_at::time FROM _d WHERE booked_at::date BETWEEN make_date(extract(year FROM t)::int - 1, 6, 2) AND make_date(extract(year FROM t)::int - 1, 6, 5) AND arr_dt > make_date(extract(year FROM t)::int - 1, 6, 6);
UPDATE bkg SET st = 'CXL', canc_dt = least(arr_dt - 1, booked_at::date + floor(pg_temp.r(bid,'cd') * (arr_dt - booked_at::date))::int) WHERE pg_temp.r(bid,'cx') < 0.13 AND arr_dt > booked_at::date;
UPDATE bkg SET st = 'CNF', canc_dt = NULL WHERE canc_dt > (SELECT t FROM _d);
UPDATE bkg SET st = 'NSH' WHERE st = 'OUT' AND pg_temp.r(bid,'ns') < 0.045;
UPDATE bkg SET st = 'INH' WHERE st = 'OUT' AND dep_dt > (SELECT t FROM _d);

INSERT INTO stay
SELECT row_number() OVER (ORDER BY ci, k, x), b, g, rm, ci, CASE WHEN co <= now() THEN co END, CASE WHEN co <= now() THEN n END
FROM (SELECT 1 AS k, bid AS x, bid AS b, gid AS g, (SELECT rm_id FROM room r WHERE r.hid = b.hid ORDER BY (r.rt_cd = b.rt_cd) DESC, pg_temp.r(b.bid * 31 + r.rm_id,'rm') LIMIT 1) AS rm,
        (arr_dt + time '13:00' + (floor(pg_temp.r(bid,'ci') * 640) || ' minutes')::interval) AT TIME ZONE 'Asia/Shanghai' AS ci,
        (dep_dt + time '07:00' + (floor(pg_temp.r(bid,'co') * 240) || ' minutes')::interval) AT TIME ZONE 'Asia/Shanghai' AS co, dep_dt - arr_dt AS n
      FROM bkg b WHERE st IN ('OUT','INH')
      UNION ALL
      SELECT 2, i, NULL, 1 + floor(pg_temp.r(i,'wg') * 270)::int, 1 + floor(pg_temp.r(i,'wr') * (SELECT count(*) FROM room))::int,
        (t - 2 - i * 17 + time '18:00' + (floor(pg_temp.r(i,'wi') * 350) || ' minutes')::interval) AT TIME ZONE 'Asia/Shanghai', (t - 2 - i * 17 + 1 + i % 3 + time '09:00') AT TIME ZONE 'Asia/Shanghai', 1 + i % 3
      FROM generate_series(1, 62) i, _d) s;

INSERT INTO chg_cat VALUES ('ROM','Room'),('BRK','Breakfast'),('MIN','Minibar'),('LAU','Laundry'),('PAR','Parking'),('SPA','Spa'),('DAM','Damage'),('GIF','Gift shop'); -- the gift shop has not sold anything
INSERT INTO chg
SELECT row_number() OVER (ORDER BY sid, c), sid, CASE WHEN c = 'MIN' AND sid % 9 = 0 THEN NULL ELSE c END, least((ci_ts AT TIME ZONE 'Asia/Shanghai')::date + floor(pg_temp.r(sid, c || 'd') * coalesce(nts, 1))::int, (SELECT t FROM _d)),
       round((CASE c WHEN 'ROM' THEN rate * coalesce(nts, 1) WHEN 'BRK' THEN 38 * coalesce(nts, 1) * (1 + sid % 2) WHEN 'DAM' THEN 100 + pg_temp.r(sid,'dm') * 2600 WHEN 'SPA' THEN 180 + pg_temp.r(sid,'sp') * 700 ELSE 12 + pg_temp.r(sid, c || 'a') * 130 END)::numeric, 2),
       CASE ctry WHEN 'CN' THEN 'CNY' WHEN 'TH' THEN 'THB' ELSE 'EUR' END, pg_temp.r(sid, c || 'x') < 0.035
FROM stay JOIN room USING (rm_id) JOIN htl USING (hid), unnest(ARRAY['ROM','BRK','MIN','LAU','PAR','SPA','DAM']) c
WHERE c = 'ROM' AND sid % 53 <> 0 OR c = 'DAM' AND pg_temp.r(sid,'dd') < 0.03 OR c NOT IN ('ROM','DAM') AND pg_temp.r(sid, c || 'w') < CASE c WHEN 'BRK' THEN 0.45 WHEN 'SPA' THEN 0.08 ELSE 0.17 END;

INSERT INTO rvw
SELECT row_number() OVER (ORDER BY d, sid), CASE WHEN sid % 37 = 0 THEN NULL ELSE sid END, d, (ARRAY['Website','Google','OTA','OTA'])[1 + floor(pg_temp.r(sid,'sr') * 4)::int],
       CASE WHEN sid % 21 = 0 THEN NULL ELSE round((10 - power(pg_temp.r(sid,'cl'), 1.6) * 5 - hid % 3 * 0.3)::numeric, 1) END, round((10 - power(pg_temp.r(sid,'sv'), 1.5) * 6 - hid % 4 * 0.2)::numeric, 1), CASE WHEN sid % 16 = 0 THEN NULL ELSE round((10 - power(pg_temp.r(sid,'lc'), 2) * 4 - hid % 5 * 0.2)::numeric, 1) END,
       CASE WHEN sid % 14 = 0 THEN NULL ELSE pg_temp.r(sid,'an') < 0.6 END, CASE WHEN sid % 3 = 0 THEN NULL ELSE 'stay ' || sid END
FROM (SELECT s.sid, r.hid, (s.co_ts AT TIME ZONE 'Asia/Shanghai')::date + floor(pg_temp.r(s.sid,'rd') * 12)::int AS d FROM stay s JOIN room r USING (rm_id) WHERE s.co_ts IS NOT NULL AND pg_temp.r(s.sid,'rv') < 0.46 AND r.rm_id % 17 <> 3 OFFSET 0) x
WHERE d <= (SELECT t FROM _d);

INSERT INTO staff
SELECT i, (ARRAY['Mei','Somchai','Ines','Karl','Lan','Rui','Petra','Bo','Ploy','Hugo'])[1 + i % 10] || ' ' || (ARRAY['Huang','Chaiyo','Ferreira','Braun','Lin','Pires','Vogel'])[1 + (i / 2) % 7],
       CASE WHEN i % 22 = 0 THEN NULL ELSE 1 + floor(pg_temp.r(i,'h') * 10)::int END, (ARRAY['Receptionist','Housekeeper','Housekeeper','Cook','Receptionist','Manager','Housekeeper','Porter'])[1 + i % 8],
       (SELECT t FROM _d) - (20 + floor(pg_temp.r(i,'j') * 2600))::int, NULL, 2100 + floor(pg_temp.r(i,'w') * 3300), '+86-1380' || lpad((i * 611)::text, 7, '0')
FROM generate_series(1, 88) i;
UPDATE staff SET quit_dt = join_dt + 150 + floor(pg_temp.r(stf_id,'q') * 1100)::int WHERE stf_id % 6 = 1;
UPDATE staff SET quit_dt = NULL WHERE quit_dt > (SELECT t FROM _d);

-- shifts: the last 150 days and three weeks of the plan; staff 81.. have none
INSERT INTO shf
SELECT row_number() OVER (ORDER BY d, i), CASE WHEN (i + d) % 71 = 0 THEN NULL ELSE i END, t + d, (ARRAY['E','L','N','E'])[1 + floor(pg_temp.r(i * 500 + d,'k') * 4)::int],
       (ARRAY[8,8,8,6,4,10])[1 + floor(pg_temp.r(i * 500 + d,'hr') * 6)::int], CASE WHEN d < 0 AND pg_temp.r(i * 500 + d,'ot') < 0.2 THEN round((0.5 + pg_temp.r(i * 500 + d,'oh') * 3)::numeric, 1) END, pg_temp.r(i * 500 + d,'sw') < 0.06
FROM generate_series(1, 80) i, generate_series(-150, 21) d, _d WHERE pg_temp.r(i * 500 + d,'on') < 0.05 + i * 0.0012;
ANALYZE;
