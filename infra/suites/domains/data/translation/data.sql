-- deterministic: h(row, salt, n) is a fixed number from 0 to n-1
create function pg_temp.h(i bigint, s text, n int) returns int language sql immutable as
$$ select (('x' || substr(md5(i::text || s), 1, 7))::bit(28)::int % n) $$;

insert into lang values ('en','English',false),('de','German',false),('fr','French',false),('es','Spanish',false),
('it','Italian',false),('pt','Portuguese',false),('nl','Dutch',false),('pl','Polish',false),('sv','Swedish',false),
('cs','Czech',false),('ja','Japanese',false),('ko','Korean',false),('ar','Arabic',true),('he','Hebrew',true),
('tr','Turkish',false),('fi','Finnish',false),('is','Icelandic',false),('mt','Maltese',false);

insert into svc_type values (1,'Translation','word'),(2,'Proofreading','word'),(3,'Subtitling','minute'),
(4,'Localization','word'),(5,'Interpreting','hour'),(6,'Sworn translation','page');

insert into staff (full_name, job_title, boss_id, hired_on, left_on)
select n, t, b, (current_date - d)::date, case when l > 0 then current_date - l end from (values
(1,'Helena Brandt','Managing director',null::int,4200,0),
(2,'Oscar Lindqvist','Account manager',1,3600,0),(3,'Priya Raman','Account manager',1,2900,0),
(4,'Tomas Novak','Account manager',1,2100,0),(5,'Ines Carvalho','Account manager',1,900,0),
(6,'Ruth Adler','Head of production',1,3900,0),
(7,'Marco Bellini','Project manager',6,3100,0),(8,'Sanne de Vries','Project manager',6,2700,0),
(9,'Karl Ostrom','Project manager',6,2500,500),(10,'Yuki Tanabe','Project manager',6,1900,0),
(11,'Fiona Keane','Project manager',6,1500,0),(12,'Adam Wolski','Project manager',6,1300,0),
(13,'Leila Haddad','Project manager',6,700,0),(14,'Greg Ashdown','Accountant',1,3300,420),
(15,'Mette Holm','Accountant',1,1100,0),(16,'Paulo Reis','Vendor manager',6,2300,0),
(17,'Dana Kirsch','Vendor manager',6,1600,230),(18,'Ewan Pryce','IT administrator',1,800,0)
) v(id,n,t,b,d,l) order by id;

insert into client (client_name, seg, city, country, is_vip, pay_days, acct_mgr_id, created_on)
select p || ' ' || s,
  (array['SMB','ENT','SMB','GOV','SMB','ENT','NGO','SMB','ENT','SMB'])[1 + pg_temp.h(i,'seg',10)],
  case when pg_temp.h(i,'nocity',14) = 0 then null else split_part(c,'|',1) end, split_part(c,'|',2),
  pg_temp.h(i,'vip',6) = 0,
  case when pg_temp.h(i,'pt',9) = 0 then null else (array[14,30,30,45,60])[1 + pg_temp.h(i,'pd',5)] end,
  (array[2,2,2,3,3,4,4,5])[1 + pg_temp.h(i,'am',8)],
  current_date - (1010 + pg_temp.h(i,'cr',1500)) + case when i % 9 = 4 then 900 else 0 end
from (select i,
  (array['Aldermoor','Brightwell','Corvino','Delmonte','Eastgate','Falkner','Granholm','Hartwig','Ilmari','Juniper','Kestrel','Lindgren'])[1 + (i % 12)] p,
  (array['Foods','Pharma','Legal','Software','Machines','Media','Textiles','Optics','Finance','Games'])[1 + ((i / 12) % 10)] s,
  (array['Berlin|Germany','Berlin|Germany','Munich|Germany','Hamburg|Germany','Paris|France','Paris|France','Lyon|France','Madrid|Spain',
    'Milan|Italy','Amsterdam|Netherlands','Rotterdam|Netherlands','Vienna|Austria','Zurich|Switzerland','London|United Kingdom','London|United Kingdom',
    'London|United Kingdom','Leeds|United Kingdom','Warsaw|Poland','Stockholm|Sweden','Munich|Germany'])[1 + pg_temp.h(i,'city',20)] c
  from generate_series(0,119) i) x order by i;

