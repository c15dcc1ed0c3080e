-- oldest code: 0030_sealed_links
ALTER TABLE "accounts" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "cases_promised" ON "cases" USING btree ("answer_due_on") WHERE status = 'with_doctor' and shared_at is not null;