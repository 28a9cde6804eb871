-- "newcomer2": an animal charity's database as its developers left it. No model file.
CREATE TABLE species (
  id         serial PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  created_at timestamp NOT NULL DEFAULT now()
);
CREATE TABLE shelters (
  id         serial PRIMARY KEY,
  name       text NOT NULL,
  city       text NOT NULL,
  capacity   integer NOT NULL,
  opened_on  date,
  phone      text,
  created_at timestamp NOT NULL DEFAULT now()
);
CREATE TABLE animals (
  id          serial PRIMARY KEY,
  name        text NOT NULL,
  species_id  integer NOT NULL REFERENCES species (id),
  shelter_id  integer NOT NULL REFERENCES shelters (id),
  mother_id   integer REFERENCES animals (id),
  sex         char(1),
  dob         date,
  wt_kg       numeric(5,1),
  chip_no     text,
  is_neutered boolean,
  intake_date date NOT NULL,
  status      text NOT NULL,
  created_at  timestamp NOT NULL DEFAULT now()
);
CREATE TABLE adopters (
  id         serial PRIMARY KEY,
  full_name  text NOT NULL,
  email      text,
  city       text,
  has_garden boolean,
  created_at timestamp NOT NULL DEFAULT now()
);
CREATE TABLE adoptions (
  id          serial PRIMARY KEY,
  animal_id   integer NOT NULL REFERENCES animals (id),
  adopter_id  integer NOT NULL REFERENCES adopters (id),
  adopted_on  date NOT NULL,
  returned_on date,
  fee_amt     numeric(7,2),
  status      text NOT NULL,
  created_at  timestamp NOT NULL DEFAULT now()
);
CREATE TABLE donors (
  id         serial PRIMARY KEY,
  full_name  text NOT NULL,
  donor_type text NOT NULL,
  city       text,
  created_at timestamp NOT NULL DEFAULT now()
);
CREATE TABLE donations (
  id           serial PRIMARY KEY,
  donor_id     integer REFERENCES donors (id),
  shelter_id   integer REFERENCES shelters (id),
  amount       numeric(9,2) NOT NULL,
  method       text NOT NULL,
  is_recurring boolean NOT NULL DEFAULT false,
  donated_on   date NOT NULL,
  created_at   timestamp NOT NULL DEFAULT now()
);
CREATE TABLE vets (
  id         serial PRIMARY KEY,
  full_name  text NOT NULL,
  clinic     text,
  city       text,
  created_at timestamp NOT NULL DEFAULT now()
);
-- vet_id has no declared key: the table came from another system
CREATE TABLE treatments (
  id             serial PRIMARY KEY,
  animal_id      integer NOT NULL REFERENCES animals (id),
  vet_id         integer,
  treatment_type text NOT NULL,
  treated_on     date NOT NULL,
  follow_up_on   date,
  cost           numeric(8,2),
  notes          text,
  created_at     timestamp NOT NULL DEFAULT now()
);
-- no declared key here either
CREATE TABLE volunteers (
  id         serial PRIMARY KEY,
  full_name  text NOT NULL,
  shelter_id integer,
  hrs_per_wk integer,
  is_active  boolean NOT NULL,
  started_on date NOT NULL,
  created_at timestamp NOT NULL DEFAULT now()
);
CREATE TABLE shelter_vets (
  shelter_id integer NOT NULL REFERENCES shelters (id),
  vet_id     integer NOT NULL REFERENCES vets (id),
  PRIMARY KEY (shelter_id, vet_id)
);
