-- Seeded data, deterministic relative to the current date in Asia/Singapore. About three years that end today.
SET timezone = 'Asia/Singapore';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Singapore')::date AS t;
SELECT setseed(0.37);

INSERT INTO workshop VALUES
 (1,'Kaki Bukit Garage','Bedok','East',10,'2009-04-01','+65 6000 1001'),
 (2,'Sin Ming Garage','Bishan','Central',14,'2006-09-15','+65 6000 1002'),
 (3,'Pioneer Garage','Jurong West','West',9,'2013-02-18','+65 6000 1003'),
 (4,'Toh Guan Garage','Jurong East','West',7,'2016-11-07','+65 6000 1004'),
 (5,'Defu Garage','Hougang','North-East',8,'2015-06-22','+65 6000 1005'),
 (6,'Kranji Garage','Woodlands','North',6,'2018-08-13','+65 6000 1006'),
 (7,'Alexandra Garage','Queenstown','Central',12,'2011-10-03','+65 6000 1007'),
 (8,'Loyang Garage','Pasir Ris','East',NULL,'2020-03-16','+65 6000 1008'),
 (9,'Punggol Garage','Punggol','North-East',5,NULL,NULL);   -- about to open: nobody, no work

-- 48 mechanics, four of them not placed yet; two pairs of namesakes
INSERT INTO mechanic
SELECT i, (ARRAY['Tan','Lim','Lee','Ng','Ong','Wong','Goh','Chua','Chan','Koh','Teo'])[1 + i % 11] || ' ' || (ARRAY['Wei Ming','Jun Hao','Kok Leong','Siew Ling','Boon Kiat','Hui Min','Chee Keong','Zhi Wei'])[1 + (i * 3) % 8],
       CASE WHEN i > 44 THEN NULL ELSE 1 + (i * 5) % 8 END,
       (ARRAY['Junior','Senior','Senior','Master','Junior','Apprentice'])[1 + i % 6],
       (SELECT t FROM _d) - (i * 61 + 12 + floor(random() * 40)::int),
       CASE WHEN i % 9 = 0 THEN NULL ELSE i % 4 = 1 END, round((12 + random() * 20)::numeric, 2)
FROM generate_series(1, 48) i;
INSERT INTO mechanic VALUES
 (49,'Muhammad Faizal',1,'Senior',(SELECT t FROM _d) - 420,true,24.50), (50,'Muhammad Faizal',3,'Junior',(SELECT t FROM _d) - 133,false,15.20),
 (51,'Rajesh Kumar',2,'Master',(SELECT t FROM _d) - 3555,true,31.00), (52,'Priya Nair',7,'Master',(SELECT t FROM _d) - 3912,NULL,30.40);

INSERT INTO customer
SELECT i, CASE WHEN i % 12 = 0 THEN (ARRAY['Merlion','Straits','Orchid','Lion City','Raffles','Keppel','Temasek'])[1 + i % 7] || ' ' || (ARRAY['Logistics','Courier','Car Rental','Catering','Cleaning'])[1 + i % 5] || ' Pte Ltd'
               WHEN i % 50 = 7 THEN (ARRAY['Golden Shield','Harbour','Pan Asia','Unity','Everest','Sunrise','Apex','Guardian'])[1 + i / 50] || ' Insurance'
               ELSE (ARRAY['Tan','Lim','Lee','Ng','Ong','Wong','Goh','Chua','Chan','Koh','Teo','Ang','Yeo'])[1 + i % 13] || ' ' || (ARRAY['Mei','Jia','Kai','Wen','Xin','Yi','Shu','Hock','Bee','Swee','Li'])[1 + (i * 7) % 11] || ' ' || (ARRAY['Ling','Hui','Seng','Jie','Huat','Fang','Ying'])[1 + (i / 3) % 7] END,
       CASE WHEN i % 12 = 0 THEN 'Fleet' WHEN i % 50 = 7 THEN 'Insurer' ELSE 'Private' END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['Bedok','Bishan','Jurong West','Jurong East','Hougang','Woodlands','Queenstown','Pasir Ris','Tampines','Tampines','Yishun','Bedok'])[1 + floor(random() * 12)::int] END,
       (SELECT t FROM _d) - (15 + floor(random() * 1500)::int),
       CASE WHEN i % 12 = 0 THEN 5000 + i * 37 WHEN i % 50 = 7 THEN 20000 + i * 11 WHEN random() < 0.2 THEN 500 + i * 3 END,
       '+65 9' || lpad((i * 7919 % 10000000)::text, 7, '0')
