-- oldest code: 0030_sealed_links
CREATE TABLE "code_lists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"system" text NOT NULL,
	"version" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listed_codes" (
	"list_id" uuid NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"additional" boolean NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "listed_codes_list_id_code_pk" PRIMARY KEY("list_id","code")
);
--> statement-breakpoint
ALTER TABLE "listed_codes" ADD CONSTRAINT "listed_codes_list_id_code_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."code_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "code_lists_version" ON "code_lists" USING btree ("system","version");
--> statement-breakpoint
-- Requests read the lists; only the operator's command changes them.
revoke insert, update, delete on code_lists, listed_codes from konsil_request;
