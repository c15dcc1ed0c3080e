-- oldest code: 0051_referrals
CREATE TABLE "referral_files" (
	"referral_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"storage_key" text NOT NULL,
	"file_key" "bytea" NOT NULL,
	"size" integer NOT NULL,
	CONSTRAINT "referral_files_referral_id_position_pk" PRIMARY KEY("referral_id","position")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	"account_id" uuid,
	"email_hash" "bytea" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"sealed" "bytea",
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "referral_id" uuid;--> statement-breakpoint
ALTER TABLE "referral_files" ADD CONSTRAINT "referral_files_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_client_id_backend_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."backend_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_doctor_id_accounts_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_files_storage" ON "referral_files" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_once" ON "referrals" USING btree ("client_id","doctor_id","request_hash");--> statement-breakpoint
CREATE INDEX "referrals_address" ON "referrals" USING btree ("email_hash") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "referrals_account" ON "referrals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "referrals_doctor" ON "referrals" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "referrals_expiry" ON "referrals" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['referrals', 'referral_files'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy server on %I to konsil_server using (true)', name);
  end loop;
end
$$;
--> statement-breakpoint
-- The person for whom it was prepared, and the doctor whose system prepared it.
create policy actor on referrals to konsil_request using ((select konsil_actor()) in (account_id, doctor_id));
--> statement-breakpoint
create policy actor on referral_files to konsil_request using (exists (select from referrals r where r.id = referral_files.referral_id));
