import type { FastifyInstance } from 'fastify';
import { authModuleOf } from './auth/auth.routes.ts';
import { identityRoutesOf } from './providers/identities.routes.ts';
import { ProviderClients } from './providers/provider-client.ts';
import { accountRoutes } from './account.routes.ts';
import { draftRoutes } from './drafts.routes.ts';
import { emailChangeRoutes } from './email-change.routes.ts';
import { identityRoutes } from './identity.routes.ts';
import { legalRoutes } from './legal.routes.ts';
import { operatorRoutes } from './operator.routes.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { passwordRoutes } from './password.routes.ts';
import { pushDeviceRoutes } from './push.routes.ts';
import { registrationRoutes } from './registration.routes.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

/** Accounts: registration, sign-in and its protocol, and the user's own data. */
export const accountsModule = (app: FastifyInstance): void => {
  const clients = new ProviderClients(app.kernel.env, app.kernel.clock);
  for (const register of [
    registrationRoutes,
    signInRoutes,
    identityRoutes,
    passwordRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    pushDeviceRoutes,
    sessionRoutes,
    settingsRoutes,
    draftRoutes,
    accountRoutes,
    emailChangeRoutes,
    operatorRoutes,
    legalRoutes,
    identityRoutesOf(clients),
  ])
    register(app);
  // In its own scope, because it accepts forms and reports errors in its own way.
  void app.register(authModuleOf(clients));
};
