-- 固定数据，相对于装载当天（北京时间）。h(i, 盐, n) 只用来打散，最后删除。
SET timezone = 'Asia/Shanghai';
CREATE FUNCTION h(i int, salt int, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(i::text || '#' || salt::text), 1, 7))::bit(28)::int % n $$;

INSERT INTO bwg VALUES
 (1,'钱塘博物馆','杭州','一级','1958-05-01',NULL,true),(2,'姑苏丝绸馆','苏州','二级','1989-10-18',NULL,false),
 (3,'金陵美术馆','南京','一级','1976-04-12',NULL,false),(4,'越窑青瓷馆','绍兴','二级','2003-09-28',NULL,true),
 (5,'东海航海馆','宁波','三级','2011-07-11',NULL,false),(6,'钱塘博物馆西湖分馆','杭州','二级','1998-03-08',1,true),
 (7,'钱塘博物馆良渚分馆','杭州','三级','2014-06-14',1,false),(8,'金陵美术馆江北分馆','南京','三级','2019-12-01',3,false),
 (9,'太湖当代艺术中心','苏州','三级',current_date - 60,NULL,false);   -- 新馆：还没有藏品、门票、导览

INSERT INTO zhanting
SELECT row_number() OVER (ORDER BY b.bwg_id, k), b.bwg_id, (ARRAY['临水厅','听松厅','藏珍厅','观澜厅','拾光厅','问渠厅'])[k] , 1 + (k - 1) / 2,
       CASE WHEN h(b.bwg_id * 10 + k, 1, 13) = 0 THEN NULL ELSE 120 + h(b.bwg_id * 10 + k, 2, 780) + b.bwg_id / 10.0 END, h(b.bwg_id * 10 + k, 3, 5) < 2
FROM bwg b, generate_series(1, 6) k WHERE k <= CASE b.bwg_id WHEN 1 THEN 6 WHEN 3 THEN 6 WHEN 9 THEN 2 ELSE 3 + b.bwg_id % 3 END;

INSERT INTO yishujia
SELECT i, CASE WHEN i IN (12, 40) THEN '王砚秋'                                    -- 两位同名
               WHEN i % 6 = 0 THEN (ARRAY['Claude Moreau','Henri Vasseur','Emma Whitfield','Kenji Arai','Lucia Ferrante','Paul Delorme','Yuki Morita','George Ashdown','Marco Bellini','Sofia Rinaldi'])[i / 6]
               ELSE (ARRAY['陆','沈','顾','徐','吴','潘','任','傅','林'])[1 + i % 9] || (ARRAY['鹤年','清许','云樵','抱石','墨林','若芸','一苇'])[1 + i % 7] END,
       CASE WHEN i IN (12, 40) OR i % 6 <> 0 THEN '中国' ELSE (ARRAY['法国','法国','英国','日本','意大利','法国','日本','英国','意大利','意大利'])[i / 6] END,
       CASE WHEN i % 19 = 0 THEN NULL ELSE 1680 + i * 5 END,
       CASE WHEN 1680 + i * 5 > 1935 OR i % 19 = 0 THEN NULL ELSE 1680 + i * 5 + 48 + h(i, 5, 40) END
FROM generate_series(1, 60) i;

INSERT INTO zhanpin
SELECT i, (ARRAY['春山','荷塘','渔舟','缠枝','雪江','夔龙','仕女','晚渡','百子','松鹤','云纹','秋林'])[1 + h(i, 6, 12)] ||
          CASE lb WHEN '书画' THEN '图轴' WHEN '瓷器' THEN '瓶' WHEN '青铜器' THEN '鼎' WHEN '油画' THEN '（油画）' WHEN '雕塑' THEN '像' WHEN '织绣' THEN '绣屏' ELSE '（摄影）' END || '·' || lpad(i::text, 3, '0'),
       CASE WHEN lb IN ('青铜器', '瓷器') AND h(i, 8, 3) > 0 OR h(i, 8, 9) = 0 THEN NULL ELSE 1 + floor(54 * power(h(i, 9, 1000) / 1000.0, 1.3))::int END,
       bw, lb, CASE WHEN h(i, 10, 10) < 4 THEN NULL WHEN h(i, 10, 10) = 4 THEN '一级' WHEN h(i, 10, 10) < 7 THEN '二级' ELSE '三级' END,
       CASE WHEN h(i, 11, 14) = 0 THEN NULL WHEN lb = '青铜器' THEN -1100 + h(i, 12, 900) WHEN lb = '瓷器' THEN 900 + h(i, 12, 960) WHEN lb = '摄影' THEN 1930 + h(i, 12, 90) ELSE 1700 + h(i, 12, 290) END,
       CASE WHEN lb = '摄影' OR h(i, 13, 8) = 0 THEN NULL WHEN lb IN ('青铜器', '雕塑') THEN 15 + h(i, 14, 60000) / 100.0 ELSE 0.8 + h(i, 14, 2400) / 100.0 END,
       round((20000 + power(h(i, 15, 10000) / 10000.0, 4) * 9000000 * CASE lb WHEN '摄影' THEN 0.05 WHEN '青铜器' THEN 1.4 ELSE 1 END)::numeric, -2) + i,
       current_date - (40 + i * 12 + h(i, 16, 400)) + 0, h(i, 17, 100) < 38