FROM generate_series(1, 380) i;
INSERT INTO customer VALUES (381,'Siti Aminah','Private','Tampines',(SELECT t FROM _d) - 700,NULL,'+65 91234567'), (382,'Siti Aminah','Private','Woodlands',(SELECT t FROM _d) - 212,NULL,'+65 97654321');

-- vehicles: customers 351-380 have none; fleets have many
INSERT INTO vehicle
SELECT row_number() OVER (ORDER BY c.id, k), 'S' || (ARRAY['LA','KB','MC','LD','NE'])[1 + (c.id + k) % 5] || (1000 + (c.id * 41 + k * 577) % 9000) || chr(65 + (c.id * 3 + k) % 26), c.id,
       (ARRAY['Toyota','Toyota','Toyota','Honda','Honda','BMW','Mercedes-Benz','Hyundai','Mazda','Nissan','BYD'])[1 + floor(power(random(), 1.2) * 11)::int], NULL,
       CASE WHEN (c.id + k) % 31 = 0 THEN NULL ELSE extract(year FROM (SELECT t FROM _d))::int - floor(power(random(), 1.3) * 14)::int END,
       CASE WHEN (c.id * k) % 23 = 0 THEN NULL ELSE 2000 + floor(power(random(), 1.2) * 210000)::int END
FROM customer c, LATERAL generate_series(1, CASE WHEN c.id = 144 THEN 13 WHEN c.id = 276 THEN 11 WHEN c.kind = 'Fleet' THEN 4 + c.id % 5 WHEN c.kind = 'Insurer' THEN 2 ELSE 1 + (c.id % 4 = 0)::int END) k
WHERE c.id NOT BETWEEN 351 AND 380;
UPDATE vehicle SET fuel = CASE WHEN make = 'BYD' THEN 'Electric' WHEN id % 41 = 0 THEN NULL WHEN id % 9 = 0 THEN 'Diesel' WHEN id % 7 IN (1, 2) THEN 'Hybrid' WHEN id % 17 = 5 THEN 'Electric' ELSE 'Petrol' END;

-- repair orders: one vehicle in eleven has never come in; the trade grows
INSERT INTO repair_order
SELECT row_number() OVER (ORDER BY d, k), 'RO' || to_char(d, 'YYMMDD') || '-' || k, v.id, ws, NULL,
       d + interval '8 hours' + floor(random() * 570) * interval '1 minute', d + 1 + floor(random() * 5)::int, NULL,
       'x', (ARRAY['Servicing','Servicing','Servicing','Mechanical','Mechanical','Bodywork','Electrical','Diagnostics'])[1 + floor(random() * 8)::int],
       NULL, false, NULL, NULL, NULL
FROM (SELECT d::date AS d, k, 1 + floor(power(random(), 1.25) * (SELECT count(*) FROM vehicle))::int AS vid0, (ARRAY[2,2,2,2,7,7,7,1,1,1,3,3,5,5,4,4,6,8])[1 + floor(random() * 18)::int] AS ws
      FROM generate_series((SELECT t FROM _d) - 1110, (SELECT t FROM _d), interval '1 day') d,
           LATERAL generate_series(1, 1 + ((d::date - ((SELECT t FROM _d) - 1110)) / 420) + (extract(day FROM d)::int % 3 = 0)::int) k) s
