-- The audit trail only grows. Whoever must change it has to switch this off first, and the chain shows it.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit records are append-only';
end
$$;
--> statement-breakpoint
create trigger audit_records_append_only before update or delete on audit_records
  for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger audit_records_no_truncate before truncate on audit_records
  for each statement execute function refuse_audit_change();
