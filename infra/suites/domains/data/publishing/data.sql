-- Seeded data relative to the current date in Asia/Shanghai; a little over three years of trade.
SET timezone = 'Asia/Shanghai';
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE _d AS SELECT current_date AS t;
SELECT setseed(0.317);

INSERT INTO ed_stf
SELECT i, (ARRAY['林若溪','沈知微','顾长河','周慕白','许清扬','韩雪','方亦舟','唐晓棠','孟凡','叶青','杜鹃','魏然','陆小曼','秦朗'])[i],
       (ARRAY['文学编辑部','少儿编辑部','社科编辑部','财经编辑部','文学编辑部'])[1 + i % 5], (SELECT t FROM _d) - (120 + i * 211), 7000 + i * 431
FROM generate_series(1, 14) i;

INSERT INTO tb_author
SELECT i, CASE WHEN i IN (12, 47) THEN '王磊' WHEN i % 5 = 3 THEN (ARRAY['Anna','James','Helen','Oliver','Claire','Kenji','Marie','Thomas'])[1 + (i / 5) % 8] || ' ' || (ARRAY['Whitfield','Moreau','Tanaka','Harper','Lindqvist','Sato','Dubois'])[1 + (i / 5) % 7]
        ELSE (ARRAY['苏','陈','梁','何','宋','余','蒋','曹','邓','冯','程'])[1 + i % 11] || (ARRAY['望舒','北辰','砚秋','子墨','云起','南乔','清和','思远','若水'])[1 + i % 9] END,
       CASE WHEN i % 5 = 3 THEN (ARRAY['美国','英国','日本','法国','英国','美国','美国'])[1 + (i / 5) % 7] ELSE '中国' END,
       CASE WHEN i % 5 = 3 OR i % 13 = 0 THEN NULL ELSE (ARRAY['北京市','上海市','南京市','成都市','西安市','广州市'])[1 + floor(random() * 6)::int] END,
       CASE WHEN i % 19 = 0 THEN NULL WHEN i % 11 = 0 THEN 'S' WHEN i % 4 = 1 THEN 'A' WHEN i % 3 = 0 THEN 'B' ELSE 'C' END,
       i % 7 IN (0, 3), (SELECT t FROM _d) - (40 + i * 31 + floor(random() * 25)::int), '62220212' || lpad(i::text, 11, '0')
FROM generate_series(1, 80) i;

-- titles: some have no author (anthologies), some no editor yet; 76-80 of the authors have no book
INSERT INTO bk_title
SELECT i, CASE WHEN i IN (31, 118) THEN '星夜' ELSE (ARRAY['长安','南方','雪国','小镇','深海','夜行','春日','群山','蓝色','最后的','时间的','城市','月光','旧时','风中'])[1 + i % 15]
          || (ARRAY['往事','来信','笔记','指南','花园','食堂','列车','简史','灯塔','童话','算法','侧影'])[1 + (i / 15) % 12] END,
       CASE WHEN i % 23 = 0 THEN NULL ELSE 1 + floor(power(random(), 1.35) * 75)::int END,
       CASE WHEN i % 17 = 0 THEN NULL ELSE 1 + floor(power(random(), 1.5) * 13)::int END,
       (ARRAY['FIC','FIC','HIS','KID','BIZ','SCI','ART','KID','FIC'])[1 + floor(random() * 9)::int],
       (ARRAY['青禾','青禾','远山','小舟','格物'])[1 + floor(random() * 5)::int],
       CASE WHEN i > 162 THEN '在编' WHEN i % 14 = 5 THEN '停印' ELSE '在售' END,
       (SELECT t FROM _d) - (CASE WHEN i > 162 THEN 20 + (180 - i) * 17 ELSE 330 + (162 - i) * 12 END) - floor(random() * 9)::int,
       false, CASE WHEN i % 12 = 7 THEN NULL ELSE round((60 + power(random(), 2) * 520)::numeric, 1) END
FROM generate_series(1, 180) i;
UPDATE bk_title t SET is_trl = true FROM tb_author a WHERE a.au_id = t.au_id AND a.natl <> '中国';

