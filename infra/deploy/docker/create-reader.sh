#!/bin/bash
# Runs once, when the database's volume is new. It creates the role of the executor, which can read the loaded data and
# do nothing else. The statements are those of `npm run roles`, for one login. No table exists yet: default privileges
# grant each table that the loader creates.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$DEMO_READER_PASSWORD" --username postgres --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE querent_reader LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION NOINHERIT CONNECTION LIMIT 40 PASSWORD :'password';
ALTER ROLE querent_reader SET default_transaction_read_only = on;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT USAGE ON SCHEMAS TO querent_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT SELECT ON TABLES TO querent_reader;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
DO $$
DECLARE open record;
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  FOR open IN
    SELECT p.oid::regprocedure AS routine FROM pg_proc p
     WHERE p.prosecdef OR p.pronamespace = 'pg_catalog'::regnamespace AND p.proname = ANY (ARRAY[
       'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_unlink', 'lowrite', 'lo_truncate', 'lo_truncate64',
       'pg_logical_emit_message', 'pg_terminate_backend', 'pg_cancel_backend'])
  LOOP
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', open.routine);
  END LOOP;
END $$;
SQL
