import { createHash } from 'node:crypto';
import type { Logo } from '@konsil/contracts/letters';
import { and, eq } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { doctorLogos, doctors } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import type { EncodedPicture } from '@konsil/server-documents/reading/reading';

/** The logo on the doctor's next letters. */
export const currentLogo = async (tx: Tx, doctorId: string): Promise<Logo | null> => {
  const [row] = await tx
    .select({
      picture: doctorLogos.picture,
      width: doctorLogos.width,
      height: doctorLogos.height,
      alt: doctors.logoAlt,
    })
    .from(doctors)
    .innerJoin(doctorLogos, eq(doctorLogos.id, doctors.logoId))
    .where(eq(doctors.accountId, doctorId));
  return row ? { ...row, picture: row.picture.toString('base64') } : null;
};

/** Puts a logo on the doctor's next letters; sent letters keep theirs, so none is ever replaced. */
export const putLogo = async (
  tx: Tx,
  { clock }: Pick<Kernel, 'clock'>,
  doctorId: string,
  { bytes, width, height }: NonNullable<EncodedPicture['picture']>,
  alt: string,
): Promise<void> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await tx
    .insert(doctorLogos)
    .values({ doctorId, sha256, picture: bytes, width, height, createdAt: clock.now() })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ id: doctorLogos.id })
    .from(doctorLogos)
    .where(and(eq(doctorLogos.doctorId, doctorId), eq(doctorLogos.sha256, sha256)));
  await tx
    .update(doctors)
    .set({ logoId: row?.id ?? null, logoAlt: alt })
    .where(eq(doctors.accountId, doctorId));
};

/** Sends letters without a logo from now on. */
export const takeLogoOff = async (tx: Tx, doctorId: string): Promise<void> => {
  await tx.update(doctors).set({ logoId: null, logoAlt: '' }).where(eq(doctors.accountId, doctorId));
};
