-- oldest code: 0030_sealed_links
ALTER TABLE "data_exports" ADD COLUMN "kind" text DEFAULT 'export' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "heard_at" timestamp with time zone;