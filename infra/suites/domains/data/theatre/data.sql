-- Deterministic, relative to the current date in Asia/Shanghai: three years back, about three months ahead.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS t;
SELECT setseed(0.17);

INSERT INTO venue VALUES
 (1, '梧桐大剧院', '上海', '2003-05-18', true, 5200000),
 (2, '苏河剧场', '上海', '2012-09-28', true, 2600000),
 (3, '西溪剧院', '杭州', '2010-04-10', true, 1850000),
 (4, '运河剧场', '杭州', '2019-10-01', false, 960000),
 (5, '珠江艺术中心', '广州', '2015-12-12', true, 3100000),
 (6, '锦城剧院', '成都', '2008-01-20', false, 1420000),
 (7, '钟楼剧场', '西安', '2019-03-08', NULL, 780000),
 (8, '北城小剧场', '北京', '2021-06-26', false, 1150000),
 (9, '湾区星光剧院', '广州', NULL, NULL, NULL);        -- still being built: no halls

INSERT INTO hall VALUES
 (1, 1, '歌剧厅', 'proscenium', 1580, false),
 (2, 1, '戏剧厅', 'proscenium', 760, false),
 (3, 1, '实验厅', 'blackbox', 180, true),
 (4, 2, '主厅', 'proscenium', 640, false),
 (5, 2, '实验厅', 'blackbox', 150, false),
 (6, 3, '主厅', 'proscenium', 1120, false),
 (7, 3, '水云厅', 'arena', 320, false),
 (8, 4, '主厅', 'arena', 410, false),
 (9, 5, '歌剧厅', 'proscenium', 1390, false),
 (10, 5, '实验厅', 'blackbox', 220, false),
 (11, 5, '儿童厅', 'arena', 300, true),
 (12, 6, '主厅', 'proscenium', 880, false),
 (13, 6, '茶馆厅', 'arena', 140, false),
 (14, 7, '主厅', 'proscenium', 520, false),
 (15, 7, '城墙厅', 'blackbox', NULL, false),
 (16, 8, '红厅', 'blackbox', 196, false),
 (17, 8, '白厅', 'blackbox', 128, false),
 (18, 8, '露台', 'arena', NULL, true);                  -- never used

INSERT INTO genre VALUES ('DRM', '话剧'), ('MUS', '音乐剧'), ('DAN', '舞剧'), ('OPE', '戏曲'), ('KID', '儿童剧'), ('COM', '喜剧'), ('IMP', '即兴剧');

INSERT INTO production
SELECT i, t, g, NULL,
       CASE WHEN i IN (11, 29, 39) THEN NULL ELSE (CASE g WHEN 'KID' THEN 60 WHEN 'COM' THEN 95 WHEN 'DAN' THEN 90 WHEN 'MUS' THEN 135 ELSE 118 END) + (i * 17) % 41 END,
       CASE WHEN i % 9 = 4 THEN NULL ELSE (CASE g WHEN 'MUS' THEN 1900000 WHEN 'DAN' THEN 1500000 WHEN 'OPE' THEN 1100000 WHEN 'KID' THEN 320000 ELSE 650000 END) + ((i * 7919) % 97) * 13700 + i * 111 END,
       i % 5 IN (1, 2, 4), CASE WHEN i % 10 = 6 THEN NULL ELSE i % 3 = 0 END
FROM unnest(ARRAY['雷雨','长安灯火','萤火虫邮局','白蛇传','弄堂往事','夜航船','牡丹亭','海的女儿','老街三号','敦煌','茶客','雾都侦探','丝路','爱丽丝的下午','暗恋二十年','钟楼怪人','雷雨','西厢记','合租公寓','月光摇篮','红拂','最后一班地铁','大闹天宫','春之祭','等灯','白蛇传','三个和尚','江南雨','审判日','剧院怪谈','空巢','星际快递员','锁麟囊','夏夜失眠','无名之辈','橘子汽水','孤岛来信','寒武纪','金色大厅','雪国'],
            ARRAY['DRM','MUS','KID','OPE','DRM','DRM','OPE','KID','COM','DAN','DRM','MUS','DAN','KID','COM','MUS','DRM','OPE','COM','KID','DAN','DRM','OPE','DAN','DRM','DAN','KID','MUS','DRM','MUS','DRM','KID','OPE','COM','DRM','MUS','DRM','DAN','MUS','DRM']) WITH ORDINALITY AS u(t, g, i);

