-- oldest code: 0030_sealed_links
CREATE TABLE "kept_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"series" uuid NOT NULL,
	"number" integer NOT NULL,
	"account_id" uuid,
	"content" text NOT NULL,
	"previous" text NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "kept_series" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "kept_entries_number" ON "kept_entries" USING btree ("kind","series","number");--> statement-breakpoint
CREATE INDEX "kept_entries_account" ON "kept_entries" USING btree ("account_id") WHERE account_id is not null;--> statement-breakpoint
create trigger kept_entries_append_only before update or delete on kept_entries
  for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger kept_entries_no_truncate before truncate on kept_entries
  for each statement execute function refuse_audit_change();
