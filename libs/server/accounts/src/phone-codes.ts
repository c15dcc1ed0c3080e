import { randomInt, randomUUID } from 'node:crypto';
import { codeTries } from '@konsil/contracts/sign-in';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import parsePhoneNumber from 'libphonenumber-js/max';
import type { Tx } from '@konsil/server-platform/database/client';
import { otpCodes } from '@konsil/server-domain/schema';
import { iso, later, minuteMs } from '@konsil/server-platform/clock';
import { hmac, sameBytes } from '@konsil/server-platform/keys/crypto';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { enqueueText } from '@konsil/server-domain/notices/letters';
import { portalOf } from '@konsil/server-platform/http/origins';
import { invalid, keepingWork, Problem } from '@konsil/server-platform/http/problems';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { phoneCodeContent } from '@konsil/server-domain/sealed/phone-code';
import { hasBegun } from '@konsil/server-platform/database/time';

const validMs = 10 * minuteMs;
const resendMs = minuteMs;
const digits = 6;
const mobileTypes = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * The number in E.164.
 * @param countries calling codes that SMS are sent to
 * @throws {Problem} `invalid` if no such mobile number exists; a landline and another country get reasons of their own
 */
export const mobileNumber = (typed: string, countries: readonly string[] = ['*']): string => {
  const number = parsePhoneNumber(typed);
  const type = number?.isValid() ? number.getType() : undefined;
  if (!number || !type || !mobileTypes.includes(type))
    throw invalid({ path: 'Handynummer', code: type === 'FIXED_LINE' ? 'phoneLandline' : 'phoneInvalid' });
  if (!countries.some((code) => code === '*' || number.number.startsWith(code)))
    throw invalid({ path: 'Handynummer', code: 'phoneCountry' });
  return number.number;
};

const hashOf = (vault: Vault, id: string, sessionId: string, code: string) =>
  hmac(vault.purposeKey('otp'), id, sessionId, code);

/** Sends a six-digit code by SMS, bound to this session; earlier codes of the account become invalid. */
export const sendCode = async (
  kernel: Kernel,
  tx: Tx,
  session: Session,
  phone: string,
): Promise<{ resend_at: string; expires_at: string }> => {
  const { vault, clock } = kernel;
  const now = clock.now();
  const id = randomUUID();
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const expiresAt = later(now, validMs);
  await tx
    .update(otpCodes)
    .set({ consumedAt: now })
    .where(and(eq(otpCodes.accountId, session.accountId), isNull(otpCodes.consumedAt)));
  await tx.insert(otpCodes).values({
    id,
    accountId: session.accountId,
    sessionId: session.id,
    codeHash: hashOf(vault, id, session.id, code),
    sealed: await vault.seal(tx, session.accountId, phoneCodeContent, { phone }),
    createdAt: now,
    expiresAt,
  });
  await enqueueText(tx, vault, {
    channel: 'sms',
    to: phone,
    locale: session.locale,
    accountId: session.accountId,
    template: 'code',
    data: { code, host: new URL(portalOf(kernel.env, session.role)).hostname },
    expiresAt,
  });
  return { resend_at: iso(later(now, resendMs)), expires_at: iso(expiresAt) };
};

/**
 * Checks a code; the attempt is counted before the comparison, and stays counted.
 * @returns the confirmed number
 * @throws {Problem} `wrong_code`, also after ten minutes, five attempts or a use.
 */
export const redeemPhoneCode = async (
  tx: Tx,
  vault: Vault,
  session: Session,
  typed: string,
  now: Date,
): Promise<string> => {
  const newest = tx
    .select({ id: otpCodes.id })
    .from(otpCodes)
    .where(and(eq(otpCodes.accountId, session.accountId), eq(otpCodes.sessionId, session.id)))
    .orderBy(desc(otpCodes.createdAt))
    .limit(1);
  const [row] = await tx
    .update(otpCodes)
    .set({ attempts: sql`${otpCodes.attempts} + 1` })
    .where(
      and(
        sql`${otpCodes.id} = (${newest})`,
        isNull(otpCodes.consumedAt),
        gt(otpCodes.expiresAt, now),
        hasBegun(otpCodes.createdAt, now),
        lt(otpCodes.attempts, codeTries),
      ),
    )
    .returning();
  const right = row && sameBytes(row.codeHash, hashOf(vault, row.id, session.id, typed.replace(/\D/g, '')));
  if (!row?.sealed || !right) throw keepingWork(new Problem('wrong_code'));
  await tx.update(otpCodes).set({ consumedAt: now }).where(eq(otpCodes.id, row.id));
  return (await vault.open(tx, session.accountId, phoneCodeContent, row.sealed)).phone;
};
