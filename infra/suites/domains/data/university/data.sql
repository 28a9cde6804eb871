-- Deterministic, relative to the current day in Asia/Shanghai. h(key, n): a steady number from 0 to n-1.
SET timezone = 'Asia/Shanghai';
SET jit = off;
CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT (''x'' || substr(md5(k), 1, 7))::bit(28)::int % n';
CREATE TEMP TABLE _d AS SELECT current_date AS t, extract(year FROM current_date)::int AS y;

INSERT INTO faculty VALUES
 (1,'Engineering','1998-09-01',9200000),(2,'Business','1998-09-01',7400000),(3,'Humanities','2001-03-15',3100000),
 (4,'Science','2004-09-01',4800000),(5,'Medicine','2012-09-01',8800000),(6,'Law',(SELECT t - 400 FROM _d),NULL);

INSERT INTO programme VALUES
 (1,'Computer Science',1,'bachelor',4,16500,true,'1999-09-01'),
 (2,'Mechanical Engineering',1,'bachelor',4,14800,false,'1998-09-01'),
 (3,'Software Engineering',1,'master',2,21000,false,'2011-09-01'),
 (4,'Business Administration',2,'bachelor',4,17500,true,'2000-09-01'),
 (5,'Accounting',2,'bachelor',4,15200,false,'2003-09-01'),
 (6,'MBA',2,'master',2,38000,true,'2014-03-01'),
 (7,'English Literature',3,'bachelor',4,12600,true,'2002-09-01'),
 (8,'History',3,'bachelor',4,11800,false,'2006-09-01'),
 (9,'Applied Mathematics',4,'bachelor',4,12900,false,'2005-09-01'),
 (10,'Physics',4,'doctorate',4,9800,true,'2016-09-01'),
 (11,'Nursing',5,'bachelor',4,18300,false,'2013-09-01'),
 (12,'Biostatistics',5,'master',2,19500,true,(SELECT t - 90 FROM _d)); -- launched lately: no students yet

-- six at a time, one per faculty; 37-42 advise nobody
INSERT INTO lecturer
SELECT i, (ARRAY['陈','林','黄','吴','徐','孙','马','朱','胡','郭','何','高','罗'])[1 + i % 13] || (ARRAY['国栋','雅琴','明远','思齐','文博','晓峰','若兰','启航','静怡','世杰','海涛'])[1 + (i * 5) % 11],
       1 + (i - 1) % 6, (ARRAY['professor','associate','associate','assistant','assistant'])[1 + pg_temp.h('rank' || i, 5)],
       (SELECT t FROM _d) - 45 - i * 97 - pg_temp.h('hire' || i, 60), CASE WHEN i % 9 = 4 THEN NULL ELSE 4 + pg_temp.h('wh' || i, 13) END,
       pg_temp.h('pt' || i, 4) = 0, 9000 + pg_temp.h('sal' || i, 21000)
FROM generate_series(1, 42) i;

-- half-year terms from some three years back to the next one
INSERT INTO term
SELECT row_number() OVER (ORDER BY s), extract(year FROM s)::int || ' ' || se, extract(year FROM s)::int, se, s, (s + interval '6 months')::date - 1
FROM (SELECT make_date(yy, CASE se WHEN 'Spring' THEN 3 ELSE 9 END, 1) AS s, se FROM generate_series((SELECT y FROM _d) - 4, (SELECT y FROM _d) + 1) yy, unnest(ARRAY['Spring','Autumn']) se) q, _d
WHERE s > t - 1260 AND s <= t + 185;

INSERT INTO room VALUES
 (1,'A101','Main Building',120,true),(2,'A102','Main Building',60,true),(3,'A203','Main Building',45,false),(4,'A305','Main Building',30,false),
 (5,'B110','North Building',80,true),(6,'B204','North Building',50,NULL),(7,'B207','North Building',36,false),
 (8,'S101','Science Block',64,true),(9,'S202','Science Block',40,true),(10,'S310','Science Block',24,false),
 (11,'M001','Medical Centre',90,true),(12,'L400','Library',28,NULL); -- L400 is never used

