import { authRoutes, routes as productRoutes } from '@konsil/contracts/routes';
import { isFhirPath } from '@konsil/contracts/fhir-paths';
import type { RouteContract } from '@konsil/contracts/route';
import { baseApi } from './base-api.ts';
import { runCallsIn } from './call-endpoints.ts';
import { createPortalStore } from './store.ts';
import { sessionCalls } from './session-calls.ts';
import { uploadDocument } from './upload.ts';
import './absences.ts';
import './account.ts';
import './assistants.ts';
import './cases.ts';
import './clinic-archives.ts';
import './clinics.ts';
import './console.ts';
import './console-absences.ts';
import './console-archives.ts';
import './console-clinics.ts';
import './console-doctors.ts';
import './console-legal.ts';
import './console-letters.ts';
import './console-forms.ts';
import './console-limits.ts';
import './console-people.ts';
import './doctors.ts';
import './documents.ts';
import './draft-calls.ts';
import './epicrisis.ts';
import './identities.ts';
import './legal-texts.ts';
import './letter-recipients.ts';
import './letterhead.ts';
import './letters.ts';
import './medical-codes.ts';
import './messages.ts';
import './passkeys.ts';
import './patient-apps.ts';
import './patients.ts';
import './portrait.ts';
import './privacy.ts';
import './push.ts';
import './registration.ts';
import './referrals.ts';
import './readers.ts';
import './requests.ts';
import './search.ts';
import './deputies.ts';
import './deputy-cases.ts';
import './pools.ts';
import './second-looks.ts';
import './sendings.ts';
import './shares.ts';
import './specialty-forms.ts';
import './statistics.ts';
import './summary-letter.ts';
import './exchange.ts';
import './imports.ts';
import './systems.ts';
import './take-away.ts';
import './todos.ts';

/** Every operation of openapi.json, whose operation ids are these names (apps/server/tests/app.test.ts). */
const routes: Record<string, RouteContract> = { ...productRoutes, ...authRoutes };
/** FHIR routes are excluded, because no portal uses them. */
const isOfPortals = ({ path }: RouteContract) => !isFhirPath(path);
/** Files and streams are opened by their URL or fetched. A beacon has no response either, but is sent as a call. */
const givesFile = ({ method, path, response }: RouteContract) =>
  response === null && (method === 'GET' || path.endsWith('.pdf'));

const id = '0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10';
const file = new File(['x'], 'x.png');
/** The argument of every endpoint; those for one object take it as the id itself. Only what can be cached is listed. */
const argument = {
  id,
  key: 'k',
  caseId: id,
  patientId: id,
  documentId: id,
  answerValue: 'final_answer',
  titleValue: 'none',
  params: { key: id },
  provider: id,
  fields: {},
  body: {},
};
Object.defineProperties(argument, { toString: { value: () => id }, file: { value: file } });

/** Every request as `METHOD path`, whatever the browser sends it with. */
const recordRequests = (): string[] => {
  const sent: string[] = [];
  const record = (method: string, address: string | URL) =>
    void sent.push(`${method} ${new URL(address, 'http://localhost').pathname}`);
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    record(init?.method ?? 'GET', input as string);
    return Promise.reject(new TypeError('offline'));
  });
  navigator.sendBeacon = (address) => {
    record('POST', address);
    return true;
  };
  jest.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(record);
  jest.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation();
  jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest) {
    this.onerror?.(new ProgressEvent('error'));
  });
  return sent;
};

interface Endpoint {
  initiate: (argument: unknown) => never;
}
const endpoints = baseApi.endpoints as unknown as Record<string, Endpoint>;

test('every portal operation with a response has one endpoint, and vice versa', () => {
  const operations = Object.keys(routes).filter((name) => {
    const route = routes[name] as RouteContract;
    return isOfPortals(route) && !givesFile(route);
  });
  expect(Object.keys(endpoints).sort()).toEqual(operations.sort());
});

test.each(Object.keys(endpoints))('%s requests the path of its contract', async (name) => {
  const sent = recordRequests();
  const route = routes[name] as RouteContract;
  await createPortalStore().dispatch(endpoints[name]?.initiate(argument) as never);
  const path = route.path.replace(':answerValue', 'final_answer').replace(':titleValue', 'none').replace(/:\w+/, id);
  expect(sent).toEqual([`${route.method} ${path}`]);
});

test('session and upload requests are store endpoints, and fail with its problem', async () => {
  recordRequests();
  const dispatched = jest.fn();
  runCallsIn({ dispatch: dispatched.mockResolvedValue({ error: { status: 503, code: 'unavailable', errors: [] } }) });
  await expect(sessionCalls.authSession()).rejects.toMatchObject({ problem: { code: 'unavailable' } });
  await expect(uploadDocument({ caseId: id, file, key: 'k' })).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  });
  expect(dispatched).toHaveBeenCalledTimes(2);
  expect(globalThis.fetch).not.toHaveBeenCalled();
});

