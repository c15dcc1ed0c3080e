import { page } from '@konsil/portal-frame';
import type { RouteObject } from 'react-router-dom';
import { DoctorPages } from '../features/DoctorPages';
import InboxPage from '../features/inbox/InboxPage';

const casePage = () => page(() => import('../features/case-page/CasePage').then((m) => m.default));

/** The pages of one case, under `/doctor/patient/:patientId/process/:caseId`. */
const casePages: RouteObject[] = [
  { index: true, element: casePage() },
  {
    path: 'documents',
    element: page(() => import('../features/case-page/CaseDocumentsPage').then((m) => m.AllDocumentsPage)),
  },
  {
    path: 'images',
    element: page(() => import('../features/case-page/CaseDocumentsPage').then((m) => m.AllImagesPage)),
  },
  {
    path: 'documents/new',
    element: page(() => import('../features/case-page/AddDocumentPage').then((m) => m.default)),
  },
  {
    path: 'documents/archive',
    element: page(() => import('../features/clinic-archive/FetchImagesPage').then((m) => m.default)),
  },
  { path: 'documents/:documentId', element: casePage() },
  { path: 'todos/new', element: page(() => import('../features/todos/TodoPage').then((m) => m.default)) },
  { path: 'todos/:todoId', element: page(() => import('../features/todos/TodoPage').then((m) => m.default)) },
  { path: ':pane', element: casePage() },
];

/** The doctor's pages, under `/doctor` (docs/product.md section 5). */
export const doctorPages: RouteObject[] = [
  {
    element: <DoctorPages />,
    children: [
      // Bundled with the frame, because most visits start here.
      { index: true, element: page(() => Promise.resolve(InboxPage)) },
      { path: 'search', element: page(() => import('../features/search/SearchPage').then((m) => m.default)) },
      { path: 'patients', element: page(() => import('../features/patients/PatientsPage').then((m) => m.default)) },
      {
        path: 'patient/:patientId',
        element: page(() => import('../features/patients/PatientPage').then((m) => m.default)),
      },
      {
        path: 'patient/:patientId/epicrisis/edit',
        element: page(() => import('../features/patients/EpicrisisEditPage').then((m) => m.default)),
      },
      { path: 'patient/:patientId/process/:caseId', children: casePages },
      { path: 'todos', element: page(() => import('../features/todos/TodosPage').then((m) => m.default)) },
      { path: 'messages', element: page(() => import('../features/messages/MessagesPage').then((m) => m.default)) },
      {
        path: 'statistics',
        element: page(() => import('../features/statistics/StatisticsPage').then((m) => m.default)),
      },
      {
        path: 'second-looks',
        element: page(() => import('../features/second-looks/SecondLooksPage').then((m) => m.default)),
      },
      {
        path: 'second-looks/:lookId',
        element: page(() => import('../features/second-looks/LookedAtCasePage').then((m) => m.default)),
      },
      { path: 'pool', element: page(() => import('../features/pools/PoolPage').then((m) => m.default)) },
      { path: 'pool/:stayId', element: page(() => import('../features/pools/PooledCasePage').then((m) => m.default)) },
      { path: 'letters', element: page(() => import('../features/letters/LettersPage').then((m) => m.default)) },
      { path: 'actions', element: page(() => import('../features/actions/ActionsPage').then((m) => m.default)) },
      {
        path: 'messages/new',
        element: page(() => import('../features/messages/NewMessagePage').then((m) => m.default)),
      },
    ],
  },
];

/** The pages of an assistant: the cases of their doctors. */
export const assistantPages: RouteObject[] = [
  { index: true, element: page(() => import('../features/assistants/AssistantPage').then((m) => m.default)) },
  { path: 'patient/:patientId/process/:caseId', children: casePages },
];

/** Adds the doctor's text snippets to the settings route; other routes stay unchanged. */
export const withSnippets = (route: RouteObject): RouteObject =>
  route.path === 'settings'
    ? {
        ...route,
        element: page(() => import('../features/snippets/DoctorSettingsPage').then((m) => m.DoctorSettingsPage)),
      }
    : route;
