import { isOn } from '../../access/sides.ts';
import { change, ofDocument, ofPatient, toldOfDocuments } from '../common-effects.ts';
import type { EffectsOfSteps } from '../record.ts';

/** Documents, summaries, patients and accounts. */
export const recordEffects = {
  // Files that a doctor adds reach the patient at once. Files that somebody adds one after the other are one line.
  documents_added: {
    webhook: ({ theCase, documents }) => toldOfDocuments(theCase, documents),
    settles: null,
    activity: (_step, by) => ({ moves: 'case', ...(isOn(by, 'doctor') && { reaches: 'patient' }) }),
    search: null,
    timeline: ({ count }, by) => ({
      kind: 'documents_added',
      count,
      patientOnly: isOn(by, 'patient'),
      joins: true,
    }),
    live: ({ theCase, documents }, by) =>
      documents.map((document) => ofDocument(isOn(by, 'doctor') ? 'document_added' : 'document', theCase, document)),
    notice: ({ theCase, documents }, by) =>
      isOn(by, 'doctor')
        ? { accountId: theCase.accountId, kind: 'document', caseId: theCase.id, refIds: documents.map(({ id }) => id) }
        : null,
  },
  document_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, document }) => [ofDocument('document', theCase, document)],
    notice: null,
  },
  document_read: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, document }) => [{ to: [theCase.accountId], event: change('document', theCase, document.id) }],
    notice: null,
  },
  document_prepared: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, document }) => [ofDocument('document_prepared', theCase, document)],
    notice: null,
  },
  epicrisis_saved: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ patientId, readers, released, accountId }) => [
      { to: released ? [...readers, accountId] : readers, event: { type: 'epicrisis', patient_id: patientId } },
    ],
    notice: ({ released, accountId }) => (released ? { accountId, kind: 'epicrisis' } : null),
  },
  epicrisis_released: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ versionId }) => ({ kind: 'epicrisis_released', refId: versionId }),
    live: null,
    notice: null,
  },
  epicrisis_read: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ patientId, readers }) => [{ to: readers, event: { type: 'epicrisis', patient_id: patientId } }],
    notice: null,
  },
  patient_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: ({ patientId, renamed }) => (renamed ? { patientId, patient: renamed } : null),
    timeline: null,
    live: ofPatient,
    notice: null,
  },
  reading_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ofPatient,
    notice: null,
  },
  patient_erased: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ readers }) => [{ to: readers, event: { type: 'resync' } }],
    notice: null,
  },
  account_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ accountId }) => [{ to: [accountId], event: { type: 'account' } }],
    notice: null,
  },
} as const satisfies Partial<EffectsOfSteps>;
