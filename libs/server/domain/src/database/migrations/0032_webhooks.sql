-- oldest code: 0030_sealed_links
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sealed" "bytea" NOT NULL,
	"events" text[] NOT NULL,
	"doctor_ids" uuid[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sent_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failure" text,
	"disabled_at" timestamp with time zone
);
