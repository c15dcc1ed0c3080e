CREATE TABLE "unopened" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"listed" text,
	"brought_to" text,
	"sealed" "bytea" NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unopened" ADD CONSTRAINT "unopened_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unopened" ADD CONSTRAINT "unopened_recipient_id_accounts_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unopened" ADD CONSTRAINT "unopened_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unopened" ADD CONSTRAINT "unopened_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unopened_case" ON "unopened" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "unopened_recipient" ON "unopened" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "unopened_sender" ON "unopened" USING btree ("sender_id");