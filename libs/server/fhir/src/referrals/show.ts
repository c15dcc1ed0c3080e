import type { Referral } from '@konsil/contracts/referrals';
import { comparePersonName } from '@konsil/contracts/person-names';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { representedAccountId } from '@konsil/server-domain/access/sides';
import type { Actor } from '@konsil/server-domain/access/access';
import { clientNames } from '@konsil/server-domain/backend-clients/client-tokens';
import { doctorOf, findStaying, toDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { filesOfReferral, isOver, type ReferralRow } from '@konsil/server-domain/referrals/referrals';
import { patients } from '@konsil/server-domain/schema';
import { patientRecord } from '@konsil/server-domain/sealed/patient';
import { referralContent, type ReferralContent } from '@konsil/server-domain/sealed/referral';
import { iso } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Task } from 'fhir/r4';
import { versioned, type Telling } from '../telling.ts';
import { words } from '../words.ts';

export const openReferral = (
  vault: Vault,
  tx: Tx | Database,
  { id, sealed }: ReferralRow,
): Promise<ReferralContent> => {
  if (!sealed) throw new Error('The content of a decided referral is gone.');
  return vault.open(tx, id, referralContent, sealed);
};

export type ComparedPerson = Referral['people'][number];
/** The reader's people, each compared with the person of a referral. */
export const comparedPeople = async (
  { vault }: { vault: Vault },
  tx: Tx | Database,
  actor: Actor,
  { person }: Pick<ReferralContent, 'person'>,
  only?: string,
): Promise<ComparedPerson[]> => {
  const rows = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.accountId, representedAccountId(actor)),
        isNull(patients.archivedAt),
        only === undefined ? undefined : inArray(patients.id, [only]),
      ),
    )
    .orderBy(patients.createdAt, patients.id);
  const people: ComparedPerson[] = [];
  for (const row of rows) {
    const { first_name, last_name, date_of_birth } = await vault.open(tx, row.id, patientRecord, row.sealed);
    const named = comparePersonName(`${person.last_name}^${person.first_name}`, { first_name, last_name });
    people.push({
      id: row.id,
      first_name,
      last_name,
      date_of_birth,
      differs: [
        ...(named === 'same' ? [] : (['name'] as const)),
        ...(person.date_of_birth === date_of_birth ? [] : (['date_of_birth'] as const)),
      ],
    });
  }
  return people;
};

export const showReferral = async (
  { tx, actor, kernel: { vault } }: Pick<Work, 'tx' | 'actor' | 'kernel'>,
  row: ReferralRow,
): Promise<Referral> => {
  const content = await openReferral(vault, tx, row);
  const files = await filesOfReferral(tx, row.id);
  const meant = await findStaying(tx, content.doctor);
  const { person, case_name, diagnosis, medical_history } = content;
  return {
    id: row.id,
    created_at: iso(row.createdAt),
    expires_at: iso(row.expiresAt),
    from: {
      system: (await clientNames(tx, [row.clientId])).get(row.clientId) ?? '',
      doctor: doctorName(await doctorOf(tx, row.doctorId)),
    },
    doctor: meant?.acceptsCases ? toDoctor(meant) : null,
    person,
    case_name,
    diagnosis,
    medical_history,
    files: files.map(({ size }, place) => ({
      name: content.files[place]?.name ?? '',
      size,
      type: content.files[place]?.type ?? 'application/octet-stream',
    })),
    people: await comparedPeople({ vault }, tx, actor, content),
  };
};

const statuses = {
  pending: 'requested',
  accepted: 'accepted',
  refused: 'rejected',
  expired: 'cancelled',
} as const satisfies Record<ReferralRow['state'], Task['status']>;

/** The state of a referral, for the system that sent it: never the case, which it sees once the patient has sent it. */
export const toReferralTask = (row: ReferralRow, { locale }: Telling, now: Date): Task => {
  const isLate = isOver(row, now);
  const state = isLate ? 'expired' : row.state;
  return versioned<Task>({
    resourceType: 'Task',
    id: row.id,
    status: statuses[state],
    businessStatus: { text: state },
    intent: 'proposal',
    code: { text: words[locale].decision },
    authoredOn: iso(row.createdAt),
    lastModified: iso(row.decidedAt ?? (isLate && row.expiresAt <= now ? row.expiresAt : row.createdAt)),
    restriction: { period: { end: iso(row.expiresAt) } },
  });
};
