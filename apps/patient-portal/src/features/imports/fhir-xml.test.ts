import { readFhirXml } from '@konsil/documents-upload/incoming';
import { readInWords } from './testing/in-words.ts';
import { aBundle, aSection, conditionOf, medicineOf } from './testing/summaries.ts';

const escaped = (text: string): string => text.replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** FHIR's JSON as XML (R4, "XML Representation of Resources"). */
const xmlOf = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => xmlOf(name, one)).join('');
  if (name === 'div') return String(value);
  if (typeof value !== 'object' || value === null) return `<${name} value="${escaped(String(value))}"/>`;
  const { resourceType, ...fields } = value as Record<string, unknown>;
  const inner = Object.entries(fields)
    .map(([key, one]) => xmlOf(key, one))
    .join('');
  return typeof resourceType === 'string' && name !== resourceType
    ? `<${name}>${xmlOf(resourceType, value)}</${name}>`
    : `<${name}>${inner}</${name}>`;
};
const documentOf = (bundle: object, before = '<?xml version="1.0" encoding="UTF-8"?>'): string =>
  before + xmlOf('Bundle', bundle).replace('<Bundle>', '<Bundle xmlns="http://hl7.org/fhir">');

const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] });
const summary = {
  resourceType: 'Bundle',
  type: 'document',
  entry: [
    {
      fullUrl: 'urn:uuid:1',
      resource: {
        resourceType: 'Composition',
        status: 'final',
        section: [
          {
            code: loinc('10160-0'),
            entry: [{ reference: 'urn:uuid:3' }, { reference: 'MedicationStatement/m2' }],
          },
          {
            code: loinc('48765-2'),
            text: {
              status: 'generated',
              div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Pollen &amp; Nüsse<br/>Latex</p></div>',
            },
          },
          { code: loinc('11450-4'), entry: [{ reference: 'urn:uuid:4' }, { reference: 'urn:uuid:5' }] },
        ],
      },
    },
    {
      fullUrl: 'urn:uuid:2',
      resource: {
        resourceType: 'Patient',
        name: [{ family: 'O"Hara & Söhne', given: ['Miriam', 'Ä.'] }],
        birthDate: '1979-03-14',
      },
    },
    {
      fullUrl: 'urn:uuid:3',
      resource: {
        resourceType: 'MedicationStatement',
        status: 'active',
        medicationCodeableConcept: { text: 'Ramipril 5 mg' },
        dosage: [{ text: 'morgens 1' }],
      },
    },
    {
      resource: {
        resourceType: 'MedicationStatement',
        id: 'm2',
        status: 'stopped',
        medicationCodeableConcept: { text: 'Ibuprofen' },
      },
    },
    {
      fullUrl: 'urn:uuid:4',
      resource: { resourceType: 'Condition', code: { coding: [{ display: 'Asthma < mittel' }] } },
    },
    {
      fullUrl: 'urn:uuid:5',
      resource: {
        resourceType: 'Condition',
        verificationStatus: { coding: [{ code: 'refuted' }] },
        code: { text: 'Diabetes' },
      },
    },
  ],
};

test('a patient summary says the same in XML as in JSON', () => {
  const read = readInWords(documentOf(summary));
  expect(read).toEqual(readInWords(JSON.stringify(summary)));
  expect(read).toMatchObject({
    name: 'Miriam Ä. O"Hara & Söhne',
    birthDate: '1979-03-14',
    texts: {
      medication: 'Ramipril 5 mg, morgens 1',
      allergies: 'Pollen & Nüsse\nLatex',
      operations: '',
      previous_illnesses: 'Asthma < mittel',
    },
  });
});

test('translations, contained resources and doses are read in XML as in JSON', () => {
  const extension = { url: 'http://hl7.org/fhir/StructureDefinition/translation' };
  const display = (parts: object[]) => ({
    display: 'Hot flushes',
    _display: { extension: { ...extension, extension: parts } },
  });
  const parts = [
    { url: 'lang', valueCode: 'de-DE' },
    { url: 'content', valueString: 'Hitzewallungen' },
  ];
  const bundle = aBundle([
    aSection('11450-4', [conditionOf('c', { code: { coding: [display(parts)] } })]),
    aSection('10160-0', [
      medicineOf('m', {
        contained: [{ resourceType: 'Medication', id: 'med', code: { text: 'Ramipril' } }],
        medicationReference: { reference: '#med' },
        dosage: [{ timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } }, asNeededBoolean: true }],
      }),
    ]),
  ]);
  const xml = documentOf(bundle)
    .replace('<display value="Hot flushes"/><_display>', '<display value="Hot flushes">')
    .replace('</_display>', '</display>')
    .replace(/<extension><url value="([^"]*)"\/>/g, '<extension url="$1">');
  expect(xml).toContain('<display value="Hot flushes"><extension url="');
  const read = readInWords(xml);
  expect(read).toEqual(readInWords(JSON.stringify(bundle)));
  expect(read?.texts).toMatchObject({
    medication: 'Ramipril, 2-mal täglich, bei Bedarf',
    previous_illnesses: 'Hitzewallungen',
  });
});

