-- oldest code: 0051_referrals
CREATE TABLE "app_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"app_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"lasting" boolean NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"code_challenge" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"code_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "app_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "patient_apps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"operator" text NOT NULL,
	"website" text,
	"contact" text,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_app_id_patient_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."patient_apps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_tokens" ADD CONSTRAINT "app_tokens_grant_id_app_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."app_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_grants_code" ON "app_grants" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "app_grants_account" ON "app_grants" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "app_grants_patient" ON "app_grants" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "app_grants_app" ON "app_grants" USING btree ("app_id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_tokens_token" ON "app_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "app_tokens_grant" ON "app_tokens" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "app_tokens_expiry" ON "app_tokens" USING btree ("expires_at");
--> statement-breakpoint
alter table app_grants enable row level security;
--> statement-breakpoint
alter table app_tokens enable row level security;
--> statement-breakpoint
create policy server on app_grants to konsil_server using (true);
--> statement-breakpoint
create policy server on app_tokens to konsil_server using (true);
--> statement-breakpoint
create policy actor on app_grants to konsil_request using (account_id = (select konsil_actor()));
--> statement-breakpoint
create policy actor on app_tokens to konsil_request using (exists (select from app_grants g where g.id = app_tokens.grant_id));
