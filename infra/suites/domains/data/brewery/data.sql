-- Deterministic: three years that end today (civil day in Europe/Berlin). h(i, salt, n) scatters, it is dropped at the end.
SET timezone = 'Europe/Berlin';
CREATE FUNCTION h(i int, salt int, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(i::text || ':' || salt::text), 1, 7))::bit(28)::int % n $$;

INSERT INTO style VALUES
 (1,'IPA','ale',8),(2,'Pilsner','lager',6),(3,'Stout','ale',12),(4,'Weizen','ale',7),(5,'Porter','ale',12),
 (6,'Gose','sour',6),(7,'Pale Ale','ale',8),(8,'Märzen','lager',8),(9,'Barley Wine','ale',14);   -- nobody brews a Barley Wine

INSERT INTO beer VALUES
 (1,'Nordwind',1,6.8,62,142.00,'2017-04-12',false),
 (2,'Hafenlicht',2,4.9,34,98.00,'2016-03-01',false),
 (3,'Schwarze Möwe',3,7.4,48,165.00,'2018-10-20',false),
 (4,'Deichgraf',4,5.3,14,104.00,'2016-05-15',false),
 (5,'Speicherstadt',5,6.1,36,138.00,'2019-02-08',false),
 (6,'Salzwiese',6,4.2,9,118.00,'2020-06-01',false),
 (7,'Lotse',7,5.1,38,110.00,'2017-09-09',false),
 (8,'Kaperbock',8,6.4,24,121.00,'2018-08-25',true),
 (9,'Nebelhorn',1,7.9,78,171.00,'2020-01-17',false),
 (10,'Flut Pils',2,5.2,40,99.50,'2019-05-03',false),
 (11,'Ebbe',7,3.4,NULL,92.00,'2021-07-07',false),
 (12,'Wintersturm',3,9.2,55,198.00,current_date - 1400,true),
 (13,'Sommerdeich',4,4.6,12,101.00,current_date - 900,true),
 (14,'Klabauter',1,6.2,58,144.00,current_date - 560,false),
 (15,'Rote Grütze',6,4.4,NULL,126.00,current_date - 470,true),
 (16,'Kontor',5,5.8,31,133.00,current_date - 300,false),
 (17,'Alsterperle',2,4.7,30,97.00,current_date - 25,false),      -- just launched: no brew yet, no order
 (18,'Eisgang',8,5.9,22,119.00,current_date - 12,true);

INSERT INTO supplier VALUES
 (1,'Mälzerei Holstein','Germany',true,'2015-11-02'),(2,'Hallertau Hopfenkontor','Germany',false,'2016-01-20'),
 (3,'Yakima Direct','USA',NULL,'2018-03-14'),(4,'Žatec Chmel','Czechia',true,'2017-06-30'),
 (5,'Bio-Malz Weser','Germany',true,'2019-09-01'),(6,'Fermentis Nord','Belgium',false,'2016-04-18'),
 (7,'Hefebank Süd','Germany',NULL,'2021-02-11'),(8,'Fruchtkontor Elbe','Germany',true,NULL),
 (9,'Kent Hop Growers','United Kingdom',false,current_date - 200),(10,'Moravia Malt','Czechia',false,current_date - 40);  -- the last one delivers nothing yet

