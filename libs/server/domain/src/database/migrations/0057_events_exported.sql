-- oldest code: 0030_sealed_links
ALTER TABLE "security_events" ADD COLUMN "exported_at" timestamp with time zone;
