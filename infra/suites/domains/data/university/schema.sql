-- Domain "university": the registrar of a private university.
CREATE TABLE faculty (
  faculty_id int PRIMARY KEY,
  name       text NOT NULL,
  founded_on date,
  budget     numeric(12,2)
);
CREATE TABLE programme (
  programme_id int PRIMARY KEY,
  name         text NOT NULL,
  faculty_id   int NOT NULL REFERENCES faculty,
  degree       text NOT NULL,
  years        int NOT NULL,
  tuition_rate numeric(10,2) NOT NULL,
  in_english   boolean NOT NULL,
  launched_on  date NOT NULL
);
CREATE TABLE lecturer (
  lecturer_id  int PRIMARY KEY,
  name         text NOT NULL,
  faculty_id   int NOT NULL REFERENCES faculty,
  rank         text NOT NULL,
  hired_on     date NOT NULL,
  weekly_hours int,
  part_time    boolean NOT NULL,
  salary       numeric(10,2)
);
CREATE TABLE term (
  term_id    int PRIMARY KEY,
  name       text NOT NULL,
  year       int NOT NULL,
  season     text NOT NULL,
  start_date date NOT NULL,
  end_date   date NOT NULL
);
CREATE TABLE room (
  room_id    int PRIMARY KEY,
  name       text NOT NULL,
  building   text NOT NULL,
  capacity   int NOT NULL,
  accessible boolean
);
CREATE TABLE student (
  student_id   int PRIMARY KEY,
  student_no   text NOT NULL UNIQUE,
  name         text NOT NULL,
  programme_id int NOT NULL REFERENCES programme,
  advisor_id   int REFERENCES lecturer,
  gender       char(1) NOT NULL,
  province     text,
  born_on      date NOT NULL,
  admitted_on  date NOT NULL,
  graduated_on date,
  status       text NOT NULL,
  entry_score  int,
  is_intl      boolean NOT NULL,
  boards       boolean,
  id_card      text
);
CREATE TABLE course (
  course_id  int PRIMARY KEY,
  code       text NOT NULL UNIQUE,
  title      text NOT NULL,
  faculty_id int NOT NULL REFERENCES faculty,
  credits    numeric(3,1) NOT NULL,
  hours      int,
  elective   boolean NOT NULL,
  prereq_id  int REFERENCES course
);
CREATE TABLE section (
  section_id     int PRIMARY KEY,
  section_no     text NOT NULL,
  course_id      int NOT NULL REFERENCES course,
  term_id        int NOT NULL REFERENCES term,
  lecturer_id    int NOT NULL REFERENCES lecturer,
  co_lecturer_id int REFERENCES lecturer,
  room_id        int REFERENCES room,
  seats          int NOT NULL,
  online         boolean NOT NULL
);
CREATE TABLE enrolment (
  enrolment_id int PRIMARY KEY,
  student_id   int NOT NULL REFERENCES student,
  section_id   int NOT NULL REFERENCES section,
  enrolled_on  date NOT NULL,
  status       text NOT NULL,
  grade        numeric(4,1),
  absences     int NOT NULL,
  retake       boolean NOT NULL,
  UNIQUE (student_id, section_id)
);
CREATE TABLE bill (
  bill_id    int PRIMARY KEY,
  student_id int NOT NULL REFERENCES student,
  term_id    int NOT NULL REFERENCES term,
  kind       text NOT NULL,
  amount     numeric(10,2) NOT NULL,
  discount   numeric(10,2),
  issued_on  date NOT NULL,
  due_on     date NOT NULL,
  settled    boolean NOT NULL
);
CREATE TABLE payment (
  payment_id int PRIMARY KEY,
  bill_id    int NOT NULL REFERENCES bill,
  paid_at    timestamp NOT NULL,
  amount     numeric(10,2) NOT NULL,
  method     text,
  refunded   boolean NOT NULL
);
CREATE INDEX ON enrolment (section_id);
CREATE INDEX ON bill (student_id);
CREATE INDEX ON payment (bill_id);