INSERT INTO bk_edtn
SELECT row_number() OVER (ORDER BY i, k), i, '978-7-' || lpad((5000 + i * 7)::text, 4, '0') || '-' || lpad((100 + i * 3 + k)::text, 4, '0') || '-' || (i + k) % 10,
       f, CASE WHEN k > 3 THEN 2 ELSE 1 END,
       CASE WHEN i % 31 = 0 AND f = 'AB' THEN NULL ELSE round(((CASE f WHEN 'HB' THEN 72 WHEN 'PB' THEN 42 WHEN 'EB' THEN 18 ELSE 25 END) + (i * 37 % 100) * 0.45 + k + (i / 100) * 0.17)::numeric, 2) END,
       CASE WHEN f = 'AB' OR i % 26 = 4 THEN NULL ELSE 120 + (i * 53 + k * 11) % 540 END,
       CASE WHEN i > 156 AND k > 1 THEN NULL ELSE least(a + 150 + floor(random() * 90)::int + (k - 1) * 70, (SELECT t FROM _d) - (i + k * 5) % 40) END,
       CASE WHEN i % 21 = 0 THEN NULL ELSE (g IN ('KID', 'ART') OR i % 6 = 1) END
FROM (SELECT i, t.acq_dt a, t.genre_cd g FROM generate_series(1, 165) i JOIN bk_title t ON t.ttl_id = i) s,
     LATERAL (SELECT k, (ARRAY['PB','HB','EB','AB','PB'])[CASE WHEN i % 4 = 0 AND k = 1 THEN 2 WHEN i % 4 = 0 AND k = 2 THEN 1 ELSE k END] f FROM generate_series(1, 1 + (i * 7 % 11) % 4 + CASE WHEN i % 27 = 8 THEN 1 ELSE 0 END) k) e;
-- nothing came out later than today
UPDATE bk_edtn SET pub_dt = (SELECT t FROM _d) - 3 WHERE pub_dt > (SELECT t FROM _d);

-- contracts: one for most titles, and some for books that have no title yet
INSERT INTO au_ctr
SELECT row_number() OVER (ORDER BY acq_dt, ttl_id), '', au_id, ttl_id, acq_dt - 12,
       CASE WHEN ttl_id % 15 = 4 THEN NULL ELSE round((8000 + power(random(), 3) * 190000)::numeric, 2) END,
       CASE WHEN is_trl THEN (ARRAY['USD','USD','EUR'])[1 + ttl_id % 3] ELSE 'CNY' END,
       round((6 + random() * 7.5)::numeric, 2), acq_dt + 140,
       CASE WHEN ttl_st = '在编' THEN NULL ELSE acq_dt + 100 + floor(random() * 70)::int END,
       CASE WHEN ttl_st = '停印' THEN '已完结' WHEN ttl_id % 29 = 3 THEN '已解除' ELSE '履行中' END
FROM bk_title WHERE au_id IS NOT NULL AND ttl_id % 18 <> 9;
INSERT INTO au_ctr
SELECT 200 + i, '', 1 + i * 3, NULL, (SELECT t FROM _d) - i * 6, round((12000 + random() * 70000)::numeric, 2), CASE WHEN i % 5 = 0 THEN 'USD' ELSE 'CNY' END,
       round((6 + random() * 7)::numeric, 2), (SELECT t FROM _d) + 11 + i * 9, NULL, '履行中'
FROM generate_series(1, 14) i;
UPDATE au_ctr SET ctr_no = 'HT' || to_char(sgn_dt, 'YYMM') || '-' || lpad(ctr_id::text, 3, '0');
UPDATE au_ctr SET roy_pct = 15.00 WHERE ctr_id = 37;
UPDATE au_ctr SET ms_rcv = (SELECT t FROM _d) - 2 WHERE ms_rcv > (SELECT t FROM _d);

INSERT INTO roy_pmt
SELECT row_number() OVER (ORDER BY d, ctr_id, b), ctr_id, d + CASE b WHEN '实付' THEN 25 ELSE 0 END, b, round((900 + power(h, 3) * 46000 * roy_pct / 9 * CASE b WHEN '实付' THEN 0.93 ELSE 1 END)::numeric, 2)
FROM (SELECT c.ctr_id, c.roy_pct, (c.sgn_dt + 300 + y * 365) d, random() h FROM au_ctr c, generate_series(0, 5) y WHERE c.ttl_id IS NOT NULL AND c.ctr_st <> '已解除' AND c.ms_rcv IS NOT NULL) s, unnest(ARRAY['计提','实付']) b
WHERE d + 25 <= (SELECT t FROM _d) AND NOT (b = '实付' AND ctr_id % 13 = 6) AND d > (SELECT t FROM _d) - 1300;

