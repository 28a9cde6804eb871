-- Deterministic: everything varies by md5 of a key, relative to current_date in Europe/Vienna. No random().
SET timezone = 'Europe/Vienna';
CREATE FUNCTION pg_temp.h(text, int) RETURNS int LANGUAGE sql IMMUTABLE AS 'select (''x'' || substr(md5($1), 1, 6))::bit(24)::int % $2';

INSERT INTO grid_zone VALUES
 (1,'Altstadt','urban',21.4),(2,'Hafen','urban',38.0),(3,'Nordfeld','mixed',112.7),(4,'Lindental','rural',286.3),
 (5,'Seeufer','mixed',97.5),(6,'Bergland','rural',NULL),(7,'Moos','rural',154.2); -- Moos was taken over lately: nothing there yet

INSERT INTO tariff VALUES
 ('H-BAS','Basic Home','flat',0.3140,9.90,false,NULL),
 ('H-FLX','Flex Home','dynamic',0.2760,12.50,false,NULL),
 ('H-GRN','Green Home','flat',0.3320,10.90,true,NULL),
 ('H-OLD','Home Classic','flat',0.2980,7.50,false,current_date - 640),
 ('B-STD','Business Standard','flat',0.2650,24.00,false,NULL),
 ('B-TOU','Business Time-of-Use','tou',0.2480,29.00,false,NULL),
 ('B-GRN','Business Green','tou',0.2710,31.50,true,NULL),
 ('I-DYN','Industry Dynamic','dynamic',0.1890,180.00,false,NULL),
 ('P-PUB','Public Supply','flat',0.2210,60.00,true,NULL),
 ('N-SAV','Night Saver','tou',0.2390,11.00,false,NULL); -- nobody has it

INSERT INTO substation VALUES
 (1,'Muehlgasse',1,110,63.0,'1978-05-12',current_date - 44,true),
 (2,'Alter Bahnhof',1,20,25.0,'1966-09-01',current_date - 410,false),
 (3,'Messe',1,110,80.0,'2014-03-20',current_date - 120,true),
 (4,'Werft',2,110,100.0,'1983-11-07',current_date - 95,true),
 (5,'Kanal',2,20,31.5,'1991-06-30',current_date - 233,false),
 (6,'Nordring',3,110,63.5,'2003-10-15',current_date - 18,true),
 (7,'Ziegelei',3,20,16.0,'1974-04-02',NULL,false),
 (8,'Am Damm',3,20,20.0,'1999-08-23',current_date - 301,false),
 (9,'Lindenhof',4,110,40.0,'1987-02-17',current_date - 77,true),
 (10,'Steinbruch',4,20,12.5,'1969-07-11',NULL,false),
 (11,'Seepark',5,110,50.0,'2011-05-05',current_date - 150,true),
 (12,'Bergtor',6,20,10.0,'1995-12-01',current_date - 520,false),
 (13,'Hochwald',6,20,NULL,'2008-09-09',current_date - 266,true),
 (14,'Solarfeld Sued',NULL,20,8.0,'2019-06-18',current_date - 61,true),   -- no zone yet
 (15,'Neue Halde',5,110,45.0,current_date - 75,NULL,true);               -- new: no outages

INSERT INTO technician
SELECT i, (ARRAY['Karl','Maria','Josef','Eva','Paul','Lena','Franz','Ida','Georg','Nora','Otto'])[1 + i % 11] || ' ' || (ARRAY['Huber','Gruber','Steiner','Moser','Pichler','Egger','Brunner'])[1 + i % 7],
       CASE WHEN i % 11 = 6 THEN NULL ELSE 1 + pg_temp.h('ts' || i, 14) END,
       CASE WHEN i <= 5 THEN NULL ELSE 1 + pg_temp.h('sv' || i, 100) % 3 + pg_temp.h('sw' || i, 3) END,
       CASE WHEN i <= 5 THEN 'master' WHEN pg_temp.h('gr' || i, 5) < 2 THEN 'junior' WHEN pg_temp.h('gr' || i, 5) < 4 THEN 'senior' ELSE 'master' END,
       current_date - (40 + i * 97 + pg_temp.h('hd' || i, 90)),
       i <= 5 OR pg_temp.h('hv' || i, 10) < 5,
       CASE WHEN i % 13 = 0 THEN NULL ELSE 24 + pg_temp.h('hr' || i, 30) + 0.5 * (i % 2) END,
       '+43 660 55' || lpad((i * 317)::text, 5, '0')
