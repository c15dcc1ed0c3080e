ALTER TABLE "documents" ADD COLUMN "study_uid" text;--> statement-breakpoint
UPDATE "documents" SET "study_uid" = "one"."study_uid" FROM (
	SELECT "document_id", min("study_uid") AS "study_uid" FROM "dicom_instances" GROUP BY "document_id" HAVING min("study_uid") = max("study_uid")
) AS "one" WHERE "one"."document_id" = "documents"."id";
