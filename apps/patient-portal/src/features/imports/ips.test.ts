import { readInWords } from './testing/in-words.ts';
import {
  aBundle,
  absent,
  allergyOf,
  aSection,
  coded,
  conditionOf,
  loinc,
  medicineOf,
  patientOf,
  snomed,
  words,
  type MadeSection,
} from './testing/summaries.ts';

const read = (bundle: object, locale: 'de' | 'en' = 'de') => {
  const summary = readInWords(JSON.stringify(bundle), locale);
  if (!summary) throw new Error('no summary');
  return summary;
};
const readSections = (sections: MadeSection[], more: object = {}) => read(aBundle(sections, more));
const problems = (...fields: object[]) =>
  readSections([
    aSection(
      '11450-4',
      fields.map((one, at) => conditionOf(`c${at}`, one)),
    ),
  ]).texts.previous_illnesses;
const allergies = (...fields: object[]) =>
  readSections([
    aSection(
      '48765-2',
      fields.map((one, at) => allergyOf(`a${at}`, one)),
    ),
  ]);
const medicines = (...fields: object[]) =>
  readSections([
    aSection(
      '10160-0',
      fields.map((one, at) => medicineOf(`m${at}`, one)),
    ),
  ]).texts.medication;
const clinical = (code: string) => ({ clinicalStatus: coded({ code }) });
const verified = (code: string) => ({ verificationStatus: coded({ code }) });

describe('what an entry is called', () => {
  const translated = (lang: string, content: string) => ({
    _display: {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/translation',
          extension: [
            { url: 'lang', valueCode: lang },
            { url: 'content', valueString: content },
          ],
        },
      ],
    },
  });
  test.each<[string, object, string]>([
    ['its own text', { coding: [snomed('1', 'Asthma bronchiale')], text: 'Asthma' }, 'Asthma'],
    ['the first name of a code', coded(snomed('1'), snomed('2', 'Asthma')), 'Asthma'],
    [
      'its translation',
      coded({ ...snomed('1', 'Hot flushes'), ...translated('de-AT', 'Hitzewallungen') }),
      'Hitzewallungen',
    ],
    [
      'no translation to another language',
      coded({ ...snomed('1', 'Hot flushes'), ...translated('nl', 'opvliegers') }),
      'Hot flushes',
    ],
    ['its code with the system', coded(snomed('195967001')), 'SNOMED CT 195967001'],
    ['a code of a system without a name', coded({ system: 'urn:oid:1.2', code: 'X1' }), 'X1'],
    [
      'its name with the ICD-10 code',
      coded(snomed('1', 'Asthma'), { system: 'http://hl7.org/fhir/sid/icd-10', code: 'J45.9' }),
      'Asthma (ICD-10 J45.9)',
    ],
  ])('is %s', (_what, code, expected) => expect(problems({ code })).toBe(expected));

  test('says which entries have no name', () => {
    const { texts, left } = readSections([
      aSection('11450-4', [
        conditionOf('c1', { code: { text: 'Asthma' } }),
        conditionOf('c2', { code: { extension: [{ url: 'x', valueCode: 'masked' }] } }),
      ]),
    ]);
    expect(texts.previous_illnesses).toBe('Asthma');
    expect(left).toEqual([expect.objectContaining({ section: '11450-4', count: 1, reason: 'nameless' })]);
  });
});

