-- Deterministic; three years of work orders that end today.
INSERT INTO branch (branch_name, city, opened_on, bay_cnt, has_ev_charger) VALUES
 ('Northgate','Leeds','2009-04-06',12,true),
 ('Riverside','York','2011-09-19',9,false),
 ('Harbour','Hull','2014-03-03',8,false),
 ('Old Mill','Bradford','2015-06-15',6,true),
 ('Station Square','Sheffield','2017-10-02',7,true),
 ('Airport Road','Leeds','2019-05-13',5,false),
 ('Westfield','Sheffield','2021-02-01',4,false),
 ('Parkside','Doncaster',current_date - 24,NULL,true); -- just opened: no work yet

INSERT INTO service_type VALUES
 ('OIL','Oil change',0.8),('BRK','Brake service',2.0),('TYR','Tyre replacement',1.0),('BAT','Battery replacement',0.7),
 ('AIR','Air conditioning',1.8),('ENG','Engine repair',6.5),('GBX','Gearbox repair',8.0),('INS','Annual inspection',1.2),
 ('BDY','Bodywork',5.0),('HVB','High-voltage battery repair',NULL); -- the last one was never ordered

INSERT INTO supplier (supplier_name, country, lead_days, is_active) VALUES
 ('Autoteile Krause','Germany',6,true),('Midland Motor Factors','United Kingdom',1,true),('Nippon Parts Trading','Japan',21,true),
 ('Pennine Tyres','United Kingdom',2,true),('Lyon Freins','France',8,true),('Bavaria Filter','Germany',7,true),
 ('Shenzhen Powercell','China',NULL,true),('Torino Ricambi','Italy',9,false),('Albion Lubricants','United Kingdom',3,true);

-- suppliers 8 delivers nothing; some parts have no supplier on record
INSERT INTO part (part_no, part_name, category, supplier_id, unit_price, stock_qty, reorder_lvl) 
SELECT 'P-' || (1000 + n * 7), nm, cat, sup, price, (n * 37) % 83, CASE WHEN n % 13 = 0 THEN NULL ELSE 5 + (n * 11) % 25 END
FROM (VALUES
 (1,'Engine oil 5W-30','Fluids',9,34.50),(2,'Engine oil 0W-20','Fluids',9,41.20),(3,'Oil filter','Filters',6,8.90),(4,'Air filter','Filters',6,14.75),
 (5,'Cabin filter','Filters',6,17.30),(6,'Fuel filter','Filters',1,22.60),(7,'Front brake pads','Brakes',5,46.80),(8,'Rear brake pads','Brakes',5,39.90),
 (9,'Front brake disc','Brakes',5,72.40),(10,'Rear brake disc','Brakes',5,64.15),(11,'Brake fluid','Fluids',2,9.95),(12,'Brake caliper','Brakes',1,128.00),
 (13,'Summer tyre 205/55 R16','Tyres',4,68.00),(14,'Winter tyre 205/55 R16','Tyres',4,81.50),(15,'All-season tyre 225/45 R17','Tyres',4,97.25),(16,'Valve set','Tyres',4,3.40),
 (17,'Starter battery 60Ah','Electrical',7,84.00),(18,'Starter battery 80Ah','Electrical',7,112.30),(19,'Alternator','Electrical',1,236.70),(20,'Starter motor','Electrical',3,189.40),
 (21,'Headlight bulb H7','Electrical',2,6.20),(22,'Spark plug','Engine',3,11.60),(23,'Ignition coil','Engine',3,43.10),(24,'Timing belt kit','Engine',1,154.90),
 (25,'Water pump','Engine',3,88.35),(26,'Cylinder head gasket','Engine',1,61.70),(27,'Turbocharger','Engine',1,745.00),(28,'Coolant','Fluids',9,12.80),
 (29,'Clutch kit','Gearbox',1,268.00),(30,'Gearbox oil','Fluids',9,27.40),(31,'Gearbox mount','Gearbox',3,52.25),(32,'AC compressor','Climate',3,312.60),
 (33,'AC refrigerant','Climate',2,29.90),(34,'AC condenser','Climate',1,141.80),(35,'Wiper blade','Body',2,10.50),(36,'Front bumper','Body',NULL,203.45),
 (37,'Wing mirror','Body',NULL,76.90),(38,'Door handle','Body',NULL,24.30),(39,'Tow bar','Body',2,165.00),(40,'Roof rack','Body',2,119.00)
) AS v(n, nm, cat, sup, price) ORDER BY n;

