-- Seeded, relative to the current date in Asia/Shanghai: about three years up to today, appointments some weeks ahead.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
SELECT setseed(0.317);

INSERT INTO clinic VALUES
 (1,'徐汇分院','上海','GENERAL','2014-05-10',NULL,8,620.0,false),
 (2,'浦东一院','上海','GENERAL','2016-09-01',NULL,7,540.5,false),
 (3,'浦东二院','上海','SPECIALIST','2019-03-18',NULL,9,780.0,true),
 (4,'西湖分院','杭州','GENERAL','2015-06-06',NULL,6,480.0,false),
 (5,'滨江分院','杭州','EMERGENCY','2020-10-12',NULL,5,410.0,true),
 (6,'园区分院','苏州','GENERAL','2017-04-22',NULL,5,395.5,false),
 (7,'鼓楼分院','南京','SPECIALIST','2018-11-11',NULL,7,NULL,true),
 (8,'海曙分院','宁波','GENERAL','2021-05-15',NULL,4,300.0,false),
 (9,'吴中分院','苏州','GENERAL','2016-02-28',current_date - 240,3,260.0,false),
 (10,'滨湖分院','无锡','GENERAL',NULL,NULL,4,350.0,false); -- not open yet: no vets, no appointments

INSERT INTO breed VALUES
 (1,'金毛','DOG','L'),(2,'拉布拉多','DOG','L'),(3,'柯基','DOG','M'),(4,'泰迪','DOG','S'),(5,'比熊','DOG','S'),(6,'边牧','DOG','M'),(7,'中华田园犬','DOG','M'),
 (8,'英短','CAT','M'),(9,'美短','CAT','M'),(10,'布偶','CAT','L'),(11,'暹罗','CAT','S'),(12,'中华田园猫','CAT','M'),
 (13,'垂耳兔','RABBIT','S'),(14,'虎皮鹦鹉','BIRD','S'),(15,'仓鼠','OTHER',NULL),(16,'龙猫','OTHER',NULL),(17,'杜宾','DOG','L'); -- no pet of breed 17

INSERT INTO drug VALUES
 (1,'阿莫西林','ANTIBIOTIC',18.50,true,'瑞普生物'),(2,'头孢噻呋','ANTIBIOTIC',46.00,true,'硕腾'),(3,'恩诺沙星','ANTIBIOTIC',32.00,true,'拜耳'),(4,'多西环素','ANTIBIOTIC',27.50,true,NULL),
 (5,'甲硝唑','ANTIBIOTIC',12.00,true,'瑞普生物'),(6,'美洛昔康','PAINKILLER',58.00,true,'勃林格'),(7,'卡洛芬','PAINKILLER',66.00,true,'硕腾'),(8,'加巴喷丁','PAINKILLER',40.00,true,NULL),
 (9,'布托啡诺','PAINKILLER',120.00,true,'辉瑞'),(10,'伊维菌素','ANTIPARASITIC',25.00,false,'瑞普生物'),(11,'吡喹酮','ANTIPARASITIC',22.00,false,'拜耳'),(12,'塞拉菌素','ANTIPARASITIC',88.00,false,'硕腾'),
 (13,'氟雷拉纳','ANTIPARASITIC',145.00,false,'默沙东'),(14,'泼尼松龙','STEROID',15.00,true,NULL),(15,'地塞米松','STEROID',9.50,true,'瑞普生物'),(16,'马罗匹坦','GASTRO',95.00,true,'硕腾'),
 (17,'奥美拉唑','GASTRO',28.00,true,NULL),(18,'益生菌','GASTRO',35.00,false,'麦德氏'),(19,'葡萄糖酸钙','SUPPLEMENT',16.00,false,'麦德氏'),(20,'关节舒','SUPPLEMENT',130.00,false,'麦德氏'),
 (21,'鱼油','SUPPLEMENT',110.00,false,'麦德氏'),(22,'胰岛素','OTHER',165.00,true,'默沙东'); -- 胰岛素: never used

