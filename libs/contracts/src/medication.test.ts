import {
  doseLine,
  emptyMedicationList,
  joinedLists,
  medicationRows,
  medicationText,
  medicineLine,
  medicineName,
} from './medication.ts';
import { medicationListSchema, medicineSchema, type MedicationList, type Medicine } from './medication-schemas.ts';
import { medicationWarnings } from './medication-warnings.ts';
import { differingTopics, healthTextsIn, withAddedTexts } from './health-profile.ts';

const aMedicine = (changes: Partial<Medicine> = {}): Medicine => ({
  heading: '',
  ingredients: [{ name: 'Ramipril', strength: '5 mg' }],
  trade_name: '',
  pzn: '',
  form: '',
  times: null,
  dose: '',
  unit: '',
  hint: '',
  reason: '',
  ...changes,
});
const byTrade = (trade_name: string, changes: Partial<Medicine> = {}) =>
  aMedicine({ ingredients: [], trade_name, ...changes });
const listOf = (...medicines: Medicine[]): MedicationList => ({ ...emptyMedicationList, medicines });

describe('a medicine', () => {
  test('is named by its ingredients and its trade name', () => {
    expect(medicineName(aMedicine())).toBe('Ramipril 5 mg');
    expect(medicineName(aMedicine({ trade_name: 'Muster' }))).toBe('Ramipril 5 mg (Muster)');
    expect(medicineName(byTrade('Muster'))).toBe('Muster');
    const combined = [
      { name: 'Ramipril', strength: '5 mg' },
      { name: 'Hydrochlorothiazid', strength: '25 mg' },
    ];
    expect(medicineName(aMedicine({ ingredients: combined }))).toBe('Ramipril 5 mg + Hydrochlorothiazid 25 mg');
  });

  test('keeps the strength that was entered without an ingredient', () => {
    const strength = [{ name: '', strength: '400 mg' }];
    expect(medicineName(byTrade('Muster', { ingredients: strength }))).toBe('Muster 400 mg');
    expect(medicineName(byTrade('', { ingredients: strength, pzn: '02223945' }))).toBe('PZN 02223945 400 mg');
    expect(medicineName(aMedicine({ ingredients: [{ name: 'Ramipril', strength: '5 mg' }, ...strength] }))).toBe(
      'Ramipril 5 mg + 400 mg',
    );
  });

  test('without a name is shown by its number', () => {
    expect(medicineName(aMedicine({ ingredients: [], pzn: '02223945' }))).toBe('PZN 02223945');
  });

  test('shows its dose as on the plan: omitted times are 0', () => {
    const times = { morning: '1', noon: '', evening: '½', night: '' };
    expect(doseLine(aMedicine({ times, unit: 'Stück' }))).toBe('1-0-½-0 Stück');
    expect(doseLine(aMedicine({ dose: 'max. 3', unit: 'Hub' }))).toBe('max. 3 Hub');
    expect(doseLine(aMedicine())).toBe('');
  });

  test('is written as one line with all known details', () => {
    const times = { morning: '1', noon: '', evening: '', night: '' };
    expect(
      medicineLine(
        aMedicine({ times, unit: 'Stück', form: 'Tabletten', hint: 'nüchtern', reason: 'Herz', pzn: '01234562' }),
      ),
    ).toBe('Ramipril 5 mg, Tabletten: 1-0-0-0 Stück; nüchtern; Herz; PZN 01234562');
  });

  test('needs an ingredient, a trade name or a number', () => {
    expect(medicineSchema.safeParse(aMedicine()).success).toBe(true);
    expect(medicineSchema.safeParse(byTrade('Muster')).success).toBe(true);
    expect(medicineSchema.safeParse(aMedicine({ ingredients: [], pzn: '01234562' })).success).toBe(true);
    expect(medicineSchema.safeParse(byTrade('  ')).error?.issues).toMatchObject([{ path: ['trade_name'] }]);
    expect(medicineSchema.safeParse(byTrade('Muster', { pzn: '123' })).success).toBe(false);
  });
});

