import type { FastifyInstance } from 'fastify';
import { absenceRoutes } from '@konsil/server-consultation/doctors/absences.routes';
import { assistantRoutes } from '@konsil/server-consultation/assistants/assistants.routes';
import { accountsModule } from '@konsil/server-accounts/index';
import { caseRoutes } from '@konsil/server-consultation/case-page/cases.routes';
import { giveBackAfterReply } from '@konsil/server-consultation/cases/give-back';
import { codeRoutes } from '@konsil/server-doctors/codes/codes.routes';
import { doctorRoutes } from '@konsil/server-doctors/doctors.routes';
import { specialtyFormRoutes } from '@konsil/server-doctors/specialty-forms.routes';
import { documentsModule } from '@konsil/server-documents/index';
import { epicrisisRoutes } from '@konsil/server-epicrisis/epicrisis.routes';
import { eventRoutes } from '@konsil/server-notifications/events.routes';
import { fhirAuthModule } from '@konsil/server-fhir/auth.routes';
import { patientAppModule } from '@konsil/server-fhir/apps/apps.routes';
import { systemModule } from '@konsil/server-fhir/auth/systems.routes';
import { fhirRoutesOf } from '@konsil/server-fhir/fhir.routes';
import { referralRoutesOf } from '@konsil/server-fhir/referrals/referrals.routes';
import { fhirSubscriptionModule } from '@konsil/server-fhir/subscriptions';
import { keepSummary } from '@konsil/server-consultation/letter-content/keep-letter';
import { lettersModule } from '@konsil/server-consultation/letters/letters.module';
import { olderLettersModule } from '@konsil/server-consultation/letters/older-letters';
import { messageRoutes } from '@konsil/server-messages/messages.routes';
import { notifications } from '@konsil/server-notifications/notifications';
import { consoleModule } from '@konsil/server-operators/console.routes';
import { patientRoutes } from '@konsil/server-patients/patients.routes';
import { privacyModule } from '@konsil/server-privacy/index';
import { readerRoutes } from '@konsil/server-consultation/readers/readers.routes';
import { requestRoutes } from '@konsil/server-consultation/requests/requests.routes';
import { textIndexModule } from '@konsil/server-search/index-texts';
import { reindexModule } from '@konsil/server-search/reindex';
import { searchRoutes } from '@konsil/server-search/search.routes';
import { statisticsRoutes } from '@konsil/server-consultation/doctors/statistics.routes';
import { deputyRoutes } from '@konsil/server-consultation/deputies/deputies.routes';
import { poolRoutes } from '@konsil/server-consultation/pools/pools.routes';
import { portraitRoutes } from '@konsil/server-consultation/doctors/portraits.routes';
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
  codeRoutes,
  specialtyFormRoutes,
  absenceRoutes,
  portraitRoutes,
  caseRoutes,
  requestRoutes,
  documentsModule(referralRoutesOf),
  todoRoutes,
  messageRoutes(giveBackAfterReply),
  epicrisisRoutes(keepSummary),
  searchRoutes,
  reindexModule,
  textIndexModule,
  privacyModule,
  takeAwayModule,
  notifications,
  eventRoutes,
  sendingRoutes(deliveries),
  statisticsRoutes,
  lettersModule,
  secondLookRoutes,
  poolRoutes,
  deputyRoutes,
  readerRoutes,
  assistantRoutes,
  olderLettersModule,
  fhirRoutesOf(release.version),
  fhirAuthModule,
  fhirSubscriptionModule,
  systemModule,
  patientAppModule,
  consoleModule((app) => app.health.look()),
];
