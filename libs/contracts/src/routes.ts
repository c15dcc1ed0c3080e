import { absenceRoutes } from './absences.ts';
import { accountRoutes } from './accounts.ts';
import { assistantRoutes } from './assistants.ts';
import { authRoutes } from './auth.ts';
import { caseRoutes } from './cases.ts';
import { clinicArchiveRoutes } from './clinic-archives.ts';
import { clinicRoutes } from './clinics.ts';
import { consoleAbsenceRoutes } from './console-absences.ts';
import { consoleArchiveRoutes } from './console-archives.ts';
import { consoleClinicRoutes } from './console-clinics.ts';
import { consoleDoctorRoutes } from './console-doctors.ts';
import { consoleFormRoutes } from './console-forms.ts';
import { consoleLegalRoutes } from './console-legal.ts';
import { consoleLimitRoutes } from './console-limits.ts';
import { consoleLetterRoutes } from './console-letters.ts';
import { consolePeopleRoutes } from './console-people.ts';
import { consoleRoutes } from './console.ts';
import { doctorRoutes } from './doctors.ts';
import { documentRoutes } from './documents.ts';
import { epicrisisRoutes } from './epicrisis.ts';
import { eventRoutes } from './events.ts';
import { fhirRoutes } from './fhir.ts';
import { healthProfileRoutes } from './health-profile.ts';
import { identityRoutes } from './identities.ts';
import { letterRoutes } from './letters.ts';
import { medicalCodeRoutes } from './medical-codes.ts';
import { messageRoutes } from './messages.ts';
import { passkeySignInRoutes } from './passkey-sign-in.ts';
import { passkeyRoutes } from './passkeys.ts';
import { patientAppRoutes } from './patient-apps.ts';
import { patientRoutes } from './patients.ts';
import { portraitRoutes } from './portraits.ts';
import { privacyRoutes } from './privacy.ts';
import { pushRoutes } from './push.ts';
import { providerSignInRoutes } from './provider-sign-in.ts';
import { referralRoutes } from './referrals.ts';
import { readerRoutes } from './readers.ts';
import { requestRoutes } from './requests.ts';
import type { RouteContract } from './route.ts';
import { searchRoutes } from './search.ts';
import { deputyCaseRoutes } from './deputy-cases.ts';
import { deputyRoutes } from './deputies.ts';
import { poolRoutes } from './pools.ts';
import { secondLookRoutes } from './second-looks.ts';
import { sendingRoutes } from './sendings.ts';
import { shareRoutes } from './shares.ts';
import { specialtyFormRoutes } from './specialty-forms.ts';
import { statisticsRoutes } from './statistics.ts';
import { systemRoutes } from './systems.ts';
import { exchangeRoutes } from './exchange.ts';
import { importRoutes } from './imports.ts';
import { takeAwayRoutes } from './take-away.ts';
import { todoRoutes } from './todos.ts';

/** Every route by name. For servers and tests only: portals import single features. */
export const routes = {
  ...accountRoutes,
  ...passkeyRoutes,
  ...passkeySignInRoutes,
  ...pushRoutes,
  ...identityRoutes,
  ...providerSignInRoutes,
  ...patientRoutes,
  ...healthProfileRoutes,
  ...doctorRoutes,
  ...clinicRoutes,
  ...portraitRoutes,
  ...caseRoutes,
  ...requestRoutes,
  ...documentRoutes,
  ...clinicArchiveRoutes,
  ...todoRoutes,
  ...messageRoutes,
  ...epicrisisRoutes,
  ...medicalCodeRoutes,
  ...searchRoutes,
  ...privacyRoutes,
  ...takeAwayRoutes,
  ...importRoutes,
  ...exchangeRoutes,
  ...referralRoutes,
  ...systemRoutes,
  ...patientAppRoutes,
  ...eventRoutes,
  ...sendingRoutes,
  ...shareRoutes,
  ...specialtyFormRoutes,
  ...statisticsRoutes,
  ...absenceRoutes,
  ...letterRoutes,
  ...deputyRoutes,
  ...deputyCaseRoutes,
  ...secondLookRoutes,
  ...poolRoutes,
  ...readerRoutes,
  ...assistantRoutes,
  ...consoleRoutes,
  ...fhirRoutes,
  ...consolePeopleRoutes,
  ...consoleDoctorRoutes,
  ...consoleFormRoutes,
  ...consoleLegalRoutes,
  ...consoleLetterRoutes,
  ...consoleLimitRoutes,
  ...consoleAbsenceRoutes,
  ...consoleArchiveRoutes,
  ...consoleClinicRoutes,
} satisfies Record<string, RouteContract>;

/** The requests in the first table of docs/specification.md section 7. */
export const documentedRoutes = Object.entries(routes).filter(([, route]) => 'documented' in route && route.documented);

export { authRoutes };
