-- Driving school back office
CREATE TABLE branch (
    id          serial PRIMARY KEY,
    name        varchar(60) NOT NULL UNIQUE,
    city        varchar(60) NOT NULL,
    opened_on   date,
    is_open     boolean NOT NULL DEFAULT true
);
COMMENT ON TABLE branch IS 'Our schools (offices)';

CREATE TABLE lic_cat (
    code   varchar(3) PRIMARY KEY,
    descr  varchar(60) NOT NULL,
    min_age smallint
);
COMMENT ON TABLE lic_cat IS 'Driving licence categories';

CREATE TABLE instructor (
    instr_id    serial PRIMARY KEY,
    first_name  varchar(40) NOT NULL,
    last_name   varchar(40) NOT NULL,
    branch_id   int NOT NULL REFERENCES branch(id),
    hire_dt     date NOT NULL,
    hr_rate     numeric(6,2),
    active      boolean NOT NULL DEFAULT true,
    email       varchar(80)
);
COMMENT ON COLUMN instructor.hr_rate IS 'hourly pay in euros';
COMMENT ON COLUMN instructor.active IS 'false = has left the company';

-- which categories an instructor may teach
CREATE TABLE instr_cat (
    instr_id  int NOT NULL REFERENCES instructor(instr_id),
    cat_code  varchar(3) NOT NULL REFERENCES lic_cat(code),
    cert_dt   date,
    PRIMARY KEY (instr_id, cat_code)
);

CREATE TABLE vehicle (
    veh_id      serial PRIMARY KEY,
    reg_no      varchar(12) NOT NULL UNIQUE,
    make        varchar(30),
    model       varchar(30),
    is_auto     boolean NOT NULL DEFAULT false,
    branch_id   int REFERENCES branch(id),
    bought_on   date,
    price       numeric(10,2)
);
COMMENT ON COLUMN vehicle.is_auto IS 'automatic gearbox (false = manual)';

CREATE TABLE student (
    id          serial PRIMARY KEY,
    first_name  varchar(40) NOT NULL,
    last_name   varchar(40) NOT NULL,
    birth_dt    date,
    phone       varchar(20),
    email       varchar(80),
    branch_id   int NOT NULL REFERENCES branch(id),
    cat_code    varchar(3) NOT NULL,
    reg_dt      date NOT NULL,
    status      varchar(12) NOT NULL DEFAULT 'enrolled',
    newsletter  boolean
);
COMMENT ON COLUMN student.status IS 'enrolled, on hold, graduated, dropped out';
COMMENT ON COLUMN student.reg_dt IS 'date of sign-up';

CREATE TABLE lesson (
    lesson_id   serial PRIMARY KEY,
    student_id  int NOT NULL REFERENCES student(id),
    instr_id    int NOT NULL REFERENCES instructor(instr_id),
    veh_id      int REFERENCES vehicle(veh_id),
    start_ts    timestamp NOT NULL,
    dur_min     smallint NOT NULL,
    stat        char(1) NOT NULL DEFAULT 'B',
    fee         numeric(7,2)
);
COMMENT ON TABLE lesson IS 'Driving lessons, past and to come';
COMMENT ON COLUMN lesson.stat IS 'B = booked, D = done, C = cancelled, N = no-show';

CREATE TABLE exam (
    id          serial PRIMARY KEY,
    student_id  int NOT NULL REFERENCES student(id),
    exam_type   varchar(10) NOT NULL CHECK (exam_type IN ('theory','practical')),
    exam_dt     date NOT NULL,
    passed      boolean,
    faults      smallint
);
COMMENT ON COLUMN exam.passed IS 'null until the result is known';

CREATE TABLE pmt (
    id          serial PRIMARY KEY,
    student_id  int NOT NULL REFERENCES student(id),
    amt         numeric(9,2) NOT NULL,
    paid_at     timestamp NOT NULL,
    method      varchar(10)
);
COMMENT ON TABLE pmt IS 'Payments from students';
COMMENT ON COLUMN pmt.amt IS 'euros; refunds are negative';

CREATE TABLE veh_service (
    id          serial PRIMARY KEY,
    veh_id      int NOT NULL,
    svc_dt      date NOT NULL,
    cost        numeric(8,2),
    garage      varchar(60),
    notes       text
);
COMMENT ON TABLE veh_service IS 'Garage visits: servicing and repairs';
