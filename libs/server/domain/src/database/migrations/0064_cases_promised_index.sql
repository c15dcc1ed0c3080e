-- oldest code: 0030_sealed_links
-- concurrently
CREATE INDEX CONCURRENTLY "cases_promised" ON "cases" USING btree ("answer_due_on") WHERE status = 'with_doctor' and shared_at is not null;