INSERT INTO prn_run
SELECT row_number() OVER (ORDER BY d, edtn_id), edtn_id, (ARRAY['华彩印务','华彩印务','新华印厂','雅韵印刷','金石印刷'])[1 + floor(random() * 5)::int], d, q,
       CASE WHEN random() < 0.05 THEN NULL ELSE round((q * (6 + pg * 0.018) * (0.85 + random() * 0.3))::numeric, 2) END
FROM (SELECT e.edtn_id, coalesce(e.pg_cnt, 260) pg, e.pub_dt - 20 + k * (130 + (e.edtn_id * 17) % 120) AS d, (20 + floor(power(random(), 2.2) * 130)::int) * 100 q
      FROM bk_edtn e, LATERAL generate_series(0, (e.edtn_id * 5) % 4) k WHERE e.fmt_cd IN ('HB', 'PB') AND e.pub_dt IS NOT NULL) s
WHERE d <= (SELECT t FROM _d);

INSERT INTO dist_acct
SELECT i, CASE WHEN i IN (22, 61) THEN '城南书店' ELSE CASE WHEN tp = 'WEB' THEN (ARRAY['云阅','纸上','书虫','蜗牛','千页','慢读'])[1 + (i / 6) % 6] || (ARRAY['网','商城','优选'])[1 + i % 3] ELSE c || (ARRAY['晓风','言几','西西','新知','半山','方所','春晖'])[1 + i % 7]
         || (CASE tp WHEN 'IND' THEN '书屋' WHEN 'CHN' THEN '书城' WHEN 'LIB' THEN '图书馆' ELSE '图书发行' END) END || CASE WHEN i > 45 THEN '二部' ELSE '' END END,
       tp, CASE WHEN tp = 'WEB' THEN NULL WHEN c = '成都' THEN CASE WHEN i % 4 = 1 THEN '成都高新' ELSE '成都市' END ELSE c || '市' END, CASE WHEN tp = 'WEB' THEN NULL ELSE r END,
       (SELECT t FROM _d) - (25 + i * 27 + floor(random() * 20)::int), CASE WHEN i % 8 = 5 THEN NULL ELSE round((20000 + power(random(), 2) * 380000)::numeric, -2) + i * 10 END, '1390000' || lpad(i::text, 4, '0'), i % 17 = 4
FROM (SELECT i, (ARRAY['IND','CHN','WEB','IND','LIB','DST'])[1 + i % 6] tp, (ARRAY['杭州','上海','北京','广州','成都','武汉','南京','西安','深圳','苏州','天津'])[1 + i % 11] c, (ARRAY['华东','华东','华北','华南','西部','华中','华东','西部','华南','华东','华北'])[1 + i % 11] r FROM generate_series(1, 90) i) s;

-- orders: accounts 85-90 have never ordered
INSERT INTO so_hd
SELECT row_number() OVER (ORDER BY d, n), 'DD' || to_char(d, 'YYMMDD') || lpad((n % 1000)::text, 3, '0'), 1 + (floor(power(random(), 1.6) * 84)::int * 37 + 11) % 84, d,
       CASE WHEN r < 0.06 THEN 'CXL' WHEN d > (SELECT t FROM _d) - 4 THEN CASE WHEN r < 0.6 THEN 'NEW' ELSE 'SHP' END WHEN d > (SELECT t FROM _d) - 25 THEN CASE WHEN r < 0.12 THEN 'NEW' WHEN r < 0.5 THEN 'SHP' ELSE 'CLS' END ELSE 'CLS' END,
       CASE WHEN n % 33 = 0 THEN NULL ELSE (ARRAY['订货会','EDI','EDI','业务员','业务员','邮件'])[1 + floor(random() * 6)::int] END, NULL
