#!/bin/sh
# The roles and the database of docs/deployment.md, made once, when the volume is empty.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
create role konsil_server nologin;
create role konsil_request nologin;
create role konsil_owner login password :'owner_password';
create role konsil_app login password :'app_password';
grant konsil_server, konsil_request to konsil_app;
create database konsil owner konsil_owner;
SQL
