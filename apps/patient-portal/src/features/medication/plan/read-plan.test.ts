import { medicineLine } from '@konsil/contracts/medication';
import { isSamePerson } from './plan-person.ts';
import { PlanFault, planText, readPlan } from './read-plan.ts';
import { listOf, missingPages, withPage } from './scanned-plan.ts';

const versions = ['022', '023', '024', '025', '026', '027', '028'];
const page = (content: string, { v = '026', more = '', head = '' } = {}) =>
  `<MP v="${v}" U="F5FDC0E5E10E44EFBAC1D4A2B540A957"${more} l="de-DE">` +
  `<P g="Miriam" f="Adler" b="19740512" s="W"/><A n="Dr. Jana Beispiel" c="Musterstadt" t="2026-11-03T09:12:00"/>${head}${content}</MP>`;
const linesOf = (content: string, options?: Parameters<typeof page>[1]) =>
  readPlan(page(content, options)).medicines.map(medicineLine);
const faultOf = (text: string) => {
  try {
    readPlan(text);
  } catch (error) {
    if (error instanceof PlanFault) return error.code;
    throw error;
  }
  return 'none';
};

describe.each(versions)('A plan of version %s', (v) => {
  const content =
    '<S c="412"><M p="1234562" a="Ramipril Muster" f="TAB" m="1" v="½" du="1" i="vor dem Essen" r="Bluthochdruck"><W w="Ramipril" s="5 mg"/></M></S>' +
    '<S t="Nach Plan"><M p="2223945" t="max. 3" dud="Hübe"/></S>';

  test('is read with person, printing doctor and day', () => {
    expect(readPlan(page(content, { v }))).toMatchObject({
      instance: 'F5FDC0E5E10E44EFBAC1D4A2B540A957',
      page: 1,
      pages: 1,
      person: { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1974-05-12' },
      author: 'Dr. Jana Beispiel, Musterstadt',
      printedOn: '2026-11-03',
      unread: [],
    });
  });

  test('gives its lines with codes in words, and numbers as they are', () => {
    expect(readPlan(page(content, { v })).medicines).toEqual([
      {
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
      },
      {
        heading: 'Nach Plan',
        ingredients: [],
        trade_name: '',
        pzn: '02223945',
        form: '',
        times: null,
        dose: 'max. 3',
        unit: 'Hübe',
        hint: '',
        reason: '',
      },
    ]);
  });
});

describe('lines', () => {
  test('of combination medicines have all their ingredients', () => {
    expect(linesOf('<S><M m="1"><W w="Ramipril" s="5 mg"/><W w="Hydrochlorothiazid" s="25 mg"/></M></S>')).toEqual([
      'Ramipril 5 mg + Hydrochlorothiazid 25 mg: 1-0-0-0',
    ]);
  });

  test('taken weekly have the weekday in their dose, and no daily amounts', () => {
    const [medicine] = readPlan(page('<S c="425"><M a="MTX" m="1" wo="3" du="1"/></S>', { v: '028' })).medicines;
    expect(medicine).toMatchObject({ heading: 'Wöchentliche Anwendung', times: null, dose: 'mittwochs 1-0-0-0' });
    for (const wo of ['9', 'constructor'])
      expect(faultOf(page(`<S><M a="MTX" m="1" wo="${wo}"/></S>`, { v: '028' }))).toBe('damaged');
    // Without a day, too.
    expect(readPlan(page('<S c="425"><M a="MTX" m="1"/></S>')).medicines).toMatchObject([
      { times: null, dose: '1-0-0-0' },
    ]);
  });

  test('of recipes and free text are kept with their headings', () => {
    const read = readPlan(page('<S c="422"><R t="Salbe nach Rezept~2 %" x="dünn"/><X t="Blutdruck messen"/></S>'));
    expect(read.medicines).toMatchObject([{ trade_name: 'Salbe nach Rezept / 2 %', form: 'Rezeptur', hint: 'dünn' }]);
    expect(read.notes).toEqual([{ heading: 'Wichtige Angaben', text: 'Blutdruck messen' }]);
  });

  test('append their additional line to the hint', () => {
    expect(linesOf('<S><M a="A" i="nüchtern" x="für 10 Tage"/></S>')).toEqual(['A; nüchtern; für 10 Tage']);
  });

  test.each(['411', '412', '413', '414', '415', '416', '417', '418', '419', '421', '422', '423', '424', '425'])(
    'below the heading code %s have the heading as text',
    (code) => {
      const { medicines, unread } = readPlan(page(`<S c="${code}"><M a="A"/></S>`));
      expect(medicines[0]?.heading).toMatch(/^\p{L}[\p{L} ]+$/u);
      expect(unread).toEqual([]);
    },
  );
});

describe('what is not known', () => {
  test('an unknown code is shown as it is, and reported', () => {
    const read = readPlan(page('<S c="499"><M a="A" f="QQQ" m="1" du="Z"/></S>'));
    expect(read.medicines).toMatchObject([{ heading: '499', form: 'QQQ', unit: 'Z' }]);
    expect(read.unread).toEqual([
      { kind: 'heading', text: '499' },
      { kind: 'form', text: 'QQQ' },
      { kind: 'unit', text: 'Z' },
    ]);
    // Names of Object.prototype are no codes.
    expect(readPlan(page('<S><M a="A" f="constructor"/></S>')).medicines).toMatchObject([{ form: 'constructor' }]);
  });

  test('a line without a name or with an unknown attribute is reported', () => {
    const read = readPlan(page('<S><M m="1" r="Herz"/><M a="A" q="1"/><Z/></S>'));
    expect(read.medicines).toHaveLength(1);
    expect(read.unread).toEqual([
      { kind: 'nameless', text: '1-0-0-0, Herz' },
      { kind: 'detail', text: 'q: 1' },
      { kind: 'detail', text: 'Z' },
    ]);
  });

  test('an invalid package number is reported, and not stored', () => {
    const read = readPlan(page('<S><M p="12A" a="A"/></S>'));
    expect(read).toMatchObject({ medicines: [{ pzn: '' }], unread: [{ kind: 'pzn', text: '12A' }] });
  });
});

test('allergies and facts about the person are read', () => {
  const head = '<O ai="Penicillin,Nüsse" w="74.5" h="172" c="0.95" p="1" b="1" x="Zeile~zwei"/>';
  expect(readPlan(page('<S/>', { head })).about).toEqual({
    allergies: 'Penicillin,Nüsse',
    weight: '74.5',
    height: '172',
    creatinine: '0.95',
    pregnant: true,
    breastFeeding: true,
    text: 'Zeile / zwei',
  });
});

describe('what is no readable plan', () => {
  const good = page('<S><M a="A"/></S>');
  test.each([
    ['a product code', '010415012345678917', 'notPlan'],
    ['nothing', '', 'notPlan'],
    ['an older syntax', page('', { v: '020' }), 'older'],
    ['a later version', page('', { v: '029' }), 'newer'],
    ['a version that is none', page('', { v: 'x' }), 'damaged'],
    ['a cut code', good.slice(0, -20), 'damaged'],
    ['an element that is not closed', good.replace('</S>', ''), 'damaged'],
    ['ends in a wrong order', good.replace('</S></MP>', '</MP></S>'), 'damaged'],
    ['an attribute twice', page('<S><M a="A" a="B"/></S>'), 'damaged'],
    ['a bare ampersand', page('<S><M a="A & B"/></S>'), 'damaged'],
    ['an unknown entity', page('<S><M a="&x;"/></S>'), 'damaged'],
    ['text between elements', page('<S>Text</S>'), 'damaged'],
    ['control characters', page('<S><M a="\u0007"/></S>'), 'damaged'],
    ['replaced characters', page('<S><M a="M\ufffdller"/></S>'), 'damaged'],
    ['a page beyond the last', page('', { more: ' a="3" z="2"' }), 'damaged'],
    ['entities', good.replace('<MP', '<!DOCTYPE MP [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><MP'), 'damaged'],
    ['10 MB', page(`<S><M a="${'x'.repeat(10_000_000)}"/></S>`), 'tooLarge'],
  ])('%s is refused with its reason', (_, text, code) => {
    expect(faultOf(text)).toBe(code);
  });

  test('10 MB of opened elements are refused without being read', () => {
    expect(faultOf(`<MP>${'<S>'.repeat(4_000_000)}`)).toBe('tooLarge');
    expect(() => planText(new Uint8Array(10_000_000))).toThrow(PlanFault);
  });
});

test('understands character references and an XML declaration', () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${page("<S><M a='A &amp; &#66; &#x43; &quot;'/></S>")}\n`;
  expect(readPlan(text).medicines[0]?.trade_name).toBe('A & B C "');
});

test('bytes are read as ISO 8859-1 and as UTF-8', () => {
  const text = page('<S><M a="Mädizin µ"/></S>');
  for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8')])
    expect(readPlan(planText(bytes)).medicines[0]?.trade_name).toBe('Mädizin µ');
});

describe('a plan of two pages', () => {
  const pageOf = (number: number, more = '') =>
    readPlan(page(`<S><M a="Seite ${number}"/></S>`, { more: ` a="${number}" z="2"${more}` }));

  test('is complete once both pages are read, in page order', () => {
    const half = withPage(null, pageOf(2));
    if (typeof half === 'string') throw new Error(half);
    expect(missingPages(half)).toEqual([1]);
    const whole = withPage(half, pageOf(1));
    if (typeof whole === 'string') throw new Error(whole);
    expect(missingPages(whole)).toEqual([]);
    expect(listOf(whole)).toEqual({
      medicines: [
        expect.objectContaining({ trade_name: 'Seite 1' }),
        expect.objectContaining({ trade_name: 'Seite 2' }),
      ],
      notes: [],
      sources: [{ printed_on: '2026-11-03', author: 'Dr. Jana Beispiel, Musterstadt' }],
      edited: false,
    });
  });

  test('rejects a page of another print-out, and a page that was already read', () => {
    const other = { ...pageOf(2), instance: 'A'.repeat(32) };
    expect(withPage([pageOf(1)], other)).toBe('otherPlan');
    expect(withPage([pageOf(1)], pageOf(1))).toBe('again');
    // Prints without a name of their own are told apart by their person.
    const [first, second] = [pageOf(1), pageOf(2)].map((one) => ({ ...one, instance: '' }));
    if (!first || !second) throw new Error('no pages');
    expect(withPage([first], second)).toHaveLength(2);
    expect(withPage([first], { ...second, person: { ...second.person, first_name: 'Jakob' } })).toBe('otherPlan');
  });
});

describe('the person of a plan', () => {
  const miriam = { first_name: 'Miriam', last_name: 'Adler-Weiß', date_of_birth: '1974-05-12' };

  test.each([
    { ...miriam },
    { ...miriam, first_name: 'Miriam Ruth', last_name: 'Adler-Weiss' },
    { ...miriam, last_name: 'Adler' },
    { ...miriam, date_of_birth: '1974' },
    { ...miriam, date_of_birth: '' },
    { ...miriam, first_name: 'MIRIAM' },
  ])('matches the profile: %j', (other) => {
    expect(isSamePerson(miriam, other)).toBe(true);
  });

  test.each([
    { ...miriam, first_name: 'Jakob' },
    { ...miriam, last_name: 'Brandt' },
    { ...miriam, date_of_birth: '1974-05-21' },
    { ...miriam, date_of_birth: '1975' },
    // Named by nothing, as a following page alone may be.
    { first_name: '', last_name: '', date_of_birth: '' },
    { ...miriam, last_name: '', date_of_birth: '' },
  ])('differs from the profile: %j', (other) => {
    expect(isSamePerson(miriam, other)).toBe(false);
  });
});