FROM (SELECT n, (SELECT t FROM _d) - floor(power(random(), 1.25) * 1110)::int d, random() r FROM generate_series(1, 960) n) s;
-- a handful of accounts fell silent this year
DELETE FROM so_hd WHERE acct_id IN (6, 19, 33, 52, 70) AND so_dt >= date_trunc('year', (SELECT t FROM _d));
UPDATE so_hd SET shp_ts = (so_dt + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' + interval '8 hours' + (so_id % 3) * interval '1 day' + (so_id * 37 % 660) * interval '1 minute' WHERE so_st IN ('SHP', 'CLS');
UPDATE so_hd SET shp_ts = NULL, so_st = 'NEW' WHERE shp_ts > (SELECT t FROM _d)::timestamp AT TIME ZONE 'Asia/Shanghai';

INSERT INTO so_dtl
SELECT row_number() OVER (ORDER BY so_id, k), so_id, edtn_id, so_dt, qty, round(qty * prc, 2), round(qty * prc * (0.52 + (so_id % 9) * 0.013 + random()::numeric * 0.04), 2)
FROM (SELECT o.so_id, o.so_dt, k, e.edtn_id, coalesce(e.lst_prc, 30) prc, 3 + floor(power(random(), 2.4) * 240)::int qty
      FROM so_hd o, LATERAL generate_series(1, 1 + (o.so_id * 7 % 10)::int % 3) k,
           LATERAL (SELECT e.edtn_id, e.lst_prc FROM bk_edtn e WHERE e.pub_dt <= o.so_dt AND e.edtn_id % 29 <> 0 AND k > 0 ORDER BY power(random(), 1 + e.ttl_id * 13 % 6) DESC LIMIT 1) e) s;
-- orders without any line do not exist in this shop
DELETE FROM so_hd o WHERE NOT EXISTS (SELECT FROM so_dtl l WHERE l.so_id = o.so_id);

INSERT INTO rtn_rec
SELECT row_number() OVER (ORDER BY d, dtl_id), dtl_id, d, q, CASE WHEN dtl_id % 19 = 0 THEN NULL ELSE (ARRAY['滞销','滞销','滞销','破损','错发','过期'])[1 + floor(random() * 6)::int] END, round(net_amt * q / qty, 2)
FROM (SELECT l.dtl_id, l.net_amt, l.qty, o.so_dt + 20 + floor(random() * 130)::int d, 1 + floor(random() * l.qty * 0.5)::int q
      FROM so_dtl l JOIN so_hd o USING (so_id) WHERE o.so_st = 'CLS' AND hashint8(l.dtl_id) % 6 = 0) s WHERE d <= (SELECT t FROM _d);
-- some lines came back twice
INSERT INTO rtn_rec SELECT 5000 + rtn_id, dtl_id, least(rtn_dt + 9, (SELECT t FROM _d)), 1 + qty / 4, '滞销', round(crd_amt / 5, 2) FROM rtn_rec WHERE rtn_id % 9 = 2;
UPDATE rtn_rec SET rtn_dt = (SELECT t FROM _d) - 1 WHERE rtn_id = (SELECT max(rtn_id) FROM rtn_rec WHERE rtn_id < 5000);

INSERT INTO prs_rvw
SELECT row_number() OVER (ORDER BY d, n), m || '：读《' || nm || '》', ttl_id, m, CASE WHEN n % 14 = 0 THEN NULL ELSE (ARRAY['张定','李默','Paul Reed','赵一凡','吴桐','Emma Stone','钱塘','孙小寒'])[1 + n % 8] END, d,
       CASE WHEN n % 15 = 0 THEN NULL ELSE least(5, 1 + floor(power(random(), 0.65) * 5)::int) END,
       round((5 + random() * 4.5 + CASE m WHEN '文汇书评' THEN -0.6 ELSE 0 END)::numeric, 2), CASE WHEN n % 17 = 0 THEN NULL ELSE round((4.6 + random() * 5)::numeric, 2) END, CASE WHEN n % 10 = 0 THEN NULL ELSE round((5.2 + random() * 4.5)::numeric, 2) END,
       CASE WHEN n % 16 = 0 THEN NULL ELSE random() < 0.22 END
FROM (SELECT n, t.ttl_id, t.ttl_nm nm, (ARRAY['文汇书评','读书周报','新京书评','书城','南方阅读','Book Weekly','读书周报','新京书评','新京书评'])[1 + floor(random() * 9)::int] m, (SELECT t FROM _d) - floor(random() * 1000)::int d
      FROM generate_series(1, 400) n JOIN bk_title t ON t.ttl_id = 1 + (n * 61 + n / 7) % 163 AND t.ttl_id % 10 <> 6) s
WHERE d > (SELECT min(pub_dt) FROM bk_edtn e WHERE e.ttl_id = s.ttl_id);
ANALYZE;
