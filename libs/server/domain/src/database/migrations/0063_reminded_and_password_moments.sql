-- oldest code: 0030_sealed_links
ALTER TABLE "accounts" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "reminded_at" timestamp with time zone;
