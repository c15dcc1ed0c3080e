import type { FastifyInstance } from 'fastify';
import { accountsModule } from './accounts/index.ts';
import { authModule } from './auth/auth.routes.ts';
import { caseRoutes } from './cases/cases.routes.ts';
import { giveBackAfterReply } from './cases/give-back.ts';
import { doctorRoutes } from './doctors/doctors.routes.ts';
import { documentsModule } from './documents/index.ts';
import { epicrisisRoutes } from './epicrisis/epicrisis.routes.ts';
import { eventRoutes } from './events/events.routes.ts';
import { messageRoutes } from './messages/messages.routes.ts';
import { notifications } from './notifications/notifications.ts';
import { patientRoutes } from './patients/patients.routes.ts';
import { privacyModule } from './privacy/index.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { reindexModule } from './search/reindex.ts';
import { searchRoutes } from './search/search.routes.ts';
import { deliveries } from './sendings/deliveries.ts';
import { sendingRoutes } from './sendings/sendings.routes.ts';
import { todoRoutes } from './todos/todos.routes.ts';

/** Every module of the product, one a noun: registers its routes on a scope of its own. */
export const modules: ((app: FastifyInstance) => void | Promise<void>)[] = [
  accountsModule, authModule, patientRoutes, doctorRoutes, caseRoutes, requestRoutes, documentsModule, todoRoutes, messageRoutes(giveBackAfterReply),
  epicrisisRoutes, searchRoutes, reindexModule, privacyModule, notifications, eventRoutes, sendingRoutes(deliveries),
];