JOIN vehicle v ON v.id = (s.vid0 * 13 + 5) % (SELECT count(*) FROM vehicle) + 1
WHERE v.id % 11 <> 4;
UPDATE repair_order SET
  mechanic_id = CASE WHEN id % 37 = 0 THEN NULL ELSE (SELECT m.id FROM mechanic m WHERE m.workshop_id = repair_order.workshop_id AND m.id % 13 <> 6 ORDER BY hashint4(m.id * 1000 + repair_order.id % 97) LIMIT 1) END,
  status = CASE WHEN id % 19 = 3 THEN 'Cancelled' WHEN opened_at::date > (SELECT t FROM _d) - 9 THEN (ARRAY['Open','In progress','Waiting for parts','Completed'])[1 + id % 4] WHEN id % 211 = 0 THEN 'Waiting for parts' ELSE 'Completed' END,
  is_comeback = (id * 7) % 100 < CASE workshop_id WHEN 6 THEN 13 WHEN 3 THEN 9 WHEN 2 THEN 3 WHEN 4 THEN 11 ELSE 6 END,
  quoted_amount = CASE WHEN random() < 0.07 THEN NULL ELSE round((CASE job_type WHEN 'Servicing' THEN 140 WHEN 'Mechanical' THEN 420 WHEN 'Bodywork' THEN 900 WHEN 'Electrical' THEN 360 ELSE 110 END * (0.5 + power(random(), 2) * 2.6))::numeric, 2) END;
UPDATE repair_order SET completed_on = least(opened_at::date + floor(random() * 8)::int, (SELECT t FROM _d)) WHERE status = 'Completed';
UPDATE repair_order SET rating_quality = 2 + floor(random() * 4)::int, rating_speed = CASE WHEN id % 8 = 0 THEN NULL ELSE 1 + floor(random() * 5)::int END, rating_price = 1 + floor(random() * 5)::int
WHERE status = 'Completed' AND id % 5 < 2;
UPDATE repair_order SET rating_quality = least(rating_quality + 1, 5) WHERE workshop_id IN (2, 7);

INSERT INTO labour_line
SELECT row_number() OVER (ORDER BY o.id, k), o.id, CASE WHEN (o.id + k) % 53 = 0 THEN NULL ELSE o.mechanic_id END, coalesce(o.completed_on, o.opened_at::date),
       CASE o.job_type WHEN 'Servicing' THEN (ARRAY['Oil change','Fluid top-up'])[1 + k % 2] WHEN 'Mechanical' THEN (ARRAY['Brake job','Suspension','Engine overhaul'])[1 + (o.id + k) % 3] WHEN 'Bodywork' THEN (ARRAY['Spray painting','Dent removal'])[1 + k % 2] WHEN 'Electrical' THEN (ARRAY['Battery replacement','Wiring'])[1 + k % 2] ELSE 'Fault finding' END,
       h, round((h * CASE o.job_type WHEN 'Servicing' THEN 55 WHEN 'Bodywork' THEN 85 ELSE 70 END)::numeric, 2)
FROM repair_order o, LATERAL (SELECT k, round((0.5 + power(random(), 2) * CASE o.job_type WHEN 'Servicing' THEN 2 WHEN 'Bodywork' THEN 9 ELSE 5 END)::numeric, 2) AS h FROM generate_series(1, 1 + o.id % 2) k) k
WHERE o.status NOT IN ('Cancelled', 'Open');

INSERT INTO supplier VALUES (1,'Borneo Motors Parts','Singapore',2),(2,'Denso Asia','Japan',14),(3,'Bosch SEA','Germany',21),(4,'KL Auto Spares','Malaysia',5),(5,'Stamford Tyres','Singapore',1),(6,'Siam Filters','Thailand',9),(7,'Shenzhen EV Components','China',18),(8,'Johor Body Panels','Malaysia',NULL),(9,'Nippon Lamps','Japan',16); -- the last has no parts here

