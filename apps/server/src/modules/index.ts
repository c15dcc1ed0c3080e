import type { FastifyInstance } from 'fastify';
import { accountsModule } from './accounts/index.ts';
import { authModule } from './auth/auth.routes.ts';
import { documentsModule } from './documents/index.ts';
import { eventRoutes } from './events/events.routes.ts';

/** Every module of the product, one a noun: registers its routes on a scope of its own. */
export const modules: ((app: FastifyInstance) => void | Promise<void>)[] = [accountsModule, authModule, documentsModule, eventRoutes];