FROM generate_series(1, 34) i;

INSERT INTO customer
SELECT i,
       CASE WHEN s = 'household' THEN (ARRAY['Anna','Lukas','Sophie','Max','Marie','Jakob','Clara','Felix','Julia','David','Emma','Simon','Hanna','Tobias','Laura','Peter'])[1 + i % 16]
              || ' ' || (ARRAY['Bauer','Wagner','Pichler','Fuchs','Lang','Winkler','Schmid','Weber','Haas','Koller','Leitner','Wolf','Auer','Riedl','Fink'])[1 + (i * 4) % 15]
            WHEN s = 'small_business' THEN (ARRAY['Bakery','Cafe','Garage','Pharmacy','Florist','Barber','Joinery'])[1 + i % 7] || ' ' || (ARRAY['Kern','Holzer','Thaler','Binder','Seidl','Hofer','Marek','Strobl','Zach'])[1 + (i / 3) % 9]
            WHEN s = 'industrial' THEN (ARRAY['Papierwerk','Giesserei','Brauerei','Saegewerk','Molkerei'])[1 + (i / 12) % 5] || ' ' || (ARRAY['Donau','Alpen','Inn','Traun'])[1 + (i / 60) % 4]
            ELSE (ARRAY['Primary School','Fire Station','Town Hall','Public Pool','Library'])[1 + (i / 12) % 5] || ' ' || (ARRAY['I','II','III','IV'])[1 + (i / 60) % 4] END,
       s,
       CASE WHEN i % 34 = 3 THEN NULL ELSE (ARRAY['Lindau','Lindau','Lindau','Bregg','Bregg','Ottersheim','Ottersheim','Kaltenbach Ost','Kaltenbach West','Kaltenbach West','Rotwil','Sankt Veit','Fuchsau'])[1 + pg_temp.h('tw' || i, 13)] END,
       (ARRAY[1,1,1,1,2,2,2,3,3,3,3,3,4,4,5,5,6])[1 + pg_temp.h('zn' || i, 17)],
       current_date - (6 + pg_temp.h('jn' || i, 2300)),
       CASE WHEN pg_temp.h('pl' || i, 12) = 0 THEN NULL ELSE pg_temp.h('pl' || i, 12) < 6 END,
       '+43 1 ' || (5000000 + i * 7919)
FROM (SELECT i, CASE WHEN i % 12 < 8 THEN 'household' WHEN i % 12 < 10 THEN 'small_business' WHEN i % 12 = 10 THEN 'industrial' ELSE 'public' END AS s FROM generate_series(1, 240) i) x;

-- two people with one name, in different towns
UPDATE customer SET name = 'Anna Bauer' WHERE customer_id IN (13, 100);

-- contracts 1-230: one for each of the first 230 customers; 231-300: further ones, mostly of firms; customers 231-240 have none
INSERT INTO contract
SELECT c, 'V' || lpad((20000 + c * 3)::text, 6, '0'), x.customer_id, tf, st, ch, sg,
       CASE st WHEN 'ended' THEN least(current_date - 1 - pg_temp.h('en' || c, 60), greatest(sg + 90, current_date - 1 - pg_temp.h('ee' || c, 700)))
               WHEN 'active' THEN CASE WHEN c % 3 = 0 THEN NULL ELSE current_date + 3 + pg_temp.h('ef' || c, 560) END END,
       CASE WHEN pg_temp.h('dp' || c, 10) < 4 THEN NULL ELSE (CASE x.segment WHEN 'household' THEN 80 WHEN 'small_business' THEN 300 WHEN 'industrial' THEN 5000 ELSE 900 END) + 10 * pg_temp.h('dq' || c, 25) END,
       CASE x.segment WHEN 'household' THEN 1600 + pg_temp.h('kw' || c, 4200) WHEN 'small_business' THEN 7000 + pg_temp.h('kw' || c, 24000) WHEN 'industrial' THEN 120000 + pg_temp.h('kw' || c, 400000) ELSE 26000 + pg_temp.h('kw' || c, 60000) END