INSERT INTO mechanic (full_name, branch_id, hire_date, hourly_rate, is_certified)
SELECT (ARRAY['James','Olivia','Harry','Amelia','Jack','Grace','Thomas','Emily','Daniel'])[1 + i % 9] || ' ' ||
       (ARRAY['Walker','Hughes','Bennett','Shaw','Turner','Clarke','Mason','Price','Fletcher','Dawson','Kaur'])[1 + (i * 4) % 11],
       CASE WHEN i = 25 THEN NULL WHEN i = 26 THEN 8 WHEN i <= 4 THEN 1 ELSE 1 + (i * 3) % 7 END,
       CASE WHEN i = 26 THEN current_date - 20 ELSE current_date - (150 + (i * 211) % 3600) END,
       CASE WHEN i = 17 THEN NULL ELSE 21 + (i * 13) % 24 + (i % 4) * 0.25 END, i % 5 NOT IN (1, 3)
FROM generate_series(1, 26) i;

INSERT INTO customer (cust_name, cust_type, city, email, signup_date, newsletter_opt_in)
SELECT CASE WHEN i % 10 IN (0) THEN (ARRAY['Swift','Crown','Beacon','Summit','Atlas','Pioneer','Castle'])[1 + (i / 10) % 7] || ' ' || (ARRAY['Couriers','Taxis','Car Hire','Haulage'])[1 + (i / 10) % 4]
            WHEN i % 4 = 1 THEN (ARRAY['Ashton','Birch','Calder','Dale','Elmwood','Fernley','Grange','Holme'])[1 + (i / 4) % 8] || ' ' || (ARRAY['Plumbing','Bakery','Joinery','Dental','Interiors','Electrical','Flooring','Catering','Gardens'])[1 + (i / 4) % 9]
            ELSE (ARRAY['Liam','Sophie','Noah','Chloe','Oscar','Megan','Ethan','Holly','Aaron','Freya','Ryan','Zara','Peter'])[1 + i % 13] || ' ' ||
                 (ARRAY['Smith','Jones','Taylor','Brown','Wilson','Evans','Wright','Green','Hall','Wood','Lewis','Ahmed','Patel','Ward','Cooper','King','Baker'])[1 + i % 17] END,
       CASE WHEN i % 10 = 0 THEN 'Fleet' WHEN i % 4 = 1 THEN 'Business' ELSE 'Private' END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['Leeds','Leeds','York','Hull','Bradford','Sheffield','Leeds','Harrogate','York','Sheffield','Doncaster'])[1 + i % 11] END,
       CASE WHEN i % 6 = 0 THEN NULL ELSE 'contact' || i || '@example.com' END,
       current_date - ((i * 137) % 1620), CASE WHEN i % 11 = 0 THEN NULL ELSE i % 3 = 0 END
FROM generate_series(1, 260) i;

