import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { HOSPITAL, LIBRARY, SCHOOLS, SIGHTS, shapeOf } from '@querent/model/fixture';
import { planQuestion } from './plan-question';

/** A question and its plan, in the notation of `shapeOf`. */
type Case = [question: string, shape: string, ...orAsGood: string[]];

const LIBRARY_CASES: Case[] = [
  ['how many members are there', 'members | count(members)'],
  ['读者有多少', 'members | count(members)'],
  ['number of books', 'books | count(books)'],
  ['total number of loans last month', 'loans | count(loans) | where loans.lent_on in 2026-10-01..2026-11-01'],
  ['count of loans in 2025', 'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01'],
  ['loans per genre', 'loans | count(loans) | by books.genre | order measure 0 desc'],
  ['number of loans by genre', 'loans | count(loans) | by books.genre | order measure 0 desc'],
  ['how many loans does each branch have', 'loans | count(loans) | by branches.name | order measure 0 desc'],
  [
    'number of loans by branch and kind',
    'loans | count(loans) | by branches.name, members.kind | order measure 0 desc',
  ],
  ['各分馆的借阅数', 'loans | count(loans) | by branches.name | order measure 0 desc'],
  ['每个类别有多少图书', 'books | count(books) | by books.genre | order measure 0 desc'],
  ['average price of books', 'books | avg(books.price)'],
  ['图书的平均价格', 'books | avg(books.price)'],
  ['average price by genre', 'books | avg(books.price) | by books.genre | order measure 0 desc'],
  ['max and min price of books', 'books | max(books.price), min(books.price)'],
  ['what is the highest price', 'books | max(books.price)'],
  ['fines and fines this year', 'loans | fines | where loans.lent_on in 2026-01-01..2026-11-22'],
  [
    'average fine and total fines this year',
    'unsupported',
    'loans | avg(loans.fine), fines | where loans.lent_on in 2026-01-01..2026-11-22',
  ],
  ['total fines this year', 'loans | fines | where loans.lent_on in 2026-01-01..2026-11-22'],
  [
    'fines by branch last year',
    'loans | fines | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01 | order measure 0 desc',
  ],
  [
    'monthly loans this year',
    'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2026-01-01..2026-11-22 | order dimension 0 asc',
  ],
  [
    'number of loans by month this year',
    'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2026-01-01..2026-11-22 | order dimension 0 asc',
  ],
  [
    '去年每个月的借阅数',
    'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2025-01-01..2026-01-01 | order dimension 0 asc',
  ],
  [
    'loan trend over the last 6 months',
    'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2026-05-22..2026-11-22 | order dimension 0 asc',
  ],
  ['top 3 books by number of loans', 'loans | count(loans) | by books.title | order measure 0 desc | limit 3'],
  ['which member has the most loans', 'loans | count(loans) | by members.name | order measure 0 desc | limit 1'],
  ['which genre has the most books', 'books | count(books) | by books.genre | order measure 0 desc | limit 1'],
  ['借阅最多的读者', 'loans | count(loans) | by members.name | order measure 0 desc | limit 1'],
  [
    'the 5 most expensive books',
    'books detail | order price desc | limit 5',
    'books detail | select title, price | order price desc | limit 5',
  ],
  [
    'cheapest book',
    'books detail | order price asc | limit 1',
    'books detail | select title, price | order price asc | limit 1',
  ],
  [
    'longest book',
    'books detail | order pages desc | limit 1',
    'books detail | select title, pages | order pages desc | limit 1',
  ],
  ['list all books', 'books detail'],
  ['列出所有图书', 'books detail'],
  ['show the title and price of all books', 'books detail | select title, price'],
  ['titles of history books', 'books detail | select title | where books.genre=history'],
  ['history books over 300 pages', 'books detail | where books.genre=history, books.pages>300'],
  ['books with price between 10 and 20', 'books detail | where books.price between 10 and 20'],
  ['价格在10到20之间的图书', 'books detail | where books.price between 10 and 20'],
  ['20元以上的书', 'books detail | where books.price>=20'],
  ['books priced above average', 'books detail | where books.price>avg'],
  ['价格高于平均值的图书', 'books detail | where books.price>avg'],
  ['members with no loans', 'members detail | where no loans()'],
  ['没有借阅的读者', 'members detail | where no loans()'],
  ['members without loans in 2025', 'members detail | where no loans(loans.lent_on in 2025-01-01..2026-01-01)'],
  [
    'how many members had no loan last year',
    'members | count(members) | where no loans(loans.lent_on in 2025-01-01..2026-01-01)',
  ],
  ['members with more than 3 loans', 'members detail | where some loans()>3'],
  [
    'members with at least 2 loans this year',
    'members detail | where some loans(loans.lent_on in 2026-01-01..2026-11-22)>=2',
  ],
  ['members who borrowed science books', 'members detail | where some loans(books.genre=science)'],
  [
    'how many students joined last month',
    'members | count(members) | where members.joined_on in 2026-10-01..2026-11-01, members.kind=student',
  ],
  [
    '上个月入会的学生有多少',
    'members | count(members) | where members.joined_on in 2026-10-01..2026-11-01, members.kind=student',
  ],
  ['books published before 2000', 'books detail | where books.published in ..2000-01-01'],
  ['2000年以前出版的书', 'books detail | where books.published in ..2000-01-01'],
  ['adult and student members', 'members detail | where members.kind in adult/student'],
  ['成人或学生读者的数量', 'members | count(members) | where members.kind in adult/student'],
  ['members who are not students', 'members detail | where members.kind!=student'],
  ['不是学生的读者有多少', 'members | count(members) | where members.kind!=student'],
  ['除了儿童以外的读者数量', 'members | count(members) | where members.kind!=child'],
  ['loans excluding fiction', 'loans detail | where books.genre!=fiction'],
  ['share of loans by genre', 'loans | count(loans) share of total | by books.genre | order measure 0 desc'],
  ['学生占比', 'members | count(members) share of filtered [members.kind=student]'],
  ['what percentage of members are students', 'members | count(members) share of filtered [members.kind=student]'],
  ['各类别借阅占比', 'loans | count(loans) share of total | by books.genre | order measure 0 desc'],
  ['fines year over year', 'loans | fines | compare 2025-01-01..2025-11-22 2026-01-01..2026-11-22'],
  ['罚款总额同比', 'loans | fines | compare 2025-01-01..2025-11-22 2026-01-01..2026-11-22'],
  ['compare fines in 2024 and 2025', 'loans | fines | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01'],
  ['2024和2025年罚款总额对比', 'loans | fines | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01'],
  ['loans', 'ask too_vague ask:loans'],
  ['统计借阅', 'ask too_vague ask:loans'],
  ['how many different cities are there', 'branches | count_distinct(branches.city)'],
  ['distinct genres of books', 'books detail | distinct genre'],
  ['long loans this year', 'loans detail | where loans.lent_on in 2026-01-01..2026-11-22, term long_loan'],
  [
    'books sorted by price descending',
    'books detail | order price desc',
    'books detail | select title, price | order price desc',
  ],
  [
    '按价格从高到低列出图书',
    'books detail | order price desc',
    'books detail | select title, price | order price desc',
  ],
  [
    'top 2 books of each genre by number of loans',
    'loans | count(loans) | by books.title, books.genre | order measure 0 desc | limit 2 per 1',
  ],
  ['members in Leeds', 'members detail | where branches.city=Leeds'],
  ['how many loans in York', 'loans | count(loans) | where branches.city=York'],
  ['price of Dune', 'books detail | select price | where books.title=Dune'],
  ['how many flying books', 'ask unknown_term unknown:flying'],
  ['card number of members', 'unsupported'],
  ['delete all loans', 'unsupported'],
  ['forecast loans next month', 'unsupported'],
  ['why are loans falling', 'unsupported'],
  ['hello', 'chitchat'],
  ['你好', 'chitchat'],
  ['borowing by genre', 'loans | count(loans) | by books.genre | order measure 0 desc'],
  ['average number of loans per member', 'unsupported', 'members | count(loans) per count(members)'],
  [
    'number of loans in 2024 or 2025',
    'loans | count(loans) | where loans.lent_on in 2024-01-01..2025-01-01 or loans.lent_on in 2025-01-01..2026-01-01',
  ],
  ['branches with fines over 1000', 'loans | fines | by branches.name | having fines > 1000 | order measure 0 desc'],
  ['罚款总额超过1000的分馆', 'loans | fines | by branches.name | having fines > 1000 | order measure 0 desc'],
  ['loans last week', 'loans detail | where loans.lent_on in 2026-11-09..2026-11-16'],
  ['最近30天的借阅数', 'loans | count(loans) | where loans.lent_on in 2026-10-23..2026-11-22'],
  ["members whose city is 'York'", 'members detail | where branches.city=York'],
  ["books named 'Emma'", 'books detail | where books.title=Emma'],
  ["books with genre 'fiction' or 'history'", 'books detail | where books.genre in fiction/history'],
  ["books whose title contains 'une'", 'books detail | where books.title contains une'],
  ['书名包含“Du”的图书', 'books detail | where books.title contains Du'],
  ["titles that start with 'U'", 'books detail | where books.title starts U'],
  ["members whose city is 'Paris'", 'ask unknown_term unknown:Paris'],
  [
    'number of loans in York by month',
    'loans | count(loans) | by loans.lent_on:month | where branches.city=York | order dimension 0 asc',
  ],
  ['how many books does Hilltop have', 'unsupported'],
  ['show me the names of members in York', 'members detail | select name | where branches.city=York'],
  ['哪个分馆的读者最多', 'members | count(members) | by branches.name | order measure 0 desc | limit 1'],
  ['罚款总额最高的3个分馆', 'loans | fines | by branches.name | order measure 0 desc | limit 3'],
  ['列出2025年入会的读者', 'members detail | where members.joined_on in 2025-01-01..2026-01-01'],
  ['average pages of science books', 'books | avg(books.pages) | where books.genre=science'],
  ['科学类图书的平均页数', 'books | avg(books.pages) | where books.genre=science'],
  ['books with more than 300 pages', 'books detail | where books.pages>300'],
  [
    'books published in 1999 or 2001',
    'books detail | where books.published in 1999-01-01..2000-01-01 or books.published in 2001-01-01..2002-01-01',
  ],
  ['who are you', 'chitchat'],
  ['借阅数按类别和月份', 'loans | count(loans) | by books.genre, loans.lent_on:month | order dimension 1 asc'],
  [
    'loans by genre and month in 2025',
    'loans | count(loans) | by books.genre, loans.lent_on:month | where loans.lent_on in 2025-01-01..2026-01-01 | order dimension 1 asc',
  ],
];

