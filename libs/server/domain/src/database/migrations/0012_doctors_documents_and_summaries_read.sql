ALTER TABLE "epicrisis_versions" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
UPDATE "documents" SET "read_at" = "seen"."at" FROM (
	SELECT "document_id", min("at") AS "at" FROM "audit_records"
	WHERE "action" IN ('document.read', 'document.view_images') AND "result" = 'allowed' AND "actor_role" = 'patient' GROUP BY "document_id"
) AS "seen" WHERE "seen"."document_id" = "documents"."id" AND "documents"."uploaded_by_role" = 'doctor';--> statement-breakpoint
UPDATE "epicrisis_versions" SET "read_at" = "seen"."at" FROM (
	SELECT "chain", max("at") AS "at" FROM "audit_records"
	WHERE "action" = 'epicrisis.read' AND "result" = 'allowed' AND "actor_role" = 'patient' GROUP BY "chain"
) AS "seen" WHERE "seen"."chain" = "epicrisis_versions"."patient_id" AND "epicrisis_versions"."released_at" <= "seen"."at";