INSERT INTO course VALUES
 (1,'EN101','Programming I',1,4,64,false,NULL),(2,'EN102','Programming II',1,4,64,false,1),(3,'EN210','Data Structures',1,3.5,56,false,2),(4,'EN305','Machine Learning',1,3,48,true,3),
 (5,'EN220','Thermodynamics',1,3,48,false,NULL),(6,'EN330','Robotics',1,2.5,40,true,5),(7,'EN410','Software Project',1,6,96,false,3),
 (8,'BU101','Microeconomics',2,3,48,false,NULL),(9,'BU102','Financial Accounting',2,3.5,56,false,NULL),(10,'BU203','Marketing',2,2,32,true,NULL),(11,'BU304','Corporate Finance',2,3,48,false,9),
 (12,'BU405','Auditing',2,2.5,40,true,9),(13,'BU500','Strategy Seminar',2,2,NULL,true,NULL),
 (14,'HU101','Academic Writing',3,2,32,false,NULL),(15,'HU110','World History',3,2,32,true,NULL),(16,'HU210','Shakespeare',3,2.5,40,true,14),(17,'HU220','Modern China',3,2,32,false,NULL),(18,'HU310','Archival Methods',3,1.5,24,true,15),
 (19,'SC101','Calculus I',4,5,80,false,NULL),(20,'SC102','Calculus II',4,5,80,false,19),(21,'SC110','Statistics',4,3,48,false,NULL),(22,'SC210','Linear Algebra',4,3.5,56,false,NULL),(23,'SC320','Quantum Mechanics',4,4,64,true,20),
 (24,'ME101','Anatomy',5,4.5,72,false,NULL),(25,'ME102','Physiology',5,4,64,false,24),(26,'ME210','Pharmacology',5,3,48,false,25),(27,'ME305','Nursing Practice',5,8,160,false,24),
 (28,'PE100','Swimming',5,1,32,true,NULL),(29,'LA101','Introduction to Law',6,3,48,false,NULL),(30,'LA201','Contract Law',6,3,NULL,true,29); -- the law courses were never given

