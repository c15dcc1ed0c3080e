import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './account.routes.ts';
import { draftRoutes } from './drafts.routes.ts';
import { emailChangeRoutes } from './email-change.routes.ts';
import { identityRoutes } from './identity.routes.ts';
import { operatorRoutes } from './operator.routes.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { passwordRoutes } from './password.routes.ts';
import { registrationRoutes } from './registration.routes.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

/** Accounts: registration, sign-in, and the user's own data. */
export const accountsModule = (app: FastifyInstance): void => {
  for (const register of [
    registrationRoutes,
    signInRoutes,
    identityRoutes,
    passwordRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    sessionRoutes,
    settingsRoutes,
    draftRoutes,
    accountRoutes,
    emailChangeRoutes,
    operatorRoutes,
  ])
    register(app);
};