describe('states and times', () => {
  test.each<[string, object, string]>([
    [
      'a remission with both dates',
      { ...clinical('remission'), onsetDateTime: '2015-01', abatementDateTime: '2015-03' },
      'Krebs (in Remission; 01/2015 bis 03/2015)',
    ],
    ['an active illness since a year', { ...clinical('active'), onsetDateTime: '2015' }, 'Krebs (seit 2015)'],
    [
      'an illness that is over',
      { ...clinical('resolved'), abatementPeriod: { end: '2020-02-03' } },
      'Krebs (ausgeheilt; bis 03.02.2020)',
    ],
    ['a suspicion', verified('differential'), 'Krebs (Differenzialdiagnose)'],
    ['a beginning by age', { onsetAge: { value: 45, code: 'a' } }, 'Krebs (seit dem Alter von 45 Jahren)'],
    ['a beginning in words', { onsetString: 'als Kind' }, 'Krebs (als Kind)'],
    [
      'the day as written, without a shift of zones',
      { onsetDateTime: '2020-01-01T00:30:00+14:00' },
      'Krebs (seit 01.01.2020)',
    ],
  ])('describes %s', (_what, fields, expected) =>
    expect(problems({ code: { text: 'Krebs' }, ...fields })).toBe(expected),
  );

  test('describes risk, reactions and uncertainty of an allergy', () => {
    expect(
      allergies({
        code: { text: 'Penicillin' },
        type: 'intolerance',
        criticality: 'high',
        ...verified('unconfirmed'),
        onsetDateTime: '2010',
        note: [{ text: 'Test\nfolgt' }, { text: '-' }],
        reaction: [
          { manifestation: [{ text: 'Ausschlag' }, coded(snomed('1', 'Atemnot'))], severity: 'severe' },
          { description: 'Übelkeit' },
        ],
      }).texts.allergies,
    ).toBe(
      'Penicillin (nicht bestätigt; Unverträglichkeit; hohes Risiko; seit 2010; Reaktion: Ausschlag, Atemnot (schwer); Übelkeit; Test folgt)',
    );
  });

  test('lists refuted, stopped, ended and not done entries without importing them', () => {
    const { texts, left } = readSections([
      aSection(
        '10160-0',
        [
          medicineOf('m1', { status: 'completed', medicationCodeableConcept: { text: 'Triatec' } }),
          {
            resourceType: 'MedicationRequest',
            id: 'm2',
            status: 'cancelled',
            medicationCodeableConcept: { text: 'Beloc' },
          },
          {
            resourceType: 'MedicationRequest',
            id: 'm3',
            doNotPerform: true,
            medicationCodeableConcept: { text: 'ASS' },
          },
        ],
        words('Triatec, Beloc, ASS'),
      ),
      aSection('48765-2', [
        allergyOf('a1', { code: { text: 'Nüsse' }, ...verified('refuted') }),
        allergyOf('a2', { code: { text: 'Latex' }, ...clinical('resolved') }),
        allergyOf('a3', { code: { text: 'Milch' }, ...verified('entered-in-error') }),
      ]),
      aSection('47519-4', [{ resourceType: 'Procedure', id: 'p1', status: 'not-done', code: { text: 'Bypass' } }]),
    ]);
    expect(Object.values(texts).join('')).toBe('');
    expect(left.map(({ names, reason }) => [names.join(), reason])).toEqual([
      ['Triatec,Beloc', 'ended'],
      ['ASS', 'notDone'],
      ['Nüsse', 'refuted'],
      ['Latex', 'ended'],
      ['Milch', 'error'],
      ['Bypass', 'notDone'],
    ]);
  });

  test('imports nothing marked as an error or with an unknown modifier extension', () => {
    const section = aSection('11450-4', [conditionOf('c1', { code: { text: 'Asthma' } })], words('Asthma'));
    const withdrawn = readSections([section], { composition: { status: 'entered-in-error' } });
    expect([withdrawn.texts.previous_illnesses, withdrawn.left[0]?.reason]).toEqual(['', 'error']);
    const modified = readSections([
      aSection(
        '11450-4',
        [conditionOf('c1', { code: { text: 'Asthma' }, modifierExtension: [{ url: 'x' }] })],
        words('Asthma'),
      ),
    ]);
    expect([modified.texts.previous_illnesses, modified.left[0]?.reason]).toEqual(['', 'unclear']);
  });
});

