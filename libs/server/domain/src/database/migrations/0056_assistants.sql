-- oldest code: 0051_referrals
CREATE TABLE "assistants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"doctor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"token_hash" "bytea",
	"account_id" uuid,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "assistants_accepted_by_somebody" CHECK (("assistants"."accepted_at" is null) = ("assistants"."account_id" is null)),
	CONSTRAINT "assistants_address_of_open_invitations" CHECK (("assistants"."email" is null) = ("assistants"."accepted_at" is not null or "assistants"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_doctor_id_doctors_account_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistants_doctor" ON "assistants" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "assistants_account" ON "assistants" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistants_token" ON "assistants" USING btree ("token_hash") WHERE token_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "assistants_invited" ON "assistants" USING btree ("doctor_id",lower("email")) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "assistants_open" ON "assistants" USING btree ("doctor_id","account_id") WHERE ended_at is null;
--> statement-breakpoint
alter table assistants enable row level security;
--> statement-breakpoint
create policy server on assistants to konsil_server using (true);
--> statement-breakpoint
-- Patients read the names of those who work for their doctors.
create policy reader on assistants for select to konsil_request using (true);
--> statement-breakpoint
create policy doctor on assistants to konsil_request using (doctor_id = (select konsil_actor()));
--> statement-breakpoint
-- An assistant's statement ends their work, and begins none.
create policy leave on assistants for update to konsil_request using (account_id = (select konsil_actor()))
  with check (account_id = (select konsil_actor()) and ended_at is not null);
--> statement-breakpoint
-- The policies of deputies are those of everybody who stands for the doctor of a case.
alter function konsil_deputy_cases() rename to konsil_represented_cases;
--> statement-breakpoint
-- The cases in which the actor stands for their doctor: as a deputy (wider than access.ts by the days, which the server's clock
-- decides), or as an assistant where the patient consents.
create or replace function konsil_represented_cases() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.case_id from public.case_people p join public.cases c on c.id = p.case_id
  where p.account_id = public.konsil_actor() and p.kind = 'deputy' and p.consented_at is not null and p.ended_at is null
    and c.shared_at is not null and c.doctor_id = p.asked_by
  union all
  select c.id from public.assistants a join public.cases c on c.doctor_id = a.doctor_id
  where a.account_id = public.konsil_actor() and a.ended_at is null and c.first_sent_at is not null and c.shared_at is not null
    and exists (select from public.consents s where s.kind = 'assistants' and s.case_id = c.id and s.doctor_id = c.doctor_id and s.withdrawn_at is null);
end;
--> statement-breakpoint
-- The consent to assistants ends with the sharing, too.
create or replace function konsil_sharing_ended() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.case_people p set ended_at = now() where p.case_id = new.id and p.ended_at is null;
  update public.consents s set withdrawn_at = now() where s.case_id = new.id and s.kind in ('second_look', 'deputy', 'assistants') and s.withdrawn_at is null;
  return null;
end
$$;
