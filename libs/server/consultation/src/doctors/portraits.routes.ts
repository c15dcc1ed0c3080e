import { mostPictureBody } from '@konsil/contracts/pictures';
import { portraitRoutes as contracts } from '@konsil/contracts/portraits';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { open, signedIn } from '@konsil/server-domain/access/addresses';
import { logoHits } from '@konsil/server-domain/accounts/account-limits';
import { portraitsOf, portraitWith } from '@konsil/server-domain/doctors/portraits';
import { route } from '@konsil/server-domain/http/route';
import { doctorPortraits } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { encodedPicture } from '@konsil/server-documents/encoded-picture';
import { FileDrawer } from '@konsil/server-documents/file-drawer';
import type { Tx } from '@konsil/server-platform/database/client';
import { Problem } from '@konsil/server-platform/http/problems';

/** The portraits of doctors (docs/decisions/portraits.md). */
export const portraitRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const drawer = new FileDrawer(kernel, { niceness: 10 });
  app.addHook('onClose', () => drawer.close());
  const own = async (tx: Tx, doctorId: string) => ({
    portrait_url: (await portraitsOf(tx, [doctorId])).get(doctorId) ?? null,
  });

  route(app, contracts.getOwnPortrait, {
    access: signedIn('doctor'),
    handler: ({ tx, session }) => own(tx, session.accountId),
  });

  route(app, contracts.savePortrait, {
    access: signedIn('doctor'),
    bodyLimit: mostPictureBody,
    prepare: async ({ session: { accountId }, body }) => {
      await kernel.limits.count(...logoHits(accountId));
      return encodedPicture(drawer, 'portrait', { base64: body.picture, accountId });
    },
    handler: async ({ tx, actor, now, session: { accountId }, prepared, audit }) => {
      // Another address: who had the old one does not get the new picture.
      const portrait = { id: randomUUID(), picture: prepared.bytes, createdAt: now };
      await tx
        .insert(doctorPortraits)
        .values({ doctorId: accountId, ...portrait })
        .onConflictDoUpdate({ target: doctorPortraits.doctorId, set: portrait });
      audit({ action: 'doctor.portrait', result: 'allowed' });
      await record({ tx, now, actor }, { step: 'account_changed', accountId });
      return own(tx, accountId);
    },
  });

  route(app, contracts.removePortrait, {
    access: signedIn('doctor'),
    handler: async ({ tx, actor, now, session: { accountId }, audit }) => {
      const removed = await tx
        .delete(doctorPortraits)
        .where(eq(doctorPortraits.doctorId, accountId))
        .returning({ id: doctorPortraits.id });
      if (removed.length > 0) audit({ action: 'doctor.portrait_removed', result: 'allowed' });
      await record({ tx, now, actor }, { step: 'account_changed', accountId });
      return { portrait_url: null };
    },
  });

  // For `<img>`, which sends no session's token.
  route(app, contracts.getPortrait, {
    access: open(),
    handler: async ({ tx, params, reply }) => {
      const picture = await portraitWith(tx, params.ticket);
      if (!picture) throw new Problem('not_found');
      reply.type('image/webp').header('cache-control', 'no-store');
      return async () => picture;
    },
  });
};
