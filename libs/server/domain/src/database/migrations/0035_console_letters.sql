-- oldest code: 0030_sealed_links
ALTER TABLE "outbox" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "error" text;--> statement-breakpoint
CREATE INDEX "accounts_email_beginning" ON "accounts" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "sessions_open" ON "sessions" USING btree ("id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "audit_records_operators" ON "audit_records" USING btree ("id") WHERE actor_role = 'admin';