ALTER TABLE "drafts" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "drafts" SET "owner_id" = "account_id";--> statement-breakpoint
ALTER TABLE "drafts" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "patient_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "case_id" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_patient" ON "drafts" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "drafts_case" ON "drafts" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "drafts_updated" ON "drafts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "idempotency_owner" ON "idempotency_keys" USING btree ("owner_id");--> statement-breakpoint
-- What a draft concerns stands in its key.
UPDATE "drafts" d SET "case_id" = c."id", "patient_id" = c."patient_id" FROM "cases" c WHERE d."key" ~ '^(answer|message|todo|forms|send|documents):' AND c."id"::text = split_part(d."key", ':', 2);--> statement-breakpoint
UPDATE "drafts" d SET "case_id" = x."case_id", "patient_id" = x."patient_id" FROM "documents" x WHERE d."key" LIKE 'document:%' AND x."id"::text = split_part(d."key", ':', 2);--> statement-breakpoint
UPDATE "drafts" d SET "case_id" = x."case_id", "patient_id" = x."patient_id" FROM "todos" x WHERE d."key" LIKE 'todo-edit:%' AND x."id"::text = split_part(d."key", ':', 2);--> statement-breakpoint
UPDATE "drafts" d SET "case_id" = x."case_id", "patient_id" = x."patient_id" FROM "messages" x WHERE d."key" LIKE 'message-edit:%' AND x."id"::text = split_part(d."key", ':', 2);--> statement-breakpoint
UPDATE "drafts" d SET "patient_id" = p."id" FROM "patients" p WHERE d."key" ~ '^(patient|epicrisis):' AND p."id"::text = split_part(d."key", ':', 2);--> statement-breakpoint
-- What concerns nothing that is there, or what its doctor may not see any more, goes.
DELETE FROM "drafts" d WHERE d."patient_id" IS NULL AND d."key" NOT IN ('contact', 'profile', 'snippets', 'case:new', 'patient:new');--> statement-breakpoint
DELETE FROM "drafts" d USING "accounts" a WHERE a."id" = d."account_id" AND a."role" = 'doctor' AND d."patient_id" IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM "cases" c WHERE c."doctor_id" = d."account_id" AND c."patient_id" = d."patient_id" AND (d."case_id" IS NULL OR c."id" = d."case_id") AND c."first_sent_at" IS NOT NULL AND c."shared_at" IS NOT NULL);--> statement-breakpoint
-- A call that is repeated across the change is refused, not done twice.
UPDATE "idempotency_keys" SET "sealed" = NULL;