-- artists: 53 and on have no credit; a few share a name
INSERT INTO artist
SELECT i, CASE i WHEN 31 THEN '李娜' WHEN 44 THEN '陈默' ELSE n END,
       CASE WHEN i % 13 = 5 THEN NULL ELSE (ARRAY['上海','北京','杭州','哈尔滨','成都','广州','上海','西安','苏州'])[1 + (i * 5) % 9] END,
       (SELECT t FROM _d) - (70 + i * 61 + (i * 37) % 53)::int, CASE WHEN i % 14 = 9 THEN NULL ELSE i % 3 <> 1 END, '139' || lpad((i * 7654321 % 100000000)::text, 8, '0')
FROM unnest(ARRAY['李娜','王一鸣','陈默','周晓岚','赵启明','林若溪','孙长河','吴越','郑秋池','马骏','何思远','许嘉禾','邓云帆','曹静姝','Paul Renard','田野','梁月','沈从周','Elena Costa','宋佳音','罗毅','韩冰','唐婉','彭飞','董小满','袁野','蒋南','蔡明珠','余声','杜若','x','叶知秋','魏来','程墨','丁香','Markus Vogel','任重','姜雪','范舟','方圆','石磊','谭咏','廖凡星','x','金铃','陆远','白露','秦岭','江海','顾盼','侯鸟','龙腾','万里','段誉之','钱多','汤唯一','黎明月','易水']) WITH ORDINALITY AS u(n, i);

INSERT INTO credit
SELECT DISTINCT ON (p, a, r) p, a, r,
       CASE WHEN (p * 3 + a) % 17 = 0 THEN NULL ELSE (CASE r WHEN 'DIR' THEN 60000 WHEN 'WRI' THEN 42000 WHEN 'MUS' THEN 38000 WHEN 'LIT' THEN 15000 ELSE 18000 END) * (0.7 + ((p * 31 + a * 17) % 60) / 60.0) END,
       CASE WHEN a IN (15, 19, 36) THEN 'EUR' ELSE 'CNY' END
FROM (
  SELECT p, 1 + (p * p + 5 * p) % 11 + (p % 3) AS a, 'DIR' AS r FROM generate_series(1, 38) p
  UNION ALL SELECT p, 14 + (p * 7) % 9, 'WRI' FROM generate_series(1, 37) p WHERE p % 6 <> 0
  UNION ALL SELECT p, 5 + (p * p + 5 * p) % 11 % 4, 'WRI' FROM generate_series(1, 37) p WHERE p % 6 = 0
  UNION ALL SELECT p.production_id, 23 + (p.production_id * 5) % 6, 'MUS' FROM production p WHERE p.genre_code IN ('MUS', 'DAN', 'OPE') AND p.production_id < 38
  UNION ALL SELECT p, 29 + p % 4, 'LIT' FROM generate_series(1, 36) p WHERE p % 4 <> 3
  UNION ALL SELECT p, 4 + (floor(power((p * 29 + k * 53) % 101 / 101.0, 1.4) * 49)::int), 'ACT' FROM generate_series(1, 37) p, generate_series(1, 7) k WHERE k <= 3 + p % 5
) s ORDER BY p, a, r;

-- performances: a production opens about every four weeks; productions 37-40 have none
INSERT INTO performance
SELECT row_number() OVER (ORDER BY d, x), p, h,
       d::timestamp + (CASE WHEN g = 'KID' THEN interval '10 hours 30 minutes' WHEN x < 0.22 THEN interval '14 hours 30 minutes' ELSE interval '19 hours 30 minutes' END),
       CASE WHEN d > (SELECT t FROM _d) THEN CASE WHEN y < 0.05 THEN 'cancelled' WHEN y < 0.08 THEN 'postponed' ELSE 'scheduled' END
            WHEN d = (SELECT t FROM _d) THEN 'scheduled'
            ELSE CASE WHEN y < 0.045 THEN 'cancelled' WHEN y < 0.065 THEN 'postponed' ELSE 'played' END END
