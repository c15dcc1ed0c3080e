-- oldest code: 0051_referrals
CREATE TABLE "specialty_forms" (
	"doctor_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD CONSTRAINT "specialty_forms_doctor_id_doctors_account_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
alter table specialty_forms enable row level security;
--> statement-breakpoint
create policy server on specialty_forms to konsil_server using (true);
--> statement-breakpoint
create policy actor on specialty_forms to konsil_request using (doctor_id = (select konsil_actor()));
--> statement-breakpoint
-- Whoever asks a doctor reads what the doctor asks for; it is nobody's health data.
create policy asked on specialty_forms for select to konsil_request using ((select konsil_actor()) is not null);