interface Definition {
  type: string;
  invalidatesTags?: (answer: unknown, problem: undefined, argument: unknown) => { type: string }[];
}
const definitions: Record<string, Definition> = {};
baseApi.enhanceEndpoints({
  endpoints: Object.fromEntries(
    Object.keys(endpoints).map((name) => [name, (definition: Definition) => void (definitions[name] = definition)]),
  ) as never,
});
const ofConversation = 'Case Cases Consents Documents Patients Todos';
const ofWholeCase = `${ofConversation} Epicrisis Messages Patient Search`;
const ofPerson = 'Account Case Cases Documents Epicrisis Messages Patient Patients Readers Search Todos';
/** The kinds of data that are read again after each change on this device. */
const readAgain: [kinds: string, changes: string][] = [
  ['Absences Case Cases Doctors', 'endAbsence planAbsence'],
  ['Account Case Cases Consents Shares', 'requestErasure withdrawConsent'],
  [ofPerson, 'addPatient archivePatient confirmHealthProfile restorePatient saveHealthProfile updatePatient'],
  ['Account Consents', 'giveConsent'],
  ['Account Doctors', 'saveDoctorProfile'],
  ['Account Sessions', 'changePassword endOtherSessions'],
  [
    'Account',
    'cancelEmailChange cancelErasure changeEmail checkCode confirmSecondFactor removeLogo removePortrait removeSecondFactor saveLogo savePortrait saveSpecialtyForm',
  ],
  ['Apps', 'allowApp endApp'],
  ['Assistants Case Cases', 'answerPractice endAssistant inviteAssistant inviteAssistantAgain'],
  [`${ofWholeCase} Audit`, 'allowAssistants'],
  ['Audit Cases Readers', 'answerInvitation changeReader endReader inviteReader'],
  ['Audit Imports', 'checkImport removeImport takeImport'],
  ['Audit Shares', 'endShareLink startShareLink'],
  ['Audit', 'fileReceipt takeCaseAway takePatientAway'],
  [`${ofWholeCase} Referrals`, 'acceptReferral refuseReferral'],
  [`${ofWholeCase} Sendings`, 'deliverSending'],
  [
    ofWholeCase,
    'addCase allowPool archiveCase askSecondLook closeCase decideDeputy decideSecondLook endDeputy endSecondLook handOverCase putIntoPool reopenCase restoreCase saveGeneralForms saveLetterRecipients setPriority shareCase takeBackCase takeOutOfPool takePooledCase triageCases updateCase withdrawSending',
  ],
  [`${ofConversation} Sendings`, 'answerPatient sendToDoctor'],
  [ofConversation, 'acceptAppointment cancelAppointment'],
  ['Case Cases Document Documents', 'archiveDocument describeDocument fetchFromArchive restoreDocument takeLetter'],
  ['Case Cases Messages Patients Sendings', 'sendMessage'],
  ['Case Cases Messages Patients', 'updateMessage'],
  ['Case Cases Todos', 'addTodo updateTodo'],
  ['Case Cases', 'confirmUnderstood readAnswer'],
  ['Case', 'takePreparedDraft'],
  ['Cases Epicrisis Patient', 'saveEpicrisis'],
  ['Cases', 'acceptLegalText assignPooledCase'],
  [
    'Console',
    'addClinic archiveClinic changeLimit connectConsoleArchive disconnectConsoleArchive endConsoleAbsence enterAbsence giveConsoleForm giveUpLetters retryLetters saveConsoleForm setDoctorOfClinic setPoolOfClinic updateClinic',
  ],
  ['Identities', 'removeIdentity'],
  ['Legal', 'publishLegalText withdrawLegalText'],
  ['Passkeys', 'addPasskey removePasskey renamePasskey'],
  ['Sendings', 'takeBackSending'],
  ['Sessions', 'endSession'],
  ['Settings', 'addPushDevice removePushDevice saveSettings'],
  ['Snippets', 'saveSnippets'],
  ['Systems', 'endSystem'],
];
/** Changes of nothing that a page shows from the cache. */
const changesNothingCached =
  'actOnPerson addImportPiece addShareFile answerSecondLook authCallback authLog authSignin authSignout ' +
  'authUpdate beginImport changeUnconfirmedEmail closeDoctor confirmEmail contactOperator createShareLink ' +
  'deleteDraft exportData extendSession findKnownFiles finishProviderSignIn forgotPassword getShareManifest ' +
  'importDoctors inviteDoctor joinAsAssistant launchApp linkIdentity login logout openViewer openedCase ' +
  'operatorActsFile passkeySignIn postponeSecondFactor proveIdentity resendConfirmation resendEmailChange ' +
  'resetPassword saveDraft saveUserData searchCaseArchive searchPeople sendCode setLegalHold signup ' +
  'startPasskey startPasskeySignIn startSecondFactor uploadDocument';

test.each(readAgain.flatMap(([kinds, changes]) => changes.split(' ').map((change) => [change, kinds])))(
  '%s refreshes %s',
  (change, kinds) => {
    const stale = definitions[change]?.invalidatesTags?.({ id, case_id: id, document: {} }, undefined, {
      ...argument,
      cases: [{ id }],
    });
    expect([...new Set(stale?.map(({ type }) => type))].sort()).toEqual(kinds.split(' ').sort());
  },
);

test('every change that refreshes nothing is listed as one', () => {
  const named = readAgain.flatMap(([, changes]) => changes.split(' '));
  const others = Object.keys(definitions).filter(
    (name) => definitions[name]?.type === 'mutation' && !named.includes(name),
  );
  expect(others.sort()).toEqual(changesNothingCached.split(' ').sort());
});