describe('nothing known', () => {
  test.each<[string, object, string]>([
    ['no allergies', absent('no-known-allergies', 'No known allergies'), 'Keine Allergien bekannt'],
    ['no food allergies', absent('no-known-food-allergies'), 'Keine Allergien gegen Lebensmittel bekannt'],
    ['the same in SNOMED CT', snomed('716186003', 'No known allergy'), 'Keine Allergien bekannt'],
  ])('%s are shown in the language of the reader', (_what, coding, expected) =>
    expect(allergies({ code: coded(coding) }).texts.allergies).toBe(expected),
  );

  test('a "no known allergies" statement is shown beside a recorded allergy', () => {
    expect(allergies({ code: { text: 'Penicillin' } }, { code: coded(snomed('429625007')) }).texts.allergies).toBe(
      'Penicillin\nKeine Allergien gegen Lebensmittel bekannt',
    );
  });

  test('an "unknown" entry is reported, but not imported as an illness', () => {
    const { texts, left } = readSections([
      aSection(
        '11450-4',
        [conditionOf('c1', { code: coded(absent('no-problem-info', 'No information')) })],
        words('No profile yet'),
      ),
      aSection('48765-2', [], { ...words('Not on file'), emptyReason: coded({ code: 'notasked' }) }),
    ]);
    expect(Object.values(texts).join('')).toBe('');
    expect(left.map(({ section, reason }) => [section, reason])).toEqual([
      ['11450-4', 'noInfo'],
      ['48765-2', 'noInfo'],
    ]);
  });

  test('imports narrative text that adds to the codes, but not an empty narrative', () => {
    const unknown = (text: object) =>
      readSections([aSection('48765-2', [allergyOf('a1', { code: coded(absent('no-allergy-info')) })], text)]).texts
        .allergies;
    expect(unknown(words('Penicillin', 'additional'))).toBe('Penicillin');
    expect(unknown(words('needs to be generated', 'empty'))).toBe('');
    expect(readSections([aSection('48765-2', [], words('needs to be generated', 'empty'))]).texts.allergies).toBe('');
  });

  test('imports the narrative of our own older summaries', () => {
    const section = aSection(
      '48765-2',
      [allergyOf('a1', { code: coded(absent('no-allergy-info')) })],
      words('Penicillin'),
    );
    const author = [{ reference: 'Organization/konsil' }];
    expect(readSections([section], { composition: { author } }).texts.allergies).toBe('Penicillin');
  });
});

describe('medicines', () => {
  const ramipril = { medicationCodeableConcept: { text: 'Ramipril 5 mg' } };
  const dosage = (...doses: object[]) => medicines({ ...ramipril, dosage: doses });
  const tablet = { doseAndRate: [{ doseQuantity: { value: 0.5, unit: 'Tablette' } }] };
  const repeat = (fields: object) => ({ timing: { repeat: fields } });
  test.each<[string, object[], string]>([
    ['every dose in words', [{ text: 'morgens 1' }, { text: 'abends 2' }], 'morgens 1; abends 2'],
    ['words with instructions', [{ text: '1', additionalInstruction: [{ text: 'mit Wasser' }] }], '1, mit Wasser'],
    ['need beside words', [{ text: '1 Tablette', asNeededBoolean: true }], '1 Tablette, bei Bedarf'],
    [
      'an amount with a rate',
      [{ ...tablet, ...repeat({ frequency: 3, period: 1, periodUnit: 'd' }) }],
      '0,5 Tablette, 3-mal täglich',
    ],
    ['a period without a number of times', [repeat({ period: 2, periodUnit: 'wk' })], 'alle 2 Wochen'],
    ['times in several days', [repeat({ frequency: 2, period: 3, periodUnit: 'd' })], '2-mal alle 3 Tage'],
    [
      'times of day',
      [{ ...tablet, ...repeat({ when: ['MORN', 'EVE.late', 'X'] }) }],
      '0,5 Tablette, morgens, abends, X',
    ],
    ['days and hours', [repeat({ dayOfWeek: ['mon'], timeOfDay: ['08:00:00'] })], 'montags, um 08:00 Uhr'],
    ['a code for the timing', [{ timing: { code: coded({ code: 'BID' }) } }], 'BID'],
    [
      'a range, a reason and the most',
      [
        {
          doseAndRate: [{ doseRange: { low: { value: 1 }, high: { value: 2, unit: 'Hub' } } }],
          asNeededCodeableConcept: { text: 'Atemnot' },
          maxDosePerPeriod: {
            numerator: { value: 8, unit: 'Hub' },
            denominator: { value: 1, unit: 'd', system: 'http://unitsofmeasure.org', code: 'd' },
          },
        },
      ],
      '1–2 Hub, bei Bedarf Atemnot, höchstens 8 Hub / 1 d',
    ],
    [
      'no rate that lacks its period',
      [{ ...tablet, route: { text: 'oral' }, ...repeat({ count: 1, periodUnit: 'd' }) }],
      '0,5 Tablette, oral',
    ],
    ['a beginning', [{ text: '1', ...repeat({ boundsPeriod: { start: '2011-11-29' } }) }], '1, seit 29.11.2011'],
  ])('include %s', (_what, doses, expected) => expect(dosage(...doses)).toBe(`Ramipril 5 mg, ${expected}`));

  test('include ingredients and strength, also from contained resources', () => {
    const contained = [
      {
        resourceType: 'Medication',
        id: 'med',
        code: { text: 'Karvea' },
        ingredient: [
          {
            itemCodeableConcept: { text: 'Irbesartan' },
            strength: {
              numerator: { value: 75, unit: 'mg' },
              denominator: { value: 1, unit: 'Tablet', system: 'http://unitsofmeasure.org', code: '{tablet}' },
            },
          },
        ],
      },
    ];
    expect(medicines({ contained, medicationReference: { reference: '#med' } })).toBe('Karvea (Irbesartan 75 mg)');
    expect(
      medicines({
        medicationCodeableConcept: coded(snomed('1', 'Anastrozol'), {
          system: 'urn:x',
          code: '9',
          display: 'ANASTROZOL 1MG',
        }),
      }),
    ).toBe('Anastrozol (ANASTROZOL 1MG)');
    expect(medicines({ medicationReference: { reference: 'urn:oid:1.2', display: 'METFORMIN 1000MG' } })).toBe(
      'METFORMIN 1000MG',
    );
  });

  test('from a prescription include dose and date', () => {
    const request = {
      resourceType: 'MedicationRequest',
      id: 'r',
      status: 'active',
      authoredOn: '2020-11-07T00:00:00+01:00',
      medicationCodeableConcept: { text: 'Metformin' },
      dosageInstruction: [{ text: '3-mal täglich 1' }],
    };
    expect(readSections([aSection('10160-0', [request])]).texts.medication).toBe(
      'Metformin, 3-mal täglich 1 (verordnet 07.11.2020)',
    );
  });

  test('that ended long ago are marked as ended', () => {
    const effectivePeriod = { start: '2014-05-05T00:00:00+02:00', end: '2014-05-10T12:12:00+02:00' };
    expect(medicines({ ...ramipril, status: 'unknown', effectivePeriod }, { ...ramipril, status: 'on-hold' })).toBe(
      'Ramipril 5 mg (05.05.2014 bis 10.05.2014)\nRamipril 5 mg (pausiert)',
    );
  });

  test('are shown in English to an English reader', () => {
    const bundle = aBundle([
      aSection('10160-0', [
        medicineOf('m', {
          ...ramipril,
          effectiveDateTime: '2024-08-13',
          dosage: [{ ...tablet, ...repeat({ period: 1, periodUnit: 'd', when: ['HS'] }) }],
        }),
      ]),
    ]);
    expect(read(bundle, 'en').texts.medication).toBe(
      'Ramipril 5 mg, 0.5 Tablette, 1 × a day, before sleep (as of 13 Aug 2024)',
    );
  });
});

