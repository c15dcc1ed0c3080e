-- oldest code: 0051_referrals
CREATE TABLE "doctor_logos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"doctor_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"picture" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_pictures" (
	"letter_id" uuid PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doctor_letters" ALTER COLUMN "case_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "logo_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor_letters" ADD COLUMN "pictures_wait" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor_logos" ADD CONSTRAINT "doctor_logos_doctor_id_doctors_account_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_pictures" ADD CONSTRAINT "letter_pictures_letter_id_doctor_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."doctor_letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_logos_once" ON "doctor_logos" USING btree ("doctor_id","sha256");--> statement-breakpoint
CREATE INDEX "doctor_letters_pictures" ON "doctor_letters" USING btree ("sent_at") WHERE pictures_wait;
--> statement-breakpoint
alter table letter_pictures enable row level security;
--> statement-breakpoint
create policy server on letter_pictures to konsil_server using (true);
--> statement-breakpoint
create policy actor on letter_pictures to konsil_request using (exists (select from doctor_letters l where l.id = letter_pictures.letter_id));
--> statement-breakpoint
-- Letters refer to them: a change would change what was sent.
revoke update on letter_pictures, doctor_logos from konsil_request;
