-- Basic education in one city: schools, their equipment and their yearly assessment.
DROP SCHEMA IF EXISTS education CASCADE;
CREATE SCHEMA education;

CREATE TABLE education.districts (
  id   integer PRIMARY KEY,
  name text NOT NULL UNIQUE,
  city text NOT NULL
);

CREATE TABLE education.schools (
  id          integer PRIMARY KEY,
  district_id integer NOT NULL,
  name        text NOT NULL UNIQUE,
  level       text NOT NULL CHECK (level IN ('A', 'B', 'C', 'D')),
  type        text NOT NULL,
  ownership   text NOT NULL CHECK (ownership IN ('public', 'private')),
  students    integer NOT NULL,
  founded     date NOT NULL
);

CREATE TABLE education.devices (
  id           integer PRIMARY KEY,
  school_id    integer NOT NULL,
  kind         text NOT NULL,
  quantity     integer NOT NULL,
  purchased_at date NOT NULL
);

CREATE TABLE education.assessments (
  id                       integer PRIMARY KEY,
  school_id                integer NOT NULL,
  year                     integer NOT NULL,
  bandwidth_score          numeric(5,2),
  wifi_score               numeric(5,2),
  student_terminal_score   numeric(5,2),
  teacher_terminal_score   numeric(5,2),
  multimedia_score         numeric(5,2),
  smart_classroom_score    numeric(5,2),
  platform_score           numeric(5,2),
  resource_sharing_score   numeric(5,2),
  digital_lesson_score     numeric(5,2),
  interaction_score        numeric(5,2),
  teacher_literacy_score   numeric(5,2),
  student_literacy_score   numeric(5,2),
  UNIQUE (school_id, year)
);

COMMENT ON TABLE education.districts IS 'Districts and counties of the city';
COMMENT ON TABLE education.schools IS 'Primary and secondary schools';
COMMENT ON COLUMN education.schools.level IS 'Grade in digitalisation, A is best';
COMMENT ON TABLE education.devices IS 'Purchases of equipment by school';
COMMENT ON TABLE education.assessments IS 'One assessment per school and year, every score from 0 to 100';
-- after loading
ALTER TABLE education.schools ADD CONSTRAINT schools_district_id_fkey FOREIGN KEY (district_id) REFERENCES education.districts (id);
ALTER TABLE education.devices ADD CONSTRAINT devices_school_id_fkey FOREIGN KEY (school_id) REFERENCES education.schools (id);
ALTER TABLE education.assessments ADD CONSTRAINT assessments_school_id_fkey FOREIGN KEY (school_id) REFERENCES education.schools (id);
CREATE INDEX schools_district_id_idx ON education.schools (district_id);
CREATE INDEX devices_school_id_idx ON education.devices (school_id);
CREATE INDEX assessments_year_idx ON education.assessments (year);
ANALYZE education.districts;
ANALYZE education.schools;
ANALYZE education.devices;
ANALYZE education.assessments;
