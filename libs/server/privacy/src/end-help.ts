import { isHelperKind, type HelperKind } from '@konsil/contracts/stored-kinds';
import { endAssistantsOf } from '@konsil/server-consultation/assistants/assistants';
import type { AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';

type EndHelp = (work: Parameters<typeof endAssistantsOf>[0], accountId: string) => Promise<AuditEntry[]>;

/** Ends the work of each kind of helper for others, when the account goes. */
const endOfKind: Readonly<Record<HelperKind, EndHelp>> = { assistant: endAssistantsOf };

/** Ends the work of a helper; returns the audit entries, none for an account of another kind. */
export const endHelp = async (work: Parameters<EndHelp>[0], { id, role }: AccountRow): Promise<AuditEntry[]> =>
  isHelperKind(role) ? endOfKind[role](work, id) : [];
