CREATE TABLE "duties" (
	"name" text PRIMARY KEY NOT NULL,
	"every_ms" integer NOT NULL,
	"late_after_ms" integer NOT NULL,
	"loud" boolean NOT NULL,
	"known_since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error" text,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "accounts_erasure" ON "accounts" USING btree ("erasure_at") WHERE erasure_at is not null;