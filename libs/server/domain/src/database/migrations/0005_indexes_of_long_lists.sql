DROP INDEX "messages_doctor";--> statement-breakpoint
DROP INDEX "todos_doctor";--> statement-breakpoint
CREATE INDEX "answers_doctor" ON "answers" USING btree ("doctor_id","answered_at");--> statement-breakpoint
CREATE INDEX "cases_doctor" ON "cases" USING btree ("doctor_id","archived_by_doctor_at","status","answer_due_on","id") WHERE first_sent_at is not null and shared_at is not null;--> statement-breakpoint
CREATE INDEX "cases_doctor_activity" ON "cases" USING btree ("doctor_id","last_activity_at","id") WHERE first_sent_at is not null and shared_at is not null;--> statement-breakpoint
CREATE INDEX "cases_doctor_patient" ON "cases" USING btree ("doctor_id","patient_id") WHERE first_sent_at is not null and shared_at is not null;--> statement-breakpoint
CREATE INDEX "todos_answer" ON "todos" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "messages_doctor" ON "messages" USING btree ("doctor_id","sent_at","case_id");--> statement-breakpoint
CREATE INDEX "todos_doctor" ON "todos" USING btree ("doctor_id","completed_at","deadline");