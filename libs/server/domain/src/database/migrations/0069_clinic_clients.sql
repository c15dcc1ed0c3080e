-- oldest code: 0051_referrals
ALTER TABLE "backend_clients" ADD COLUMN "clinic_id" uuid;--> statement-breakpoint
ALTER TABLE "backend_clients" ADD CONSTRAINT "backend_clients_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- The clinic of the client that sends the request; none for everybody else.
create function konsil_clinic() returns uuid language sql stable parallel safe
  return nullif(current_setting('konsil.clinic', true), '')::uuid;
--> statement-breakpoint
create function konsil_is_of_clinic(uuid) returns boolean language plpgsql stable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from public.clinic_doctors d join public.clinics k on k.id = d.clinic_id
    where d.clinic_id = public.konsil_clinic() and d.doctor_id = $1 and k.archived_at is null);
end
$$;
--> statement-breakpoint
revoke execute on function konsil_is_of_clinic(uuid) from public;
--> statement-breakpoint
grant execute on function konsil_is_of_clinic(uuid) to konsil_server, konsil_request;
--> statement-breakpoint
-- A client of a clinic acts for nobody who has left it, or while it is archived. Everybody else costs no query, as before.
create or replace function konsil_actor() returns uuid language sql stable parallel safe
  return case when konsil_clinic() is null or konsil_is_of_clinic(nullif(current_setting('konsil.actor', true), '')::uuid)
    then nullif(current_setting('konsil.actor', true), '')::uuid end;
--> statement-breakpoint
-- Nor does it see cases of others that its doctor may see, such as those of a second look.
create policy clinic on cases as restrictive to konsil_request
  using ((select konsil_clinic()) is null or konsil_is_of_clinic(doctor_id));
