ALTER TABLE "answers" ADD COLUMN "appointment_cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "appointment_cancelled_by" text;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_cancelled_by_somebody" CHECK (("answers"."appointment_cancelled_at" is null) = ("answers"."appointment_cancelled_by" is null));