-- oldest code: 0030_sealed_links
CREATE TABLE "share_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"storage_key" text NOT NULL,
	"file_key" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"passcode_hash" text,
	"tries_left" integer NOT NULL,
	"one_time" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"openings" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "share_openings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "share_files" ADD CONSTRAINT "share_files_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_openings" ADD CONSTRAINT "share_openings_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_files_position" ON "share_files" USING btree ("link_id","position");--> statement-breakpoint
CREATE INDEX "share_files_storage" ON "share_files" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_token" ON "share_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "share_links_account" ON "share_links" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "share_links_case" ON "share_links" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "share_links_running" ON "share_links" USING btree ("expires_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "share_openings_link" ON "share_openings" USING btree ("link_id","at");
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['share_links', 'share_files', 'share_openings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy server on %I to konsil_server using (true)', name);
  end loop;
end
$$;
--> statement-breakpoint
create policy actor on share_links to konsil_request using (account_id = (select konsil_actor()));
--> statement-breakpoint
create policy actor on share_files to konsil_request using (exists (select from share_links l where l.id = share_files.link_id));
--> statement-breakpoint
create policy actor on share_openings to konsil_request using (exists (select from share_links l where l.id = share_openings.link_id));