FROM (SELECT (SELECT t FROM _d) - 1095 + floor(s * 1.24)::int AS d, 1 + floor(power(random(), 0.85) * least(36, 5 + s * 1.24 / 29))::int AS p,
             1 + floor(power(random(), 1.25) * 17)::int AS h, random() AS x, random() AS y
      FROM generate_series(0, 955) s) z JOIN (SELECT production_id AS p, genre_code AS g FROM production) q USING (p);
-- a few pairs never meet: no opera in Xi'an, no musical in the small Beijing house
UPDATE performance f SET hall_id = 6 FROM production p WHERE p.production_id = f.production_id AND p.genre_code = 'OPE' AND f.hall_id IN (14, 15);
UPDATE performance f SET hall_id = 9 FROM production p WHERE p.production_id = f.production_id AND p.genre_code = 'MUS' AND f.hall_id IN (16, 17);
UPDATE production p SET premiere_on = s.d FROM (SELECT production_id, min(starts_at)::date AS d FROM performance WHERE status <> 'cancelled' GROUP BY 1) s WHERE s.production_id = p.production_id;
UPDATE production SET premiere_on = (SELECT t FROM _d) - (1300 + production_id * 97) WHERE production_id <= 4;
UPDATE production SET premiere_on = (SELECT t FROM _d) + 48 WHERE production_id = 37;
UPDATE production SET premiere_on = (SELECT t FROM _d) + 110 WHERE production_id = 38;

-- customers 441-470 never bought a ticket
INSERT INTO customer
SELECT i, (ARRAY['王','李','张','刘','陈','杨','赵','黄','周','吴','徐','孙','林'])[1 + (i * 7) % 13] || (ARRAY['雨桐','浩然','静','子涵','建国','敏','思琪','磊','欣怡','俊杰','婷'])[1 + (i * 5) % 11],
       CASE WHEN i % 12 = 0 THEN '学校' WHEN i % 17 = 3 THEN '企业' WHEN i % 29 = 7 THEN '旅行社' ELSE '个人' END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE (ARRAY['上海','上海','上海','杭州','杭州','广州','成都','西安','北京','北京','南京','苏州'])[1 + floor(random() * 12)::int] END,
       (SELECT t FROM _d) - floor(power(random(), 1.1) * 1500)::int, CASE WHEN i % 11 = 6 THEN NULL ELSE i % 5 < 3 END, '138' || lpad((i * 1234567 % 100000000)::text, 8, '0')
FROM generate_series(1, 470) i;

INSERT INTO ticket
SELECT row_number() OVER (ORDER BY performance_id, k), performance_id,
       CASE WHEN rc < 0.09 THEN NULL ELSE 1 + (floor(power(rd, 1.5) * 440)::int * 97 + 13) % 440 END,
       CASE WHEN starts_at > (SELECT t FROM _d) THEN now() - interval '35 minutes' - power(rs, 1.3) * interval '26 days'
            ELSE (starts_at - interval '40 minutes' - power(rs, 2) * interval '38 days') AT TIME ZONE 'Asia/Shanghai' END,
       round(((CASE z WHEN 'A' THEN 680 WHEN 'B' THEN 480 WHEN 'C' THEN 280 ELSE 120 END) * (CASE g WHEN 'MUS' THEN 1.3 WHEN 'DAN' THEN 1.1 WHEN 'KID' THEN 0.5 WHEN 'COM' THEN 0.8 ELSE 1 END) * (0.8 + rp * 0.2))::numeric, 2),
       CASE WHEN rh < 0.34 THEN '小程序' WHEN rh < 0.62 THEN '官网' WHEN rh < 0.85 THEN '窗口' ELSE '代理' END, z,
       CASE WHEN status = 'played' AND ri > 0.03 THEN ri < (CASE g WHEN 'KID' THEN 0.95 WHEN 'OPE' THEN 0.83 WHEN 'COM' THEN 0.92 ELSE 0.88 END) END