INSERT INTO part
SELECT i, 'P-' || (1000 + i * 17), n || ' ' || (ARRAY['Standard','Premium'])[1 + (i - 1) / 24], cat, CASE WHEN i % 15 = 0 THEN NULL ELSE sup END, CASE WHEN i % 19 = 0 THEN NULL ELSE round((base * (1 + (i - 1) / 24 * 0.6) + i * 0.35)::numeric, 2) END, CASE WHEN i % 16 = 0 THEN NULL ELSE i > 24 END
FROM generate_series(1, 48) i JOIN (VALUES
 (1,'Oil Filter','Filters',6,14),(2,'Air Filter','Filters',6,22),(3,'Cabin Filter','Filters',6,26),(4,'Fuel Filter','Filters',2,38),
 (5,'Front Brake Pads','Brakes',3,88),(6,'Rear Brake Pads','Brakes',3,76),(7,'Brake Disc','Brakes',3,142),(8,'Brake Caliper','Brakes',4,210),
 (9,'Engine Oil 5W-30','Fluids',1,58),(10,'Coolant','Fluids',1,24),(11,'Brake Fluid','Fluids',1,18),(12,'Gearbox Oil','Fluids',4,66),
 (13,'Tyre 195/65 R15','Tyres',5,118),(14,'Tyre 205/55 R16','Tyres',5,139),(15,'Tyre 225/45 R17','Tyres',5,186),(16,'Valve Stem','Tyres',5,4),
 (17,'Battery 45Ah','Batteries',2,128),(18,'Battery 60Ah','Batteries',2,164),(19,'EV Auxiliary Battery','Batteries',7,290),(20,'Battery Terminal','Batteries',4,9),
 (21,'Front Bumper','Body panels',8,380),(22,'Side Mirror','Body panels',8,155),(23,'Headlamp Unit','Lighting',4,265),(24,'Bulb H7','Lighting',4,12)) b(j, n, cat, sup, base) ON b.j = 1 + (i - 1) % 24;

INSERT INTO part_line
SELECT row_number() OVER (ORDER BY o.id, k), o.id, p.id, coalesce(o.completed_on, o.opened_at::date), q, round(q * coalesce(p.list_price, 60) * (1 + (o.id % 5) * 0.03), 2)
FROM repair_order o, LATERAL (SELECT k, 1 + floor(power(random(), 1.3) * 46)::int AS pid, 1 + floor(power(random(), 2) * 4)::int AS q FROM generate_series(1, o.id % 4) k) k JOIN part p ON p.id = k.pid  -- parts 47, 48 are never fitted
WHERE o.status NOT IN ('Cancelled', 'Open');

INSERT INTO stock
SELECT w.id, p.id, CASE WHEN (w.id * 7 + p.id) % 13 = 0 THEN 0 ELSE 1 + floor(power(random(), 1.5) * 40)::int END, CASE WHEN (w.id + p.id) % 17 = 0 THEN NULL ELSE 4 + p.id % 6 END, CASE WHEN p.id % 20 = 0 THEN NULL ELSE (SELECT t FROM _d) - (w.id * 3 + p.id % 9) END
FROM workshop w, part p WHERE w.id <= 8 AND (w.id + p.id) % 6 <> 0;

INSERT INTO invoice
SELECT row_number() OVER (ORDER BY o.completed_on, o.id), 'INV' || to_char(o.completed_on, 'YYMM') || '-' || lpad(o.id::text, 5, '0'), o.id, o.completed_on, o.completed_on + CASE c.kind WHEN 'Private' THEN 7 WHEN 'Fleet' THEN 30 ELSE 45 END, n, round(n * 0.09, 2), 'Unpaid'
FROM repair_order o JOIN vehicle v ON v.id = o.vehicle_id JOIN customer c ON c.id = v.customer_id,
     LATERAL (SELECT round(coalesce((SELECT sum(l.amount) FROM labour_line l WHERE l.order_id = o.id), 0) + coalesce((SELECT sum(p.amount) FROM part_line p WHERE p.order_id = o.id), 0), 2) AS n) x
