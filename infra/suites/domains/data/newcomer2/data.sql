-- Deterministic, relative to current_date. No random(): r(text) spreads md5 over [0, 1).
CREATE FUNCTION pg_temp.r(k text) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT ('x' || substr(md5(k), 1, 7))::bit(28)::int / 268435456.0::float8 $$;

INSERT INTO species (name, created_at) SELECT n, current_date - 900 + interval '9 hours' FROM unnest(ARRAY['Dog','Cat','Rabbit','Parrot','Guinea Pig','Ferret','Turtle']) n; -- no turtle so far

INSERT INTO shelters (name, city, capacity, opened_on, phone, created_at) VALUES
 ('Harbor Shelter','Boston',140,'2009-05-14','617-555-0101',current_date - 900 + time '09:10'),
 ('Riverside Shelter','Boston',95,'2014-09-02','617-555-0102',current_date - 900 + time '09:11'),
 ('Maple Hill','Cambridge',70,'2017-03-20','617-555-0103',current_date - 900 + time '09:12'),
 ('Second Chance Home','Worcester',120,'2012-11-01','508-555-0104',current_date - 900 + time '09:13'),
 ('Paws and Claws','Springfield',60,NULL,'413-555-0105',current_date - 900 + time '09:14'),
 ('New Leaf Shelter','Lowell',50,current_date - 12,NULL,current_date - 20 + time '14:30'); -- just opened, still empty

INSERT INTO animals (name, species_id, shelter_id, mother_id, sex, dob, wt_kg, chip_no, is_neutered, intake_date, status, created_at)
SELECT (ARRAY['Bella','Max','Luna','Charlie','Lucy','Cooper','Daisy','Milo','Sadie','Rocky','Molly','Buddy','Coco','Oscar','Ruby','Teddy','Rosie','Simba','Nala','Ginger','Pepper','Shadow','Misty','Biscuit','Hazel','Toby','Willow'])[1 + (i * 11) % 27],
       sp, sh, CASE WHEN i > 60 AND pg_temp.r('mo' || i) < 0.08 THEN 1 + floor(pg_temp.r('mp' || i) * 50)::int END,
       CASE WHEN i % 43 = 0 THEN NULL WHEN pg_temp.r('sx' || i) < 0.52 THEN 'F' ELSE 'M' END,
       CASE WHEN i % 9 = 0 THEN NULL ELSE d - 40 - (power(pg_temp.r('ag' || i), 2) * 3600)::int END,
       CASE WHEN i % 14 = 3 THEN NULL ELSE round(((ARRAY[6, 2.6, 1.2, 0.3, 0.6, 0.8])[sp] + (ARRAY[38, 4.5, 2.6, 0.9, 0.8, 1.1])[sp] * pg_temp.r('wt' || i))::numeric, 1) END,
       CASE WHEN sp <= 2 AND pg_temp.r('ch' || i) < 0.72 THEN '9810' || lpad((i * 92821 % 1000000)::text, 6, '0') END,
       CASE WHEN i % 31 = 0 THEN NULL ELSE pg_temp.r('ne' || i) < 0.55 END, d, 'available', d + interval '1 minute' * (540 + (pg_temp.r('ct' || i) * 500)::int)
FROM (SELECT i, (ARRAY[1,1,1,1,1,1,2,2,2,2,2,2,2,3,3,4,5,6])[1 + floor(pg_temp.r('sp' || i) * 18)::int] AS sp, (ARRAY[1,1,1,1,2,2,2,3,3,4,4,4,4,4,5])[1 + floor(pg_temp.r('sh' || i) * 15)::int] AS sh,
             current_date - 1050 + i * 5 / 2 AS d FROM generate_series(1, 420) i) q;

INSERT INTO adopters (full_name, email, city, has_garden, created_at)
SELECT f || ' ' || l, lower(f || '.' || l || i || '@example.org'), CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['Boston','Boston','Boston','Cambridge','Cambridge','Worcester','Worcester','Springfield','Lowell','Quincy'])[1 + floor(pg_temp.r('ac' || i) * 10)::int] END,
       CASE WHEN i % 17 = 0 THEN NULL ELSE pg_temp.r('ga' || i) < 0.6 END, current_date - 1000 + i * 5 + time '11:00'
