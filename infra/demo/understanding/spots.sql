SELECT coalesce(a.name, t.name) AS name, coalesce(t.name, a.name) AS title, a.level, a."所属省份" AS province, coalesce(a."所属城市", t."城市") AS city,
  CASE WHEN t."评分" ~ '^[0-9]+(\.[0-9]+)?$' THEN t."评分"::numeric END AS rating, t."门票" AS ticket, t."评论数" AS reviews, t."介绍" AS intro
FROM tourism.a_sight a LEFT JOIN tourism.tourist_spot t ON t.name LIKE a.name || '%'
UNION ALL
SELECT t.name, t.name, NULL, NULL, t."城市", CASE WHEN t."评分" ~ '^[0-9]+(\.[0-9]+)?$' THEN t."评分"::numeric END, t."门票", t."评论数", t."介绍"
FROM tourism.tourist_spot t WHERE NOT EXISTS (SELECT 1 FROM tourism.a_sight a WHERE t.name LIKE a.name || '%')