const HOSPITAL_CASES: Case[] = [
  ['how many patients are there', 'patients | count(patients)'],
  ['number of admissions by status', 'admissions | count(admissions) | by admissions.status | order measure 0 desc'],
  ['average salary of doctors', 'doctors | avg(doctors.salary)'],
  [
    'average salary by department',
    'doctors | avg(doctors.salary) | by departments.department_name, departments.id | order measure 0 desc',
  ],
  [
    'total cost of admissions in 2025',
    'admissions | sum(admissions.cost) | where admissions.admitted_at in 2025-01-01..2026-01-01',
  ],
  ['how many female patients', 'patients | count(patients) | where patients.gender=female'],
  ['patients in Porto', 'patients detail | where patients.city=Porto'],
  ['list the names of all doctors', 'doctors detail | select doctor_name'],
  ['doctors hired after 2020', 'doctors detail | where doctors.hire_date in 2021-01-01..'],
  [
    'which department has the most doctors',
    'doctors | count(doctors) | by departments.department_name, departments.id | order measure 0 desc | limit 1',
  ],
  [
    'top 5 doctors by number of admissions',
    'admissions | count(admissions) | by doctors.doctor_name, doctors.id | order measure 0 desc | limit 5',
  ],
  ['patients with no admissions', 'patients detail | where no admissions()'],
  ['admissions with cost over 1000', 'admissions detail | where admissions.cost>1000'],
  ['oldest patient', 'patients detail | select patient_name, id, birth_date | order birth_date asc | limit 1'],
  ['highest paid doctor', 'unsupported'],
  ['salary of Lin', 'doctors detail | select salary | where doctors.doctor_name=Lin'],
  [
    'number of open admissions per doctor',
    'admissions | count(admissions) | by doctors.doctor_name, doctors.id | where admissions.status=open | order measure 0 desc',
  ],
  [
    'total cost by month this year',
    'admissions | sum(admissions.cost) | by admissions.admitted_at:month | where admissions.admitted_at in 2026-01-01..2026-11-22 | order dimension 0 asc',
  ],
  ['doctors in Cardiology', 'doctors detail | where departments.department_name=Cardiology'],
  [
    'how many admissions were there last week',
    'admissions | count(admissions) | where admissions.admitted_at in 2026-11-09..2026-11-16',
  ],
  ['median cost of admissions', 'admissions | median(admissions.cost)'],
  ['insurance claims by city', 'unsupported'],
  ['how many nurses', 'unsupported'],
  [
    'number of patients by gender and city',
    'patients | count(patients) | by patients.gender, patients.city | order measure 0 desc',
  ],
  [
    'average cost of admissions by month in 2025',
    'admissions | avg(admissions.cost) | by admissions.admitted_at:month | where admissions.admitted_at in 2025-01-01..2026-01-01 | order dimension 0 asc',
  ],
  [
    'total cost in 2024 vs 2025',
    'admissions | sum(admissions.cost) | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01',
  ],
  ['doctors on floor 3', 'doctors detail | where departments.floor=3'],
  ["patients named 'Ana'", 'unsupported', 'patients detail | where patients.patient_name=Ana'],
  [
    'which doctor has the highest salary',
    'doctors detail | select doctor_name, id, salary | order salary desc | limit 1',
  ],
  ['doctors with salary above average', 'doctors detail | where doctors.salary>avg'],
  ['how many doctors are in Surgery', 'doctors | count(doctors) | where departments.department_name=Surgery'],
  ['list all departments', 'departments detail'],
  ['doctors ordered by salary', 'doctors detail | select doctor_name, id, salary | order salary asc'],
];