FROM (SELECT i, (ARRAY['Emma','Noah','Olivia','Liam','Ava','Ethan','Mia','Lucas','Grace','Henry','Chloe','Jack','Nora'])[1 + i % 13] AS f, (ARRAY['Smith','Johnson','Brown','Garcia','Miller','Davis','Wilson','Moore','Taylor','Clark','Lewis'])[1 + i % 11] AS l FROM generate_series(1, 165) i) q;

-- some animals come back and are adopted again; adopters 140-165 have not adopted yet
INSERT INTO adoptions (animal_id, adopter_id, adopted_on, returned_on, fee_amt, status, created_at)
SELECT id, 1 + floor(power(pg_temp.r('ad' || id || '-' || k), 1.3) * 139)::int, d, CASE WHEN ret THEN d + 20 END, CASE WHEN id % 19 = 0 THEN NULL ELSE (ARRAY[180, 95, 40, 60, 25, 55])[species_id] + floor(pg_temp.r('fe' || id) * 8) * 5 END,
       CASE WHEN ret THEN 'returned' WHEN d > current_date - 35 AND id % 4 <> 0 THEN 'pending' ELSE 'completed' END, d + time '16:20'
FROM (SELECT a.*, k, intake_date + 12 + k * 60 + (power(pg_temp.r('aw' || id), 1.5) * 160)::int AS d, (k = 0 AND id % 13 = 5) AS ret FROM animals a, generate_series(0, 1) k WHERE pg_temp.r('aa' || id) < 0.62 AND (k = 0 OR id % 26 = 5)) x
WHERE d <= current_date AND NOT (ret AND d + 20 > current_date) ORDER BY d, id;
UPDATE animals a SET status = 'adopted' WHERE EXISTS (SELECT FROM adoptions o WHERE o.animal_id = a.id AND o.returned_on IS NULL AND o.status = 'completed');
UPDATE animals a SET status = 'reserved' WHERE EXISTS (SELECT FROM adoptions o WHERE o.animal_id = a.id AND o.status = 'pending');
UPDATE animals SET status = CASE WHEN id % 10 = 1 THEN 'deceased' WHEN id % 10 IN (4, 7) THEN 'in_treatment' ELSE status END WHERE status = 'available';

INSERT INTO donors (full_name, donor_type, city, created_at)
SELECT CASE WHEN i % 6 = 0 THEN (ARRAY['Bluewater','Northgate','Greenfield','Old Mill','Lakeview'])[1 + i / 6 % 5] || ' ' || (ARRAY['Foods','Insurance','Bank','Hardware'])[1 + i / 6 % 4] ELSE (ARRAY['Sarah','David','Linda','James','Karen','Peter','Susan','Frank'])[1 + i % 8] || ' ' || (ARRAY['Adams','Baker','Carter','Evans','Foster','Hughes','Parker','Reed','Turner','Wood','Young'])[1 + i % 11] END,
       CASE WHEN i % 6 = 0 THEN 'company' ELSE 'person' END, CASE WHEN i % 22 = 0 THEN NULL ELSE (ARRAY['Boston','Boston','Cambridge','Worcester','Springfield','Newton'])[1 + i * 5 % 6] END, current_date - 1000 + i * 9 + time '10:00'
FROM generate_series(1, 95) i;

-- donors 91-95 signed up and gave nothing; some gifts are anonymous; created_at is the day of the bank statement
INSERT INTO donations (donor_id, shelter_id, amount, method, is_recurring, donated_on, created_at)
SELECT CASE WHEN i % 14 = 0 THEN NULL ELSE don END, CASE WHEN pg_temp.r('ds' || i) < 0.25 THEN NULL ELSE (ARRAY[1,1,1,2,2,3,4,4,5])[1 + floor(pg_temp.r('dt' || i) * 9)::int] END,
       CASE WHEN don % 6 = 0 THEN 200 + floor(pg_temp.r('am' || i) * 40) * 50 ELSE (ARRAY[10,20,25,50,50,100,250])[1 + floor(power(pg_temp.r('am' || i), 1.3) * 7)::int] + i % 5 END,
       (ARRAY['card','card','bank_transfer','bank_transfer','paypal','cash'])[1 + floor(pg_temp.r('me' || i) * 6)::int], pg_temp.r('rc' || i) < 0.3, d, d + 1 + floor(pg_temp.r('dl' || i) * 6)::int + time '08:00'
