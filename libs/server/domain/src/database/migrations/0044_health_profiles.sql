-- oldest code: 0030_sealed_links
CREATE TABLE "health_profiles" (
	"patient_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sealed" "bytea" NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "health_profiles" ADD CONSTRAINT "health_profiles_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
alter table health_profiles enable row level security;
--> statement-breakpoint
create policy server on health_profiles to konsil_server using (true);
--> statement-breakpoint
create policy actor on health_profiles to konsil_request using (konsil_owns_patient(patient_id));
