-- oldest code: 0030_sealed_links
ALTER TABLE "accounts" ADD COLUMN "held_at" timestamp with time zone;