FROM (SELECT i, (ARRAY['书画','书画','瓷器','瓷器','青铜器','油画','油画','雕塑','织绣','摄影'])[1 + h(i, 7, 10)] AS lb, 1 + floor(8 * power(h(i, 18, 1000) / 1000.0, 1.4))::int AS bw FROM generate_series(1, 620) i) s;
UPDATE zhanpin SET ruguan = current_date - (3 + zp_id * 4) WHERE zp_id % 6 = 1 AND zp_id < 260;      -- 近三年的入藏
UPDATE zhanpin SET leibie = '书画' WHERE bwg_id = 7 AND leibie = '青铜器';

INSERT INTO zhanlan
SELECT i, (ARRAY['江南','丝路','海上','文人','光影','礼乐','山水','匠心','青花','远方'])[1 + i % 10] || (ARRAY['遗珍','之旅','雅集','新声','长卷','密码','对话'])[1 + i % 7] || '展（' || lpad(i::text, 2, '0') || '）', 1 + h(i, 20, 8),
       CASE WHEN i <= 8 THEN '常设展' WHEN h(i, 21, 4) = 0 THEN '巡展' ELSE '特展' END,
       CASE WHEN i <= 8 THEN '2015-01-01'::date + i * 157 ELSE current_date - 1100 + (i - 8) * 19 END,
       CASE WHEN i <= 8 THEN NULL ELSE current_date - 1100 + (i - 8) * 19 + 45 + h(i, 22, 100) END,
       i > 8 AND h(i, 23, 10) < 7, CASE WHEN h(i, 24, 12) = 0 THEN NULL ELSE 150000 + i * 1300 + h(i, 25, 300) * 9000 END
FROM generate_series(1, 70) i;

INSERT INTO zhanlan_zhanting
SELECT DISTINCT z.zl_id, t.zt_id FROM zhanlan z JOIN zhanting t USING (bwg_id) WHERE h(z.zl_id * 60 + t.zt_id, 26, 10) < 4 AND z.zl_id % 17 <> 0;

INSERT INTO jiezhan
SELECT row_number() OVER (ORDER BY d, i), p.zp_id, p.bwg_id, CASE WHEN r >= p.bwg_id THEN r + 1 ELSE r END, d, d + 60 + h(i, 33, 5) * 30,
       CASE WHEN d + 60 + h(i, 33, 5) * 30 + x <= current_date AND h(i, 35, 28) > 0 THEN d + 60 + h(i, 33, 5) * 30 + x END,
       CASE WHEN h(i, 36, 10) = 0 THEN NULL ELSE round(p.guzhi * 1.2, -3) END
FROM (SELECT i, 1 + floor(400 * power(h(i, 30, 10000) / 10000.0, 1.2))::int AS zp, 1 + h(i, 31, 7) AS r, current_date - floor(1090 * power(h(i, 32, 1000) / 1000.0, 1.1))::int AS d, h(i, 34, 22) - 14 AS x
      FROM generate_series(1, 430) i) s JOIN zhanpin p ON p.zp_id = s.zp WHERE p.bwg_id <> 5;    -- 航海馆从不外借