const SCHOOLS_CASES: Case[] = [
  ['带宽', 'assessments | bandwidth | where assessments.year latest'],
  ['各区带宽', 'assessments | bandwidth | by districts.name | where assessments.year latest | order measure 0 desc'],
  [
    '去年各区的带宽',
    'assessments | bandwidth | by districts.name | where assessments.year=2025 | order measure 0 desc',
  ],
  [
    '2024年带宽最高的3所学校',
    'assessments | bandwidth | by schools.name | where assessments.year=2024 | order measure 0 desc | limit 3',
  ],
  ['看看基础设施的情况', 'ask ambiguous_metric metric:infrastructure'],
  ['网络', 'ask ambiguous_metric metric:network'],
  ['各区网络', 'ask ambiguous_metric metric:network'],
  [
    '各区网络得分对比',
    'assessments | network* | by districts.name | where assessments.year latest | order measure 0 desc',
  ],
  ['网络综合评分', 'assessments | network* | where assessments.year latest'],
  ['基础设施各项明细', 'assessments | network*, terminal | where assessments.year latest'],
  [
    'network score by district',
    'assessments | network* | by districts.name | where assessments.year latest | order measure 0 desc',
  ],
  [
    'which schools improved most in bandwidth since last year',
    'assessments | bandwidth | by schools.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01 | order change 0 desc | limit 10',
  ],
  [
    '带宽比去年提升最多的5所学校',
    'assessments | bandwidth | by schools.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01 | order change 0 desc | limit 5',
  ],
  // A question for their number is no question for the list.
  ['与去年相比带宽提升最多的学校有多少个', 'unsupported'],
  ['带宽趋势', 'assessments | bandwidth | by assessments.year | order dimension 0 asc'],
  ['安全', 'ask missing_filter filter:term'],
  ['第1学期的安全', 'assessments | safety | where assessments.term=1, assessments.year latest'],
  ['优秀学校有多少所', 'schools | count(schools) | where schools.level=A'],
  ['好学校有多少', 'ask ambiguous_term term:好学校'],
  ['学生人数超过2000的学校', 'schools detail | where schools.students>2000'],
  ['西湖区的学校', 'schools detail | where districts.name=西湖区'],
  [
    '带宽低于60的学校有哪些',
    'assessments | bandwidth | by schools.name | where assessments.year latest | having bandwidth < 60 | order measure 0 desc',
  ],
  ['上个月的带宽', 'unsupported'],
  [
    '各区带宽和无线',
    'assessments | bandwidth, wifi | by districts.name | where assessments.year latest | order measure 0 desc',
  ],
  ['1990年以前建校的学校有多少', 'schools | count(schools) | where schools.founded in ..1990-01-01'],
  ['学校的食堂满意度', 'unsupported', 'ask unknown_term unknown:食堂满意度'],
  ['去年带宽同比', 'assessments | bandwidth | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01'],
  [
    '各区2024和2025年带宽对比',
    'assessments | bandwidth | by districts.name | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01',
  ],
  ['良好学校的平均带宽', 'assessments | bandwidth | where assessments.year latest, schools.level=B'],
  [
    'infrastructure breakdown by district',
    'assessments | network*, terminal | by districts.name | where assessments.year latest | order measure 0 desc',
  ],
  [
    '基础设施综合评分最高的学校',
    'assessments | infrastructure* | by schools.name | where assessments.year latest | order measure 0 desc | limit 1',
  ],
];

