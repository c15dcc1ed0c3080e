import { letterRoutes as contracts } from '@konsil/contracts/letters';
import { mostPictureBody } from '@konsil/contracts/pictures';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { logoHits } from '@konsil/server-domain/accounts/account-limits';
import { route } from '@konsil/server-domain/http/route';
import { record } from '@konsil/server-domain/steps/record';
import type { FileDrawer } from '@konsil/server-documents/file-drawer';
import { encodedPicture } from '@konsil/server-documents/encoded-picture';
import { currentLogo, putLogo, takeLogoOff } from './logos.ts';

/** The logo in the doctor's letterhead. */
export const letterheadRoutes = (app: FastifyInstance, drawer: FileDrawer): void => {
  const { kernel } = app;

  route(app, contracts.getLetterhead, {
    access: signedIn('doctor'),
    handler: async ({ tx, session }) => ({ logo: await currentLogo(tx, session.accountId) }),
  });

  route(app, contracts.saveLogo, {
    access: signedIn('doctor'),
    bodyLimit: mostPictureBody,
    prepare: async ({ session, body }) => {
      await kernel.limits.count(...logoHits(session.accountId));
      return encodedPicture(drawer, 'letterLogo', { base64: body.picture, accountId: session.accountId });
    },
    handler: async ({ tx, actor, now, session, body, prepared }) => {
      await putLogo(tx, kernel, session.accountId, prepared, body.alt);
      await record({ tx, now, actor }, { step: 'account_changed', accountId: session.accountId });
      return { logo: await currentLogo(tx, session.accountId) };
    },
  });

  route(app, contracts.removeLogo, {
    access: signedIn('doctor'),
    handler: async ({ tx, actor, now, session }) => {
      await takeLogoOff(tx, session.accountId);
      await record({ tx, now, actor }, { step: 'account_changed', accountId: session.accountId });
      return { logo: null };
    },
  });
};
