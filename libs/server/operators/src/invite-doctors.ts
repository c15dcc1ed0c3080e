import { mostDoctorsAtOnce, type DoctorImport } from '@konsil/contracts/console-doctors';
import { inArray, sql } from 'drizzle-orm';
import { inviteDoctorIn, mayBeInvited } from '@konsil/server-consultation/doctors/invitations';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { accounts } from '@konsil/server-domain/schema';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import { readDoctors } from './doctors-csv.ts';

/**
 * Checks a file of doctors, and with `send` invites them: all, or none if a line is wrong.
 * @returns what the operator sees, and the audit records
 */
export const importDoctors = async (
  kernel: Pick<Kernel, 'vault' | 'env' | 'clock'>,
  tx: Tx,
  csv: string,
  send: boolean,
): Promise<{ shown: DoctorImport; records: AuditEntry[] }> => {
  const { missing, lines } = readDoctors(csv);
  const tooMany = lines.length > mostDoctorsAtOnce;
  if (missing.length > 0 || tooMany) return { shown: { missing, lines: [], too_many: tooMany, sent: 0 }, records: [] };
  const addresses = lines.map(({ email }) => email.toLowerCase());
  const known = await tx
    .select()
    .from(accounts)
    .where(inArray(sql`lower(${accounts.email})`, addresses.length > 0 ? addresses : ['']));
  const judged = lines.map((line, index) => {
    const account = known.find(({ email }) => email.toLowerCase() === addresses[index]);
    const state = !line.doctor
      ? ('wrong' as const)
      : addresses.indexOf(addresses[index] ?? '') < index
        ? ('twice' as const)
        : !account
          ? ('new' as const)
          : mayBeInvited(account)
            ? ('again' as const)
            : ('taken' as const);
    return { ...line, state };
  });
  const right = judged.every(({ state }) => state === 'new' || state === 'again');
  const records: AuditEntry[] = [];
  if (send && right)
    for (const { doctor } of judged) if (doctor) records.push(...(await inviteDoctorIn(kernel, tx, doctor)).records);
  return {
    shown: {
      missing,
      lines: judged.map(({ line, email, name, state, errors }) => ({ line, email, name, state, errors })),
      too_many: false,
      sent: send && right ? judged.length : 0,
    },
    records,
  };
};
