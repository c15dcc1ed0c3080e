ALTER TABLE "audit_records" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "detail" text;--> statement-breakpoint
CREATE INDEX "audit_records_subject" ON "audit_records" USING btree ("subject_id","at") WHERE subject_id is not null;