-- customers 241-260 own no vehicle yet; three fleets own many
INSERT INTO vehicle (cust_id, plate_no, make, model, model_year, fuel_type, mileage)
SELECT CASE WHEN i <= 280 THEN 1 + (i * 17) % 240 WHEN i % 7 < 3 THEN 10 WHEN i % 7 < 5 THEN 20 WHEN i % 14 <> 6 THEN 30 ELSE 40 END,
       'Y' || chr(65 + (i * 5) % 26) || lpad(((i * 3) % 73 + 1)::text, 2, '0') || ' ' || chr(65 + i % 26) || chr(65 + (i * 7) % 26) || chr(65 + (i / 26) % 26),
       (ARRAY['Ford','Vauxhall','Toyota','Volkswagen','BMW','Nissan','Ford','Tesla','Toyota','Ford','Audi','Volkswagen','Kia'])[1 + i % 13],
       (ARRAY['Focus','Corsa','Yaris','Golf','320i','Qashqai','Transit','Model 3','Corolla','Fiesta','A4','Passat',NULL])[1 + i % 13],
       CASE WHEN i % 41 = 0 THEN NULL ELSE extract(year FROM current_date)::int - (i * 7) % 16 END,
       CASE WHEN i % 13 = 7 THEN 'Electric' WHEN i % 13 IN (3, 6, 11) OR i % 8 = 4 THEN 'Diesel' WHEN i % 13 IN (2, 8) AND i % 2 = 0 THEN 'Hybrid' ELSE 'Petrol' END,
       CASE WHEN i % 19 = 0 THEN NULL ELSE 3000 + ((i * 7919) % 1601) * 97 END
FROM generate_series(1, 340) i;

-- vehicles 311-340 never came in
INSERT INTO work_order (wo_no, vehicle_id, branch_id, mechanic_id, svc_code, status, opened_at, completed_at, labor_hrs, labor_amt, is_warranty)
SELECT 'WO-' || (20000 + i), veh, br, CASE WHEN i % 23 = 0 THEN NULL ELSE mech END, svc, st, op,
       CASE WHEN st = 'Completed' THEN least(op + ((i * 7) % 5) * interval '1 day' + (2 + (i * 3) % 6) * interval '1 hour', greatest(op, date_trunc('day', op) + interval '1 day' * (current_date - op::date) + interval '17 hours')) END,
       hrs, round(hrs * (52 + (i * 11) % 17), 2), i % 17 = 5
FROM (
  SELECT b.*, (SELECT array_agg(m.mechanic_id ORDER BY m.mechanic_id) FROM mechanic m WHERE m.branch_id = b.br) AS ms,
         (SELECT s.std_hrs FROM service_type s WHERE s.svc_code = b.svc) AS std,
         CASE WHEN i % 16 = 3 THEN 'Cancelled'
              WHEN i > 1480 THEN (ARRAY['Scheduled','In progress','Scheduled','Waiting for parts','In progress'])[1 + i % 5]
              WHEN i > 1440 AND i % 3 = 0 THEN (ARRAY['In progress','Waiting for parts','In progress'])[1 + (i / 3) % 3]
              ELSE 'Completed' END AS st
  FROM (SELECT i, CASE WHEN i % 9 = 0 THEN 281 + (i / 9) % 30 ELSE 1 + (i * 53 + i / 7) % 310 END AS veh,
               (ARRAY[1,1,1,1,1,1,2,2,2,2,3,3,3,4,4,5,5,6,7,2,1,3,4,5])[1 + ((i * 5 + i / 24) % 24)] AS br,
               (ARRAY['OIL','OIL','OIL','INS','INS','BRK','BRK','TYR','TYR','BAT','AIR','ENG','BDY','OIL','INS','GBX','BRK','TYR','OIL'])[1 + (i * 7 + i / 19) % 19] AS svc,
               date_trunc('day', current_date - floor(1095 * power((1500 - i) / 1500.0, 1.3))::int) + (8 + (i * 7) % 9) * interval '1 hour' + ((i * 13) % 60) * interval '1 minute' AS op
        FROM generate_series(1, 1500) i) b
) c, LATERAL (SELECT ms[1 + ((i * i + i / 5) % (array_length(ms, 1) * 2 - 1)) / 2] AS mech,
                     CASE WHEN st IN ('Completed') THEN round(std * (0.7 + ((i * 29) % 90) / 100.0), 1) WHEN st IN ('In progress','Waiting for parts') AND i % 2 = 0 THEN round(std * 0.4, 1) END AS hrs) d
ORDER BY i;