test('a summary is read with comments, another prefix, and elements of other namespaces', () => {
  const prefixed = documentOf(summary)
    .replace(/<(\/?)(?!\?|\/|div|p>|br)([A-Za-z])/g, '<$1f:$2')
    .replace('xmlns=', 'xmlns:f=')
    .replace('<f:type', '<!-- a note --><x:type xmlns:x="urn:x" value="collection"/><f:type');
  expect(readInWords(prefixed)).toEqual(readInWords(JSON.stringify(summary)));
});

test('element names such as __proto__ become plain fields', () => {
  const read = readFhirXml(
    '<Bundle xmlns="http://hl7.org/fhir"><__proto__><status value="x"/></__proto__></Bundle>',
    1000,
  );
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect((read as { status?: string }).status).toBeUndefined();
});

const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
test.each<[string, string]>([
  ['nested entities', documentOf(summary, `<!DOCTYPE Bundle [<!ENTITY l0 "lol">${laughs}]>`)],
  [
    'an external entity',
    documentOf(summary, '<!DOCTYPE Bundle [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace('document', '&x;'),
  ],
  ['an external document type', documentOf(summary, '<!DOCTYPE Bundle SYSTEM "https://example.org/x.dtd">')],
  ['a document type in small letters', documentOf(summary, '<!doctype Bundle>')],
  ['an unknown entity', documentOf(summary).replace('Latex', '&nbsp;')],
  ['another encoding', documentOf(summary, '<?xml version="1.0" encoding="ISO-8859-1"?>')],
  ['a missing end', documentOf(summary).slice(0, -9)],
  ['a second root', `${documentOf(summary)}<Bundle/>`],
  ['another namespace', documentOf(summary).replace('http://hl7.org/fhir', 'urn:hl7-org:v3')],
  ['no namespace', documentOf(summary).replace(' xmlns="http://hl7.org/fhir"', '')],
  ['100 levels', documentOf({ ...summary, x: Array.from({ length: 100 }).reduce((inner) => ({ x: inner }), '1') })],
  ['too many elements', documentOf(summary).replace('<type', `${'<x/>'.repeat(100_000)}<type`)],
  ['too many characters', documentOf(summary).replace('<type', `<x value="${'x'.repeat(4 * 1024 * 1024)}"/><type`)],
  ['HTML', '<!DOCTYPE html><html><body>Bundle</body></html>'],
  ['a bundle that is no document', documentOf({ ...summary, type: 'collection' })],
])('%s is refused as a patient summary', (_what, text) => {
  expect(readInWords(text)).toBeNull();
});

test('fetches and runs nothing that a summary references', () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('fetched'));
  const hostile = documentOf(summary, '<?xml-stylesheet type="text/xsl" href="https://example.org/x.xsl"?>').replace(
    'Latex',
    '<script>globalThis.isRun = true</script><img src="https://example.org/x.png" onerror="globalThis.isRun = true"/>Latex',
  );
  expect(readInWords(hostile)?.texts.allergies).toContain('Latex');
  expect((globalThis as { isRun?: boolean }).isRun).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
});

const told = '<div xmlns="http://www.w3.org/1999/xhtml"><p>Pollen &amp; Nüsse<br/>Latex</p></div>';
test.each<[string, string, string]>([
  ['cells apart', '<table><tr><td>Ramipril 5</td><td>10 Stück</td></tr></table>', 'Ramipril 5 10 Stück'],
  [
    'headings and terms on lines of their own',
    '<h2>Pollen</h2><dl><dt>Latex</dt><dd>mild</dd></dl>',
    'Pollen\nLatex\nmild',
  ],
  ['no scripts and styles', '<style>p {}</style><script>alert(1)</script>Pollen', 'Pollen'],
])('a narrative is read with %s', (_what, inner, expected) => {
  const plain = `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>`;
  const prefixed = plain.replace(/<(\/?)/g, '<$1h:').replace('xmlns=', 'xmlns:h=');
  for (const text of inner.includes('script') ? [plain] : [plain, prefixed])
    expect(readInWords(documentOf(summary).replace(told, text))?.texts.allergies).toBe(expected);
});

test('a summary belongs to its subject, even if the file contains other people', () => {
  const [composition, ...others] = summary.entry;
  const other = { fullUrl: 'urn:uuid:9', resource: { resourceType: 'Patient', name: [{ family: 'Andere' }] } };
  const about = (reference: string) => ({
    ...summary,
    entry: [other, { ...composition, resource: { ...composition?.resource, subject: { reference } } }, ...others],
  });
  expect(readInWords(documentOf(about('urn:uuid:2')))?.name).toBe('Miriam Ä. O"Hara & Söhne');
  expect(readInWords(documentOf(about('urn:uuid:3')))).toBeNull();
});

test('a narrative of unclosed tags is parsed in bounded time', () => {
  const endless = JSON.stringify(summary, (key, value: unknown) => (key === 'div' ? '<br '.repeat(400_000) : value));
  expect(readInWords(endless)).not.toBeNull();
});
