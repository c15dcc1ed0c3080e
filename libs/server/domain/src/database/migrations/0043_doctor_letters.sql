-- oldest code: 0030_sealed_links
CREATE TABLE "doctor_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"doctor_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sealed" "bytea" NOT NULL,
	"search" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doctor_letters" ADD CONSTRAINT "doctor_letters_doctor_id_doctors_account_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "doctor_letters_doctor" ON "doctor_letters" USING btree ("doctor_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "doctor_letters_sent" ON "doctor_letters" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "doctor_letters_search" ON "doctor_letters" USING gin ("search");
--> statement-breakpoint
alter table doctor_letters enable row level security;
--> statement-breakpoint
create policy server on doctor_letters to konsil_server using (true);
--> statement-breakpoint
create policy actor on doctor_letters to konsil_request using (doctor_id = (select konsil_actor()));
--> statement-breakpoint
-- Nobody changes a letter; withdrawing its answer, before anybody read it, deletes it.
revoke update on doctor_letters from konsil_request;
--> statement-breakpoint
-- See migration row_security: search past the policy, to use the index.
do $$
declare
  kind record;
begin
  for kind in select * from (values ('any', '&&'), ('all', '@>')) as ways (way, op) loop
    execute format('create function konsil_doctor_letters_with_%s(text[]) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
      begin atomic select r.id from public.doctor_letters r where r.search %s $1 and r.doctor_id = (select public.konsil_actor()); end', kind.way, kind.op);
    execute format('revoke execute on function konsil_doctor_letters_with_%s(text[]) from public', kind.way);
    execute format('grant execute on function konsil_doctor_letters_with_%s(text[]) to konsil_server, konsil_request', kind.way);
  end loop;
end
$$;