INSERT INTO student
SELECT i, 'S' || to_char(adm, 'YY') || lpad(i::text, 4, '0'),
       (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','胡','朱','高'])[1 + i % 15] || (ARRAY['浩','子','雨','欣','佳','一','俊','梓','思','若','天','梦','文','嘉','诗','晨'])[1 + pg_temp.h('nm' || i, 16)] || (ARRAY['然','轩','桐','怡','宁','诺','杰','涵','远','曦','宇','琪'])[1 + pg_temp.h('nm2' || i, 12)],
       prog, CASE WHEN i % 13 = 0 THEN NULL WHEN i % 11 = 0 THEN 1 + pg_temp.h('adv2' || i, 36) ELSE fac + 6 * (ARRAY[0,0,0,0,0,1,1,1,1,2,2,2,3,3,4,5])[1 + pg_temp.h('adv' || i, 16)] END,
       CASE WHEN pg_temp.h('g' || i, 100) < 56 THEN 'F' ELSE 'M' END,
       CASE WHEN intl OR i % 41 = 0 THEN NULL ELSE (ARRAY['Zhejiang','Zhejiang','Zhejiang','Zhejiang','Jiangsu','Jiangsu','Jiangsu','Shanghai','Shanghai','Anhui','Anhui','Guangdong','Henan','Sichuan','Fujian'])[1 + pg_temp.h('prov' || i, 15)] END,
       adm - (CASE deg WHEN 'bachelor' THEN 6600 WHEN 'master' THEN 8400 ELSE 9300 END) - pg_temp.h('born' || i, 700),
       adm, CASE WHEN st = 'graduated' THEN due + pg_temp.h('gr' || i, 15) END, st,
       CASE WHEN intl THEN NULL ELSE 480 + pg_temp.h('sc' || i, 110) + pg_temp.h('sc2' || i, 105) END, intl,
       CASE WHEN i % 29 = 0 THEN NULL ELSE pg_temp.h('bd' || i, 10) < 6 END, '3301062004' || lpad(i::text, 8, '0')
FROM (SELECT *, CASE WHEN due + 15 < t THEN (ARRAY['graduated','graduated','graduated','graduated','graduated','graduated','graduated','graduated','withdrawn','active'])[1 + pg_temp.h('st' || i, 10)]
                     WHEN pg_temp.h('st' || i, 100) < 8 THEN 'withdrawn' WHEN pg_temp.h('st' || i, 100) < 14 THEN 'on_leave' ELSE 'active' END AS st
      FROM (SELECT *, (adm + years * interval '1 year')::date - 75 AS due
            FROM (SELECT i, prog, p.faculty_id AS fac, p.degree AS deg, p.years, t, pg_temp.h('intl' || i, 12) = 0 AS intl,
                         CASE WHEN d0 > t THEN (d0 - interval '1 year')::date ELSE d0 END AS adm
                  FROM (SELECT i, (ARRAY[1,1,1,2,2,3,4,4,4,5,5,6,7,8,9,10,11,11])[1 + pg_temp.h('p' || i, 18)] AS prog, t,
                               CASE WHEN pg_temp.h('sp' || i, 7) = 0 THEN make_date(y - pg_temp.h('c' || i, 6), 3, 1) ELSE make_date(y - pg_temp.h('c' || i, 6), 9, 1) END + pg_temp.h('ad' || i, 8) AS d0
                        FROM generate_series(1, 520) i, _d) a JOIN programme p ON p.programme_id = a.prog) b) c) d;

-- classes: the next term is planned only in part
INSERT INTO section
SELECT row_number() OVER (ORDER BY te, c, k), code || '-' || yr || left(se, 1) || '-' || k, c, te,
       fac + 6 * (ARRAY[0,0,0,0,1,1,1,2,2,3,3,4,5,6])[1 + pg_temp.h('lec' || c || '.' || te || k, 14)],
       CASE WHEN pg_temp.h('co' || c || '.' || te || k, 10) < 3 THEN fac + 6 * ((ARRAY[0,0,0,0,1,1,1,2,2,3,3,4,5,6])[1 + pg_temp.h('lec' || c || '.' || te || k, 14)] + 1 + pg_temp.h('co2' || c || '.' || te || k, 3)) % 42 END,
       CASE WHEN onl OR pg_temp.h('rm' || c || '.' || te || k, 25) = 0 THEN NULL ELSE (ARRAY[1,1,2,2,2,3,3,4,5,5,6,7,8,8,9,10,11])[1 + pg_temp.h('room' || c || '.' || te || k, 17)] END,
       10 + 5 * pg_temp.h('seat' || c || '.' || te || k, 10), onl
FROM (SELECT c.course_id AS c, c.code, c.faculty_id AS fac, t.term_id AS te, t.year AS yr, t.season AS se, k, pg_temp.h('onl' || c.course_id || '.' || t.term_id || k, 8) = 0 AS onl
      FROM course c, term t, _d, generate_series(1, 3) k
      WHERE c.course_id <= 28 AND (CASE WHEN t.start_date > _d.t THEN pg_temp.h('off' || c.course_id || '.' || t.term_id, 10) < 5 ELSE pg_temp.h('off' || c.course_id || '.' || t.term_id, 10) < 8 END)
        AND (k = 1 OR (c.course_id IN (1, 8, 14, 19, 21) AND k = 2) OR (c.course_id IN (1, 19) AND k = 3 AND t.season = 'Autumn'))) s;

INSERT INTO enrolment
SELECT row_number() OVER (ORDER BY on_, sec, st), st, sec, on_, es,
       CASE WHEN es = 'completed' THEN CASE WHEN pg_temp.h('gf' || sec || '.' || st, 10) = 0 THEN 34 + pg_temp.h('gl' || sec || '.' || st, 52) / 2.0
                 ELSE least(100, 57 + pg_temp.h('ga' || st, 12) + (c * 7) % 6 + pg_temp.h('gr' || sec || '.' || st, 60) / 2.0 - CASE WHEN online THEN 3 ELSE 0 END) END END,
       CASE WHEN es = 'dropped' THEN pg_temp.h('ab' || sec || '.' || st, 3) ELSE (pg_temp.h('ab' || sec || '.' || st, 13) * pg_temp.h('ab2' || sec || '.' || st, 5)) / 4 END, false
FROM (SELECT DISTINCT ON (st.student_id, s.course_id, s.term_id) st.student_id AS st, s.section_id AS sec, s.course_id AS c, s.online, te.start_date + 9 + pg_temp.h('on' || s.section_id || '.' || st.student_id, 13) AS on_, d.t,
             CASE WHEN pg_temp.h('dr' || s.section_id || '.' || st.student_id, 20) = 0 THEN 'dropped' WHEN te.end_date >= d.t THEN 'enrolled' WHEN pg_temp.h('inc' || s.section_id || '.' || st.student_id, 45) = 0 THEN 'incomplete' ELSE 'completed' END AS es
      FROM section s JOIN course c USING (course_id) JOIN term te USING (term_id), student st JOIN programme p USING (programme_id), _d d
      WHERE te.start_date <= d.t AND st.admitted_on <= te.start_date + 8 AND (st.graduated_on IS NULL OR st.graduated_on > te.start_date) AND st.student_id % 23 <> 0
        AND NOT (st.status = 'withdrawn' AND te.start_date > st.admitted_on + 300) AND NOT (st.status = 'on_leave' AND te.end_date >= d.t)
        AND pg_temp.h('en' || s.section_id || '.' || st.student_id, 100) < CASE WHEN p.faculty_id = c.faculty_id THEN 11 + (s.course_id * 5) % 9 WHEN c.elective OR s.course_id IN (14, 19, 21) THEN 4 ELSE 1 END
      ORDER BY st.student_id, s.course_id, s.term_id, s.section_id) e
WHERE on_ <= t;
UPDATE enrolment e SET retake = true FROM section s WHERE s.section_id = e.section_id
  AND EXISTS (SELECT FROM enrolment f JOIN section r USING (section_id) WHERE f.student_id = e.student_id AND r.course_id = s.course_id AND r.term_id < s.term_id);

-- bills: tuition, dormitory and laboratory for each term, insurance these weeks (due ahead)
INSERT INTO bill
SELECT row_number() OVER (ORDER BY iss, st, kind), st, te, kind, amt, CASE WHEN kind = 'tuition' AND pg_temp.h('dc' || st, 6) = 0 THEN round(amt * (1 + pg_temp.h('dc2' || st, 5)) / 10, 2) END, iss,
       iss + (CASE kind WHEN 'insurance' THEN 40 WHEN 'tuition' THEN 45 ELSE 30 END),
       pg_temp.h('se' || st || '.' || te || kind, 100) < CASE WHEN kind = 'insurance' THEN 40 WHEN cur THEN 78 ELSE 96 END
FROM (SELECT s.student_id AS st, te.term_id AS te, k.kind, te.end_date >= d.t AS cur,
             CASE k.kind WHEN 'tuition' THEN p.tuition_rate WHEN 'dormitory' THEN (ARRAY[1200, 1500, 1850])[1 + pg_temp.h('dorm' || s.student_id, 3)] ELSE 300 + 50 * pg_temp.h('lab' || s.student_id || '.' || te.term_id, 9) END::numeric AS amt,
             te.start_date - 4 + pg_temp.h('is' || s.student_id || '.' || te.term_id || k.kind, 12) AS iss
      FROM student s JOIN programme p USING (programme_id), term te, _d d, (VALUES ('tuition'), ('dormitory'), ('laboratory')) k(kind)
      WHERE te.start_date + 8 <= d.t AND s.admitted_on <= te.start_date + 8 AND (s.graduated_on IS NULL OR s.graduated_on > te.start_date)
        AND NOT (s.status = 'withdrawn' AND te.start_date > s.admitted_on + 300) AND NOT (s.status = 'on_leave' AND te.end_date >= d.t)
        AND (k.kind = 'tuition' OR (k.kind = 'dormitory' AND s.boards) OR (k.kind = 'laboratory' AND p.faculty_id IN (1, 4, 5) AND pg_temp.h('hl' || s.student_id || '.' || te.term_id, 3) = 0))
      UNION ALL
      SELECT s.student_id, (SELECT term_id FROM term WHERE start_date <= d.t ORDER BY start_date DESC LIMIT 1), 'insurance', true, 240 + 20 * pg_temp.h('ins' || s.student_id, 7), d.t - 1 - pg_temp.h('iss' || s.student_id, 44)
      FROM student s, _d d WHERE s.status = 'active' AND pg_temp.h('hasins' || s.student_id, 5) < 3) b;

INSERT INTO payment
SELECT row_number() OVER (ORDER BY pa, bill_id, k), bill_id, least(pa, now()::timestamp - bill_id * interval '13 seconds'), amt, CASE WHEN pg_temp.h('mn' || bill_id || k, 33) = 0 THEN NULL ELSE (ARRAY['wechat','wechat','wechat','alipay','alipay','bank','bank','cash'])[1 + pg_temp.h('me' || bill_id || k, 8)] END,
       pg_temp.h('rf' || bill_id || k, 40) = 0
FROM (SELECT bill_id, k, issued_on + pg_temp.h('pd' || bill_id || k, CASE kind WHEN 'insurance' THEN 9 ELSE 26 END) + CASE WHEN issued_on + 190 < (SELECT t FROM _d) AND pg_temp.h('lt' || bill_id, 9) = 0 THEN 20 + pg_temp.h('lt2' || bill_id, 140) ELSE 0 END + interval '8 hours' + pg_temp.h('pm' || bill_id || k, 46000) * interval '1 second' AS pa,
             CASE WHEN NOT settled THEN round((amount - coalesce(discount, 0)) * (2 + pg_temp.h('part' || bill_id, 5)) / 10, 2) WHEN two THEN round((amount - coalesce(discount, 0)) / 2, 2) ELSE amount - coalesce(discount, 0) END AS amt
      FROM (SELECT *, kind = 'tuition' AND pg_temp.h('two' || bill_id, 4) = 0 AS two FROM bill) b, generate_series(1, 2) k
      WHERE (k = 1 OR (two AND settled)) AND (settled OR pg_temp.h('unp' || bill_id, 10) < 3)) p;
ANALYZE;
