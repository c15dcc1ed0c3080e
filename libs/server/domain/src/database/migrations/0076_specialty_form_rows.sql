-- oldest code: 0051_referrals
ALTER TABLE "specialty_forms" DROP CONSTRAINT "specialty_forms_pkey";--> statement-breakpoint
ALTER TABLE "specialty_forms" ALTER COLUMN "doctor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD COLUMN "specialty" text;--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD COLUMN "follows" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD CONSTRAINT "specialty_forms_changed_by_accounts_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD CONSTRAINT "specialty_forms_doctor_id_unique" UNIQUE("doctor_id");--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD CONSTRAINT "specialty_forms_specialty_unique" UNIQUE("specialty");--> statement-breakpoint
ALTER TABLE "specialty_forms" ADD CONSTRAINT "specialty_forms_of" CHECK (num_nonnulls("specialty_forms"."doctor_id", "specialty_forms"."specialty") = 1);
--> statement-breakpoint
-- Operators write the forms of specialties, and never those of doctors.
create policy operator on specialty_forms to konsil_request
  using (doctor_id is null and exists (select from operators where account_id = (select konsil_actor()) and 'forms' = any(permissions)))
  with check (doctor_id is null and exists (select from operators where account_id = (select konsil_actor()) and 'forms' = any(permissions)));