FROM (SELECT i, 1 + floor(power(pg_temp.r('do' || i), 1.4) * 90)::int AS don, current_date - 1080 + (power(i / 900.0, 0.85) * 1080)::int AS d FROM generate_series(1, 900) i) q;

INSERT INTO vets (full_name, clinic, city, created_at) VALUES
 ('Anna Keller','Harbor Vet Clinic','Boston',current_date - 890),('Robert Hayes','Harbor Vet Clinic','Boston',current_date - 890),('Julia Stone','City Animal Care','Cambridge',current_date - 880),
 ('Mark Olsen','Worcester Pet Hospital','Worcester',current_date - 870),('Priya Nair','Worcester Pet Hospital','Worcester',current_date - 700),('Tom Becker',NULL,'Springfield',current_date - 600),
 ('Elena Rossi','City Animal Care','Cambridge',current_date - 400),('Samuel Wright','Lowell Vets','Lowell',current_date - 15); -- the last has not treated anybody

INSERT INTO treatments (animal_id, vet_id, treatment_type, treated_on, follow_up_on, cost, notes, created_at)
SELECT id, CASE WHEN (id + k) % 27 = 0 THEN NULL ELSE (CASE shelter_id WHEN 1 THEN ARRAY[1,1,2,2,7] WHEN 2 THEN ARRAY[1,2,2,3] WHEN 3 THEN ARRAY[3,7,7] WHEN 4 THEN ARRAY[4,4,4,5] ELSE ARRAY[6,6,4] END)[1 + floor(pg_temp.r('tv' || id || '-' || k) * (ARRAY[5,4,3,4,3])[shelter_id])::int] END, tt,
       d, CASE WHEN pg_temp.r('fu' || id || '-' || k) < 0.4 THEN d + 14 + (pg_temp.r('fv' || id || '-' || k) * 40)::int END,
       CASE WHEN (id * 3 + k) % 37 = 0 THEN NULL ELSE round(((CASE tt WHEN 'surgery' THEN 320 WHEN 'dental' THEN 140 WHEN 'neutering' THEN 110 WHEN 'vaccination' THEN 28 ELSE 45 END) * (0.75 + 0.6 * pg_temp.r('tc' || id || '-' || k)))::numeric, 2) END, NULL, d + time '18:00'
FROM (SELECT a.id, a.shelter_id, k, (ARRAY['vaccination','vaccination','vaccination','checkup','checkup','neutering','dental','surgery'])[1 + floor(pg_temp.r('ty' || a.id || '-' || k) * 8)::int] AS tt, a.intake_date + 2 + k * 17 + (pg_temp.r('td' || a.id || '-' || k) * 9)::int AS d
      FROM animals a, generate_series(0, 5) k WHERE pg_temp.r('tn' || a.id) * 4.2 > k + 0.5) x WHERE d <= current_date ORDER BY d, id;

INSERT INTO volunteers (full_name, shelter_id, hrs_per_wk, is_active, started_on, created_at)
SELECT (ARRAY['Ben','Clara','Daniel','Eva','Felix','Hannah','Isaac'])[1 + i % 7] || ' ' || (ARRAY['Morgan','Price','Quinn','Russell','Shaw','Vance'])[1 + i % 6],
       CASE WHEN i % 20 = 0 THEN NULL ELSE (ARRAY[1,1,1,1,2,2,3,4,4,4,5,6])[1 + floor(pg_temp.r('vs' || i) * 12)::int] END, CASE WHEN i % 15 = 0 THEN NULL ELSE 2 + (pg_temp.r('vh' || i) * 16)::int END, i % 5 <> 2,
       current_date - 30 - (pg_temp.r('vd' || i) * 1400)::int, current_date - 25 + time '12:00'
FROM generate_series(1, 42) i;

INSERT INTO shelter_vets VALUES (1,1),(1,2),(1,7),(2,1),(2,2),(2,3),(3,3),(3,7),(4,4),(4,5),(5,6),(5,4),(6,8);
ANALYZE;
