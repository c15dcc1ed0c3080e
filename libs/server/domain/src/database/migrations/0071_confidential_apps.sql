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
