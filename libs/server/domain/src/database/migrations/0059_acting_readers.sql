-- oldest code: 0051_referrals
ALTER TABLE "patient_readers" ADD COLUMN "role" text DEFAULT 'see' NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_readers" ADD CONSTRAINT "patient_readers_role" CHECK ("patient_readers"."role" in ('see', 'act'));
--> statement-breakpoint
-- The cases in which the actor stands for somebody: for its doctor, as a deputy (wider than access.ts by the days, which the
-- server's clock decides) or as an assistant where the patient consents; for the owner of its person, as a reader who may act.
create or replace function konsil_represented_cases() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.case_id from public.case_people p join public.cases c on c.id = p.case_id
  where p.account_id = public.konsil_actor() and p.kind = 'deputy' and p.consented_at is not null and p.ended_at is null
    and c.shared_at is not null and c.doctor_id = p.asked_by
  union all
  select c.id from public.assistants a join public.cases c on c.doctor_id = a.doctor_id
  where a.account_id = public.konsil_actor() and a.ended_at is null and c.first_sent_at is not null and c.shared_at is not null
    and exists (select from public.consents s where s.kind = 'assistants' and s.case_id = c.id and s.doctor_id = c.doctor_id and s.withdrawn_at is null)
  union all
  select c.id from public.patient_readers r join public.cases c on c.patient_id = r.patient_id and c.account_id = r.owner_id
    join public.accounts o on o.id = r.owner_id
  where r.account_id = public.konsil_actor() and r.role = 'act' and r.ended_at is null and c.first_sent_at is not null
    and o.erasure_at is null and o.consent_withdrawn_at is null and o.locked_at is null and o.deactivated_at is null;
end;