INSERT INTO vet
SELECT i, (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐'])[1 + i % 11] || (ARRAY['敏','伟','晓燕','志强','静','磊','婷','浩然','雪','建军'])[1 + (i * 3) % 10],
       1 + (i - 1) % 9, (ARRAY['RESIDENT','ATTENDING','ATTENDING','SENIOR','CHIEF','RESIDENT'])[1 + (i * 5) % 6],
       current_date - (CASE WHEN i > 42 THEN (i - 41) * 5 ELSE 200 + i * 61 + (random() * 40)::int END),
       CASE WHEN i IN (8, 17, 33) THEN current_date - (60 + i * 9) END, i % 4 = 1, 9000 + (random() * 16000)::int
FROM generate_series(1, 47) i;
UPDATE vet SET vet_name = '王敏' WHERE vet_id IN (3, 24);
UPDATE vet SET clinic_id = 7 WHERE vet_id IN (45, 46);

INSERT INTO owner
SELECT i, CASE WHEN i % 29 = 0 THEN (ARRAY['Emma Clark','Daniel Moore','Sofia Rossi','Kenji Sato','Laura Stein'])[1 + (i / 29) % 5]
          ELSE (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','孙','朱','马'])[1 + (i * 7) % 13] || (ARRAY['芳','娜','强','丽丽','俊杰','欣怡','洋','子涵','倩','凯','玉兰','晨'])[1 + (i * 5) % 12] END,
       '138' || lpad((i * 7919)::text, 8, '0'),
       CASE WHEN i % 31 = 0 THEN NULL ELSE (ARRAY['上海','上海','上海','杭州','杭州','苏州','南京','宁波','无锡','嘉兴'])[1 + floor(random() * 10)::int] END,
       CASE WHEN random() < 0.12 THEN NULL ELSE (ARRAY['STD','STD','STD','SILVER','SILVER','GOLD','VIP'])[1 + floor(random() * 7)::int] END,
       CASE WHEN random() < 0.07 THEN NULL ELSE (ARRAY['WALK_IN','REFERRAL','ONLINE','ONLINE','EVENT'])[1 + floor(random() * 5)::int] END,
       current_date - (5 + (power(random(), 0.9) * 2400)::int), NULL,
       CASE WHEN random() < 0.1 THEN NULL ELSE random() < 0.65 END
FROM generate_series(1, 620) i;

-- owners 601 to 620 have no pet
INSERT INTO pet
SELECT s.i, (ARRAY['豆豆','毛毛','Lucky','球球','Coco','糯米','旺财','咪咪','布丁','雪球','Max','可乐','花花','奥利奥','小黑','Bella'])[1 + (s.i * 11) % 16], o.owner_id,
       CASE WHEN r1 < 0.04 THEN NULL WHEN r1 < 0.5 THEN 1 + floor(power(r2, 1.2) * 7)::int WHEN r1 < 0.9 THEN 8 + floor(r2 * 5)::int ELSE 13 + floor(r2 * 4)::int END,
       CASE WHEN random() < 0.03 THEN 'U' WHEN random() < 0.5 THEN 'M' ELSE 'F' END,
       CASE WHEN random() < 0.12 THEN NULL ELSE o.registered_on - (60 + (random() * 4200)::int) END,
       NULL, CASE WHEN random() < 0.1 THEN NULL ELSE random() < 0.58 END, CASE WHEN random() < 0.35 THEN NULL ELSE '1561' || lpad((s.i * 104729)::text, 11, '0') END,
       least(o.registered_on + (CASE WHEN random() < 0.6 THEN 0 ELSE (random() * 300)::int END), current_date - 1), NULL
FROM (SELECT i, CASE WHEN i <= 600 THEN i WHEN i % 2 = 0 THEN 1 + (i * i * 3) % 211 ELSE 1 + (i * 137) % 600 END AS oid, random() r1, random() r2 FROM generate_series(1, 930) i) s JOIN owner o ON o.owner_id = s.oid;
UPDATE pet p SET weight_kg = CASE WHEN p.pet_id % 13 = 0 THEN NULL ELSE round((CASE b.species WHEN 'DOG' THEN CASE b.size_class WHEN 'L' THEN 24 WHEN 'M' THEN 12 ELSE 5 END WHEN 'CAT' THEN 3.4 WHEN 'RABBIT' THEN 1.6 ELSE 0.2 END * (0.8 + random() * 0.6))::numeric, 2) END
FROM breed b WHERE b.breed_id = p.breed_id;

-- appointments: pets 881 to 930 never come; the number per day grows; three weeks ahead are booked
INSERT INTO appointment
SELECT row_number() OVER (ORDER BY d, k), p.pet_id, cl, NULL, d - lead, d + (CASE WHEN em AND r4 < 0.4 THEN 20 + floor(r5 * 4)::int ELSE 9 + floor(r5 * 9)::int END) * interval '1 hour' + (CASE WHEN r6 < 0.5 THEN 0 ELSE 30 END) * interval '1 minute',
       CASE WHEN em THEN CASE WHEN r4 < 0.7 THEN 'ILLNESS' ELSE 'SURGERY' END ELSE (ARRAY['CHECKUP','CHECKUP','VACCINE','VACCINE','ILLNESS','ILLNESS','ILLNESS','FOLLOWUP','FOLLOWUP','SURGERY','DENTAL','DENTAL'])[1 + floor(r7 * 12)::int] END,
       CASE WHEN em THEN CASE WHEN r5 < 0.6 THEN 'WALK_IN' ELSE 'PHONE' END ELSE (ARRAY['APP','APP','WECHAT','WECHAT','WECHAT','PHONE','WALK_IN'])[1 + floor(r8 * 7)::int] END,
       CASE WHEN d >= current_date THEN CASE WHEN r3 < 0.07 THEN 'CANCELLED' ELSE 'BOOKED' END WHEN r3 < 0.09 THEN 'CANCELLED' WHEN r3 < 0.155 THEN 'NO_SHOW' ELSE 'COMPLETED' END,
       em, NULL, NULL, NULL
FROM (SELECT d::date AS d, k, random() r3, random() r4, random() r5, random() r6, random() r7, random() r8, random() < 0.09 AND d <= current_date AS em0,
             1 + floor(power(random(), 1.25) * 880)::int AS pk, (ARRAY[1,1,1,2,2,3,3,3,4,4,5,6,7,7,8,9])[1 + floor(random() * 16)::int] AS cl, floor(power(random(), 2) * 20)::int AS ld
      FROM generate_series(current_date - 1090, current_date + 24, interval '1 day') d,
           LATERAL generate_series(1, CASE WHEN d > current_date THEN 5 - (d::date - current_date) / 6 ELSE 5 + (d::date - (current_date - 1090)) / 210 + (CASE WHEN extract(isodow FROM d) >= 6 THEN 3 ELSE 0 END) + (CASE WHEN extract(month FROM d) IN (4, 5, 10) THEN 2 ELSE 0 END) END) k) s
JOIN LATERAL (SELECT (pk * 37) % 880 + 1 AS pet_id) p ON true
JOIN LATERAL (SELECT em0 AS em, CASE WHEN em0 THEN 0 WHEN s.d > current_date THEN ld + (s.d - current_date) ELSE ld END AS lead) e ON true
JOIN pet pp ON pp.pet_id = p.pet_id
WHERE pp.registered_on <= s.d AND (p.pet_id % 23 <> 5 OR s.d <= current_date - 40 - (p.pet_id * 13) % 700) AND NOT (cl = 9 AND s.d > current_date - 240) AND NOT (cl = 8 AND em0);
UPDATE appointment a SET vet_id = v.vet_id
FROM (SELECT vet_id, clinic_id, row_number() OVER (PARTITION BY clinic_id ORDER BY vet_id) - 1 AS rn, hired_on, left_on FROM vet WHERE vet_id <= 42) v
WHERE v.clinic_id = a.clinic_id AND v.rn = CASE WHEN (hashint4(a.appointment_id) & 65535) % 10 < 4 THEN 0 WHEN (hashint4(a.appointment_id) & 65535) % 10 < 7 THEN 1 WHEN (hashint4(a.appointment_id) & 65535) % 10 < 9 THEN 2 ELSE 3 END
  AND a.scheduled_at::date >= v.hired_on AND (v.left_on IS NULL OR a.scheduled_at::date <= v.left_on);
UPDATE appointment a SET vet_id = (SELECT min(v.vet_id) FROM vet v WHERE v.clinic_id = a.clinic_id) WHERE vet_id IS NULL AND (status = 'COMPLETED' OR appointment_id % 3 > 0);
UPDATE appointment SET wait_minutes = CASE WHEN random() < 0.06 THEN NULL ELSE round(CASE WHEN is_emergency THEN 2 ELSE 6 END + power(random(), 2) * (30 + clinic_id * 6))::int END,
       care_rating = CASE WHEN random() < 0.5 THEN NULL ELSE 5 - floor(power(random(), 2.2 - (clinic_id % 4) * 0.25) * 5)::int END,
       service_rating = CASE WHEN random() < 0.55 THEN NULL ELSE 5 - floor(power(random(), 1.7 + (clinic_id % 3) * 0.3) * 5)::int END
WHERE status = 'COMPLETED';
UPDATE owner o SET last_visit_on = x.m FROM (SELECT p.owner_id, max(a.scheduled_at::date) AS m FROM appointment a JOIN pet p USING (pet_id) WHERE a.status = 'COMPLETED' GROUP BY 1) x WHERE x.owner_id = o.owner_id;

INSERT INTO treatment
SELECT row_number() OVER (ORDER BY a.appointment_id, k), a.appointment_id, a.vet_id, a.scheduled_at::date, cat,
       CASE WHEN random() < 0.05 THEN NULL ELSE round(CASE cat WHEN 'SURGERY' THEN 70 WHEN 'DENTAL' THEN 45 WHEN 'IMAGING' THEN 25 ELSE 12 END * (0.6 + random()))::int END,
       round((CASE cat WHEN 'SURGERY' THEN 1500 WHEN 'DENTAL' THEN 650 WHEN 'IMAGING' THEN 380 WHEN 'LAB' THEN 220 ELSE 120 END * (0.5 + power(random(), 2) * 1.8))::numeric, 2),
       cat = 'SURGERY' OR (cat = 'DENTAL' AND random() < 0.6),
       CASE WHEN random() < 0.12 THEN NULL WHEN r < 0.3 AND cat = 'SURGERY' AND a.pet_id % 6 = 1 THEN 'DIED' WHEN r < 0.55 THEN 'RECOVERED' WHEN r < 0.88 THEN 'IMPROVED' ELSE 'UNCHANGED' END
FROM appointment a, LATERAL generate_series(1, CASE WHEN a.visit_reason IN ('ILLNESS','SURGERY') THEN 1 + a.appointment_id % 2 ELSE 1 END) k,
     LATERAL (SELECT CASE WHEN a.visit_reason = 'SURGERY' AND k = 1 THEN 'SURGERY' WHEN a.visit_reason = 'DENTAL' THEN 'DENTAL' ELSE (ARRAY['MEDICATION','MEDICATION','IMAGING','LAB','LAB'])[1 + (hashint4(a.appointment_id * 3 + k) & 65535) % 5] END AS cat, random() AS r) c
WHERE a.status = 'COMPLETED' AND a.visit_reason NOT IN ('VACCINE','CHECKUP') OR a.status = 'COMPLETED' AND a.visit_reason = 'CHECKUP' AND a.appointment_id % 3 = 0;

INSERT INTO treatment_drug
SELECT t.treatment_id, d.drug_id, q, round(d.unit_price * q, 2)
FROM (SELECT t.treatment_id, k, 1 + floor(power(random(), 1.2) * 21)::int AS drug_id, 1 + floor(power(random(), 2) * 8)::int AS q FROM treatment t, LATERAL generate_series(1, t.treatment_id % 3) k WHERE t.category <> 'LAB') t JOIN drug d USING (drug_id)
ON CONFLICT DO NOTHING;

-- invoices: nearly every completed appointment, and sales at the counter without one (some to nobody in particular)
INSERT INTO invoice
SELECT row_number() OVER (ORDER BY d, ap NULLS LAST, ow), 'INV' || to_char(d, 'YYMM') || lpad((row_number() OVER (ORDER BY d, ap NULLS LAST, ow))::text, 6, '0'), ow, cl, ap, d, d + (ARRAY[7,14,30])[1 + floor(random() * 3)::int],
       amt, CASE WHEN random() < 0.68 THEN NULL ELSE round((amt * (0.03 + random() * 0.17))::numeric, 2) END,
       CASE WHEN r < 0.03 THEN 'VOID' WHEN d > current_date - 45 THEN CASE WHEN r < 0.35 THEN 'UNPAID' WHEN r < 0.45 THEN 'PARTIAL' ELSE 'PAID' END WHEN r < 0.06 THEN 'UNPAID' WHEN r < 0.09 THEN 'PARTIAL' ELSE 'PAID' END
FROM (SELECT a.scheduled_at::date AS d, a.appointment_id AS ap, p.owner_id AS ow, a.clinic_id AS cl, random() r,
             round((60 + random() * 260 + coalesce((SELECT sum(t.charge) FROM treatment t WHERE t.appointment_id = a.appointment_id), 0) + coalesce((SELECT sum(x.line_amount) FROM treatment_drug x JOIN treatment t USING (treatment_id) WHERE t.appointment_id = a.appointment_id), 0))::numeric, 2) AS amt
      FROM appointment a JOIN pet p USING (pet_id) WHERE a.status = 'COMPLETED' AND hashint4(a.appointment_id) % 33 <> 0
      UNION ALL
      SELECT current_date - (random() * 1085)::int, NULL, CASE WHEN i % 4 = 0 THEN NULL ELSE 1 + (i * 71) % 600 END, 1 + i % 8, random(), round((20 + power(random(), 3) * 700)::numeric, 2) FROM generate_series(1, 620) i) s;
INSERT INTO payment
SELECT row_number() OVER (ORDER BY i.invoice_id, k), i.invoice_id, least(i.issued_on + (CASE WHEN random() < 0.6 THEN 0 ELSE (random() * 18)::int END) + (k - 1) * 6, current_date),
       CASE WHEN i.status = 'PARTIAL' THEN round((i.total_amount - coalesce(i.discount_amount, 0)) * 0.4, 2)
            WHEN n = 1 THEN i.total_amount - coalesce(i.discount_amount, 0)
            WHEN k = 1 THEN round((i.total_amount - coalesce(i.discount_amount, 0)) * 0.5, 2) ELSE i.total_amount - coalesce(i.discount_amount, 0) - round((i.total_amount - coalesce(i.discount_amount, 0)) * 0.5, 2) END,
       CASE WHEN random() < 0.02 THEN NULL ELSE (ARRAY['WECHAT','WECHAT','WECHAT','ALIPAY','ALIPAY','CARD','CASH'])[1 + floor(random() * 7)::int] END
FROM invoice i, LATERAL (SELECT CASE WHEN i.status = 'PAID' AND i.invoice_id % 9 = 0 THEN 2 ELSE 1 END AS n) n, LATERAL generate_series(1, n) k
WHERE i.status IN ('PAID','PARTIAL');

INSERT INTO vaccination
SELECT row_number() OVER (ORDER BY d, pid), pid, CASE WHEN random() < 0.04 THEN NULL ELSE 1 + floor(random() * 40)::int END, v, d,
       CASE WHEN random() < 0.08 THEN NULL ELSE d + (CASE WHEN random() < 0.12 THEN 21 ELSE 365 END) END, CASE WHEN random() < 0.06 THEN NULL ELSE random() < 0.035 END
FROM (SELECT p.pet_id AS pid, current_date - (random() * 1080)::int AS d, p.registered_on,
             CASE b.species WHEN 'DOG' THEN (ARRAY['RABIES','RABIES','DHPP','LEPTO'])[1 + floor(random() * 4)::int] WHEN 'CAT' THEN (ARRAY['RABIES','FVRCP','FVRCP'])[1 + floor(random() * 3)::int] END AS v
      FROM pet p JOIN breed b USING (breed_id), LATERAL generate_series(1, 6) k WHERE p.pet_id % 11 <> 4 AND b.species IN ('DOG','CAT')) s
WHERE d >= registered_on;

INSERT INTO admission
SELECT row_number() OVER (ORDER BY a), pid, cl, a, CASE WHEN a + floor(rn * rn * (10 + cl * 2))::int > current_date THEN NULL ELSE a + floor(rn * rn * (10 + cl * 2))::int END, w, CASE w WHEN 'ICU' THEN 480 WHEN 'ISOLATION' THEN 320 ELSE 180 END + cl * 5,
       CASE WHEN random() < 0.06 THEN NULL ELSE (ARRAY['POST_OP','POST_OP','INFECTION','TRAUMA','OBSERVATION','OBSERVATION'])[1 + floor(random() * 6)::int] END
FROM (SELECT current_date - floor(power(random(), 1.15) * 1080)::int AS a, 1 + (floor(power(random(), 1.4) * 860)::int * 53) % 880 AS pid, (ARRAY[1,2,3,3,3,4,5,5,6,7,7,7])[1 + floor(random() * 12)::int] AS cl,
             random() AS rn, (ARRAY['GENERAL','GENERAL','GENERAL','ICU','ISOLATION'])[1 + floor(random() * 5)::int] AS w FROM generate_series(1, 1500) i) s
JOIN pet p ON p.pet_id = s.pid WHERE p.registered_on <= s.a;

-- an animal that came again did not die
UPDATE treatment t SET outcome = 'UNCHANGED' FROM appointment a WHERE a.appointment_id = t.appointment_id AND t.outcome = 'DIED'
  AND EXISTS (SELECT FROM appointment b WHERE b.pet_id = a.pet_id AND b.scheduled_at > a.scheduled_at);
UPDATE pet p SET deceased_on = x.d FROM (SELECT a.pet_id, max(t.performed_on) AS d FROM treatment t JOIN appointment a USING (appointment_id) WHERE t.outcome = 'DIED' GROUP BY 1) x WHERE x.pet_id = p.pet_id;
UPDATE pet p SET deceased_on = current_date - 31 - (p.pet_id * 13) % 700 WHERE p.pet_id % 23 = 5 AND p.deceased_on IS NULL AND p.registered_on < current_date - 60 - (p.pet_id * 13) % 700;
-- half of them died at their last treatment
UPDATE treatment t SET outcome = 'DIED' FROM appointment a JOIN pet p USING (pet_id) WHERE a.appointment_id = t.appointment_id AND p.deceased_on IS NOT NULL AND a.pet_id % 2 = 0
  AND NOT EXISTS (SELECT FROM appointment b WHERE b.pet_id = a.pet_id AND b.scheduled_at > a.scheduled_at) AND NOT EXISTS (SELECT FROM treatment u WHERE u.appointment_id = t.appointment_id AND u.treatment_id > t.treatment_id);
UPDATE pet p SET deceased_on = t.performed_on FROM treatment t JOIN appointment a USING (appointment_id) WHERE a.pet_id = p.pet_id AND t.outcome = 'DIED';
DELETE FROM vaccination v USING pet p WHERE p.pet_id = v.pet_id AND v.given_on > p.deceased_on;
DELETE FROM admission v USING pet p WHERE p.pet_id = v.pet_id AND v.admitted_on > p.deceased_on;
DELETE FROM admission WHERE pet_id IN (SELECT pet_id FROM pet WHERE deceased_on IS NOT NULL) AND discharged_on IS NULL;
ANALYZE;