INSERT INTO ingredient VALUES
 (1,'Pilsner malt','malt',1,0.92,5200,2000,NULL),(2,'Munich malt','malt',1,1.05,1850,1200,NULL),(3,'Wheat malt','malt',5,1.12,900,1000,NULL),
 (4,'Caramel malt','malt',5,1.38,640,300,2),(5,'Roasted barley','malt',1,1.49,120,200,NULL),(6,'Pale malt','malt',1,0.98,4100,1800,1),
 (7,'Chocolate malt','malt',5,1.62,210,150,5),(8,'Hallertauer Mittelfrüh','hop',2,18.40,160,60,NULL),(9,'Perle','hop',2,15.20,95,50,8),
 (10,'Citra','hop',3,34.50,42,60,NULL),(11,'Mosaic','hop',3,33.10,75,50,10),(12,'Simcoe','hop',3,31.80,58,40,11),
 (13,'Saaz','hop',4,22.70,88,50,8),(14,'East Kent Goldings','hop',9,26.90,30,35,NULL),(15,'Tettnanger','hop',2,19.60,20,25,8),
 (16,'US-05 yeast','yeast',6,88.00,14,8,NULL),(17,'Lager yeast 34/70','yeast',6,92.00,11,8,NULL),(18,'Weizen yeast','yeast',7,79.00,6,8,NULL),
 (19,'London ale yeast','yeast',7,84.00,9,5,16),(20,'Sea salt','adjunct',NULL,1.20,300,50,NULL),(21,'Coriander seed','adjunct',8,7.80,35,20,NULL),
 (22,'Raspberry purée','adjunct',8,6.40,180,200,23),(23,'Redcurrant purée','adjunct',8,5.90,150,100,NULL),(24,'Lactose','adjunct',NULL,3.10,90,40,NULL),
 (25,'Oat flakes','adjunct',5,1.75,260,150,NULL),(26,'Magnum','hop',2,14.80,110,40,NULL);   -- Magnum is on the shelf only

INSERT INTO recipe_line
SELECT b, i, k FROM (VALUES
 (1,6,17.5),(1,4,1.2),(1,10,0.45),(1,11,0.35),(1,12,0.30),(1,16,0.06),
 (2,1,16.2),(2,13,0.28),(2,8,0.12),(2,17,0.08),
 (3,6,16.8),(3,5,1.9),(3,7,1.1),(3,25,1.4),(3,24,0.9),(3,14,0.22),(3,19,0.06),
 (4,3,9.8),(4,1,7.1),(4,8,0.11),(4,18,0.07),
 (5,6,15.9),(5,7,1.6),(5,2,1.8),(5,14,0.26),(5,19,0.06),
 (6,3,7.2),(6,1,7.4),(6,20,0.15),(6,21,0.08),(6,9,0.06),(6,16,0.05),
 (7,6,15.1),(7,2,1.1),(7,10,0.22),(7,12,0.20),(7,16,0.05),
 (8,2,14.3),(8,1,4.2),(8,15,0.19),(8,17,0.09),
 (9,6,19.4),(9,4,0.8),(9,10,0.62),(9,11,0.55),(9,12,0.48),(9,25,1.1),(9,16,0.07),
 (10,1,16.6),(10,8,0.25),(10,9,0.15),(10,17,0.08),
 (11,6,11.2),(11,11,0.30),(11,16,0.04),
 (12,6,21.7),(12,5,2.6),(12,7,2.0),(12,25,2.2),(12,24,1.5),(12,4,1.0),(12,14,0.31),(12,19,0.08),
 (13,3,8.9),(13,1,6.8),(13,21,0.05),(13,18,0.07),
 (14,6,16.9),(14,10,0.40),(14,12,0.38),(14,16,0.06),
 (15,3,6.9),(15,1,6.6),(15,22,8.5),(15,23,4.0),(15,20,0.10),(15,16,0.05),
 (16,6,15.2),(16,7,1.3),(16,5,0.7),(16,14,0.20),(16,19,0.06),
 (17,1,15.6),(17,13,0.24),(17,17,0.08)) v(b, i, k);

INSERT INTO tank VALUES
 (1,'FV-01','fermenter',20,'2015-12-01',true),(2,'FV-02','fermenter',22,'2015-12-15',true),(3,'FV-03','fermenter',30,'2017-03-10',true),
 (4,'FV-04','fermenter',32,'2017-03-20',true),(5,'FV-05','fermenter',40,'2018-09-05',true),(6,'FV-06','fermenter',42,'2019-11-11',true),
 (7,'FV-07','fermenter',60,'2021-04-01',true),(8,'FV-08','fermenter',64,NULL,false),(9,'FV-09','fermenter',80,current_date - 30,true),  -- not in use yet
 (10,'BT-01','brite',24,'2016-02-02',true),(11,'BT-02','brite',34,'2017-05-17',true),(12,'BT-03','brite',44,'2018-10-01',false),
 (13,'BT-04','brite',66,'2021-06-21',true),(14,'BT-05','brite',18,current_date - 700,false);

