ALTER TABLE "documents" ADD COLUMN "view_size" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "view_sha256" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "being_read" boolean DEFAULT false NOT NULL;