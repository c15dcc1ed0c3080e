-- oldest code: 0025_row_security
ALTER TABLE "cases" ADD COLUMN "snoozed_until" date;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "marked_unread_at" timestamp with time zone;