import type { Doctor } from '@konsil/contracts/doctors';
import type { Patient as PatientRecord } from '@konsil/contracts/patients';
import type { Patient, Practitioner, PractitionerRole } from 'fhir/r4';
import { filled, referenceTo, versioned } from '../telling.ts';

const genders = { M: 'male', F: 'female', D: 'other' } as const;
/** "divers" of German law (HL7 Deutschland, Basisprofil R4): FHIR itself has `other` only. */
const officialGender = {
  extension: [
    {
      url: 'http://fhir.de/StructureDefinition/gender-amtlich-de',
      valueCoding: { system: 'http://fhir.de/CodeSystem/gender-amtlich-de', code: 'D', display: 'divers' },
    },
  ],
};

export const toPatient = (record: PatientRecord): Patient =>
  versioned<Patient>({
    resourceType: 'Patient',
    id: record.id,
    name: [{ use: 'official', family: record.last_name, given: [record.first_name] }],
    gender: genders[record.gender],
    ...(record.gender === 'D' ? { _gender: officialGender } : {}),
    birthDate: record.date_of_birth,
    ...(filled(record.phone) ? { telecom: [{ system: 'phone', value: record.phone }] } : {}),
    // Missing until a first sending.
    ...(record.city
      ? {
          address: [
            {
              line: [`${record.street} ${record.house_number}`],
              city: record.city,
              postalCode: record.zipcode,
              ...(filled(record.state) ? { state: record.state } : {}),
              ...(filled(record.country) ? { country: record.country } : {}),
            },
          ],
        }
      : {}),
  });

export const toPractitioner = ({ id, name, languages }: Doctor): Practitioner =>
  versioned<Practitioner>({
    resourceType: 'Practitioner',
    id,
    name: [{ text: name }],
    ...(languages.length > 0
      ? { communication: languages.map((code) => ({ coding: [{ system: 'urn:ietf:bcp:47', code }] })) }
      : {}),
  });

/** The role of a doctor at this installation; one each, with the doctor's id. */
export const toPractitionerRole = ({ id, name, specialty, city }: Doctor): PractitionerRole =>
  versioned<PractitionerRole>({
    resourceType: 'PractitionerRole',
    id,
    practitioner: referenceTo('Practitioner', id, name),
    ...(filled(specialty) ? { specialty: [{ text: specialty }] } : {}),
    ...(filled(city) ? { location: [{ display: city }] } : {}),
  });
