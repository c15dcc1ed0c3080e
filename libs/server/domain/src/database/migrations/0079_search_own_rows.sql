-- oldest code: 0051_referrals
-- The functions of row_security read every row with a word and then left out those of others. The people of a row are in the
-- index of its words now, so that only the actor's rows are read.
do $$
declare
  kind record;
begin
  for kind in select * from (values ('cases', ' and (r.account_id = me or r.first_sent_at is not null)'), ('todos', ''), ('messages', '')) as kinds (name, own),
    (values ('any', '&&'), ('all', '@>')) as ways (way, op) loop
    execute format('create or replace function konsil_%1$s_with_%2$s(text[]) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
      begin atomic select r.id from public.%1$I r where r.search %3$s $1 and array[r.account_id, r.doctor_id] @> array[(select public.konsil_actor())]%4$s; end',
      kind.name, kind.way, kind.op, replace(kind.own, ' me', ' (select public.konsil_actor())'));
  end loop;
end
$$;
--> statement-breakpoint
-- As before (adds_search_in_texts): the places with a typed word, where each other word is in the same place or among the names
-- of its case. The cases that have all words somewhere come first, because only their places are compared word by word.
create or replace function konsil_texts_with(text[], jsonb, uuid, integer) returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  me constant uuid := public.konsil_actor();
  typed jsonb;
  hashes text[];
  with_all uuid[];
begin
  if jsonb_array_length($2) > 1 then
    for typed in select jsonb_array_elements($2) loop
      hashes := array(select jsonb_array_elements_text(typed));
      with_all := array(
        select t.case_id from public.search_texts t where t.search && hashes and t.readers @> array[$3] and (with_all is null or t.case_id = any (with_all))
        union
        select c.id from public.cases c where c.search && hashes and array[c.account_id, c.doctor_id] @> array[$3] and (with_all is null or c.id = any (with_all)));
    end loop;
  end if;
  return query select t.id from public.search_texts t join public.cases c on c.id = t.case_id
    where t.search && $1 and t.readers @> array[$3] and (with_all is null or t.case_id = any (with_all))
      and (c.account_id = me or c.doctor_id = me and c.first_sent_at is not null)
      and (with_all is null or not exists (
        select from jsonb_array_elements($2) word, lateral (select array(select jsonb_array_elements_text(word)) as any_of) one
        where not (t.search && one.any_of or c.search && one.any_of)))
    order by c.last_activity_at desc
    limit $4;
end
$$;
