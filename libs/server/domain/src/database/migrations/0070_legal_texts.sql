-- oldest code: 0051_referrals
CREATE TABLE "legal_acceptances" (
	"account_id" uuid NOT NULL,
	"text_id" uuid NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_acceptances_account_id_text_id_pk" PRIMARY KEY("account_id","text_id")
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"text_de" text NOT NULL,
	"text_en" text NOT NULL,
	"changes_de" text NOT NULL,
	"changes_en" text NOT NULL,
	"holds_from" date NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" uuid NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_text_id_legal_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."legal_texts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_published_by_accounts_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_texts_version" ON "legal_texts" USING btree ("kind","version");
--> statement-breakpoint
-- A published text stays as it is: people accepted it. It can only be withdrawn, once, before its first day (the server knows the
-- practice's day; here the day's end in UTC is enough).
create function konsil_keep_legal_text() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'legal texts are never deleted';
  end if;
  if old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_at >= old.holds_from + interval '1 day'
    or to_jsonb(new) - 'withdrawn_at' <> to_jsonb(old) - 'withdrawn_at' then
    raise exception 'legal texts are never changed, and withdrawn only before their first day';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger legal_texts_stay before update or delete on legal_texts for each row execute function konsil_keep_legal_text();
--> statement-breakpoint
create trigger legal_texts_no_truncate before truncate on legal_texts for each statement execute function konsil_keep_legal_text();
--> statement-breakpoint
-- Everybody may read the texts; they are written with the server's rights, after the operator's permission.
revoke insert, update, delete on legal_texts from konsil_request;
--> statement-breakpoint
alter table legal_acceptances enable row level security;
--> statement-breakpoint
create policy server on legal_acceptances to konsil_server using (true);
--> statement-breakpoint
create policy actor on legal_acceptances to konsil_request using (account_id = (select konsil_actor()));
--> statement-breakpoint
create trigger legal_texts_ending after update of withdrawn_at on legal_texts for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function konsil_note_ending('legal_texts', 'after', 'withdrawn_at');