WHERE o.status = 'Completed' AND NOT o.is_comeback;
-- some big jobs carry a second invoice
INSERT INTO invoice SELECT id + 10000, 'INV' || to_char(issued_on, 'YYMM') || '-' || lpad(order_id::text, 5, '0') || 'B', order_id, issued_on, due_on, round(net_amount * 0.15, 2), round(net_amount * 0.15 * 0.09, 2), 'Unpaid' FROM invoice WHERE id % 31 = 0;
UPDATE invoice SET status = CASE WHEN id % 67 = 0 THEN 'Void' WHEN issued_on > (SELECT t FROM _d) - 40 AND id % 3 = 0 THEN 'Unpaid' WHEN id % 29 = 0 THEN 'Unpaid' WHEN id % 23 = 0 THEN 'Part-paid' ELSE 'Paid' END;

INSERT INTO payment
SELECT row_number() OVER (ORDER BY i.id), i.id,
       least((i.issued_on::timestamp + interval '9 hours' + floor(random() * 600) * interval '1 minute' + CASE WHEN i.due_on - i.issued_on = 7 THEN 0 ELSE floor(random() * 40) END * interval '1 day') AT TIME ZONE 'Asia/Singapore', now() - interval '5 minutes'),
       CASE WHEN i.id % 43 = 0 THEN NULL WHEN i.due_on - i.issued_on > 7 THEN 'Bank transfer' ELSE (ARRAY['PayNow','PayNow','PayNow','Card','Card','Card','Card','NETS','NETS','Cash'])[1 + floor(random() * 10)::int] END,
       round((i.net_amount + i.tax_amount) * CASE i.status WHEN 'Part-paid' THEN 0.4 WHEN 'Paid' THEN CASE WHEN i.id % 14 = 0 THEN 0.5 ELSE 1 END END, 2)
FROM invoice i WHERE i.status IN ('Paid', 'Part-paid');
INSERT INTO payment SELECT id + 20000, invoice_id, least(paid_at + interval '2 days', now() - interval '4 minutes'), method, amount FROM payment p WHERE invoice_id % 14 = 0 AND EXISTS (SELECT FROM invoice i WHERE i.id = p.invoice_id AND i.status = 'Paid');

INSERT INTO inspection
SELECT row_number() OVER (ORDER BY d, v.id), v.id, 1 + (v.id * 3 + extract(day FROM d)::int) % 7, d, r, CASE WHEN v.id % 27 = 0 THEN NULL WHEN r = 'Pass' THEN 0 WHEN r = 'Advisory' THEN 1 + floor(random() * 2)::int ELSE 2 + floor(random() * 6)::int END
FROM vehicle v, LATERAL generate_series(0, 2) k, LATERAL (SELECT (SELECT t FROM _d) - (k * 365 + (v.id * 53) % 365) AS d, (ARRAY['Pass','Pass','Pass','Pass','Advisory','Advisory','Fail'])[1 + floor(random() * 7)::int] AS r) x
WHERE v.id % 6 <> 2;  -- workshops 8 and 9 do no inspections

INSERT INTO warranty_claim
SELECT row_number() OVER (ORDER BY o.id), o.id, least(o.completed_on + 5 + floor(random() * 80)::int, (SELECT t FROM _d)), (ARRAY['Part failure','Part failure','Part failure','Workmanship','Workmanship','Wrong part'])[1 + floor(random() * 6)::int], NULL, round((40 + power(random(), 2) * 900)::numeric, 2)
FROM repair_order o WHERE o.status = 'Completed' AND o.id % 16 = 5;
UPDATE warranty_claim SET outcome = CASE WHEN claimed_on > (SELECT t FROM _d) - 25 OR id % 20 = 0 THEN NULL WHEN id % 10 < 6 THEN 'Approved' ELSE 'Rejected' END;
ANALYZE;
