-- oldest code: 0051_referrals
CREATE TABLE "patient_readers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"patient_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text,
	"account_id" uuid,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"ends_on" date,
	"ended_at" timestamp with time zone,
	CONSTRAINT "patient_readers_accepted_by_somebody" CHECK (("patient_readers"."accepted_at" is null) = ("patient_readers"."account_id" is null)),
	CONSTRAINT "patient_readers_address_of_open_invitations" CHECK (("patient_readers"."email" is null) = ("patient_readers"."accepted_at" is not null or "patient_readers"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "patient_readers" ADD CONSTRAINT "patient_readers_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_readers" ADD CONSTRAINT "patient_readers_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_readers" ADD CONSTRAINT "patient_readers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_readers_patient" ON "patient_readers" USING btree ("patient_id","invited_at");--> statement-breakpoint
CREATE INDEX "patient_readers_owner" ON "patient_readers" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "patient_readers_account" ON "patient_readers" USING btree ("account_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "patient_readers_email" ON "patient_readers" USING btree (lower("email")) WHERE accepted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "patient_readers_invited" ON "patient_readers" USING btree ("patient_id",lower("email")) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "patient_readers_open" ON "patient_readers" USING btree ("patient_id","account_id") WHERE ended_at is null;
--> statement-breakpoint
alter table patient_readers enable row level security;
--> statement-breakpoint
create policy server on patient_readers to konsil_server using (true);
--> statement-breakpoint
create policy actor on patient_readers to konsil_request using (owner_id = (select konsil_actor()));
--> statement-breakpoint
-- For reading only: whoever reads along, or is invited by their confirmed address, neither extends nor accepts it by a statement.
create policy reader on patient_readers for select to konsil_request using (account_id = (select konsil_actor())
  or accepted_at is null and ended_at is null
    and lower(email) = (select lower(a.email) from accounts a where a.id = (select konsil_actor()) and a.email_confirmed_at is not null));
--> statement-breakpoint
-- Whoever reads along may end that, and nothing else.
create policy leave on patient_readers for update to konsil_request using (account_id = (select konsil_actor()))
  with check (account_id = (select konsil_actor()) and ended_at is not null);
--> statement-breakpoint
-- The persons whom the actor reads along. Wider than access.ts by the last day, which the server's clock decides.
create function konsil_read_along() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.patient_id from public.patient_readers p join public.accounts o on o.id = p.owner_id
  where p.account_id = public.konsil_actor() and p.ended_at is null
    and o.erasure_at is null and o.consent_withdrawn_at is null and o.locked_at is null and o.deactivated_at is null;
end;
--> statement-breakpoint
revoke execute on function konsil_read_along() from public;
--> statement-breakpoint
grant execute on function konsil_read_along() to konsil_server, konsil_request;
--> statement-breakpoint
-- For reading only, and only what was sent: a reader's statement changes no row of the case or of the person.
create policy read_along on cases for select to konsil_request using (first_sent_at is not null and patient_id in (select konsil_read_along()));
--> statement-breakpoint
-- An invitation names the person, too.
create policy read_along on patients for select to konsil_request using (id in (select r.patient_id from patient_readers r where r.ended_at is null));