insert into linguist (full_name, native_lang, country, tier, word_rate, rating, active, joined_on)
select (array['Anna','Bruno','Clara','David','Elif','Farid','Greta','Hugo','Irene','Jonas','Katja','Luis','Maya','Nils','Olga','Pavel'])[1 + (i % 16)] || ' ' ||
  (array['Amsel','Bianchi','Cermak','Duarte','Ekberg','Fontaine','Grau','Hanaka','Ivanov','Jansen'])[1 + ((i / 16) % 10)],
  (array['en','en','de','de','de','fr','fr','es','es','it','pt','nl','pl','sv','cs','ja','ko','ar','he','tr'])[1 + pg_temp.h(i,'nl',20)],
  (array['Germany','Germany','France','Spain','Italy','Portugal','Netherlands','Poland','Sweden','United Kingdom','Turkey','Japan'])[1 + pg_temp.h(i,'lc',12)],
  (array['A','B','B','C','B','A','C'])[1 + pg_temp.h(i,'tier',7)],
  case when pg_temp.h(i,'nr',15) = 0 then null else 0.06 + pg_temp.h(i,'wr',130) / 1000.0 end,
  case when pg_temp.h(i,'nrt',7) = 0 then null else 2.4 + pg_temp.h(i,'rt',27) / 10.0 end,
  pg_temp.h(i,'act',8) > 0,
  current_date - case when i < 110 then 1010 + pg_temp.h(i,'jo',1700) else 20 + pg_temp.h(i,'jo',900) end
from generate_series(0,159) i order by i;

insert into ling_pair
select distinct l.ling_id, x.src, l.native_lang from linguist l
cross join lateral (select (array['en','en','de','fr','es','en','it'])[1 + pg_temp.h(l.ling_id * 10 + k,'sp',7)] src from generate_series(1,3) k) x
where x.src <> l.native_lang;
insert into ling_pair
select l.ling_id, l.native_lang, 'en' from linguist l where l.native_lang <> 'en' and pg_temp.h(l.ling_id,'rev',4) = 0;

insert into project (proj_no, client_id, pm_id, src_lang, subject, rush, status, ordered_at, due_on, delivered_at)
select 'P-' || lpad(i::text, 5, '0'), client_id, pm, src, subj, rush,
  case when st = 'x' then 'cancelled' when del is null then 'in progress' else 'delivered' end, oat, due, del
from (select *, case when st <> 'x' and oat::date + dd < current_date
                     then oat::date + dd + make_interval(hours => 8 + pg_temp.h(i,'dh',10), mins => pg_temp.h(i,'dm',60)) end del
  from (select i,
    1 + floor(111 * power(pg_temp.h(i,'cl',10000) / 10000.0, 1.7))::int client_id,
    case when age > 505 and pg_temp.h(i,'p9',6) = 0 then 9 when age < 650 and pg_temp.h(i,'p13',9) = 0 then 13
         else (array[7,7,7,8,8,10,10,10,10,11,12,12])[1 + pg_temp.h(i,'pm',12)] end pm,
    (array['en','en','en','en','de','de','fr','es','it','nl'])[1 + pg_temp.h(i,'src',10)] src,
    (array['Legal','Medical','Technical','Technical','Marketing','Marketing','Finance','Legal',null,null])[1 + pg_temp.h(i,'sub',10)] subj,
    pg_temp.h(i,'rush',6) = 0 rush,
    case when pg_temp.h(i,'st',14) = 0 then 'x' else 'o' end st,
    current_date - age + make_interval(hours => 7 + pg_temp.h(i,'oh',11), mins => pg_temp.h(i,'om',60)) oat,
    current_date - age + due_in due,
    due_in + (array[0,-1,0,-2,1,-1,0,-3,3,0,-1,9])[1 + pg_temp.h(i,'late',12)] + case when pg_temp.h(i,'vl',20) = 0 then 21 else 0 end dd
    from (select i, 1 + ((1500 - i) * 1000 / 1500) + pg_temp.h(i,'age',6) age, 5 + pg_temp.h(i,'due',20) + case when pg_temp.h(i,'lp',12) = 0 then 30 else 0 end due_in
          from generate_series(1,1500) i) a) b) c order by i;