const SIGHTS_CASES: Case[] = [
  ['浙江有多少5A景区', 'scenic_spot | count(scenic_spot) | where scenic_spot.level=5A, scenic_spot.province=浙江省'],
  [
    '统计浙江省5A景区有多少个',
    'scenic_spot | count(scenic_spot) | where scenic_spot.level=5A, scenic_spot.province=浙江省',
  ],
  ['查询浙江省所有5A景区', 'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.province=浙江省'],
  [
    'list all 5A scenic spots in Zhejiang',
    'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.province=浙江省',
  ],
  ['杭州西湖附近5公里的景区', 'scenic_spot spatial | near 杭州西湖风景名胜区 5000 | order distance asc'],
  ['西湖附近的景区', 'ask ambiguous_value value:西湖'],
  [
    'scenic spots within 10 km of West Lake',
    'scenic_spot spatial | near 杭州西湖风景名胜区 10000 | order distance asc',
  ],
  ['雷峰塔周边3公里的景点', 'scenic_spot spatial | near 雷峰塔景区 3000 | order distance asc'],
  ['离雷峰塔最近的5个景区', 'scenic_spot spatial | near 雷峰塔景区 nearest | order distance asc | limit 5'],
  ['评分最高的10个景区', 'scenic_spot detail | order rating desc | limit 10'],
  ['评分大于4.5的景区', 'scenic_spot coverage | where scenic_spot.rating>4.5'],
  ['门票低于50元的景区', 'scenic_spot coverage | where scenic_spot.ticket<50'],
  ['免费的景区', 'scenic_spot coverage | where term 免费'],
  ['各省景区数量', 'scenic_spot | count(scenic_spot) | by scenic_spot.province | order measure 0 desc'],
  [
    '哪个省的5A景区最多',
    'scenic_spot | count(scenic_spot) | by scenic_spot.province | where scenic_spot.level=5A | order measure 0 desc | limit 1',
  ],
  ['景区平均门票', 'scenic_spot | avg(scenic_spot.ticket)'],
  ['最好的景区', 'scenic_spot detail | order rating desc | limit 1'],
  ['月球上的景区', 'unsupported'],
  ['上海的5A景区', 'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.province=上海市'],
  ['门票最贵的3个景区', 'scenic_spot detail | order ticket desc | limit 3'],
  ['average rating by level', 'scenic_spot | avg(scenic_spot.rating) | by scenic_spot.level | order measure 0 desc'],
  ['河坊街的门票', 'scenic_spot coverage | select ticket | where scenic_spot.name=河坊街'],
];

const DOMAINS: [string, SemanticModel, Case[]][] = [
  ['a library with labels in two languages', LIBRARY, LIBRARY_CASES],
  ['a hospital without a model file', HOSPITAL, HOSPITAL_CASES],
  ['schools with a metric tree', SCHOOLS, SCHOOLS_CASES],
  ['scenic spots stored in two tables', SIGHTS, SIGHTS_CASES],
];

describe.each(DOMAINS)('over %s', (_name, model, cases) => {
  it.each(cases)('“%s” is read as %s', (question, ...shapes) => {
    const plan = planQuestion({
      question,
      locale: detectLocale(question),
      model,
      today: '2026-11-21',
      timezone: 'Asia/Shanghai',
      choices: [],
    });
    expect(shapes).toContain(shapeOf(plan));
  });
});
