-- oldest code: 0051_referrals
DROP INDEX "case_people_open";--> statement-breakpoint
ALTER TABLE "absences" ADD COLUMN "deputy_id" uuid;--> statement-breakpoint
ALTER TABLE "case_people" ADD COLUMN "absence_id" uuid;--> statement-breakpoint
ALTER TABLE "case_people" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_deputy_id_doctors_account_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_people" ADD CONSTRAINT "case_people_absence_id_absences_id_fk" FOREIGN KEY ("absence_id") REFERENCES "public"."absences"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_people_open" ON "case_people" USING btree ("case_id","account_id","kind",coalesce(absence_id, case_id)) WHERE ended_at is null;
--> statement-breakpoint
-- The cases in which the actor stands in for their doctor. Wider than access.ts by the days, which the server's clock decides.
create function konsil_deputy_cases() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.case_id from public.case_people p join public.cases c on c.id = p.case_id
  where p.account_id = public.konsil_actor() and p.kind = 'deputy' and p.consented_at is not null and p.ended_at is null
    and c.shared_at is not null and c.doctor_id = p.asked_by;
end;
--> statement-breakpoint
revoke execute on function konsil_deputy_cases() from public;
--> statement-breakpoint
grant execute on function konsil_deputy_cases() to konsil_server, konsil_request;
--> statement-breakpoint
-- What follows the case, as questions, answers and documents do, follows it for a deputy, too.
create policy deputy on cases to konsil_request using (id in (select konsil_deputy_cases()));
--> statement-breakpoint
create policy deputy on todos to konsil_request using (case_id in (select konsil_deputy_cases()));
--> statement-breakpoint
create policy deputy on messages to konsil_request using (case_id in (select konsil_deputy_cases()));
--> statement-breakpoint
create policy deputy on unopened to konsil_request using (case_id in (select konsil_deputy_cases()));
--> statement-breakpoint
-- A deputy reads who the patient is, and changes nothing of them.
create policy deputy on patients for select to konsil_request using (exists (select from cases c where c.patient_id = patients.id and c.id in (select konsil_deputy_cases())));
--> statement-breakpoint
-- A step in the case moves the patient up in its doctor's list.
create policy deputy on doctor_patients to konsil_request using (exists (select from cases c where c.patient_id = doctor_patients.patient_id and c.doctor_id = doctor_patients.doctor_id and c.id in (select konsil_deputy_cases())));
--> statement-breakpoint
create or replace function konsil_sharing_ended() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.case_people p set ended_at = now() where p.case_id = new.id and p.ended_at is null;
  update public.consents s set withdrawn_at = now() where s.case_id = new.id and s.kind in ('second_look', 'deputy') and s.withdrawn_at is null;
  return null;
end
$$;
