ALTER TABLE "messages" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
UPDATE "messages" SET "shown_at" = "first_read_at" WHERE "first_read_at" IS NOT NULL;
