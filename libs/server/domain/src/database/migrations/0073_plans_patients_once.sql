-- oldest code: 0051_referrals
-- Three policies of patients, and one of whom a doctor treats, asked for cases under the policies of cases: each statement
-- on patients was planned with forty subqueries. The rows are the same. The functions read the cases without their policies,
-- so they limit the client of a clinic themselves.
create function konsil_patients_of_read_cases() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.patient_id from public.cases c where c.id in (
      select public.konsil_represented_cases() union all select public.konsil_pooled_cases() union all select public.konsil_second_looks())
    and (public.konsil_clinic() is null or public.konsil_is_of_clinic(c.doctor_id));
end
$$;
--> statement-breakpoint
create function konsil_represented_treatments() returns table (patient_id uuid, doctor_id uuid) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.patient_id, c.doctor_id from public.cases c where c.id in (select public.konsil_represented_cases())
    and (public.konsil_clinic() is null or public.konsil_is_of_clinic(c.doctor_id));
end
$$;
--> statement-breakpoint
revoke execute on function konsil_patients_of_read_cases(), konsil_represented_treatments() from public;
--> statement-breakpoint
grant execute on function konsil_patients_of_read_cases(), konsil_represented_treatments() to konsil_server, konsil_request;
--> statement-breakpoint
drop policy deputy on patients;
--> statement-breakpoint
drop policy pool on patients;
--> statement-breakpoint
drop policy second_look on patients;
--> statement-breakpoint
create policy read_cases on patients for select to konsil_request using (id in (select konsil_patients_of_read_cases()));
--> statement-breakpoint
drop policy deputy on doctor_patients;
--> statement-breakpoint
create policy deputy on doctor_patients to konsil_request using ((patient_id, doctor_id) in (select t.patient_id, t.doctor_id from konsil_represented_treatments() t));
