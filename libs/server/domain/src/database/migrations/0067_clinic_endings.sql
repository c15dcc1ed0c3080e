-- oldest code: 0051_referrals
-- A doctor of a clinic reads what is in its pool: who was taken out of it has no id of the membership but the account's own.
create or replace function konsil_note_ending() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
begin
  if coalesce(current_setting('konsil.repeats_endings', true), '') <> 'on' then
    insert into public.endings (what, row_id, mark) values (
      tg_argv[0],
      coalesce(before ->> 'id', before ->> 'account_id', before ->> 'doctor_id')::uuid,
      case tg_argv[1] when 'before' then before ->> tg_argv[2] when 'after' then to_jsonb(new) ->> tg_argv[2] end
    );
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger clinic_doctors_ending after delete on clinic_doctors for each row
  execute function konsil_note_ending('clinic_doctors', 'before', 'clinic_id');
