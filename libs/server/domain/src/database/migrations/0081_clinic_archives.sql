-- oldest code: 0051_referrals
CREATE TABLE "clinic_archives" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"clinic_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clinic_archives" ADD CONSTRAINT "clinic_archives_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clinic_archives_clinic" ON "clinic_archives" USING btree ("clinic_id");
--> statement-breakpoint
-- Addresses and credentials are for the server alone.
alter table clinic_archives enable row level security;
--> statement-breakpoint
create policy server on clinic_archives to konsil_server using (true);
--> statement-breakpoint
create trigger clinic_archives_ending after delete on clinic_archives for each row execute function konsil_note_ending('clinic_archives');
