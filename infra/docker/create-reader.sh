#!/bin/bash
# Runs once, when the database's volume is new: the executor logs in as a role that can read and nothing else.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$DEMO_READER_PASSWORD" --username postgres --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE querent_reader LOGIN PASSWORD :'password';
ALTER ROLE querent_reader SET default_transaction_read_only = on;
GRANT pg_read_all_data TO querent_reader;
SQL
