import { matchPath } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { prefetchPatientsCase } from '@konsil/api/patient-case-questions';
import { page } from '@konsil/portal-frame';
import { DashboardPage } from '../features/dashboard/DashboardPage.tsx';
import { paths } from '../features/paths.ts';

/** Prefetches the case of the current path; the build, which prerenders the frame around it, has none. */
const prefetchShownCase = (): void => {
  const path = typeof window === 'undefined' ? '' : window.location.pathname;
  const { caseId } = matchPath(paths.case(':caseId'), path)?.params ?? {};
  if (caseId) prefetchPatientsCase(caseId);
};

/** The patient's pages, under `/patient`. */
export const patientPages: RouteObject[] = [
  // Bundled with the frame, because most visits start here.
  { index: true, element: page(() => Promise.resolve(DashboardPage)) },
  {
    path: 'patients',
    element: page(() => import('../features/patients/PatientsPage.tsx').then((m) => m.PatientsPage)),
  },
  {
    path: 'patients/new',
    element: page(() => import('../features/patients/PatientFormPages.tsx').then((m) => m.NewPatientPage)),
  },
  {
    path: 'patients/:patientId',
    element: page(() => import('../features/patients/PatientPage.tsx').then((m) => m.PatientPage)),
  },
  {
    path: 'patients/:patientId/edit',
    element: page(() => import('../features/patients/PatientFormPages.tsx').then((m) => m.EditPatientPage)),
  },
  {
    path: 'patients/:patientId/documents',
    element: page(() => import('../features/patients/PatientDocumentsPage.tsx').then((m) => m.PatientDocumentsPage)),
  },
  {
    path: 'patients/:patientId/health',
    element: page(() => import('../features/patients/HealthProfilePage.tsx').then((m) => m.HealthProfilePage)),
  },
  {
    path: 'patients/:patientId/epicrisis',
    element: page(() => import('../features/epicrisis/EpicrisisPage.tsx').then((m) => m.EpicrisisPage)),
  },
  { path: 'shared', element: page(() => import('../features/readers/pages.ts').then((m) => m.SharedPage)) },
  {
    path: 'shared/:readerId',
    element: page(() => import('../features/readers/pages.ts').then((m) => m.SharedPersonPage)),
  },
  {
    path: 'shared/:readerId/cases/:caseId',
    element: page(() => import('../features/readers/pages.ts').then((m) => m.SharedCasePage)),
  },
  {
    path: 'doctors/:doctorId',
    element: page(() => import('../features/cases/DoctorPage.tsx').then((m) => m.DoctorPage)),
  },
  {
    path: 'clinics/:clinicId',
    element: page(() => import('../features/clinics/ClinicPage.tsx').then((m) => m.ClinicPage)),
  },
  { path: 'process', element: page(() => import('../features/cases/CasesPage.tsx').then((m) => m.CasesPage)) },
  {
    path: 'process/new',
    element: page(() => import('../features/cases/new-case/NewCasePage.tsx').then((m) => m.NewCasePage)),
  },
  {
    path: 'process/:caseId',
    element: page(() => {
      prefetchShownCase();
      return import('../features/cases/CasePage.tsx').then((m) => m.CasePage);
    }),
  },
  {
    path: 'process/:caseId/edit',
    element: page(() => import('../features/cases/EditCasePage.tsx').then((m) => m.EditCasePage)),
  },
  {
    path: 'process/:caseId/forms',
    element: page(() => import('../features/cases/CaseFormsPage.tsx').then((m) => m.CaseFormsPage)),
  },
  {
    path: 'process/:caseId/documents',
    element: page(() => import('../features/documents/DocumentsPage.tsx').then((m) => m.DocumentsPage)),
  },
  {
    path: 'process/:caseId/documents/new',
    element: page(() => import('../features/documents/UploadPage.tsx').then((m) => m.UploadPage)),
  },
  {
    path: 'process/:caseId/documents/:documentId',
    element: page(() => import('../features/documents/DocumentPage.tsx').then((m) => m.DocumentPage)),
  },
  {
    path: 'process/:caseId/images',
    element: page(() => import('../features/documents/DocumentsPage.tsx').then((m) => m.ImagesPage)),
  },
  {
    path: 'process/:caseId/todos',
    element: page(() => import('../features/todos/TodosPages.tsx').then((m) => m.CaseTodosPage)),
  },
  {
    path: 'process/:caseId/todos/new',
    element: page(() => import('../features/todos/TodosPages.tsx').then((m) => m.NewTodoPage)),
  },
  {
    path: 'process/:caseId/todos/:todoId',
    element: page(() => import('../features/todos/TodosPages.tsx').then((m) => m.EditTodoPage)),
  },
  {
    path: 'process/:caseId/messages',
    element: page(() => import('../features/messages/MessagesPages.tsx').then((m) => m.CaseMessagesPage)),
  },
  {
    path: 'process/:caseId/messages/new',
    element: page(() => import('../features/messages/MessagesPages.tsx').then((m) => m.NewMessagePage)),
  },
  {
    path: 'process/:caseId/send',
    element: page(() => import('../features/send/SendPage.tsx').then((m) => m.SendPage)),
  },
  {
    path: 'process/:caseId/take-away',
    element: page(() => import('../features/take-away/TakeAwayPages.tsx').then((m) => m.CaseTakeAwayPage)),
  },
  {
    path: 'patients/:patientId/take-away',
    element: page(() => import('../features/take-away/TakeAwayPages.tsx').then((m) => m.PersonTakeAwayPage)),
  },
  {
    path: 'patients/:patientId/imports',
    element: page(() => import('../features/imports/pages.ts').then((m) => m.ImportsPage)),
  },
  {
    path: 'imports/:importId',
    element: page(() => import('../features/imports/pages.ts').then((m) => m.ImportPage)),
  },
  {
    path: 'imports/:importId/cases/:place',
    element: page(() => import('../features/imports/pages.ts').then((m) => m.ImportedCasePage)),
  },
  {
    path: 'referrals',
    element: page(() => import('../features/referrals/ReferralsPage.tsx').then((m) => m.ReferralsPage)),
  },
  {
    path: 'process/:caseId/share',
    element: page(() => import('../features/cases/SharePage.tsx').then((m) => m.SharePage)),
  },
  { path: 'todos', element: page(() => import('../features/todos/TodosPages.tsx').then((m) => m.TodosPage)) },
  {
    path: 'messages',
    element: page(() => import('../features/messages/MessagesPages.tsx').then((m) => m.MessagesPage)),
  },
  {
    path: 'messages/new',
    element: page(() => import('../features/messages/ChooseCasePage.tsx').then((m) => m.ChooseCasePage)),
  },
  {
    path: 'apps/authorize',
    element: page(() => import('../features/asking-app/AskingAppPage.tsx').then((m) => m.AskingAppPage)),
  },
  { path: 'privacy', element: page(() => import('../features/privacy/PrivacyPage.tsx').then((m) => m.PrivacyPage)) },
  {
    path: 'privacy/:patientId',
    element: page(() => import('../features/privacy/AccessLogPage.tsx').then((m) => m.AccessLogPage)),
  },
];
