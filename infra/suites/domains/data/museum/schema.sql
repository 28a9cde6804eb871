-- 江南博物馆联合体 (a group of museums). Table and column names are pinyin, as the software house left them.
CREATE TABLE bwg (                       -- 博物馆
  bwg_id   int PRIMARY KEY,
  mc       varchar(40) NOT NULL,
  cs       varchar(10) NOT NULL,
  dengji   varchar(6) NOT NULL,
  kaiguan  date,
  sj_bwg   int REFERENCES bwg (bwg_id),
  mianfei  boolean NOT NULL
);
CREATE TABLE zhanting (                  -- 展厅
  zt_id    int PRIMARY KEY,
  bwg_id   int NOT NULL REFERENCES bwg,
  mc       varchar(30) NOT NULL,
  louceng  int NOT NULL,
  mianji   numeric(7,1),
  hengwen  boolean NOT NULL
);
CREATE TABLE yishujia (                  -- 艺术家
  ysj_id   int PRIMARY KEY,
  xm       varchar(40) NOT NULL,
  guoji    varchar(12) NOT NULL,
  chusheng int,
  qushi    int
);
CREATE TABLE zhanpin (                   -- 展品
  zp_id    int PRIMARY KEY,
  mc       varchar(60) NOT NULL,
  ysj_id   int REFERENCES yishujia,
  bwg_id   int NOT NULL REFERENCES bwg,
  leibie   varchar(8) NOT NULL,
  ww_jibie varchar(6),
  niandai  int,
  zhl_kg   numeric(8,2),
  guzhi    numeric(14,2) NOT NULL,
  ruguan   date NOT NULL,
  zaizhan  boolean NOT NULL
);
CREATE TABLE zhanlan (                   -- 展览
  zl_id    int PRIMARY KEY,
  biaoti   varchar(60) NOT NULL,
  bwg_id   int NOT NULL REFERENCES bwg,
  leixing  varchar(8) NOT NULL,
  kaimu    date NOT NULL,
  bimu     date,
  shoufei  boolean NOT NULL,
  yusuan   numeric(12,2)
);
CREATE TABLE zhanlan_zhanting (          -- 一个展览用几个展厅
  zl_id int NOT NULL REFERENCES zhanlan,
  zt_id int NOT NULL REFERENCES zhanting,
  PRIMARY KEY (zl_id, zt_id)
);
CREATE TABLE jiezhan (                   -- 馆际借展
  jz_id    int PRIMARY KEY,
  zp_id    int NOT NULL REFERENCES zhanpin,
  chu_bwg  int NOT NULL REFERENCES bwg (bwg_id),
  ru_bwg   int NOT NULL REFERENCES bwg (bwg_id),
  jc_ri    date NOT NULL,
  yh_ri    date NOT NULL,
  gh_ri    date,
  baoe     numeric(14,2)
);
CREATE TABLE menpiao (                   -- 门票销售
  mp_id    bigint PRIMARY KEY,
  bwg_id   int NOT NULL REFERENCES bwg,
  zl_id    int REFERENCES zhanlan,
  piaozh   varchar(8) NOT NULL,
  qudao    varchar(8) NOT NULL,
  sc_sj    timestamptz NOT NULL,
  cg_ri    date NOT NULL,
  zhangsh  int NOT NULL,
  jine     numeric(9,2) NOT NULL,
  tuipiao  boolean NOT NULL
);
CREATE TABLE jiangjieyuan (              -- 讲解员
  jjy_id   int PRIMARY KEY,
  xm       varchar(20) NOT NULL,
  bwg_id   int REFERENCES bwg,
  ruzhi    date NOT NULL,
  zhiyuan  boolean NOT NULL,
  dianhua  varchar(20)
);
CREATE TABLE daolan (                    -- 导览场次
  dl_id    int PRIMARY KEY,
  jjy_id   int NOT NULL REFERENCES jiangjieyuan,
  zl_id    int NOT NULL REFERENCES zhanlan,
  kaishi   timestamp NOT NULL,
  shch_fz  int NOT NULL,
  renshu   int NOT NULL,
  yuyan    varchar(6) NOT NULL,
  jj_fen   numeric(3,1),
  hd_fen   numeric(3,1)
);
CREATE TABLE xiufu (                     -- 修复
  xf_id    int PRIMARY KEY,
  zp_id    int NOT NULL REFERENCES zhanpin,
  xfs      varchar(20) NOT NULL,
  yuanyin  varchar(8) NOT NULL,
  kg_ri    date NOT NULL,
  wg_ri    date,
  gongshi  int,
  feiyong  numeric(10,2)
);
CREATE INDEX ON menpiao (sc_sj);
CREATE INDEX ON menpiao (zl_id);
CREATE INDEX ON jiezhan (zp_id);
CREATE INDEX ON daolan (jjy_id);
CREATE INDEX ON xiufu (zp_id);
