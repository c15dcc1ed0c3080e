import { toAuditEvent } from './privacy.ts';

test.each([
  ['patient', 'Patientenseite'],
  ['doctor', 'Ärztliche Seite'],
  ['system', 'system'],
] as const)('an entry of %s names the side in words, or else the code', (role, side) => {
  const event = toAuditEvent(
    {
      id: '7',
      at: '2026-11-04T09:00:00.000Z',
      actor: { role, name: '', mine: false },
      action: 'document.read',
      result: 'allowed',
      patient_id: 'person',
      case_id: null,
      case_name: null,
      document_id: null,
      document_name: null,
    },
    { base: 'https://konsil.example/fhir', locale: 'de' },
  );
  expect(event.agent[0]?.role).toEqual([expect.objectContaining({ text: side })]);
});
