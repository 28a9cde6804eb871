-- Deterministic, relative to the current civil day in Asia/Shanghai. pg_temp.h(n, k) is a fixed hash, not a random number.
SET timezone = 'Asia/Shanghai';
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
CREATE FUNCTION pg_temp.h(a int, k int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT (''x'' || substr(md5(a::text || ''.'' || k::text), 1, 7))::bit(28)::int';

INSERT INTO industry VALUES (1,'Internet'),(2,'Finance'),(3,'Healthcare'),(4,'Manufacturing'),(5,'Retail'),(6,'Energy'),(7,'Education'),(8,'Hospitality');
INSERT INTO skill VALUES (1,'Java','technical'),(2,'Python','technical'),(3,'SQL','technical'),(4,'React','technical'),(5,'AutoCAD','technical'),(6,'Excel','business'),
 (7,'Project Management','business'),(8,'Sales','business'),(9,'Financial Modelling','business'),(10,'English','language'),(11,'Japanese','language'),(12,'German','language'),(13,'COBOL','technical');

INSERT INTO recruiter (id, full_name, team, hired_on, manager_id, base_pay)
SELECT v.id, v.nm, v.team, t - v.ago, v.mgr, 9000 + v.id * 350
FROM _d, (VALUES (1,'陈国华',NULL,3900,NULL),(2,'周敏','Tech',3100,1),(3,'Tom Baker','Finance',2950,1),(4,'林晓','Healthcare',2500,1),(5,'Grace Lee','Industrial',2410,1),
 (6,'王思远','Tech',2200,2),(7,'何静','Tech',1710,2),(8,'Daniel Xu','Tech',1305,2),(9,'刘洋','Finance',1980,3),(10,'Emily Carter','Finance',1240,3),(11,'郑凯','Finance',1135,3),
 (12,'孙悦','Healthcare',1560,4),(13,'Priya Nair','Healthcare',1190,4),(14,'马超','Industrial',1410,5),(15,'徐丽','Industrial',1215,5),(16,'Kevin Wu','Industrial',1160,5),
 (17,'罗雪','Finance',95,3),(18,'Anna Schmidt','Finance',40,3)) v(id, nm, team, ago, mgr);

INSERT INTO client (id, name, industry_id, city, tier, employees, signed_on, fee_pct, exclusive, account_manager_id)
SELECT i, n, 1 + (i * 5 + i / 6) % 7, (ARRAY['Shanghai','Beijing','Shenzhen','Shanghai','Hangzhou','Guangzhou','Chengdu','Suzhou'])[1 + pg_temp.h(i, 1) % 8],
       (ARRAY['A','B','B','C','C','A','B'])[1 + pg_temp.h(i, 2) % 7], CASE WHEN i % 11 = 4 THEN NULL ELSE 80 + (pg_temp.h(i, 3) % 97) * (pg_temp.h(i, 4) % 60 + 3) END,
       (SELECT t FROM _d) - (CASE WHEN i > 40 THEN 12 * (i - 39) ELSE 1115 + pg_temp.h(i, 5) % 1500 - (CASE WHEN i % 3 = 0 THEN 900 ELSE 0 END) END),
       18 + (pg_temp.h(i, 6) % 9), pg_temp.h(i, 7) % 10 < 3, CASE WHEN i % 13 = 5 THEN NULL ELSE 2 + pg_temp.h(i, 8) % 13 END
FROM unnest(ARRAY['星河科技','Bluepeak Software','恒信银行','Northgate Capital','康宁医院','MediCore','精工机械','Falcon Motors','优鲜超市','Maple Retail','绿能电力','SunGrid','启明教育','Brightway Schools',
 '云图数据','Pixelforge','鼎盛证券','Harbor Insurance','仁和药业','Lifeline Biotech','东方重工','Ironworks Asia','百货联盟','Urban Basket','长河能源','HydroNova','知新学院','Openmind Academy',
 '飞鸟网络','Cloudnest','华泽基金','Sterling Trust','安康诊所','GeneWay','宏图电子','Titan Robotics','乐购商城','Corner & Co','蓝海风电','EduSpark','远景实验室','Vertex Labs','新月文旅','Greenfield Foods']) WITH ORDINALITY u(n, i0), LATERAL (SELECT i0::int AS i) x;

INSERT INTO candidate
SELECT i, CASE WHEN i % 3 = 0 THEN (ARRAY['James','Olivia','Lucas','Sophie','Ethan','Mia','Noah','Chloe','Leo','Hannah','Oscar'])[1 + pg_temp.h(i, 1) % 11] || ' ' || (ARRAY['Miller','Wong','Tanaka','Silva','Novak','Kim','Brown','Fischer','Rossi','Chan','Singh','Dubois','Evans'])[1 + pg_temp.h(i, 2) % 13]
          ELSE (ARRAY['赵','钱','孙','李','吴','郑','王','冯','陈','蒋','沈','韩','杨','朱'])[1 + pg_temp.h(i, 1) % 14] || (ARRAY['子涵','浩然','雨桐','佳怡','文博','晓峰','梦琪','俊杰','欣','磊','思源','嘉豪','婷','志远'])[1 + pg_temp.h(i, 2) % 14] END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE (ARRAY['Shanghai','Shanghai','Beijing','Beijing','Shenzhen','Hangzhou','Guangzhou','Chengdu','Suzhou','Shanghai','Wuhan'])[1 + pg_temp.h(i, 3) % 11] END,
       pg_temp.h(i, 4) % 13 + (CASE WHEN i % 5 = 0 THEN 6 ELSE 0 END),
       CASE WHEN i % 9 = 2 THEN NULL ELSE 120000 + (pg_temp.h(i, 4) % 13) * 21000 + (pg_temp.h(i, 5) % 2400) * 100 END,
       CASE WHEN pg_temp.h(i, 6) % 100 < 22 THEN NULL ELSE 100000 + (pg_temp.h(i, 4) % 13) * 20000 + (pg_temp.h(i, 7) % 1500) * 100 END,
       (ARRAY['LinkedIn','LinkedIn','JobBoard','JobBoard','Headhunt','Headhunt','CareerFair','JobBoard'])[1 + pg_temp.h(i, 8) % 8],
       (SELECT t FROM _d) - (CASE WHEN i > 560 THEN (i - 560) * 4 ELSE 30 + pg_temp.h(i, 9) % 1300 END),
       CASE WHEN pg_temp.h(i, 10) % 100 < 8 THEN NULL ELSE pg_temp.h(i, 10) % 100 < 55 END, NULL,
       CASE WHEN i % 17 = 0 THEN NULL ELSE ((SELECT t FROM _d) - pg_temp.h(i, 11) % 400)::timestamp AT TIME ZONE 'Asia/Shanghai' + (9 + pg_temp.h(i, 12) % 10) * interval '1 hour' END,
       '138' || lpad((i * 7351)::text, 8, '0')
FROM generate_series(1, 600) i;
-- referrals: about one in seven, by a few who refer many
UPDATE candidate SET source = 'Referral', referred_by = CASE WHEN id % 4 = 0 THEN 12 WHEN id % 4 = 1 THEN 33 + (id % 5) ELSE 1 + pg_temp.h(id, 13) % 60 END WHERE id > 60 AND pg_temp.h(id, 14) % 7 = 0;

INSERT INTO candidate_skill
SELECT DISTINCT ON (c, s) c, s, 1 + pg_temp.h(c * 20 + k, 16) % 5
FROM generate_series(1, 600) c, LATERAL generate_series(1, pg_temp.h(c, 17) % 6) k,
     LATERAL (SELECT CASE WHEN pg_temp.h(c * 20 + k, 15) % 10 < 3 THEN 10 WHEN pg_temp.h(c * 20 + k, 15) % 10 < 5 THEN 3 WHEN pg_temp.h(c * 20 + k, 15) % 10 = 5 THEN 2 ELSE 1 + pg_temp.h(c * 20 + k, 18) % 12 END AS s) z
ORDER BY c, s, k;

-- openings: 320 over three years, more and more of them; clients 41-44 have none
INSERT INTO opening
SELECT i, 'JO-' || lpad(i::text, 4, '0'), tt, cl, CASE WHEN pg_temp.h(i, 21) % 4 = 0 THEN 2 + pg_temp.h(i, 22) % 15 ELSE 6 + pg_temp.h(i, 22) % 11 END, NULL,
       CASE WHEN pg_temp.h(i, 23) % 5 = 0 THEN 'Shanghai' ELSE (SELECT city FROM client WHERE id = cl) END,
       (ARRAY['Permanent','Permanent','Permanent','Contract','Permanent','Internship','Contract'])[1 + pg_temp.h(i, 24) % 7], d,
       CASE WHEN i % 23 = 0 THEN NULL ELSE d + 30 + pg_temp.h(i, 25) % 50 END,
       CASE WHEN ago > 100 THEN CASE WHEN r < 66 THEN 'FILLED' WHEN r < 84 THEN 'CANCELLED' WHEN r < 92 THEN 'HOLD' ELSE 'OPEN' END ELSE CASE WHEN ago < 45 THEN 'OPEN' WHEN r < 34 THEN 'FILLED' WHEN r < 43 THEN 'HOLD' WHEN r < 47 THEN 'CANCELLED' ELSE 'OPEN' END END,
       1 + (CASE WHEN pg_temp.h(i, 27) % 10 < 6 THEN 0 ELSE pg_temp.h(i, 28) % 4 END), lo, lo + 40000 + (pg_temp.h(i, 30) % 20) * 10000, pg_temp.h(i, 31) % 100 < 27, pg_temp.h(i, 32) % 100 < 18
FROM (SELECT i, pg_temp.h(i, 26) % 100 AS r, floor(1090 * power((320 - i) / 320.0, 1.35))::int AS ago, (SELECT t FROM _d) - floor(1090 * power((320 - i) / 320.0, 1.35))::int AS d,
             1 + floor(40 * power((pg_temp.h(i, 20) % 1000) / 1000.0, 1.5))::int AS cl,
             (ARRAY['Java Developer','Data Analyst','Product Manager','Financial Analyst','Sales Manager','Nurse','Mechanical Engineer','Teacher','Java Developer','Store Manager','HR Specialist','Data Analyst'])[1 + pg_temp.h(i, 19) % 12] AS tt,
             120000 + (pg_temp.h(i, 29) % 36) * 10000 AS lo FROM generate_series(1, 320) i) s;
UPDATE opening SET support_id = CASE WHEN 6 + pg_temp.h(id, 34) % 11 = lead_id THEN 5 ELSE 6 + pg_temp.h(id, 34) % 11 END WHERE pg_temp.h(id, 33) % 100 < 45;
UPDATE opening SET support_id = 4 WHERE support_id = lead_id;

INSERT INTO application
SELECT row_number() OVER (ORDER BY d, oid, cid), cid, oid, d, 'SCREENING' FROM (
  SELECT DISTINCT ON (o.id, cid) o.id AS oid, cid, least(o.posted_on + 1 + pg_temp.h(o.id * 40 + k, 42) % 35, (SELECT t FROM _d)) AS d
  FROM opening o, LATERAL generate_series(1, CASE WHEN o.id % 19 = 7 THEN 0 ELSE 1 + pg_temp.h(o.id, 40) % 13 END) k,
       LATERAL (SELECT 1 + floor(560 * power((pg_temp.h(o.id * 40 + k, 41) % 10000) / 10000.0, 1.3))::int AS cid) z
  ORDER BY o.id, cid, k) s;
-- a filled opening needs people
UPDATE opening o SET status = 'CANCELLED' WHERE status = 'FILLED' AND (SELECT count(*) FROM application a WHERE a.opening_id = o.id) < 3;
CREATE TEMP TABLE _a AS SELECT a.id, a.opening_id, row_number() OVER (PARTITION BY a.opening_id ORDER BY pg_temp.h(a.id, 43)) AS rk, pg_temp.h(a.id, 44) % 100 AS r, o.status, o.headcount, o.posted_on FROM application a JOIN opening o ON o.id = a.opening_id;
UPDATE application a SET stage = CASE x.status
    WHEN 'FILLED' THEN CASE WHEN x.rk <= x.headcount THEN 'HIRED' WHEN x.r < 25 THEN 'WITHDRAWN' ELSE 'REJECTED' END
    WHEN 'OPEN' THEN CASE WHEN x.r < 34 OR a.applied_on > (SELECT t FROM _d) - 8 THEN 'SCREENING' WHEN x.r < 62 THEN 'INTERVIEW' WHEN x.r < 69 THEN 'OFFERED' WHEN x.r < 90 THEN 'REJECTED' ELSE 'WITHDRAWN' END
    WHEN 'HOLD' THEN CASE WHEN x.r < 40 THEN 'SCREENING' ELSE 'REJECTED' END
    ELSE CASE WHEN x.r < 70 THEN 'REJECTED' ELSE 'WITHDRAWN' END END
FROM _a x WHERE x.id = a.id;
UPDATE candidate c SET registered_on = least(registered_on, (SELECT min(applied_on) - c.id % 20 FROM application a WHERE a.candidate_id = c.id)) WHERE EXISTS (SELECT FROM application a WHERE a.candidate_id = c.id);

INSERT INTO interview (id, application_id, interviewer_id, start_at, round_no, mode, minutes, no_show, tech_score, comm_score)
SELECT row_number() OVER (ORDER BY d, aid, k), aid, CASE WHEN pg_temp.h(aid * 5 + k, 50) % 12 = 0 THEN NULL ELSE 2 + pg_temp.h(aid * 5 + k, 51) % 15 END,
       d + (9 + pg_temp.h(aid * 5 + k, 52) % 9) * interval '1 hour' + (pg_temp.h(aid * 5 + k, 53) % 2) * interval '30 minutes', k,
       (ARRAY['video','video','onsite','onsite','phone'])[CASE WHEN k = 1 THEN 1 + pg_temp.h(aid * 5 + k, 54) % 5 ELSE 1 + pg_temp.h(aid * 5 + k, 54) % 4 END],
       CASE WHEN ns IS FALSE THEN 20 + (pg_temp.h(aid * 5 + k, 55) % 15) * 5 END, ns,
       CASE WHEN ns IS FALSE AND pg_temp.h(aid * 5 + k, 56) % 10 > 0 THEN 3 + (pg_temp.h(aid * 5 + k, 57) % 71) / 10.0 END,
       CASE WHEN ns IS FALSE THEN 4 + (pg_temp.h(aid * 5 + k, 58) % 61) / 10.0 END
FROM (SELECT q.*, CASE WHEN d >= (SELECT t FROM _d) THEN NULL ELSE stage NOT IN ('HIRED', 'OFFERED') AND pg_temp.h(aid * 5 + k, 59) % 100 < 11 END AS ns FROM (
  SELECT a.id AS aid, a.stage, k, CASE WHEN a.stage = 'INTERVIEW' THEN CASE WHEN k = n THEN greatest(a.applied_on + 3, (SELECT t FROM _d) - 9 + pg_temp.h(a.id, 60) % 30) ELSE greatest(a.applied_on + 1, least(a.applied_on + 5 + k, (SELECT t FROM _d) - 10)) END
         ELSE greatest(a.applied_on + k, least(a.applied_on + 3 + 6 * k + pg_temp.h(a.id * 5 + k, 61) % 3, (SELECT t FROM _d) - 20 + 5 * k)) END AS d
  FROM (SELECT a.*, CASE a.stage WHEN 'HIRED' THEN 2 + pg_temp.h(id, 62) % 2 WHEN 'OFFERED' THEN 2 WHEN 'INTERVIEW' THEN 1 + pg_temp.h(id, 62) % 2 WHEN 'REJECTED' THEN pg_temp.h(id, 62) % 3 WHEN 'WITHDRAWN' THEN pg_temp.h(id, 62) % 2 ELSE 0 END AS n FROM application a) a,
       LATERAL generate_series(1, n) k) q) s;

ANALYZE application; ANALYZE interview; ANALYZE opening;
-- offers: the hired accepted theirs, the offered wait, some who withdrew had declined one, a few were taken back
INSERT INTO offer
SELECT row_number() OVER (ORDER BY sd, aid), aid, sd, CASE WHEN st = 'PENDING' THEN NULL ELSE least(sd + 1 + pg_temp.h(aid, 71) % 9, (SELECT t FROM _d)) END, sal, st
FROM (SELECT a.id AS aid, CASE a.stage WHEN 'HIRED' THEN 'ACCEPTED' WHEN 'OFFERED' THEN 'PENDING' WHEN 'WITHDRAWN' THEN 'DECLINED' ELSE 'RESCINDED' END AS st,
             CASE a.stage WHEN 'OFFERED' THEN greatest((SELECT max(i.start_at)::date + 1 FROM interview i WHERE i.application_id = a.id), (SELECT t FROM _d) - pg_temp.h(a.id, 70) % 12) ELSE least((SELECT max(i.start_at)::date FROM interview i WHERE i.application_id = a.id) + 2 + pg_temp.h(a.id, 70) % 5, (SELECT t FROM _d) - 1) END AS sd,
             o.salary_min + (o.salary_max - o.salary_min) * (pg_temp.h(a.id, 72) % 101) / 100 + (pg_temp.h(a.id, 75) % 100) * 10 AS sal
      FROM application a JOIN opening o ON o.id = a.opening_id
      WHERE a.stage IN ('HIRED', 'OFFERED') OR a.stage = 'WITHDRAWN' AND o.status IN ('FILLED', 'OPEN') AND EXISTS (SELECT FROM interview i WHERE i.application_id = a.id AND i.no_show IS FALSE) AND pg_temp.h(a.id, 73) % 10 < 7
         OR a.stage = 'REJECTED' AND o.status IN ('CANCELLED', 'FILLED') AND EXISTS (SELECT FROM interview i WHERE i.application_id = a.id AND i.no_show IS FALSE) AND pg_temp.h(a.id, 74) % 60 = 0) s;

INSERT INTO placement
SELECT row_number() OVER (ORDER BY sd, oid), oid, rid, sd, round(sal * pct / 100, 2), sd < (SELECT t FROM _d) - 30 AND (sd < (SELECT t FROM _d) - 400 OR pg_temp.h(oid, 81) % 100 < 82),
       sd + CASE WHEN pg_temp.h(oid, 82) % 3 = 0 THEN 180 ELSE 90 END, CASE WHEN pg_temp.h(oid, 83) % 100 < 16 AND sd + 15 + pg_temp.h(oid, 84) % 260 < (SELECT t FROM _d) THEN sd + 15 + pg_temp.h(oid, 84) % 260 END
FROM (SELECT f.id AS oid, f.annual_salary AS sal, k.fee_pct AS pct, f.replied_on + 14 + pg_temp.h(f.id, 80) % 40 AS sd, CASE WHEN pg_temp.h(f.id, 85) % 8 = 0 AND o.support_id IS NOT NULL THEN o.support_id ELSE o.lead_id END AS rid
      FROM offer f JOIN application a ON a.id = f.application_id JOIN opening o ON o.id = a.opening_id JOIN client k ON k.id = o.client_id WHERE f.status = 'ACCEPTED' AND f.id % 31 <> 3) s;
ANALYZE;