describe('references', () => {
  const asthma = { resourceType: 'Condition', id: 'c1', code: { text: 'Asthma' } };
  const referring = (reference: string, entry: object) => {
    const bundle = aBundle([
      { section: { code: coded(loinc('11450-4')), entry: [{ reference, display: 'Genannt' }] }, resources: [] },
    ]);
    return read({ ...bundle, entry: [...bundle.entry, entry] });
  };
  test.each<[string, string, object]>([
    ['a urn:uuid', 'urn:uuid:11', { fullUrl: 'urn:uuid:11', resource: { ...asthma, id: 'other' } }],
    [
      'a urn:uuid that only the id has',
      'urn:uuid:c1',
      { fullUrl: 'https://example.org/Condition/c1', resource: asthma },
    ],
    ['a type and id', 'Condition/c1', { fullUrl: 'urn:uuid:11', resource: asthma }],
    [
      'a type and id in the address only',
      'Condition/c9',
      { fullUrl: 'https://example.org/fhir/Condition/c9', resource: { ...asthma, id: undefined } },
    ],
    [
      'an absolute address',
      'https://example.org/fhir/Condition/c1',
      { fullUrl: 'https://example.org/fhir/Condition/c1', resource: asthma },
    ],
    [
      'an absolute address of an entry with a urn',
      'https://example.org/fhir/Condition/c1',
      { fullUrl: 'urn:uuid:11', resource: asthma },
    ],
    ['a version', 'Condition/c1/_history/3', { resource: asthma }],
  ])('by %s are followed', (_what, reference, entry) =>
    expect(referring(reference, entry).texts.previous_illnesses).toBe('Asthma'),
  );

  test('that cannot be resolved in the file are reported', () => {
    const { texts, left } = referring('Condition/elsewhere', { resource: asthma });
    expect(texts.previous_illnesses).toBe('');
    expect(left.map(({ names, reason }) => [names.join(), reason])).toEqual([
      ['Genannt', 'missing'],
      ['Asthma', 'unlisted'],
    ]);
  });

  test('to another person are not imported', () => {
    const other = { ...patientOf({ id: 'q' }), name: [{ family: 'Andere' }] };
    const subject = (reference: string) => ({ code: { text: 'Asthma' }, subject: { reference } });
    for (const reference of ['Patient/q', 'Patient/unknown']) {
      const { texts, left } = readSections([aSection('11450-4', [conditionOf('c1', subject(reference))])], {
        more: [other],
      });
      expect([texts.previous_illnesses, left[0]?.reason]).toEqual(['', 'otherPerson']);
    }
    expect(
      readSections([aSection('11450-4', [conditionOf('c1', subject('https://example.org/fhir/Patient/p'))])]).texts
        .previous_illnesses,
    ).toBe('Asthma');
  });

  test('to an unresolvable patient mean the only patient in the file', () => {
    const composition = { subject: { reference: 'Patient/lost' } };
    expect(readSections([], { composition }).name).toBe('Miriam Adler');
    expect(readInWords(JSON.stringify(aBundle([], { composition, more: [patientOf({ id: 'q' })] })))).toBeNull();
  });
});