FROM (SELECT c, k.customer_id, k.segment, k.joined_on,
             CASE k.segment WHEN 'household' THEN (ARRAY['H-BAS','H-BAS','H-BAS','H-GRN','H-GRN','H-FLX','H-OLD'])[1 + pg_temp.h('tf' || c, 7)]
                            WHEN 'small_business' THEN (ARRAY['B-STD','B-STD','B-TOU','B-GRN'])[1 + pg_temp.h('tf' || c, 4)]
                            WHEN 'industrial' THEN 'I-DYN' ELSE 'P-PUB' END AS tf,
             CASE WHEN c % 11 = 4 AND k.joined_on < current_date - 300 THEN 'ended' WHEN c % 23 = 7 THEN 'suspended' ELSE 'active' END AS st,
             CASE WHEN c % 29 = 11 THEN NULL ELSE (ARRAY['web','web','web','phone','phone','shop','partner'])[1 + pg_temp.h('ch' || c, 7)] END AS ch,
             CASE WHEN c <= 230 THEN least(k.joined_on + pg_temp.h('sd' || c, 6), current_date - 1)
                  ELSE greatest(k.joined_on, current_date - 2 - pg_temp.h('s2' || c, 800)) END AS sg
      FROM generate_series(1, 300) c
      JOIN customer k ON k.customer_id = CASE WHEN c <= 230 THEN c WHEN c % 3 = 0 THEN 1 + pg_temp.h('cu' || c, 230) ELSE 12 * (1 + pg_temp.h('cv' || c, 17)) - 4 + c % 4 END) x;

-- meters: one for each contract, a second one for some firms, twelve in stock
INSERT INTO meter
SELECT m, 'Z' || lpad((400000 + m * 1237)::text, 7, '0'), c.contract_id,
       CASE WHEN c.contract_id IS NULL THEN NULL ELSE (ARRAY[ARRAY[1,1,2,3],ARRAY[4,4,4,5],ARRAY[6,6,7,8],ARRAY[9,9,9,10],ARRAY[11,11,11,11],ARRAY[12,13,13,12]])[k.zone_id][1 + pg_temp.h('ms' || m, 4)] END,
       md, md IN ('Kamstrup K2','Landis E450'),
       CASE WHEN c.contract_id IS NULL THEN NULL ELSE least(c.signed_on + 2, current_date) - (CASE WHEN pg_temp.h('mi' || m, 3) = 0 THEN 0 ELSE pg_temp.h('mj' || m, 3000) END) END,
       CASE WHEN c.contract_id IS NULL THEN NULL ELSE current_date - 60 + pg_temp.h('md' || m, 1500) END
FROM (SELECT m, (ARRAY['Kamstrup K2','Kamstrup K2','Landis E450','Landis E450','Landis E450','Iskra MT174','Iskra MT174','Ferraris F3'])[1 + pg_temp.h('mm' || m, 8)] AS md,
             CASE WHEN m <= 300 THEN m WHEN m <= 328 THEN 12 * (1 + pg_temp.h('m2' || m, 18)) - 3 + m % 3 END AS cid
      FROM generate_series(1, 340) m) x
LEFT JOIN contract c ON c.contract_id = x.cid LEFT JOIN customer k ON k.customer_id = c.customer_id;

-- readings: about every 85 days; a few meters were never read
INSERT INTO meter_reading
SELECT row_number() OVER (ORDER BY d, m), m, d + make_interval(hours => 7 + pg_temp.h('rh' || m || '-' || k, 11), mins => pg_temp.h('rm' || m || '-' || k, 60)),
       round(est * 85 / 365.0 * (0.72 + pg_temp.h('rk' || m || '-' || k, 560) / 1000.0), 1),
       CASE WHEN is_smart AND pg_temp.h('rs' || m || '-' || k, 12) > 0 THEN 'remote' WHEN pg_temp.h('rt' || m || '-' || k, 4) = 0 THEN 'estimated' ELSE 'manual' END,
       pg_temp.h('rd' || m || '-' || k, 45) = 0
FROM (SELECT m.meter_id AS m, k, m.is_smart, c.est_annual_kwh AS est, c.signed_on, c.ends_on, (current_date - 1 - pg_temp.h('ro' || m.meter_id, 85) - k * 85)::timestamp AS d
      FROM meter m JOIN contract c USING (contract_id), generate_series(0, 11) k WHERE m.meter_id % 41 <> 0) x
WHERE d > signed_on + 25 AND (ends_on IS NULL OR d < ends_on);

