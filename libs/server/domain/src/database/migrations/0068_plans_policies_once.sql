-- oldest code: 0051_referrals
-- What the policies ask, as before, in PL/pgSQL: a session plans it once. PostgreSQL 17 plans a SQL function at every call,
-- which was most of the time of reading a case.
create or replace function konsil_owns_patient(uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from public.patients p where p.id = $1 and p.account_id = public.konsil_actor());
end
$$;
--> statement-breakpoint
create or replace function konsil_second_looks() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.case_id from public.case_people p join public.cases c on c.id = p.case_id
    where p.account_id = public.konsil_actor() and p.kind = 'second_reader' and p.consented_at is not null and p.ended_at is null
      and c.shared_at is not null and c.doctor_id = p.asked_by;
end
$$;
--> statement-breakpoint
create or replace function konsil_read_along() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.patient_id from public.patient_readers p join public.accounts o on o.id = p.owner_id
    where p.account_id = public.konsil_actor() and p.ended_at is null
      and o.erasure_at is null and o.consent_withdrawn_at is null and o.locked_at is null and o.deactivated_at is null;
end
$$;
--> statement-breakpoint
create or replace function konsil_represented_cases() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.case_id from public.case_people p join public.cases c on c.id = p.case_id
    where p.account_id = public.konsil_actor() and p.kind = 'deputy' and p.consented_at is not null and p.ended_at is null
      and c.shared_at is not null and c.doctor_id = p.asked_by;
  return query select c.id from public.assistants a join public.cases c on c.doctor_id = a.doctor_id
    where a.account_id = public.konsil_actor() and a.ended_at is null and c.first_sent_at is not null and c.shared_at is not null
      and exists (select from public.consents s where s.kind = 'assistants' and s.case_id = c.id and s.doctor_id = c.doctor_id and s.withdrawn_at is null);
  return query select c.id from public.patient_readers r join public.cases c on c.patient_id = r.patient_id and c.account_id = r.owner_id
      join public.accounts o on o.id = r.owner_id
    where r.account_id = public.konsil_actor() and r.role = 'act' and r.ended_at is null and c.first_sent_at is not null
      and o.erasure_at is null and o.consent_withdrawn_at is null and o.locked_at is null and o.deactivated_at is null;
end
$$;
--> statement-breakpoint
create or replace function konsil_pooled_cases() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.case_id from public.clinic_doctors d join public.clinics k on k.id = d.clinic_id join public.case_pools p on p.clinic_id = k.id
    join public.cases c on c.id = p.case_id
    where d.doctor_id = public.konsil_actor() and k.pool and k.archived_at is null and p.ended_at is null
      and c.first_sent_at is not null and c.shared_at is not null
      and exists (select from public.consents s where s.kind = 'clinic_pool' and s.case_id = c.id and s.clinic_id = k.id and s.withdrawn_at is null);
end
$$;
--> statement-breakpoint
create or replace function konsil_readers_of(uuid) returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select case when c.first_sent_at is not null and c.shared_at is not null then array[c.account_id, c.doctor_id] else array[c.account_id] end
    from public.cases c where c.id = $1);
end
$$;