INSERT INTO customer
SELECT i,
       CASE WHEN i IN (7, 31) THEN 'Zum Anker'                     -- two pubs of one name, in two cities
            ELSE (ARRAY['Goldene','Alte','Blaue','Stille','Rote','Kleine','Freie','Wilde','Letzte'])[1 + i % 9] || ' ' ||
                 (ARRAY['Laterne','Werft','Bude','Welle','Kajüte','Linde','Brücke','Mühle','Kombüse','Schleuse'])[1 + (i / 9) % 10] END,
       CASE WHEN i % 30 = 5 THEN 'festival' WHEN i IN (7, 31) THEN 'pub' ELSE (ARRAY['pub','pub','shop','restaurant','pub','shop','pub'])[1 + h(i, 1, 7)] END,
       CASE WHEN i = 7 THEN 'Hamburg' WHEN i = 31 THEN 'Kiel' ELSE (ARRAY['Hamburg','Hamburg','Hamburg','Bremen','Kiel','Lübeck','Hannover','Berlin'])[1 + h(i, 2, 8)] END,
       CASE WHEN i > 84 THEN current_date - (i * 2 - 160) ELSE current_date - (30 + i * 23 + h(i, 3, 20)) END,
       CASE WHEN h(i, 4, 4) = 0 THEN NULL ELSE (ARRAY[0, 2.5, 5, 7.5, 10])[1 + h(i, 5, 5)] END,
       'bestellung' || i || '@example.org'
FROM generate_series(1, 90) i;

INSERT INTO brew
SELECT i, 'B' || lpad(i::text, 4, '0'), b, f.tank_id,
       CASE WHEN st IN ('fermenting', 'dumped') THEN NULL WHEN h(i, 14, 12) = 0 THEN f.tank_id ELSE 10 + h(i, 15, 5) END,
       d, CASE WHEN st = 'packaged' THEN d + len END, vol,
       CASE WHEN st = 'dumped' THEN vol WHEN st = 'packaged' AND h(i, 16, 15) > 0 THEN round(vol * (2 + h(i, 17, 70) / 10.0) / 100, 1) END,
       round(vol * (62 + h(i, 18, 900) / 20.0), 2), st
FROM (SELECT i, current_date - ((430 - i) * 51 / 20 + 1) AS d, 1 + floor(16 * power(h(i, 10, 1000) / 1000.0, 1.45))::int AS b,
             15 + h(i, 11, 19) AS len, 1 + h(i, 12, 8) AS f0
      FROM generate_series(1, 430) i) s
JOIN tank f ON f.tank_id = s.f0,
LATERAL (SELECT round(f.capacity_hl * (70 + h(i, 13, 290) / 10.0) / 100, 1) AS vol,
                CASE WHEN h(i, 19, 33) = 0 THEN 'dumped' WHEN d + len <= current_date THEN 'packaged' WHEN d > current_date - 11 THEN 'fermenting' ELSE 'conditioning' END AS st) x
WHERE d >= (SELECT launched FROM beer WHERE beer_id = b) + 5;

INSERT INTO sales_order
SELECT row_number() OVER (ORDER BY d, i), 'SO' || to_char(d, 'YYMM') || '-' || i, c, b, d,
       CASE WHEN st = 'cancelled' THEN NULL ELSE dd END, k,
       round(k * e.keg_price * (1 - coalesce(cu.discount_pct, 0) / 100), 2), st,
       CASE WHEN st = 'cancelled' THEN NULL WHEN st = 'open' THEN h(i, 28, 5) = 0 WHEN dd < current_date - 30 THEN h(i, 28, 25) > 0 ELSE h(i, 28, 2) = 0 END
