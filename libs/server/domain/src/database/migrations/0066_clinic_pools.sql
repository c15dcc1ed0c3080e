-- oldest code: 0051_referrals
CREATE TABLE "case_pools" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"case_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"put_by" uuid NOT NULL,
	"put_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "case_pools_taken_ended" CHECK ("case_pools"."taken_by" is null or "case_pools"."ended_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "pool" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "clinic_id" uuid;--> statement-breakpoint
ALTER TABLE "case_pools" ADD CONSTRAINT "case_pools_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_pools" ADD CONSTRAINT "case_pools_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_pools" ADD CONSTRAINT "case_pools_put_by_doctors_account_id_fk" FOREIGN KEY ("put_by") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_pools" ADD CONSTRAINT "case_pools_taken_by_doctors_account_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_pools_case" ON "case_pools" USING btree ("case_id","put_at");--> statement-breakpoint
CREATE INDEX "case_pools_clinic" ON "case_pools" USING btree ("clinic_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "case_pools_open" ON "case_pools" USING btree ("case_id") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
alter table case_pools enable row level security;
--> statement-breakpoint
create policy server on case_pools to konsil_server using (true);
--> statement-breakpoint
-- Whoever sees the case sees where it is. Requests change nothing here themselves: a case moves with the server's rights.
create policy reader on case_pools for select to konsil_request using (exists (select from cases c where c.id = case_pools.case_id));
--> statement-breakpoint
revoke insert, update, delete on case_pools from konsil_request;
--> statement-breakpoint
-- The cases in the pools of the actor's clinics. Wider than access.ts by whether the actor is at work.
create function konsil_pooled_cases() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.case_id from public.clinic_doctors d join public.clinics k on k.id = d.clinic_id join public.case_pools p on p.clinic_id = k.id
    join public.cases c on c.id = p.case_id
  where d.doctor_id = public.konsil_actor() and k.pool and k.archived_at is null and p.ended_at is null
    and c.first_sent_at is not null and c.shared_at is not null
    and exists (select from public.consents s where s.kind = 'clinic_pool' and s.case_id = c.id and s.clinic_id = k.id and s.withdrawn_at is null);
end;
--> statement-breakpoint
-- A stay ends with an answer, with the sharing, and when the case goes to another doctor. The consent outlives only a move within
-- the clinic.
create function konsil_pool_ended() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.case_pools p set ended_at = now() where p.case_id = new.id and p.ended_at is null;
  update public.consents s set withdrawn_at = now() where s.case_id = new.id and s.kind = 'clinic_pool' and s.withdrawn_at is null
    and (new.shared_at is null or new.doctor_id <> old.doctor_id
      and not exists (select from public.clinic_doctors d where d.clinic_id = s.clinic_id and d.doctor_id = new.doctor_id));
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function konsil_pooled_cases(), konsil_pool_ended() from public;
--> statement-breakpoint
grant execute on function konsil_pooled_cases() to konsil_server, konsil_request;
--> statement-breakpoint
create trigger cases_pool_ended after update of shared_at, doctor_id, status on cases for each row
  when (old.doctor_id is distinct from new.doctor_id or old.shared_at is not null and new.shared_at is null or old.status = 'with_doctor' and new.status <> 'with_doctor')
  execute function konsil_pool_ended();
--> statement-breakpoint
-- For reading only: a colleague's statement changes no row of the case.
create policy pool on cases for select to konsil_request using (id in (select konsil_pooled_cases()));
--> statement-breakpoint
create policy pool on patients for select to konsil_request using (exists (select from cases c where c.patient_id = patients.id and c.id in (select konsil_pooled_cases())));
