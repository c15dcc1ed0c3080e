-- oldest code: 0051_referrals
-- The doctor of a case reads what assistants prepared in it: answers as before, and now summaries.
alter policy prepared on drafts using ((key like 'prepared:%' or key like 'prepared-summary:%') and (
  exists (select from cases c where c.id = drafts.case_id and c.doctor_id = (select konsil_actor()) and c.shared_at is not null)
  or case_id in (select konsil_represented_cases()) and exists (select from doctors d where d.account_id = (select konsil_actor()))));
