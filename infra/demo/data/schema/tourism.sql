-- Scenic spots kept twice: an official register with locations, and a travel site with ratings.
CREATE EXTENSION IF NOT EXISTS postgis;
DROP SCHEMA IF EXISTS tourism CASCADE;
CREATE SCHEMA tourism;

CREATE TABLE tourism.a_sight (
  gid        integer PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  name_en    text,
  level      text NOT NULL,
  "所属省份" text NOT NULL,
  "所属城市" text NOT NULL,
  geom       geometry(Point, 4326) NOT NULL
);

CREATE TABLE tourism.tourist_spot (
  id         integer PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  "城市"     text NOT NULL,
  "评分"     text,
  "门票"     numeric(8,2),
  "评论数"   integer,
  "介绍"     text
);

COMMENT ON TABLE tourism.a_sight IS '国家A级旅游景区名录';
COMMENT ON COLUMN tourism.a_sight.geom IS '景区位置，WGS 84 经纬度';
COMMENT ON TABLE tourism.tourist_spot IS '旅游网站上的景点详情，评分未清洗';
COMMENT ON COLUMN tourism.tourist_spot."评分" IS '0 到 5 分的文本，也有 --、空串、暂无';
COMMENT ON COLUMN tourism.tourist_spot."门票" IS '成人票价（元），0 为免费，空为不详';
-- after loading
CREATE INDEX a_sight_geom_idx ON tourism.a_sight USING gist (geom);
CREATE INDEX a_sight_geog_idx ON tourism.a_sight USING gist ((geom::geography));
CREATE INDEX a_sight_province_idx ON tourism.a_sight ("所属省份");
CREATE INDEX tourist_spot_name_idx ON tourism.tourist_spot (name text_pattern_ops);
ANALYZE tourism.a_sight;
ANALYZE tourism.tourist_spot;
