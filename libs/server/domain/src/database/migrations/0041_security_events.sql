-- oldest code: 0030_sealed_links
CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone,
	"sent_at" timestamp with time zone
);