INSERT INTO wo_part (wo_id, part_id, qty, price_each)
SELECT wo_id, part_id, CASE WHEN svc_code = 'TYR' AND part_id <= 15 THEN 2 + 2 * (wo_id % 2) WHEN part_id <= 2 THEN 1 + (CASE WHEN wo_id % 5 = 1 THEN 1 ELSE 0 END) ELSE 1 + (wo_id * part_id) % 3 / 2 END, round(unit_price * (0.95 + (wo_id % 11) / 100.0), 2)
FROM work_order w JOIN part p ON p.part_id = ANY (CASE svc_code
   WHEN 'OIL' THEN ARRAY[CASE WHEN wo_id % 3 = 0 THEN 2 ELSE 1 END, 3, CASE WHEN wo_id % 4 = 0 THEN 4 END]
   WHEN 'INS' THEN ARRAY[CASE WHEN wo_id % 3 = 0 THEN 21 END, CASE WHEN wo_id % 4 = 1 THEN 35 END, CASE WHEN wo_id % 5 = 2 THEN 5 END]
   WHEN 'BRK' THEN ARRAY[CASE WHEN wo_id % 3 = 0 THEN 8 ELSE 7 END, CASE WHEN wo_id % 4 = 0 THEN 9 WHEN wo_id % 9 = 1 THEN 10 END, CASE WHEN wo_id % 2 = 0 THEN 11 END, CASE WHEN wo_id % 14 = 0 THEN 12 END]
   WHEN 'TYR' THEN ARRAY[CASE wo_id % 5 WHEN 0 THEN 13 WHEN 1 THEN 14 WHEN 2 THEN 13 ELSE 15 END, CASE WHEN wo_id % 3 = 0 THEN 16 END]
   WHEN 'BAT' THEN ARRAY[CASE WHEN wo_id % 3 = 0 THEN 18 ELSE 17 END]
   WHEN 'AIR' THEN ARRAY[33, CASE WHEN wo_id % 6 = 0 THEN 32 WHEN wo_id % 6 = 1 THEN 34 END]
   WHEN 'ENG' THEN ARRAY[CASE wo_id % 4 WHEN 0 THEN 24 WHEN 1 THEN 25 WHEN 2 THEN 26 ELSE 23 END, CASE WHEN wo_id % 2 = 0 THEN 22 ELSE 28 END, CASE WHEN wo_id % 29 = 0 THEN 27 END, CASE WHEN wo_id % 7 = 3 THEN 19 WHEN wo_id % 7 = 4 THEN 20 END]
   WHEN 'GBX' THEN ARRAY[30, CASE WHEN wo_id % 2 = 0 THEN 29 ELSE 31 END]
   WHEN 'BDY' THEN ARRAY[CASE wo_id % 3 WHEN 0 THEN 36 WHEN 1 THEN 37 ELSE 38 END]
   ELSE ARRAY[]::int[] END)
WHERE w.status IN ('Completed','In progress') AND w.wo_id % 13 <> 4;

INSERT INTO invoice (wo_id, inv_date, due_date, total_amt, paid_on)
SELECT wo_id, d, d + term, amt, CASE WHEN wo_id % 19 = 6 OR d + lag > current_date THEN NULL ELSE d + lag END
FROM (SELECT w.wo_id, w.completed_at::date AS d, CASE c.cust_type WHEN 'Private' THEN 14 ELSE 30 END AS term, 2 + (w.wo_id * 31) % 41 AS lag,
             round(1.2 * (coalesce(w.labor_amt, 0) + coalesce((SELECT sum(wp.qty * wp.price_each) FROM wo_part wp WHERE wp.wo_id = w.wo_id), 0)), 2) AS amt
      FROM work_order w JOIN vehicle v USING (vehicle_id) JOIN customer c USING (cust_id)
      WHERE w.status = 'Completed' AND NOT w.is_warranty) x
WHERE amt > 0 ORDER BY d, wo_id;
-- a few jobs got a second invoice for follow-up work
INSERT INTO invoice (wo_id, inv_date, due_date, total_amt, paid_on)
SELECT wo_id, least(inv_date + 5, current_date), least(inv_date + 5, current_date) + 30, 45.60, NULL FROM invoice WHERE inv_id % 61 = 0 ORDER BY inv_id;