update project p set client_id = p.client_id + 1
from client c where c.client_id = p.client_id and c.created_on > p.ordered_at::date;

insert into job (project_id, svc_id, tgt_lang, ling_id, word_cnt, client_price, ling_fee, finished_on)
select project_id, svc, tgt, ling, wc, price,
  case when ling is not null then round(price * (48 + pg_temp.h(k,'fee',20)) / 100.0, 2) end,
  case when delivered_at is not null then greatest(ordered_at::date, delivered_at::date - pg_temp.h(k,'fin',4)) end
from (select y.*, case when svc in (3,5) then 150 + pg_temp.h(k,'pr5',1400) + pg_temp.h(k,'c5',100) / 100.0
                       else round(greatest(45, wc * (array[0.16,0.07,0,0.21,0,0.28])[svc]::numeric), 2) end price,
    case when status = 'delivered' or (status = 'in progress' and pg_temp.h(k,'as',3) > 0)
         then 1 + floor(148 * power(pg_temp.h(k,'li',10000) / 10000.0, 1.5))::int end ling
  from (select z.*, case when svc in (3,5) then null else 200 + pg_temp.h(k,'wc',90) * pg_temp.h(k,'wd',110) end wc
    from (select p.*, p.project_id * 10 + j k,
      (array[1,1,1,1,1,2,2,2,4,4,3,5,6])[1 + pg_temp.h(p.project_id * 10 + j,'sv',13)] svc,
      (array['de','de','de','de','fr','fr','fr','es','es','it','it','pt','nl','pl','sv','cs','ja','ko','ar','he','tr','fi','en','en'])[1 + pg_temp.h(p.project_id * 10 + j,'tg',24)] tgt
      from project p cross join lateral generate_series(1, 1 + pg_temp.h(p.project_id,'nj',4)) j) z
    where tgt <> src_lang) y) x order by k;

update job j set ling_id = 1 + j.ling_id % 100
from linguist l, project p where l.ling_id = j.ling_id and p.project_id = j.project_id and l.joined_on > p.ordered_at::date;

insert into invoice (inv_no, project_id, issued_on, due_on, paid_on, net_amt, vat_amt)
select 'INV-' || lpad((row_number() over (order by iss, project_id))::text, 5, '0'), project_id, iss, iss + pd,
  case when pg_temp.h(project_id,'np',16) > 0 and iss + pd + lag < current_date then iss + pd + lag end, net, round(net * 0.2, 2)
from (select p.project_id, p.delivered_at::date + 1 + pg_temp.h(p.project_id,'is',5) iss, coalesce(c.pay_days,30) pd,
        greatest(-12, pg_temp.h(p.project_id,'lag',34) - 14) lag, sum(j.client_price) net
      from project p join client c using (client_id) join job j using (project_id)
      where p.delivered_at is not null group by p.project_id, c.client_id) t
where iss < current_date order by iss, project_id;

insert into payout (ling_id, paid_on, amt, method)
select ling_id, pay, amt, case when pg_temp.h(ling_id,'me',10) < 6 then 'bank transfer' when pg_temp.h(ling_id,'me',10) < 9 then 'PayPal' else 'Wise' end
from (select ling_id, (date_trunc('month', finished_on) + interval '1 month 9 days')::date pay, sum(ling_fee) amt
      from job where finished_on is not null and ling_id is not null group by 1, 2) t
where pay < current_date order by pay, ling_id;

insert into feedback (project_id, received_at, score, is_complaint, remark)
select project_id, ts, sc, coalesce(sc, 2) <= 2 and pg_temp.h(project_id,'cm',3) > 0,
  (array[null,'Very quick',null,'Terminology not followed','Good work as always',null,'Layout problems'])[1 + pg_temp.h(project_id,'rm',7)]
from (select project_id, delivered_at + make_interval(days => 1 + pg_temp.h(project_id,'fd',9), mins => pg_temp.h(project_id,'fm',200)) ts,
  case when pg_temp.h(project_id,'ns',12) > 0 then (array[5,4,4,5,3,4,5,2,4,1,5,3])[1 + pg_temp.h(project_id,'sc',12)] end sc
  from project where delivered_at is not null and pg_temp.h(project_id,'fb',5) < 2) t
where ts < current_date order by ts;
