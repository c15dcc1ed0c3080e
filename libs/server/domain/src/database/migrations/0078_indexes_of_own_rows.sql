-- oldest code: 0051_referrals
-- concurrently
CREATE INDEX CONCURRENTLY "cases_doctor_views" ON "cases" USING btree ("doctor_id","archived_by_doctor_at","status","answer_due_on","snoozed_until","id","account_id","patient_id","first_sent_at") WHERE first_sent_at is not null and shared_at is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "cases_words" ON "cases" USING gin ("search",(array[account_id, doctor_id]));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_words" ON "messages" USING gin ("search",(array[account_id, doctor_id]));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "todos_words" ON "todos" USING gin ("search",(array[account_id, doctor_id]));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "cases_doctor";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "cases_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "messages_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "todos_search";
