-- oldest code: 0027_operators
ALTER TABLE "doctors" ADD COLUMN "about_de" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "about_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "topics" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "requests_doctor" ON "requests" USING btree ("doctor_id","sent_at");