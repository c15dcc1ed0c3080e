ALTER TABLE "dicom_instances" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "person" integer DEFAULT 0 NOT NULL;