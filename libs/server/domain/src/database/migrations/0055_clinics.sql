-- oldest code: 0030_sealed_links
CREATE TABLE "clinic_doctors" (
	"clinic_id" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	"site_id" uuid,
	CONSTRAINT "clinic_doctors_clinic_id_doctor_id_pk" PRIMARY KEY("clinic_id","doctor_id")
);
--> statement-breakpoint
CREATE TABLE "clinic_sites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"clinic_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"zipcode" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clinics" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"accent" text DEFAULT '' NOT NULL,
	"logo" "bytea",
	"imprint_de" text DEFAULT '' NOT NULL,
	"imprint_en" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "clinic_doctors" ADD CONSTRAINT "clinic_doctors_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_doctors" ADD CONSTRAINT "clinic_doctors_doctor_id_doctors_account_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_doctors" ADD CONSTRAINT "clinic_doctors_site_id_clinic_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."clinic_sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_sites" ADD CONSTRAINT "clinic_sites_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clinic_doctors_doctor" ON "clinic_doctors" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "clinic_sites_clinic" ON "clinic_sites" USING btree ("clinic_id","position");--> statement-breakpoint
CREATE INDEX "clinics_name" ON "clinics" USING btree ("name","id");
--> statement-breakpoint
-- Everybody may read what a clinic says of itself; it is written with the server's rights, after the operator's permission.
revoke insert, update, delete on clinics, clinic_sites, clinic_doctors from konsil_request;