FROM (SELECT i, current_date - floor(1095 * power(h(i, 20, 10000) / 10000.0, 1.25))::int AS d,
             1 + floor(84 * power(h(i, 21, 1000) / 1000.0, 1.5))::int AS c, 1 + floor(16 * power(h(i, 22, 1000) / 1000.0, 1.3))::int AS b,
             1 + h(i, 23, 9) + CASE WHEN h(i, 24, 12) = 0 THEN 14 ELSE 0 END AS k, 3 + h(i, 25, 18) AS lead, h(i, 26, 17) = 0 AS x
      FROM generate_series(1, 2900) i) s
JOIN customer cu ON cu.customer_id = c JOIN beer e ON e.beer_id = b,
LATERAL (SELECT d + lead AS dd, CASE WHEN x THEN 'cancelled' WHEN d + lead >= current_date THEN 'open' ELSE 'delivered' END AS st) y
WHERE d >= e.launched AND d >= cu.customer_since
  AND NOT (c BETWEEN 58 AND 66 AND extract(year FROM d) = extract(year FROM current_date))   -- quiet this year
  AND NOT (c % 11 = 3 AND e.style_id = 3);                                                   -- some never buy a stout

INSERT INTO keg_trip
SELECT row_number() OVER (ORDER BY o, k), 'K' || lpad(k::text, 4, '0'), (ARRAY[20, 30, 30, 50])[1 + k % 4], 1 + floor(84 * power(h(k * 7 + j, 30, 1000) / 1000.0, 1.4))::int,
       (SELECT brew_id FROM brew WHERE packaged_on <= o ORDER BY packaged_on DESC, brew_id OFFSET h(k * 7 + j, 31, 4) LIMIT 1),
       o, CASE WHEN o + dur <= current_date AND NOT (j = 6 AND k % 17 = 0) THEN o + dur END,
       (ARRAY[30, 40, 40, 50])[1 + k % 4], CASE WHEN o + dur <= current_date AND NOT (j = 6 AND k % 17 = 0) THEN h(k * 7 + j, 32, 22) = 0 END
FROM (SELECT k, j, current_date - 900 + (j - 1) * 160 + CASE WHEN j = 6 THEN h(k * 7 + j, 33, 101) ELSE h(k * 7 + j, 33, 38) END AS o, 12 + h(k * 7 + j, 34, 110) AS dur
      FROM generate_series(1, 260) k, generate_series(1, 6) j) s;

INSERT INTO tasting
SELECT row_number() OVER (ORDER BY ts, i), i, tr, ts, sc, sc >= 6.5,
       CASE WHEN sc < 6.5 AND h(i * 5 + k, 45, 6) > 0 THEN (ARRAY['diacetyl','oxidised','oxidised','phenolic','sour','light-struck'])[1 + h(i * 5 + k, 46, 6)] END
FROM (SELECT b.brew_id AS i, k, (ARRAY['Ines','Jonas','Mats','Frieda','Tomke'])[1 + h(b.brew_id * 5 + k, 41, 5)] AS tr,
             (b.brewed_on + 9 + k * 4)::timestamp + interval '9 hours' + h(b.brew_id * 5 + k, 42, 480) * interval '1 minute' AS ts,
             least(9.8, round(5.4 + h(b.brew_id * 5 + k, 43, 360) / 100.0 + (b.beer_id * 7 % 11) / 14.0 - CASE WHEN b.status = 'dumped' THEN 2.0 ELSE 0 END, 1)) AS sc
      FROM brew b, generate_series(1, 3) k WHERE b.brew_id % 9 <> 0 AND k <= 1 + b.brew_id % 3) s
WHERE ts < current_date::timestamp;
DROP FUNCTION h(int, int, int);
ANALYZE;