-- bills: about every two months
INSERT INTO bill
SELECT row_number() OVER (ORDER BY d, c), 'R' || to_char(d, 'YYMM') || '-' || lpad(c::text, 4, '0'), c, d, d + 21,
       CASE WHEN st = 'paid' THEN least(d + py, current_date) END, kwh, round(kwh * price_kwh + 2 * base_fee, 2), st
FROM (SELECT *, round(est / 6.0 * (0.7 + pg_temp.h('bk' || c || '-' || k, 600) / 1000.0))::int AS kwh,
             CASE WHEN pg_temp.h('bc' || c || '-' || k, 34) = 0 THEN 'cancelled' WHEN d + py > current_date THEN 'open' WHEN pg_temp.h('bo' || c || '-' || k, 100) < CASE WHEN d > current_date - 200 THEN 16 ELSE 2 END THEN 'open' ELSE 'paid' END AS st
      FROM (SELECT c.contract_id AS c, k, c.est_annual_kwh AS est, t.price_kwh, t.base_fee, c.signed_on, c.ends_on, current_date - 1 - pg_temp.h('bi' || c.contract_id, 61) - k * 61 AS d, 4 + pg_temp.h('bp' || c.contract_id || '-' || k, 22) + CASE WHEN pg_temp.h('bq' || c.contract_id || '-' || k, 9) = 0 THEN 15 ELSE 0 END AS py
            FROM contract c JOIN tariff t USING (tariff_code), generate_series(0, 16) k WHERE c.contract_id % 37 <> 0) y
      WHERE d > signed_on + 20 AND (ends_on IS NULL OR d < ends_on + 30)) x;

-- outages: three years up to yesterday; the old rural stations fail most
INSERT INTO outage
SELECT o, s, CASE WHEN pg_temp.h('or' || o, 4) = 0 THEN (ARRAY[6,4,1,9,3])[1 + (s + pg_temp.h('os' || o, 3)) % 5] END, cs, coalesce(cs = 'maintenance', false), b,
       CASE WHEN o <= 3 THEN NULL ELSE b + make_interval(mins => (25 + power(pg_temp.h('od' || o, 1000) / 1000.0, 3) * (CASE cs WHEN 'storm' THEN 1150 WHEN 'maintenance' THEN 420 ELSE 640 END))::int) END,
       hit, CASE WHEN pg_temp.h('ol' || o, 8) = 0 THEN NULL ELSE round((hit * 0.004 * (1 + pg_temp.h('om' || o, 300) / 100.0))::numeric, 2) END
FROM (SELECT o, (ARRAY[10,10,10,10,7,7,7,7,7,12,12,12,2,2,2,13,13,5,5,8,8,9,9,1,4,11,6,14,3])[1 + pg_temp.h('uv' || o, 29)] AS s,
             CASE WHEN pg_temp.h('oc' || o, 20) = 0 THEN NULL ELSE (ARRAY['storm','storm','storm','storm','equipment','equipment','equipment','animal','animal','digging','digging','overload','maintenance','maintenance','maintenance'])[1 + pg_temp.h('oe' || o, 15)] END AS cs,
             (current_date - CASE WHEN o <= 3 THEN 1 ELSE 2 + (pg_temp.h('oo' || o, 1000) * 1.09)::int - CASE WHEN o % 40 = 0 THEN 1 ELSE 0 END END)::timestamp + make_interval(hours => pg_temp.h('oh' || o, 24), mins => pg_temp.h('oi' || o, 60)) AS b,
             15 + (power(pg_temp.h('ox' || o, 1000) / 1000.0, 3) * 1700)::int AS hit
      FROM generate_series(1, 420) o) x;

-- crews: none to four people; technicians 31-34 are office staff and never went out
INSERT INTO outage_crew
SELECT o, t, round(0.5 + pg_temp.h('ch' || o || '-' || t, 750) / 100.0, 2), rn = 1
FROM (SELECT o, t, row_number() OVER (PARTITION BY o ORDER BY min(k)) AS rn
      FROM (SELECT o, k, 1 + (power(pg_temp.h('ct' || o || '-' || k, 1000) / 1000.0, 1.5) * 30)::int % 30 AS t FROM generate_series(1, 420) o, generate_series(1, 4) k WHERE k <= pg_temp.h('cn' || o, 5)) z GROUP BY o, t) y;
ANALYZE;
