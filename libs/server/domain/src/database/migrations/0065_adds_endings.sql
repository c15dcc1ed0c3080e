-- oldest code: 0051_referrals
CREATE TABLE "endings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"what" text NOT NULL,
	"row_id" uuid NOT NULL,
	"mark" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kept_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "endings_to_keep" ON "endings" USING btree ("at") WHERE kept_at is null;
--> statement-breakpoint
alter table endings enable row level security;
--> statement-breakpoint
create policy server on endings to konsil_server using (true);
--> statement-breakpoint
-- Notes what ended: the name, and the column whose value is the mark, of the row before or after. Silent while endings are carried out again.
create function konsil_note_ending() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
begin
  if coalesce(current_setting('konsil.repeats_endings', true), '') <> 'on' then
    insert into public.endings (what, row_id, mark) values (
      tg_argv[0],
      coalesce(before ->> 'id', before ->> 'account_id')::uuid,
      case tg_argv[1] when 'before' then before ->> tg_argv[2] when 'after' then to_jsonb(new) ->> tg_argv[2] end
    );
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function konsil_note_ending() from public;
--> statement-breakpoint
create trigger share_links_ending after update of ended_at on share_links for each row
  when (old.ended_at is null and new.ended_at is not null) execute function konsil_note_ending('share_links', 'after', 'ended_at');
--> statement-breakpoint
-- A link for one opening ends with it; its files serve who opened it a little longer.
create trigger share_links_used after update of last_opened_at on share_links for each row
  when (new.one_time and old.last_opened_at is null and new.last_opened_at is not null)
  execute function konsil_note_ending('share_links', 'after', 'last_opened_at');
--> statement-breakpoint
create trigger consents_ending after update of withdrawn_at on consents for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function konsil_note_ending('consents', 'after', 'withdrawn_at');
--> statement-breakpoint
-- The mark is the sharing that ended: a later one stays.
create trigger cases_ending after update of shared_at, doctor_id on cases for each row
  when (old.shared_at is not null and (new.shared_at is null or old.doctor_id is distinct from new.doctor_id))
  execute function konsil_note_ending('cases', 'before', 'shared_at');
--> statement-breakpoint
create trigger case_people_ending after update of ended_at on case_people for each row
  when (old.ended_at is null and new.ended_at is not null) execute function konsil_note_ending('case_people', 'after', 'ended_at');
--> statement-breakpoint
create trigger case_people_last_day after update of ends_on on case_people for each row
  when (new.ends_on < coalesce(old.ends_on, 'infinity')) execute function konsil_note_ending('case_people.ends_on', 'after', 'ends_on');
--> statement-breakpoint
create trigger patient_readers_ending after update of ended_at on patient_readers for each row
  when (old.ended_at is null and new.ended_at is not null) execute function konsil_note_ending('patient_readers', 'after', 'ended_at');
--> statement-breakpoint
create trigger patient_readers_last_day after update of ends_on on patient_readers for each row
  when (new.ends_on < coalesce(old.ends_on, 'infinity')) execute function konsil_note_ending('patient_readers.ends_on', 'after', 'ends_on');
--> statement-breakpoint
create trigger patient_readers_acting after update of role on patient_readers for each row
  when (old.role = 'act' and new.role <> 'act') execute function konsil_note_ending('patient_readers.role');
--> statement-breakpoint
create trigger assistants_ending after update of ended_at on assistants for each row
  when (old.ended_at is null and new.ended_at is not null) execute function konsil_note_ending('assistants', 'after', 'ended_at');
--> statement-breakpoint
create trigger accounts_deactivated after update of deactivated_at on accounts for each row
  when (old.deactivated_at is null and new.deactivated_at is not null)
  execute function konsil_note_ending('accounts.deactivated_at', 'after', 'deactivated_at');
--> statement-breakpoint
create trigger accounts_locked after update of locked_at on accounts for each row
  when (old.locked_at is null and new.locked_at is not null) execute function konsil_note_ending('accounts.locked_at', 'after', 'locked_at');
--> statement-breakpoint
create trigger accounts_consent_withdrawn after update of consent_withdrawn_at on accounts for each row
  when (old.consent_withdrawn_at is null and new.consent_withdrawn_at is not null)
  execute function konsil_note_ending('accounts.consent_withdrawn_at', 'after', 'consent_withdrawn_at');
--> statement-breakpoint
create trigger accounts_password after update of password_hash on accounts for each row
  when (old.password_hash is not null and old.password_hash <> '!' and new.password_hash is distinct from old.password_hash)
  execute function konsil_note_ending('accounts.password', 'before', 'password_changed_at');
--> statement-breakpoint
create trigger operators_permissions after update of permissions on operators for each row
  when (not old.permissions <@ new.permissions) execute function konsil_note_ending('operators.permissions', 'after', 'permissions');
--> statement-breakpoint
create trigger passkeys_ending after delete on passkeys for each row execute function konsil_note_ending('passkeys');
--> statement-breakpoint
create trigger linked_identities_ending after delete on linked_identities for each row execute function konsil_note_ending('linked_identities');
--> statement-breakpoint
create trigger recovery_codes_ending after delete on recovery_codes for each row execute function konsil_note_ending('recovery_codes');
--> statement-breakpoint
create trigger recovery_codes_used after update of used_at on recovery_codes for each row
  when (old.used_at is null and new.used_at is not null) execute function konsil_note_ending('recovery_codes');
--> statement-breakpoint
create trigger backend_clients_ending after update of removed_at on backend_clients for each row
  when (old.removed_at is null and new.removed_at is not null) execute function konsil_note_ending('backend_clients', 'after', 'removed_at');
--> statement-breakpoint
create trigger backend_clients_doctors after update of doctor_ids on backend_clients for each row
  when (not old.doctor_ids <@ new.doctor_ids) execute function konsil_note_ending('backend_clients.doctor_ids', 'after', 'doctor_ids');
--> statement-breakpoint
create trigger backend_clients_keys after update of jwks, jwks_url on backend_clients for each row
  when (old.jwks is distinct from new.jwks or old.jwks_url is distinct from new.jwks_url)
  execute function konsil_note_ending('backend_clients.keys', 'before', 'keys_version');
--> statement-breakpoint
create trigger patient_apps_ending after update of removed_at on patient_apps for each row
  when (old.removed_at is null and new.removed_at is not null) execute function konsil_note_ending('patient_apps', 'after', 'removed_at');
--> statement-breakpoint
create trigger webhooks_ending after delete on webhooks for each row execute function konsil_note_ending('webhooks');