INSERT INTO menpiao
SELECT row_number() OVER (ORDER BY d, i), b, CASE WHEN h(i, 43, 3) > 0 THEN (SELECT zl_id FROM zhanlan z WHERE z.bwg_id = b AND z.shoufei AND d + ahead BETWEEN kaimu AND bimu ORDER BY zl_id LIMIT 1) END, pz,
       (ARRAY['现场','现场','小程序','小程序','官网','旅行社'])[1 + h(i, 44, 6)], (d + interval '9 hours' + h(i, 45, 480) * interval '1 minute') AT TIME ZONE 'Asia/Shanghai', d + ahead, n,
       n * CASE pz WHEN '成人票' THEN 60 WHEN '学生票' THEN 30 WHEN '老年票' THEN 20 WHEN '家庭票' THEN 130 ELSE 268 END - CASE WHEN h(i, 46, 8) = 0 THEN 5 ELSE 0 END, h(i, 47, 21) = 0
FROM (SELECT i, current_date - floor(1095 * power(h(i, 40, 100000) / 100000.0, 1.15))::int AS d, 1 + floor(8 * power(h(i, 41, 1000) / 1000.0, 1.3))::int AS b,
             (ARRAY['成人票','成人票','成人票','学生票','学生票','老年票','家庭票','年卡'])[1 + h(i, 42, 8)] AS pz, 1 + h(i, 48, 4) + CASE WHEN h(i, 49, 30) = 0 THEN 20 ELSE 0 END AS n, CASE WHEN h(i, 50, 3) = 0 THEN h(i, 51, 25) ELSE 0 END AS ahead
      FROM generate_series(1, 4200) i) s
WHERE d < current_date;

INSERT INTO jiangjieyuan
SELECT i, (ARRAY['周','郑','孙','何','钱','叶'])[1 + i % 6] || (ARRAY['思远','雨桐','静仪','嘉禾','晓岚'])[1 + i % 5], CASE WHEN i % 13 = 0 THEN NULL ELSE 1 + i % 8 END,
       CASE WHEN i > 24 THEN current_date - (i - 22) * 9 ELSE current_date - (200 + i * 61) END, i % 3 = 1, '1390000' || lpad(i::text, 4, '0')
FROM generate_series(1, 28) i;

INSERT INTO daolan
SELECT row_number() OVER (ORDER BY d, i), j, z.zl_id, d + (9 + h(i, 63, 8)) * interval '1 hour' + (h(i, 64, 2) * 30) * interval '1 minute', (ARRAY[45, 60, 60, 75, 90, 120])[1 + h(i, 65, 6)], 3 + h(i, 66, 28),
       (ARRAY['中文','中文','中文','中文','英文','英文','日文'])[1 + h(i, 67, 7)], CASE WHEN h(i, 68, 7) = 0 THEN NULL ELSE least(5.0, round(3.4 + h(i, 69, 120) / 100.0 + (j % 7) / 12.0, 1)) END,
       CASE WHEN h(i, 68, 7) = 0 THEN NULL ELSE least(5.0, round(3.0 + h(i, 70, 150) / 100.0 + (j % 5) / 10.0, 1)) END
FROM (SELECT i, current_date - 1 - floor(1060 * power(h(i, 61, 10000) / 10000.0, 1.1))::int AS d, 24 - floor(24 * power(h(i, 62, 1000) / 1000.0, 1.5))::int AS j FROM generate_series(1, 1050) i) s
JOIN LATERAL (SELECT zl_id FROM zhanlan WHERE s.d BETWEEN kaimu AND coalesce(bimu, current_date + 999) ORDER BY h(zl_id + i * 71, 71, 1000), zl_id LIMIT 1) z ON true
JOIN jiangjieyuan g ON g.jjy_id = s.j WHERE s.d >= g.ruzhi AND NOT (j IN (4, 11) AND extract(year FROM s.d) = extract(year FROM current_date));

INSERT INTO xiufu
SELECT row_number() OVER (ORDER BY d, i), 1 + floor(560 * power(h(i, 80, 1000) / 1000.0, 1.5))::int, (ARRAY['郭师傅','陶砚','范静姝','黎望','顾师傅'])[1 + h(i, 81, 5)], (ARRAY['污渍','开裂','开裂','虫蛀','褪色','缺损'])[1 + h(i, 82, 6)],
       d, CASE WHEN d + len <= current_date THEN d + len END, CASE WHEN d + len <= current_date THEN 12 + h(i, 84, 260) END, CASE WHEN h(i, 85, 11) = 0 THEN NULL ELSE 900 + h(i, 86, 48000) + i END
FROM (SELECT i, current_date - (h(i, 87, 1080) + 2) AS d, 10 + h(i, 83, 150) AS len FROM generate_series(1, 310) i) s;
DROP FUNCTION h(int, int, int);
ANALYZE;
