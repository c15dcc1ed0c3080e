-- oldest code: 0051_referrals
ALTER TABLE "app_grants" ADD COLUMN "launched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_apps" ADD COLUMN "launch_uri" text;--> statement-breakpoint
ALTER TABLE "patient_apps" ADD COLUMN "jwks" jsonb;--> statement-breakpoint
ALTER TABLE "patient_apps" ADD COLUMN "jwks_url" text;--> statement-breakpoint
ALTER TABLE "patient_apps" ADD COLUMN "keys_version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
create trigger patient_apps_keys after update of jwks, jwks_url on patient_apps for each row
  when (old.removed_at is null and new.removed_at is null and (old.jwks is distinct from new.jwks or old.jwks_url is distinct from new.jwks_url))
  execute function konsil_note_ending('patient_apps.keys', 'before', 'keys_version');
--> statement-breakpoint
-- Code of before this migration takes an app with keys for a public one: it gives it no token, because only code that
-- saw the app's signature says so in its transaction.
create function konsil_signed_app() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.app_grants g join public.patient_apps a on a.id = g.app_id
      where g.id = new.grant_id and (a.jwks is not null or a.jwks_url is not null)
        and a.id::text is distinct from current_setting('konsil.signed_app', true)) then
    raise exception 'a confidential app gets a token for its signature only';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger app_tokens_signed before insert on app_tokens for each row execute function konsil_signed_app();
