CREATE TABLE "installation" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"database" text NOT NULL,
	"lives" uuid[] NOT NULL,
	"storage" text,
	"folder_met" boolean DEFAULT false NOT NULL,
	"quiet_since" timestamp with time zone,
	"quiet_reason" text
);
--> statement-breakpoint
CREATE TABLE "stored_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "stored_objects" ("key") SELECT "storage_key" FROM "documents" UNION SELECT "view_key" FROM "documents" WHERE "view_key" IS NOT NULL UNION SELECT "preview_key" FROM "documents" WHERE "preview_key" IS NOT NULL UNION SELECT "storage_key" FROM "data_exports" UNION SELECT "storage_key" FROM "erased_files";
