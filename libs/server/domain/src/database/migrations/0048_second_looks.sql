-- oldest code: 0030_sealed_links
CREATE TABLE "case_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"case_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consented_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"ends_on" date,
	"ended_at" timestamp with time zone,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_people" ADD CONSTRAINT "case_people_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_people" ADD CONSTRAINT "case_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_people" ADD CONSTRAINT "case_people_asked_by_accounts_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_people_case" ON "case_people" USING btree ("case_id","asked_at");--> statement-breakpoint
CREATE INDEX "case_people_account" ON "case_people" USING btree ("account_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "case_people_open" ON "case_people" USING btree ("case_id","account_id","kind") WHERE ended_at is null;
--> statement-breakpoint
alter table case_people enable row level security;
--> statement-breakpoint
create policy server on case_people to konsil_server using (true);
--> statement-breakpoint
-- The colleague's own row from the consent on; the people of the case see its rows before, too.
create policy actor on case_people to konsil_request using (account_id = (select konsil_actor()) and consented_at is not null
  or exists (select from cases c where c.id = case_people.case_id and (c.account_id = (select konsil_actor()) or c.doctor_id = (select konsil_actor()) and c.first_sent_at is not null)));
--> statement-breakpoint
-- The cases that the actor may look at. Wider than access.ts by the last day, which the server's clock decides.
create function konsil_second_looks() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.case_id from public.case_people p join public.cases c on c.id = p.case_id
  where p.account_id = public.konsil_actor() and p.kind = 'second_reader' and p.consented_at is not null and p.ended_at is null
    and c.shared_at is not null and c.doctor_id = p.asked_by;
end;
--> statement-breakpoint
-- Whatever takes the case from the doctor who asked ends the second look, for good: sharing again does not bring it back.
create function konsil_sharing_ended() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.case_people p set ended_at = now() where p.case_id = new.id and p.ended_at is null;
  update public.consents s set withdrawn_at = now() where s.case_id = new.id and s.kind = 'second_look' and s.withdrawn_at is null;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function konsil_second_looks(), konsil_sharing_ended() from public;
--> statement-breakpoint
grant execute on function konsil_second_looks() to konsil_server, konsil_request;
--> statement-breakpoint
create trigger cases_sharing_ended after update of shared_at, doctor_id on cases for each row
  when (old.doctor_id is distinct from new.doctor_id or old.shared_at is not null and new.shared_at is null) execute function konsil_sharing_ended();
--> statement-breakpoint
-- For reading only: a colleague's statement changes no row of the case.
create policy second_look on cases for select to konsil_request using (id in (select konsil_second_looks()));
--> statement-breakpoint
create policy second_look on patients for select to konsil_request using (exists (select from cases c where c.patient_id = patients.id and c.id in (select konsil_second_looks())));
--> statement-breakpoint
-- As before, without the policy above: a second look shows no summary.
drop policy actor on epicrisis_versions;
--> statement-breakpoint
create policy actor on epicrisis_versions to konsil_request using (konsil_owns_patient(patient_id)
  or exists (select from doctor_patients d where d.patient_id = epicrisis_versions.patient_id and d.doctor_id = (select konsil_actor()))
  or exists (select from cases c where c.patient_id = epicrisis_versions.patient_id and c.doctor_id = (select konsil_actor())));
