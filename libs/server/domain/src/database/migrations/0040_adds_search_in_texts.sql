-- oldest code: 0030_sealed_links
CREATE TABLE "search_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"page" integer DEFAULT 0 NOT NULL,
	"readers" uuid[] DEFAULT '{}' NOT NULL,
	"search" text[] DEFAULT '{}' NOT NULL,
	"stale_since" timestamp with time zone DEFAULT now(),
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_texts" ADD CONSTRAINT "search_texts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_texts_place" ON "search_texts" USING btree ("ref_id","kind","page");--> statement-breakpoint
CREATE INDEX "search_texts_case" ON "search_texts" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "search_texts_words" ON "search_texts" USING gin ("search","readers");--> statement-breakpoint
CREATE INDEX "search_texts_stale" ON "search_texts" USING btree ("stale_since") WHERE stale_since is not null;
--> statement-breakpoint
alter table search_texts enable row level security;
--> statement-breakpoint
create policy server on search_texts to konsil_server using (true);
--> statement-breakpoint
create policy actor on search_texts for select to konsil_request using (exists (select from cases c where c.id = search_texts.case_id));
--> statement-breakpoint
-- Like konsil_messages_with_any: it uses the index of hashes, and returns ids of the actor's rows only. The reader narrows
-- the index scan, and only the rows of the latest cases are returned, because a frequent word is in thousands.
-- $1: the hashes of all typed words; $2: word by word, each to be in the text or among the names of its case.
create function konsil_texts_with(text[], jsonb, uuid, integer) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select t.id from public.search_texts t join public.cases c on c.id = t.case_id
  where t.search && $1 and t.readers @> array[$3]
    and (c.account_id = (select public.konsil_actor()) or c.doctor_id = (select public.konsil_actor()) and c.first_sent_at is not null)
    and (jsonb_array_length($2) = 1 or not exists (
      select from jsonb_array_elements($2) word, lateral (select array(select jsonb_array_elements_text(word)) as hashes) its
      where not (t.search && its.hashes or c.search && its.hashes)))
  order by c.last_activity_at desc
  limit $4;
end;
--> statement-breakpoint
create function konsil_readers_of(uuid) returns uuid[] language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select case when c.first_sent_at is not null and c.shared_at is not null then array[c.account_id, c.doctor_id] else array[c.account_id] end
    from public.cases c where c.id = $1);
--> statement-breakpoint
-- A new or changed text waits to be indexed.
create function konsil_text_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  its uuid;
begin
  if tg_table_name = 'cases' then its := new.id; else its := new.case_id; end if;
  insert into public.search_texts (kind, ref_id, case_id, readers) values (tg_argv[0], new.id, its, public.konsil_readers_of(its))
    on conflict (ref_id, kind, page) do update set stale_since = now(), attempts = 0;
  return null;
end
$$;
--> statement-breakpoint
create function konsil_text_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.search_texts where ref_id = old.id;
  return null;
end
$$;
--> statement-breakpoint
create function konsil_readers_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.search_texts t set readers = public.konsil_readers_of(new.id) where t.case_id = new.id and t.readers is distinct from public.konsil_readers_of(new.id);
  return null;
end
$$;
--> statement-breakpoint
do $$
declare
  kind record;
begin
  for kind in select * from (values ('cases', 'case'), ('questions', 'question'), ('answers', 'answer'), ('messages', 'message'), ('documents', 'document')) as kinds (name, word) loop
    execute format('create trigger %s_text_added after insert on %I for each row execute function konsil_text_changed(%L)', kind.name, kind.name, kind.word);
    execute format('create trigger %s_text_changed after update of sealed on %I for each row when (old.sealed is distinct from new.sealed) execute function konsil_text_changed(%L)',
      kind.name, kind.name, kind.word);
    execute format('create trigger %s_text_gone after delete on %I for each row execute function konsil_text_gone()', kind.name, kind.name);
  end loop;
end
$$;
--> statement-breakpoint
-- A file is read once it was checked and prepared.
create trigger documents_pages_added after insert on documents for each row
  when (new.prepared_at is not null and new.content_type = 'application/pdf') execute function konsil_text_changed('pdf');
--> statement-breakpoint
create trigger documents_pages_prepared after update of prepared_at on documents for each row
  when (old.prepared_at is null and new.prepared_at is not null and new.content_type = 'application/pdf') execute function konsil_text_changed('pdf');
--> statement-breakpoint
create trigger cases_readers_changed after update of account_id, doctor_id, first_sent_at, shared_at on cases for each row
  when ((old.account_id, old.doctor_id, old.first_sent_at, old.shared_at) is distinct from (new.account_id, new.doctor_id, new.first_sent_at, new.shared_at))
  execute function konsil_readers_changed();
--> statement-breakpoint
revoke execute on function konsil_texts_with(text[], jsonb, uuid, integer), konsil_readers_of(uuid), konsil_text_changed(), konsil_text_gone(), konsil_readers_changed() from public;
--> statement-breakpoint
grant execute on function konsil_texts_with(text[], jsonb, uuid, integer) to konsil_server, konsil_request;
--> statement-breakpoint
insert into search_texts (kind, ref_id, case_id, readers)
select found.kind, found.id, found.case_id, konsil_readers_of(found.case_id) from (
  select 'case' as kind, id, id as case_id from cases
  union all select 'question', id, case_id from questions
  union all select 'answer', id, case_id from answers
  union all select 'message', id, case_id from messages
  union all select 'document', id, case_id from documents
  union all select 'pdf', id, case_id from documents where prepared_at is not null and content_type = 'application/pdf'
) found;
