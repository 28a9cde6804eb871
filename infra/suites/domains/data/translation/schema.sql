-- Translation agency, back-office database
create table lang (
  lang_code  varchar(5) primary key,
  lang_name  text not null unique,
  rtl        boolean not null default false
);
comment on table lang is 'Languages we work with';
comment on column lang.rtl is 'Written right to left';

create table svc_type (
  svc_id    smallint primary key,
  svc_name  text not null unique,
  unit      text not null
);
comment on table svc_type is 'Kinds of service we sell';

create table staff (
  staff_id   serial primary key,
  full_name  text not null,
  job_title  text not null,
  boss_id    int references staff(staff_id),
  hired_on   date not null,
  left_on    date
);
comment on table staff is 'Office employees (not freelancers)';
comment on column staff.left_on is 'Last working day, empty while employed';

create table client (
  client_id      serial primary key,
  client_name    text not null unique,
  seg            char(3) not null,
  city           text,
  country        text not null,
  is_vip         boolean not null default false,
  pay_days       int,
  acct_mgr_id    int not null references staff(staff_id),
  created_on     date not null
);
comment on table client is 'Companies and bodies that order translations';
comment on column client.seg is 'Segment: ENT enterprise, SMB small business, GOV government, NGO non-profit';
comment on column client.pay_days is 'Agreed payment term in days';
comment on column client.acct_mgr_id is 'Account manager';

create table linguist (
  ling_id      serial primary key,
  full_name    text not null,
  native_lang  varchar(5) not null references lang(lang_code),
  country      text not null,
  tier         char(1) not null,
  word_rate    numeric(6,3),
  rating       numeric(3,1),
  active       boolean not null default true,
  joined_on    date not null
);
comment on table linguist is 'Freelance translators, revisers and interpreters';
comment on column linguist.tier is 'Quality tier A, B or C';
comment on column linguist.word_rate is 'Agreed rate per source word, EUR';
comment on column linguist.rating is 'Internal rating 1.0 to 5.0, empty until first review';

create table ling_pair (
  ling_id   int not null references linguist(ling_id),
  src_lang  varchar(5) not null references lang(lang_code),
  tgt_lang  varchar(5) not null references lang(lang_code),
  primary key (ling_id, src_lang, tgt_lang)
);
comment on table ling_pair is 'Which language pairs a linguist works in';

create table project (
  project_id    serial primary key,
  proj_no       text not null unique,
  client_id     int not null references client(client_id),
  pm_id         int not null references staff(staff_id),
  src_lang      varchar(5) not null references lang(lang_code),
  subject       text,
  rush          boolean not null default false,
  status        text not null,
  ordered_at    timestamp not null,
  due_on        date not null,
  delivered_at  timestamp
);
comment on column project.pm_id is 'Project manager';
comment on column project.subject is 'Subject field, empty for general texts';
comment on column project.status is 'in progress, delivered, cancelled';

create table job (
  job_id       serial primary key,
  project_id   int not null references project(project_id),
  svc_id       smallint not null references svc_type(svc_id),
  tgt_lang     varchar(5) not null references lang(lang_code),
  ling_id      int references linguist(ling_id),
  word_cnt     int,
  client_price numeric(10,2) not null,
  ling_fee     numeric(10,2),
  finished_on  date
);
comment on table job is 'One piece of work of a project: one service into one target language';
comment on column job.ling_id is 'Linguist who does it, empty until assigned';
comment on column job.ling_fee is 'Fee agreed with the linguist, EUR';

create table invoice (
  inv_id     serial primary key,
  inv_no     text not null unique,
  project_id int not null references project(project_id),
  issued_on  date not null,
  due_on     date not null,
  paid_on    date,
  net_amt    numeric(10,2) not null,
  vat_amt    numeric(10,2) not null
);
comment on table invoice is 'Invoices to clients';
comment on column invoice.paid_on is 'Empty while unpaid';

create table payout (
  payout_id  serial primary key,
  ling_id    int not null references linguist(ling_id),
  paid_on    date not null,
  amt        numeric(10,2) not null,
  method     text not null
);
comment on table payout is 'Money paid to linguists';

create table feedback (
  fb_id         serial primary key,
  project_id    int not null references project(project_id),
  received_at   timestamp not null,
  score         smallint,
  is_complaint  boolean not null default false,
  remark        text
);
comment on column feedback.score is '1 (bad) to 5 (excellent)';
