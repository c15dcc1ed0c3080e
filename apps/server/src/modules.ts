import type { FastifyInstance } from 'fastify';
import { absenceRoutes } from '@konsil/server-consultation/doctors/absences.routes';
import { accountsModule } from '@konsil/server-accounts/index';
import { caseRoutes } from '@konsil/server-consultation/cases/cases.routes';
import { giveBackAfterReply } from '@konsil/server-consultation/cases/give-back';
import { doctorRoutes } from '@konsil/server-doctors/doctors.routes';
import { documentsModule } from '@konsil/server-documents/index';
import { epicrisisRoutes } from '@konsil/server-epicrisis/epicrisis.routes';
import { eventRoutes } from '@konsil/server-notifications/events.routes';
import { fhirAuthModule } from '@konsil/server-fhir/auth/auth.routes';
import { fhirRoutesOf } from '@konsil/server-fhir/fhir.routes';
import { fhirSubscriptionModule } from '@konsil/server-fhir/subscriptions';
import { letterRoutes } from '@konsil/server-consultation/letters/letters.routes';
import { olderLettersModule } from '@konsil/server-consultation/letters/older-letters';
import { messageRoutes } from '@konsil/server-messages/messages.routes';
import { notifications } from '@konsil/server-notifications/notifications';
import { consoleModule } from '@konsil/server-operators/console.routes';
import { patientRoutes } from '@konsil/server-patients/patients.routes';
import { privacyModule } from '@konsil/server-privacy/index';
import { requestRoutes } from '@konsil/server-consultation/requests/requests.routes';
import { textIndexModule } from '@konsil/server-search/index-texts';
import { reindexModule } from '@konsil/server-search/reindex';
import { searchRoutes } from '@konsil/server-search/search.routes';
import { statisticsRoutes } from '@konsil/server-consultation/doctors/statistics.routes';
import { deliveries } from '@konsil/server-consultation/sendings/deliveries';
import { secondLookRoutes } from '@konsil/server-consultation/second-looks/second-looks.routes';
import { sendingRoutes } from '@konsil/server-consultation/sendings/sendings.routes';
import { takeAwayModule } from '@konsil/server-take-away/index';
import { todoRoutes } from '@konsil/server-todos/todos.routes';
import { release } from './release.ts';

/** Every module of the product: each registers its routes in its own scope. */
export const modules: ((app: FastifyInstance) => void | Promise<void>)[] = [
  accountsModule,
  patientRoutes,
  doctorRoutes,
  absenceRoutes,
  caseRoutes,
  requestRoutes,
  documentsModule,
  todoRoutes,
  messageRoutes(giveBackAfterReply),
  epicrisisRoutes,
  searchRoutes,
  reindexModule,
  textIndexModule,
  privacyModule,
  takeAwayModule,
  notifications,
  eventRoutes,
  sendingRoutes(deliveries),
  statisticsRoutes,
  letterRoutes,
  secondLookRoutes,
  olderLettersModule,
  fhirRoutesOf(release.version),
  fhirAuthModule,
  fhirSubscriptionModule,
  consoleModule((app) => app.health.look()),
];
