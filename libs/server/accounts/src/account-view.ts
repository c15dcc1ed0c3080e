import { hasPassword } from '@konsil/server-platform/passwords';
import { sideOfKind } from '@konsil/server-domain/accounts/account-kind';
import type { Account } from '@konsil/contracts/accounts';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { recoveryCodes } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { openPatient } from '@konsil/server-domain/patients/patient-record';
import { doctorEntry, fullName, openSecrets, type AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { ownRecord } from '@konsil/server-domain/patients/own-record';

const ownPatient = async (tx: Tx, vault: Vault, accountId: string): Promise<Account['own_patient']> => {
  const row = await ownRecord(tx, accountId);
  if (!row) return null;
  const fields = await openPatient(tx, vault, row);
  return {
    ...fields,
    id: row.id,
    version: row.version,
    relationship: row.relationship,
    archived_at: isoOrNull(row.archivedAt),
    created_at: iso(row.createdAt),
  };
};

const doctorProfile = async (tx: Tx, accountId: string): Promise<Account['doctor']> => {
  const row = await doctorEntry(tx, accountId);
  return row
    ? {
        title: row.title,
        first_name: row.firstName,
        last_name: row.lastName,
        specialty: row.specialty,
        city: row.city,
        languages: row.languages,
        reply_days: row.replyDays,
        accepts_cases: row.acceptsCases,
        about_de: row.aboutDe,
        about_en: row.aboutEn,
        topics: row.topics,
        price_de: row.priceDe,
        price_en: row.priceEn,
        practice_name: row.practiceName,
        practice_address: row.practiceAddress,
        practice_phone: row.practicePhone,
        practice_email: row.practiceEmail,
        lanr: row.lanr,
        bsnr: row.bsnr,
      }
    : null;
};

/** The account as its owner sees it. */
export const showAccount = async (tx: Tx, vault: Vault, account: AccountRow): Promise<Account> => {
  const secrets = await openSecrets(tx, vault, account);
  const [codes] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, account.id), isNull(recoveryCodes.usedAt)));
  return {
    email: account.email,
    pending_email: secrets.pending_email ?? null,
    phone: secrets.phone,
    full_name: await fullName(tx, vault, account),
    role: sideOfKind(account),
    locale: account.locale,
    ...(account.passwordChangedAt && { password_changed_at: iso(account.passwordChangedAt) }),
    ...(!hasPassword(account) && { no_password: true }),
    second_factor: account.secondFactorAt !== null,
    recovery_codes_left: codes?.left ?? 0,
    own_patient: await ownPatient(tx, vault, account.id),
    erasure_at: isoOrNull(account.erasureAt),
    ...(account.erasureAt && account.heldAt ? { erasure_held: true } : {}),
    consent_withdrawn_at: isoOrNull(account.consentWithdrawnAt),
    doctor: await doctorProfile(tx, account.id),
  };
};
