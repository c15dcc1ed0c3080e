ALTER TABLE "cases" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
-- What the access log knows of cases that wait for their doctor.
UPDATE "cases" SET "opened_at" = (
  SELECT min(log."at") FROM "audit_records" log
  WHERE log."chain" = "cases"."patient_id" AND log."case_id" = "cases"."id" AND log."actor_id" = "cases"."doctor_id"
    AND log."action" = 'case.read' AND log."result" = 'allowed' AND log."at" >= "cases"."last_request_at"
) WHERE "status" = 'with_doctor';
