import type { ProcessOverview } from '@konsil/contracts/cases';
import type { AllergyIntolerance } from 'fhir/r4';
import { filled, versioned, type Telling } from '../telling.ts';
import { words } from '../words.ts';
import { patientOf } from './case.ts';

const terminology = 'http://terminology.hl7.org/CodeSystem';

/**
 * The patient's words on allergies, as one statement; null without any. R4 demands a clinical status (ait-1), although
 * the words may deny an allergy: the note says so, and nobody has confirmed them.
 */
export const toAllergyIntolerance = (theCase: ProcessOverview, { locale }: Telling): AllergyIntolerance | null => {
  const { allergies } = theCase.anamnesis;
  if (!filled(allergies)) return null;
  return versioned<AllergyIntolerance>({
    resourceType: 'AllergyIntolerance',
    id: theCase.id,
    clinicalStatus: {
      coding: [{ system: `${terminology}/allergyintolerance-clinical`, code: 'active', display: 'Active' }],
    },
    verificationStatus: {
      coding: [
        { system: `${terminology}/allergyintolerance-verification`, code: 'unconfirmed', display: 'Unconfirmed' },
      ],
    },
    criticality: 'unable-to-assess',
    code: { text: allergies },
    patient: patientOf(theCase),
    recordedDate: theCase.created_at,
    note: [{ text: words[locale].allergiesAsStated }],
  });
};
