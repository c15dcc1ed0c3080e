import type { MedicationList, Medicine } from '@konsil/contracts/medication-schemas';

const aMedicine: Medicine = {
  heading: 'Dauermedikation',
  ingredients: [{ name: 'Ramipril', strength: '5 mg' }],
  trade_name: 'Ramipril Muster',
  pzn: '01234562',
  form: 'Tabletten',
  times: { morning: '1', noon: '', evening: '½', night: '' },
  dose: '',
  unit: 'Stück',
  hint: 'vor dem Essen',
  reason: 'Bluthochdruck',
};

/** A plan with amounts, a text as dose, a number without a name, and a note. */
export const aMedicationList: MedicationList = {
  medicines: [
    aMedicine,
    {
      ...aMedicine,
      ingredients: [],
      trade_name: '',
      pzn: '02223945',
      form: '',
      unit: 'Tropfen',
      hint: '',
      reason: 'Schlaf',
    },
    {
      ...aMedicine,
      heading: 'Bedarfsmedikation',
      ingredients: [{ name: 'Metamizol', strength: '500 mg/ml' }],
      trade_name: 'Novalgin Muster',
      pzn: '',
      form: 'Tropfen',
      times: null,
      dose: 'max. 4-mal 30',
      unit: 'Tropfen',
      hint: 'bei Schmerzen',
      reason: 'Schmerzen',
    },
  ],
  notes: [{ heading: 'Wichtige Angaben', text: 'Bitte messen Sie Ihren Blutdruck täglich!' }],
  sources: [{ printed_on: '2026-11-03', author: 'Dr. Jana Beispiel, Musterstadt' }],
  edited: false,
};