describe('a medication list', () => {
  const list: MedicationList = {
    ...listOf(aMedicine({ heading: 'Dauermedikation' }), byTrade('Muster', { heading: 'Bedarfsmedikation' })),
    notes: [{ heading: 'Wichtige Hinweise', text: 'Blutdruck messen' }],
  };

  test('is written as text with its headings, above the free text', () => {
    expect(medicationText({ medication: 'Und Tee.', medication_list: list })).toBe(
      'Dauermedikation:\nRamipril 5 mg\nBedarfsmedikation:\nMuster\nWichtige Hinweise:\nBlutdruck messen\nUnd Tee.',
    );
    expect(medicationText({ medication: 'Tee' })).toBe('Tee');
    expect(medicationText({ medication: '', medication_list: null })).toBe('');
  });

  test('gives rows for a printed table', () => {
    expect(medicationRows(list)).toEqual([
      { heading: 'Dauermedikation' },
      { cells: ['Ramipril 5 mg', '', '', ''] },
      { heading: 'Bedarfsmedikation' },
      { cells: ['Muster', '', '', ''] },
      { heading: 'Wichtige Hinweise: Blutdruck messen' },
    ]);
  });

  test('has one hundred lines at most', () => {
    const many = (count: number) => listOf(...Array.from({ length: count }, () => aMedicine()));
    expect(medicationListSchema.safeParse(many(100)).success).toBe(true);
    expect(medicationListSchema.safeParse(many(101)).success).toBe(false);
  });

  test('merged with another has no duplicate lines', () => {
    const other = listOf(aMedicine({ heading: 'Dauermedikation' }), byTrade('Neu'));
    expect(joinedLists(list, other)?.medicines.map(medicineName)).toEqual(['Ramipril 5 mg', 'Muster', 'Neu']);
    expect(joinedLists(null, other)).toBe(other);
    expect(joinedLists(list, undefined)).toBe(list);
    expect(joinedLists(null, undefined)).toBeNull();
  });

  test('when merged keeps lines under other headings, and at most ten sources', () => {
    const weekly = listOf(aMedicine({ heading: 'Wöchentliche Anwendung' }));
    expect(joinedLists(list, weekly)?.medicines.map(({ heading }) => heading)).toContain('Wöchentliche Anwendung');
    const sourced = (from: number) => ({
      ...list,
      sources: Array.from({ length: 8 }, (_, day) => ({ printed_on: `2026-11-${from + day}`, author: '' })),
    });
    const joined = joinedLists(sourced(10), sourced(20));
    expect(medicationListSchema.safeParse(joined).success).toBe(true);
    expect(joined?.sources[0]?.printed_on).toBe('2026-11-20');
  });

  test('is included in the medication text of a health profile', () => {
    const texts = { medication: 'Tee', allergies: '', operations: '', previous_illnesses: '' };
    const [without, withList] = [healthTextsIn(texts), healthTextsIn({ ...texts, medication_list: list })];
    expect(without.medication_list).toBeNull();
    expect(differingTopics(without, withList)).toEqual(['medication']);
    expect(differingTopics(withList, { ...texts, medication_list: structuredClone(list) })).toEqual([]);
    const newer = { ...list, sources: [{ printed_on: '2026-11-03', author: '' }] };
    expect(differingTopics(withList, { ...texts, medication_list: newer })).toEqual(['medication']);
    expect(withAddedTexts(texts, withList).medication_list).toEqual(list);
  });
});

describe('warnings', () => {
  const kinds = (medicines: Medicine[], allergies = '') => medicationWarnings(listOf(...medicines), allergies);

  test('name an active ingredient that is on the list twice', () => {
    expect(kinds([aMedicine(), aMedicine({ trade_name: 'Muster' })])).toEqual([
      { kind: 'duplicate', what: 'Ramipril', medicines: ['Ramipril 5 mg', 'Ramipril 5 mg (Muster)'] },
    ]);
    // One combination with the same salt twice is one line.
    const twice = [
      { name: 'Insulin', strength: '' },
      { name: 'Insulin', strength: '' },
    ];
    expect(kinds([aMedicine({ ingredients: twice })])).toEqual([]);
  });

  test('compare names as search does: case, accents and umlauts', () => {
    expect(kinds([byTrade('Mädizin'), byTrade('MAEDIZIN')])).toHaveLength(1);
    expect(kinds([byTrade('Metoprololsuccinat'), byTrade('Metoprololtartrat')])).toEqual([]);
  });

  test('name a number that is listed twice, without repeating the name warning', () => {
    const [one, other] = [byTrade('A', { pzn: '01234562' }), byTrade('B', { pzn: '01234562' })];
    expect(kinds([one, other])).toMatchObject([{ kind: 'duplicate', what: 'PZN 01234562' }]);
    expect(kinds([one, one])).toHaveLength(1);
  });

  test('quote the declared allergy whose words are in a name', () => {
    const penicillin = byTrade('Phenoxymethylpenicillin');
    expect(kinds([penicillin, aMedicine()], 'Pflaster\nPenicillin (Ausschlag)')).toEqual([
      { kind: 'allergy', what: 'Penicillin (Ausschlag)', medicines: ['Phenoxymethylpenicillin'] },
    ]);
    expect(kinds([byTrade('ASS 100')], 'ASS')).toHaveLength(1);
    for (const said of ['Penicillinallergie', 'Penicilline', 'Penicillinunverträglichkeit', 'Penicillins'])
      expect([said, kinds([penicillin], said).length]).toEqual([said, 1]);
    expect(kinds([byTrade('Morphine')], 'Morphin')).toHaveLength(1);
  });

  test('ignore drug classes, dosage forms and short word parts', () => {
    expect(kinds([byTrade('Amoxicillin')], 'Penicillin')).toEqual([]);
    expect(kinds([byTrade('Muster Salbe')], 'Salbe')).toEqual([]);
    expect(kinds([byTrade('Klassik')], 'ASS')).toEqual([]);
    expect(kinds([aMedicine()], 'keine')).toEqual([]);
    expect(medicationWarnings(null, 'Penicillin')).toEqual([]);
  });
});
