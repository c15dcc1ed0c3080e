import { kindOfAction, type AuditEntry, type Consent as GivenConsent } from '@konsil/contracts/privacy';
import type { AuditEvent, Consent, Reference } from 'fhir/r4';
import { filled, loinc, ownSystem, personOf, referenceTo, versioned, type Telling } from '../telling.ts';
import { words } from '../words.ts';

const terminology = 'http://terminology.hl7.org/CodeSystem';

/** The consent to send a case to a doctor. */
export const toConsent = (consent: GivenConsent & { case_id: string }, patient: Reference): Consent =>
  versioned<Consent>({
    resourceType: 'Consent',
    id: consent.id,
    meta: { lastUpdated: consent.withdrawn_at ?? consent.given_at },
    status: consent.withdrawn_at ? 'inactive' : 'active',
    scope: { coding: [{ system: `${terminology}/consentscope`, code: 'patient-privacy', display: 'Privacy Consent' }] },
    category: [{ coding: [{ system: loinc, code: '59284-0', display: 'Patient Consent' }] }],
    patient,
    dateTime: consent.given_at,
    policyRule: {
      coding: [{ system: `${terminology}/v3-ActCode`, code: 'OPTIN', display: 'opt-in' }],
      ...(filled(consent.text_version) ? { text: consent.text_version } : {}),
    },
    provision: {
      type: 'permit',
      period: { start: consent.given_at, ...(consent.withdrawn_at ? { end: consent.withdrawn_at } : {}) },
      ...(filled(consent.doctor_name)
        ? {
            actor: [
              {
                role: {
                  coding: [
                    { system: `${terminology}/v3-ParticipationType`, code: 'IRCP', display: 'information recipient' },
                  ],
                },
                reference: personOf({ name: consent.doctor_name, role: 'doctor' }),
              },
            ],
          }
        : {}),
      data: [{ meaning: 'related', reference: referenceTo('ServiceRequest', consent.case_id) }],
    },
  });

/** An entry of a patient's access log. A stranger who was refused stays without a name. */
export const toAuditEvent = (entry: AuditEntry, telling: Telling): AuditEvent => {
  const { role, name } = entry.actor;
  const sides: Partial<Record<string, string>> = words[telling.locale].sides;
  const side = sides[role] ?? role;
  return versioned<AuditEvent>({
    resourceType: 'AuditEvent',
    id: `${entry.patient_id}.${entry.id}`,
    meta: { lastUpdated: entry.at },
    type: { system: `${terminology}/audit-event-type`, code: 'rest', display: 'RESTful Operation' },
    subtype: [{ system: ownSystem(telling, 'audit-action'), code: entry.action }],
    action: kindOfAction(entry.action) === 'seen' ? 'R' : 'U',
    recorded: entry.at,
    outcome: entry.result === 'allowed' ? '0' : '4',
    agent: [
      {
        role: [{ coding: [{ system: ownSystem(telling, 'audit-role'), code: role }], text: side }],
        ...(filled(name) ? { who: personOf(entry.actor), name } : {}),
        requestor: true,
      },
      ...(entry.actor.via ? [{ name: entry.actor.via, requestor: false }] : []),
    ],
    source: { observer: { display: 'Konsil' } },
    entity: [
      { what: referenceTo('Patient', entry.patient_id) },
      ...(entry.case_id ? [{ what: referenceTo('ServiceRequest', entry.case_id, entry.case_name ?? undefined) }] : []),
      ...(entry.document_id
        ? [{ what: referenceTo('DocumentReference', entry.document_id, entry.document_name ?? undefined) }]
        : []),
    ],
  });
};
