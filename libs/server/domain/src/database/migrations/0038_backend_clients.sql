-- oldest code: 0030_sealed_links
CREATE TABLE "backend_clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"jwks" jsonb,
	"jwks_url" text,
	"keys_version" integer DEFAULT 1 NOT NULL,
	"scopes" text[] NOT NULL,
	"doctor_ids" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_token_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "client_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_tokens" ADD CONSTRAINT "client_tokens_client_id_backend_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."backend_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_tokens" ADD CONSTRAINT "client_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_tokens_token" ON "client_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "client_tokens_client" ON "client_tokens" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_tokens_account" ON "client_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "client_tokens_expiry" ON "client_tokens" USING btree ("expires_at");