-- oldest code: 0030_sealed_links
ALTER TABLE "drafts" ADD COLUMN "taken_at" timestamp with time zone;
--> statement-breakpoint
-- The doctor of a case, or the deputy, reads what assistants prepared in it; assistants read their own.
create policy prepared on drafts for select to konsil_request using (key like 'prepared:%' and (
  exists (select from cases c where c.id = drafts.case_id and c.doctor_id = (select konsil_actor()) and c.shared_at is not null)
  or case_id in (select konsil_represented_cases()) and exists (select from doctors d where d.account_id = (select konsil_actor()))));
