-- oldest code: 0051_referrals
-- As before plans_policies_once, a client of a clinic sees no person of other doctors' cases: this function reads the cases
-- without their policies.
create or replace function konsil_patients_of_read_cases() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.patient_id from public.cases c where c.id in (
      select public.konsil_represented_cases() union all select public.konsil_pooled_cases() union all select public.konsil_second_looks())
    and (public.konsil_clinic() is null or public.konsil_is_of_clinic(c.doctor_id));
end
$$;
--> statement-breakpoint
create or replace function konsil_represented_treatments() returns table (patient_id uuid, doctor_id uuid) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.patient_id, c.doctor_id from public.cases c where c.id in (select public.konsil_represented_cases())
    and (public.konsil_clinic() is null or public.konsil_is_of_clinic(c.doctor_id));
end
$$;
--> statement-breakpoint
-- Code of before confidential_apps takes an app with keys for a public one: it gives it no token, because only code that
-- saw the app's signature says so in its transaction.
create function konsil_signed_app() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.app_grants g join public.patient_apps a on a.id = g.app_id
      where g.id = new.grant_id and (a.jwks is not null or a.jwks_url is not null)
        and a.id::text is distinct from current_setting('konsil.signed_app', true)) then
    raise exception 'a confidential app gets a token for its signature only';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger app_tokens_signed before insert on app_tokens for each row execute function konsil_signed_app();
