-- oldest code: 0030_sealed_links
ALTER TABLE "accounts" ADD COLUMN "hold_ended_at" timestamp with time zone;