FROM (SELECT f.performance_id, f.starts_at, f.status, p.genre_code AS g, k, (ARRAY['A','B','B','C','C','C','D','D'])[1 + floor(random() * 8)::int] AS z,
             random() rc, random() rd, random() rs, random() rp, random() rh, random() ri
      FROM (SELECT f.*, floor(power(random(), 0.9) * (CASE WHEN f.starts_at > (SELECT t FROM _d) THEN 6 ELSE 9 + f.performance_id / 160 END))::int AS n FROM performance f) f
      JOIN production p USING (production_id), LATERAL generate_series(1, f.n) k) s;
-- some customers stayed away this whole year
DELETE FROM ticket WHERE customer_id % 9 = 2 AND (sold_at AT TIME ZONE 'Asia/Shanghai')::date >= date_trunc('year', (SELECT t FROM _d));
-- some are new
DELETE FROM ticket t USING customer c WHERE c.customer_id = t.customer_id AND t.customer_id % 3 = 1 AND (t.sold_at AT TIME ZONE 'Asia/Shanghai')::date < c.registered_on;
-- nobody buys before signing up
UPDATE customer c SET registered_on = s.d - (c.customer_id % 40) FROM (SELECT customer_id, min((sold_at AT TIME ZONE 'Asia/Shanghai')::date) AS d FROM ticket GROUP BY 1) s
WHERE s.customer_id = c.customer_id AND c.registered_on > s.d - (c.customer_id % 40);

INSERT INTO membership
SELECT row_number() OVER (ORDER BY s, c), c, t, s, s + 365, CASE t WHEN 'gold' THEN 888 WHEN 'silver' THEN 388 WHEN 'family' THEN 588 ELSE 99 END * (CASE WHEN k > 1 THEN 0.9 ELSE 1 END), CASE WHEN (c + k) % 13 = 0 THEN NULL ELSE (c / 5 + k) % 5 < 2 END
FROM (SELECT c, k, (ARRAY['gold','silver','silver','student','family','silver'])[1 + (c * 7 + k) % 6] AS t,
             (SELECT x.t FROM _d x) - (CASE WHEN c % 4 = 1 THEN 1060 ELSE (c * 53) % 720 END) + (k - 1) * 365 + (c % 5) AS s
      FROM generate_series(1, 470) c, generate_series(1, 3) k WHERE c % 5 IN (0, 1, 3) AND k <= 1 + (c % 4 = 1)::int + (c % 12 = 1)::int) m
WHERE s <= (SELECT x.t FROM _d x);

INSERT INTO refund
SELECT row_number() OVER (ORDER BY d, ticket_id), ticket_id, d, amt, why
FROM (SELECT t.ticket_id, least((t.sold_at AT TIME ZONE 'Asia/Shanghai')::date + 1 + (t.ticket_id % 6), (SELECT x.t FROM _d x)) AS d,
             CASE WHEN f.status = 'cancelled' THEN t.price ELSE round(t.price * 0.8, 2) END AS amt,
             CASE WHEN t.ticket_id % 8 = 5 THEN NULL WHEN f.status = 'cancelled' THEN '演出取消' WHEN t.ticket_id % 3 = 0 THEN '重复购票' ELSE '行程变更' END AS why
      FROM ticket t JOIN performance f USING (performance_id)
      WHERE (f.status = 'cancelled' AND t.ticket_id % 10 < 9) OR (f.status = 'postponed' AND t.ticket_id % 3 = 0) OR (t.ticket_id % 31 = 4)) s;
-- some were paid back in two steps
INSERT INTO refund SELECT 5000 + refund_id, ticket_id, least(refunded_on + 9, (SELECT t FROM _d)), round(amount / 2, 2), reason FROM refund WHERE refund_id % 6 = 0;
UPDATE refund SET amount = amount - round(amount / 2, 2) WHERE refund_id < 5000 AND refund_id % 6 = 0;
ANALYZE;
