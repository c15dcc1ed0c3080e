-- oldest code: 0030_sealed_links
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;