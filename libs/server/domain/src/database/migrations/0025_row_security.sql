-- A second line behind access.ts (docs/decisions/row-security.md). Two roles without DDL and without BYPASSRLS:
-- the server works as konsil_server; the transaction of a signed-in person's call works as konsil_request, which sees that person's rows only.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['konsil_server', 'konsil_request'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        if not exists (select from pg_roles where rolname = wanted) then
          raise exception 'The roles konsil_server and konsil_request are missing, and % may not create them: docs/deployment.md, "The database", has the SQL.', current_user;
        end if;
    end;
    -- Without it the owner cannot be what the server signs in as; that is better anyway.
    begin
      execute format('grant %I to current_user', wanted);
    exception when insufficient_privilege then null;
    end;
  end loop;
end
$$;
--> statement-breakpoint
grant usage on schema public to konsil_server, konsil_request;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to konsil_server, konsil_request;
--> statement-breakpoint
-- A backup names the data model that it was made with, and a server looks whether it is its own.
grant usage on schema drizzle to konsil_server;
--> statement-breakpoint
grant select on drizzle.__drizzle_migrations to konsil_server;
--> statement-breakpoint
grant usage, select on all sequences in schema public to konsil_server, konsil_request;
--> statement-breakpoint
-- A restore lets them go on after the restored rows.
grant update on all sequences in schema public to konsil_server;
--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to konsil_server, konsil_request;
--> statement-breakpoint
alter default privileges in schema public grant usage, select on sequences to konsil_server, konsil_request;
--> statement-breakpoint
alter default privileges in schema public grant update on sequences to konsil_server;
--> statement-breakpoint
revoke update, delete on audit_records from konsil_server, konsil_request;
--> statement-breakpoint
create function konsil_actor() returns uuid language sql stable parallel safe
  return nullif(current_setting('konsil.actor', true), '')::uuid;
--> statement-breakpoint
-- The next two look past the policies of the tables they read: the policies would go round in a circle, or hide what is asked for.
create function konsil_owns_patient(uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.patients p where p.id = $1 and p.account_id = public.konsil_actor());
--> statement-breakpoint
-- Whom a change of a patient is told to: also doctors whose cases the actor does not see.
create function konsil_doctors_of(uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct c.doctor_id from public.cases c where c.patient_id = $1 and c.first_sent_at is not null and c.shared_at is not null;
end;
--> statement-breakpoint
-- A policy is evaluated before the array operators of search, which are not leakproof, so their indexes would not be used.
-- These functions use them, and return ids of the actor's rows only.
do $$
declare
  kind record;
begin
  for kind in select * from (values
    ('patients', 'r.account_id = me or exists (select from public.doctor_patients d where d.patient_id = r.id and d.doctor_id = me)
      or exists (select from public.cases c where c.patient_id = r.id and c.doctor_id = me and c.first_sent_at is not null)'),
    ('cases', 'r.account_id = me or r.doctor_id = me and r.first_sent_at is not null'),
    ('todos', 'r.account_id = me or r.doctor_id = me'),
    ('messages', 'r.account_id = me or r.doctor_id = me'),
    ('documents', 'r.uploaded_by = me or exists (select from public.cases c where c.id = r.case_id and (c.account_id = me or c.doctor_id = me and c.first_sent_at is not null))')
  ) as kinds (name, own), (values ('any', '&&'), ('all', '@>')) as ways (way, op) loop
    execute format('create function konsil_%1$s_with_%2$s(text[]) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
      begin atomic select r.id from public.%1$I r where r.search %3$s $1 and (%4$s); end',
      kind.name, kind.way, kind.op, replace(kind.own, ' me', ' (select public.konsil_actor())'));
    execute format('revoke execute on function konsil_%s_with_%s(text[]) from public', kind.name, kind.way);
    execute format('grant execute on function konsil_%s_with_%s(text[]) to konsil_server, konsil_request', kind.name, kind.way);
  end loop;
end
$$;
--> statement-breakpoint
revoke execute on function konsil_owns_patient(uuid), konsil_doctors_of(uuid) from public;
--> statement-breakpoint
grant execute on function konsil_owns_patient(uuid), konsil_doctors_of(uuid) to konsil_server, konsil_request;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['patients', 'doctor_patients', 'cases', 'questions', 'case_form_versions', 'requests', 'answers', 'drafts', 'case_events', 'todos', 'messages',
    'epicrisis_versions', 'sendings', 'snippets', 'documents', 'document_versions', 'dicom_instances', 'data_exports', 'unopened'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy server on %I to konsil_server using (true)', name);
  end loop;
end
$$;
--> statement-breakpoint
create policy actor on cases to konsil_request using (account_id = (select konsil_actor()) or doctor_id = (select konsil_actor()) and first_sent_at is not null);
--> statement-breakpoint
create policy actor on doctor_patients to konsil_request using (doctor_id = (select konsil_actor()) or konsil_owns_patient(patient_id));
--> statement-breakpoint
create policy actor on patients to konsil_request using (account_id = (select konsil_actor())
  or exists (select from doctor_patients d where d.patient_id = patients.id and d.doctor_id = (select konsil_actor()))
  or exists (select from cases c where c.patient_id = patients.id and c.doctor_id = (select konsil_actor())));
--> statement-breakpoint
-- What is in a case is there for whoever may see the case.
create policy actor on questions to konsil_request using (exists (select from cases c where c.id = questions.case_id));
--> statement-breakpoint
create policy actor on case_form_versions to konsil_request using (exists (select from cases c where c.id = case_form_versions.case_id));
--> statement-breakpoint
create policy actor on requests to konsil_request using (exists (select from cases c where c.id = requests.case_id));
--> statement-breakpoint
create policy actor on answers to konsil_request using (exists (select from cases c where c.id = answers.case_id));
--> statement-breakpoint
create policy actor on case_events to konsil_request using (exists (select from cases c where c.id = case_events.case_id));
--> statement-breakpoint
create policy actor on todos to konsil_request using (account_id = (select konsil_actor()) or doctor_id = (select konsil_actor()) and exists (select from cases c where c.id = todos.case_id));
--> statement-breakpoint
create policy actor on messages to konsil_request using (account_id = (select konsil_actor()) or doctor_id = (select konsil_actor()));
--> statement-breakpoint
create policy actor on epicrisis_versions to konsil_request using (exists (select from patients p where p.id = epicrisis_versions.patient_id));
--> statement-breakpoint
create policy actor on documents to konsil_request using (uploaded_by = (select konsil_actor()) or exists (select from cases c where c.id = documents.case_id));
--> statement-breakpoint
create policy actor on document_versions to konsil_request using (exists (select from documents d where d.id = document_versions.document_id));
--> statement-breakpoint
create policy actor on dicom_instances to konsil_request using (exists (select from documents d where d.id = dicom_instances.document_id));
--> statement-breakpoint
-- Whoever ends the sharing takes from doctors what they typed about it, and what is still on its way.
create policy actor on drafts to konsil_request using (account_id = (select konsil_actor()) or patient_id is not null and konsil_owns_patient(patient_id));
--> statement-breakpoint
create policy actor on sendings to konsil_request using (account_id = (select konsil_actor()) or konsil_owns_patient(patient_id));
--> statement-breakpoint
create policy actor on snippets to konsil_request using (doctor_id = (select konsil_actor()));
--> statement-breakpoint
create policy actor on data_exports to konsil_request using (account_id = (select konsil_actor()));
--> statement-breakpoint
create policy actor on unopened to konsil_request using (sender_id = (select konsil_actor()) or recipient_id = (select konsil_actor()) or konsil_owns_patient(patient_id));