describe('sections', () => {
  test('without a counterpart are listed with their entries; not done ones separately', () => {
    const vaccine = (id: string, text: string, status = 'completed') => ({
      resourceType: 'Immunization',
      id,
      status,
      vaccineCode: { text },
    });
    const { texts, left } = readSections([
      aSection('11369-6', [vaccine('i1', 'Influenza'), vaccine('i2', 'Gelbfieber', 'not-done')], {
        title: 'Impfungen',
      }),
      aSection('18776-5', [], { title: 'Plan', ...words('Continue for 5 years') }),
      aSection('30954-2', [], { emptyReason: coded({ code: 'unavailable' }), ...words('None') }),
    ]);
    expect(Object.values(texts).join('')).toBe('');
    expect(left).toEqual([
      { section: '11369-6', title: 'Impfungen', names: ['Influenza'], count: 1, reason: 'noPlace' },
      { section: '11369-6', title: 'Impfungen', names: ['Gelbfieber'], count: 1, reason: 'notDone' },
      { section: '18776-5', title: 'Plan', names: [], count: 1, reason: 'noPlace' },
    ]);
  });

  test('inside a section are read', () => {
    const inner = aSection('', [medicineOf('m1', { medicationCodeableConcept: { text: 'Ramipril' } })]);
    const { code: _, ...uncoded } = inner.section as { code: object };
    expect(
      readSections([{ section: { code: coded(loinc('10160-0')), section: [uncoded] }, resources: inner.resources }])
        .texts.medication,
    ).toBe('Ramipril');
  });

  test('with an unexpected resource type report it', () => {
    const { texts, left } = readSections([
      aSection('11450-4', [
        { resourceType: 'Observation', id: 'o', code: { text: 'Diabetes' }, valueCodeableConcept: { text: 'absent' } },
      ]),
    ]);
    expect([texts.previous_illnesses, left[0]?.names, left[0]?.reason]).toEqual(['', ['Diabetes'], 'noPlace']);
  });

  test('with too many entries are truncated, with a notice', () => {
    const long = Array.from({ length: 300 }, (_, at) =>
      conditionOf(`c${at}`, { code: { text: `${at} ${'x'.repeat(50)}` } }),
    );
    const { texts, left } = readSections([aSection('11450-4', long)]);
    expect(texts.previous_illnesses.length).toBeLessThan(8001);
    expect(texts.previous_illnesses.split('\n').length + (left[0]?.count ?? 0)).toBe(300);
    expect(left[0]?.reason).toBe('tooLong');
  });

  test('list a repeated entry once', () => {
    expect(problems({ code: { text: 'Asthma' } }, { code: { text: 'Asthma' } })).toBe('Asthma');
  });
});

test('a person has the current and former names of the file, and no made-up name', () => {
  const { name, names, gender } = readSections([], {
    patient: patientOf({
      gender: 'female',
      name: [
        { use: 'maiden', family: 'Berg', given: ['Miriam'] },
        { use: 'anonymous', family: 'Doe' },
        { use: 'usual', given: ['Miri'], text: 'Miri Adler' },
        { use: 'official', family: 'Adler', given: ['Miriam', 'Anna'], prefix: ['Dr.'] },
      ],
    }),
  });
  expect([name, names, gender]).toEqual([
    'Miriam Anna Adler',
    ['Miriam Anna Adler', 'Miri Adler', 'Miriam Berg'],
    'female',
  ]);
});
