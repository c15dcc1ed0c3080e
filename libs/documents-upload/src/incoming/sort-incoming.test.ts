/** @jest-environment node */
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { maxUploadBytes } from '@konsil/contracts/codes';
import { buildDicom } from '@konsil/pixels/made-dicom';
import { aMail, aPlainMail } from '../testing/mails.ts';
import { mostIncomingFiles, TooManyFiles } from './incoming.ts';
import { sortIncoming } from './sort-incoming.ts';

const ct = new Uint8Array(readFileSync(join(__dirname, '../../../../libs/server/dicom/fixtures/CT_small.dcm')));
const pdf = (text: string) => `%PDF-1.7 ${text}`;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);
const mail = (text: string, name = 'nachricht.eml') => file(name, text);

const sort = async (...files: (File | [path: string, File])[]) => {
  const chosen = files.map((one) =>
    Array.isArray(one) ? { path: one[0], file: one[1] } : { path: one.name, file: one },
  );
  const progress: number[] = [];
  const incoming = await sortIncoming(chosen, (done) => progress.push(done));
  return {
    ...incoming,
    progress,
    names: incoming.files.map(({ file: { name } }) => name),
    reasons: incoming.leftOut.map(({ name, reason }) => [name, reason]),
  };
};

test('takes the attachments of an e-mail, byte for byte, with its subject', async () => {
  const text = aMail('=?utf-8?q?Befund_M=C3=BCller?=', [
    { type: 'text/plain', bytes: 'Anbei der Befund.' },
    { name: 'Befund.pdf', type: 'application/pdf', bytes: pdf('1') },
    { name: 'IM1', type: 'application/dicom', bytes: ct },
    { name: 'Notiz.docx', type: 'application/msword', bytes: 'x' },
    { name: 'leer.pdf', type: 'application/pdf', bytes: '' },
  ]);
  const { names, files, mails, signed, reasons } = await sort(mail(text));
  expect(names).toEqual(['Befund.pdf', 'IM1']);
  expect(files.map(({ source }) => source)).toEqual(['Befund Müller', 'Befund Müller']);
  expect(Buffer.from((await files[1]?.file.arrayBuffer()) ?? new ArrayBuffer(0)).equals(ct)).toBe(true);
  expect([mails, signed, reasons]).toEqual([
    1,
    0,
    [
      ['Notiz.docx', 'unsupported'],
      ['leer.pdf', 'empty'],
    ],
  ]);
});

test('takes files of subfolders with their folder, and skips those of systems', async () => {
  const { names, files, progress, summaries, reasons } = await sort(
    ['Portal/2024/Labor.pdf', file('Labor.pdf', pdf('1'))],
    ['Portal/Bilder/IM1', file('IM1', ct)],
    ['Portal/.DS_Store', file('.DS_Store', 'x')],
    ['Portal/index.html', file('index.html', '<!doctype html><script>alert(1)</script>')],
    ['Portal/akte.json', file('akte.json', '{"resourceType":"Bundle"}')],
  );
  expect(names).toEqual(['Labor.pdf', 'IM1']);
  expect(files.map(({ source, kind }) => [source, kind])).toEqual([
    ['Portal/2024', 'pdf'],
    ['Portal/Bilder', 'dcm'],
  ]);
  expect(summaries.map(({ file: { name } }) => name)).toEqual(['akte.json']);
  expect(reasons).toEqual([['index.html', 'unsupported']]);
  expect(progress).toEqual([1, 2, 3, 4, 5]);
});

test('takes identical files once, regardless of name and e-mail', async () => {
  const text = aMail('Befund', [{ name: 'anders.pdf', type: 'application/pdf', bytes: pdf('1') }]);
  const { names, repeated } = await sort(file('a.pdf', pdf('1')), mail(text), file('b.pdf', pdf('2')));
  expect([names, repeated]).toEqual([['a.pdf', 'b.pdf'], 1]);
});

test('reads the person of an image in any transfer syntax', async () => {
  const { files } = await sort(file('ct.dcm', ct), file('a.pdf', pdf('1')));
  expect(files.map(({ person }) => person)).toEqual([{ patientName: 'CompressedSamples^CT1', birthDate: null }, null]);
});

test.each([
  ['ISO_IR 100', 'M\xfcller^J\xf6rg', 'Müller^Jörg'],
  ['ISO_IR 126', '\xc4\xe9\xef\xed\xf5\xf3\xe9\xef\xf2', 'Διονυσιος'],
  ['ISO_IR 144', '\xbb\xee\xda', 'Люк'],
  ['\\ISO 2022 IR 87', 'Yamada^Tarou=\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B', 'Yamada^Tarou=山田^太郎'],
  ['', 'M\xc3\xbcller', 'Müller'],
  ['', 'M\xfcller^O\xb4Brien', 'Müller^O´Brien'],
  ['', 'Gr\xf6\xdfl^\xc5se', 'Größl^Åse'],
  ['', '\xc5^Kari', 'Å^Kari'],
  // Undeclared GBK, Shift-JIS (kanji and kana), EUC-KR and Windows-1251: no word can be read.
  ['', '\xd5\xc5^\xce\xb0', '\ufffd^\ufffd'],
  ['', 'Yamada^Tarou=\x8eR\x93c^\x91\xbe\x98Y', 'Yamada^Tarou=\ufffd^\ufffd'],
  ['', '\x83A\x83C', '\ufffd'],
  ['', '\xb1\xe8^\xc3\xb6\xbc\xf6', '\ufffd^\ufffd'],
  ['', '\xc8\xe2\xe0\xed\xee\xe2^\xcf\xb8\xf2\xf0', '\ufffd^\ufffd'],
  // ISO 8859-2, undeclared: signs that no name has in Latin-1 are letters there.
  ['', 'Wo\xb3czyk^\xa3ukasz', 'Wołczyk^Łukasz'],
])('reads a name in the character set %s', async (charset, bytes, patientName) => {
  const image = buildDicom([
    ['00080005', 'CS', charset],
    ['00100010', 'PN', Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))],
    ['00100030', 'DA', '19680421'],
    ['0020000d', 'UI', '1.2.3'],
  ]);
  const { files } = await sort(file('image.dcm', new Uint8Array(image)));
  expect(files[0]?.person).toEqual({ patientName, birthDate: '1968-04-21' });
});

test('takes the content of a signed e-mail, and says that it has a signature', async () => {
  const signed = aMail(
    'Arztbrief',
    [
      { name: 'Brief.pdf', type: 'application/pdf', bytes: pdf('1') },
      { name: 'smime.p7s', type: 'application/pkcs7-signature', bytes: 'x' },
    ],
    'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256',
  );
  const read = await sort(mail(signed));
  expect([read.names, read.signed, read.reasons]).toEqual([['Brief.pdf'], 1, []]);
});

test.each([
  ['signed-data', 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m'],
  ['enveloped-data', 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'],
  ['the old name', 'application/x-pkcs7-mime; name=smime.p7m'],
])('an e-mail as %s is reported as unreadable', async (_, type) => {
  const { names, reasons } = await sort(mail(aPlainMail('Geheim', { type, bytes: pdf('innen') }), 'kim.eml'));
  expect([names, reasons]).toEqual([[], [['kim.eml', 'sealed']]]);
});

test('PGP e-mails and encrypted attachments are reported as unreadable', async () => {
  const parts = [
    { name: 'Befund.pdf', type: 'application/pdf', bytes: pdf('1') },
    { name: 'smime.p7m', type: 'application/pkcs7-mime', bytes: 'x' },
  ];
  const pgp = aMail('Geheim', parts, 'multipart/encrypted; protocol="application/pgp-encrypted"');
  expect((await sort(mail(pgp, 'pgp.eml'))).reasons).toEqual([['pgp.eml', 'sealed']]);
  const mixed = await sort(mail(aMail('Weitergeleitet', parts)));
  expect([mixed.names, mixed.reasons]).toEqual([['Befund.pdf'], [['smime.p7m', 'sealed']]]);
});

test('a forwarded e-mail gives its attachments, too', async () => {
  const inner = aMail('Von der Klinik', [{ name: 'OP.pdf', type: 'application/pdf', bytes: pdf('op') }]);
  const nested = inner.replace(/(--|")part/g, '$1inner');
  const inline = aMail('Weiter', []).replace(
    '--part--',
    `--part\r\nContent-Type: message/rfc822\r\n\r\n${nested}\r\n--part--`,
  );
  expect((await sort(mail(inline))).names).toEqual(['OP.pdf']);
  const attached = aMail('Weiter', [{ name: 'klinik.eml', type: 'application/octet-stream', bytes: inner }]);
  expect((await sort(mail(attached))).names).toEqual(['OP.pdf']);
});

test.each(['', '; filename="Weiter"'])('an attached e-mail without .eml (%j) is opened', async (name) => {
  const inner = aMail('Von der Klinik', [{ name: 'OP.pdf', type: 'application/pdf', bytes: pdf('op') }]);
  const nested = inner.replace(/(--|")part/g, '$1inner');
  const head = `Content-Type: message/rfc822\r\nContent-Disposition: attachment${name}`;
  const text = aMail('Weiter', []).replace('--part--', `--part\r\n${head}\r\n\r\n${nested}\r\n--part--`);
  const { names, reasons } = await sort(mail(text));
  expect([names, reasons]).toEqual([['OP.pdf'], []]);
});

test('imports a letter that is attached as an inline image', async () => {
  const headers = ['Content-ID: <part1>'];
  const parts = [
    { type: 'text/html', bytes: '<p>Anbei</p>' },
    { name: 'Befund.pdf', type: 'application/pdf', bytes: pdf('1'), headers },
  ];
  const { names, reasons } = await sort(mail(aMail('Befund', parts, 'multipart/related')));
  expect([names, reasons]).toEqual([['Befund.pdf'], []]);
});

describe('a hostile e-mail', () => {
  test('nested in itself is opened three times and no more', async () => {
    let text = aMail('innen', [{ name: 'tief.pdf', type: 'application/pdf', bytes: pdf('tief') }]);
    for (let depth = 0; depth < 12; depth += 1)
      text = aMail(`um ${depth}`, [{ name: 'weiter.eml', type: 'application/octet-stream', bytes: text }]);
    const { names, reasons, mails } = await sort(mail(text));
    expect([names, reasons, mails]).toEqual([[], [['weiter.eml', 'nested']], 3]);
  });

  test('with thousands of nested multiparts or attachments is refused as a whole', async () => {
    const deep = Array.from(
      { length: 3000 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
    ).join('');
    const many = aMail(
      'viele',
      Array.from({ length: 3000 }, (_, at) => ({ name: `${at}.pdf`, type: 'application/pdf', bytes: pdf(String(at)) })),
    );
    const wide = `From: a@example.org\r\nDate: x\r\n${'X-Fill: y\r\n'.repeat(100_000)}\r\n`;
    const { names, reasons } = await sort(
      mail(`From: a@example.org\r\n${deep}`, 'tief.eml'),
      mail(many, 'viele.eml'),
      mail(wide, 'kopf.eml'),
    );
    expect([names, reasons]).toEqual([
      [],
      [
        ['tief.eml', 'broken'],
        ['viele.eml', 'broken'],
        ['kopf.eml', 'broken'],
      ],
    ]);
  });

  test('has folders and direction marks removed from its attachment names', async () => {
    const names = ['../../etc/befund.pdf', 'C:\\\\Windows\\\\brief.pdf', '\u202efdp.exe.pdf', ''];
    const parts = names.map((name, at) => ({ name, type: 'application/pdf', bytes: pdf(String(at)) }));
    expect((await sort(mail(aMail('Pfade', parts)))).names).toEqual([
      'befund.pdf',
      'brief.pdf',
      'fdp.exe.pdf',
      'attachment-4',
    ]);
  });

  test('does not import its body text, HTML or inline images', async () => {
    const html = '<img src="cid:logo"><script>alert(1)</script><img src="https://example.org/track.png">';
    const text = aMail(
      'HTML',
      [
        { type: 'text/html', bytes: html },
        { name: 'logo.png', type: 'image/png', bytes: png, headers: ['Content-ID: <logo>'] },
      ],
      'multipart/related',
    );
    const read = await sort(mail(text));
    expect([read.names, read.reasons]).toEqual([[], [['logo.png', 'inText']]]);
    expect(JSON.stringify(read)).not.toContain('script');
  });

  test.each(['', 'x', '\0\0\0', 'Guten Tag,\r\n\r\nkein Kopf.', '--part\r\n--part--'])(
    '%j is not an e-mail',
    async (text) => {
      expect((await sort(mail(text, 'x.eml'))).reasons).toEqual([['x.eml', 'broken']]);
    },
  );
});

test('reports unusable ZIPs, Outlook files and files that are too large', async () => {
  const zip = (names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array(2)])));
  const { names, reasons } = await sort(
    file('akte.zip', zip(['manifest.json', 'record.json', 'ips.json']) as BlobPart),
    file('befunde.zip', zip(['2024/a.pdf', '2024/b.pdf']) as BlobPart),
    file('bilder.zip', zip(['IM1', 'IM2', 'befund.pdf']) as BlobPart),
    file('gross.pdf', pdf('x'), new Uint8Array(maxUploadBytes)),
  );
  expect(names).toEqual(['bilder.zip']);
  expect(reasons).toEqual([
    ['akte.zip', 'record'],
    ['befunde.zip', 'packed'],
    ['gross.pdf', 'tooLarge'],
  ]);
});

test('continues after an unreadable file, and refuses too many files', async () => {
  const lost = file('weg.pdf', pdf('1'));
  jest.spyOn(lost, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  const { names, reasons } = await sort(lost, file('da.pdf', pdf('2')));
  expect([names, reasons]).toEqual([['da.pdf'], [['weg.pdf', 'unreadable']]]);
  const many = Array.from({ length: mostIncomingFiles + 1 }, (_, at) => file(`${at}.pdf`, pdf(String(at))));
  await expect(sort(...many)).rejects.toThrow(TooManyFiles);
});

describe('a FHIR bundle of documents', () => {
  const data = (text: string) => Buffer.from(text).toString('base64');
  const patient = {
    resourceType: 'Patient',
    id: 'p',
    name: [{ family: 'Adler', given: ['Miriam', 'Anna'] }],
    birthDate: '1979-03-14',
  };
  const reference = (attachment: object, more = {}) => ({
    resourceType: 'DocumentReference',
    status: 'current',
    subject: { reference: 'Patient/p' },
    content: [{ attachment }],
    ...more,
  });
  const bundle = (resources: object[], more = {}) =>
    file(
      'bundle.json',
      JSON.stringify({
        resourceType: 'Bundle',
        type: 'collection',
        entry: resources.map((resource) => ({ resource })),
        ...more,
      }),
    );

  test('yields its documents, with their person', async () => {
    const { names, files, summaries } = await sort(
      bundle([
        patient,
        reference({ title: 'Brief.pdf', data: data(pdf('1')) }),
        reference({ url: 'Binary/b' }, { description: 'Labor' }),
        { resourceType: 'Binary', id: 'b', data: data(pdf('2')) },
        reference({ title: 'IM1', data: Buffer.from(ct).toString('base64') }),
      ]),
    );
    expect([names, summaries]).toEqual([['Brief.pdf', 'Labor', 'IM1'], []]);
    const about = { patientName: 'Adler^Miriam Anna', birthDate: '1979-03-14' };
    expect(files.map(({ person }) => person)).toEqual([
      about,
      about,
      { patientName: 'CompressedSamples^CT1', birthDate: null },
    ]);
    expect(await files[1]?.file.text()).toBe(pdf('2'));
  });

  test("uses the person's current name, or the text form if it has no parts", async () => {
    const name = [
      { use: 'maiden', family: 'Berg', given: ['Miriam'] },
      { use: 'official', family: 'Adler', given: ['Miriam'] },
    ];
    const subject = { subject: { reference: 'Patient/p' } };
    for (const [names, patientName] of [
      [name, 'Adler^Miriam'],
      [[{ use: 'usual', text: 'Miriam Adler' }], 'Miriam Adler^'],
    ] as const) {
      const about = { resourceType: 'Patient', id: 'p', name: names };
      const { files } = await sort(bundle([about, reference({ title: 'a.pdf', data: data(pdf('1')) }, subject)]));
      expect(files[0]?.person).toEqual({ patientName, birthDate: null });
    }
  });

  test('reports external, withdrawn and damaged documents, and fetches nothing', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('fetched'));
    const { names, reasons } = await sort(
      bundle([
        reference({ title: 'a.pdf', url: 'https://example.org/a.pdf' }),
        reference({ title: 'b.pdf', data: data(pdf('b')) }, { status: 'entered-in-error' }),
        reference({ title: 'f.pdf', data: data(pdf('f')) }, { docStatus: 'entered-in-error' }),
        reference({ title: 'c.pdf', data: '%%%' }),
        reference({ title: '../d.json', data: data('{}') }),
        ...Array.from({ length: 200 }, (_, at) => reference({ title: `${at}.pdf`, data: data(pdf(String(at))) })),
      ]),
    );
    expect(names).toHaveLength(195);
    expect(reasons).toEqual([
      ['a.pdf', 'elsewhere'],
      ['b.pdf', 'withdrawn'],
      ['f.pdf', 'withdrawn'],
      ['c.pdf', 'unreadable'],
      ...Array.from({ length: 5 }, (_, at) => [`${195 + at}.pdf`, 'tooMany']),
      ['d.json', 'unsupported'],
    ]);
    expect(fetched).not.toHaveBeenCalled();
  });

  const xmlOf = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => xmlOf(name, one)).join('');
    if (typeof value !== 'object' || value === null)
      return `<${name} value="${String(value).replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`)}"/>`;
    const { resourceType, ...fields } = value as Record<string, unknown>;
    const inner = Object.entries(fields)
      .map(([key, one]) => xmlOf(key, one))
      .join('');
    return typeof resourceType === 'string' && name !== resourceType
      ? `<${name}>${xmlOf(resourceType, value)}</${name}>`
      : `<${name}>${inner}</${name}>`;
  };
  const bundleText = (resources: object[], more = {}) => {
    const entry = resources.map((resource) => ({ resource }));
    return xmlOf('Bundle', { resourceType: 'Bundle', type: 'collection', entry, ...more }).replace(
      '<Bundle>',
      '<Bundle xmlns="http://hl7.org/fhir">',
    );
  };
  const xml = (text: string, name = 'bundle.xml', before = '<?xml version="1.0" encoding="UTF-8"?>\n') =>
    file(name, before + text);

  test('in XML gives the same as in JSON', async () => {
    const resources = [
      patient,
      reference({ title: 'Brief & Befund "1".pdf', data: data(pdf('1')) }),
      reference({ url: 'Binary/b' }, { description: 'Labor' }),
      { resourceType: 'Binary', id: 'b', data: data(pdf('2')) },
      reference({ title: 'a.pdf', url: 'https://example.org/a.pdf' }),
      reference({ title: 'b.pdf', data: data(pdf('b')) }, { status: 'entered-in-error' }),
      reference({ title: 'c.pdf', data: '%%%' }),
      reference({ title: 'd.xml', data: data('<Bundle xmlns="http://hl7.org/fhir"/>') }),
      reference({ title: 'IM1', data: Buffer.from(ct).toString('base64') }),
    ];
    const told = (read: Awaited<ReturnType<typeof sort>>) =>
      read.files.map(({ file: { name }, kind, sha256, person }) => ({ name, kind, sha256, person }));
    const [json, inXml, prefixed] = await Promise.all([
      sort(bundle(resources)),
      sort(xml(bundleText(resources), 'bundle.XML')),
      sort(
        xml(
          bundleText(resources)
            .replace(/<(\/?)/g, '<$1f:')
            .replace('xmlns=', 'xmlns:f='),
        ),
      ),
    ]);
    expect(told(json)).toHaveLength(3);
    for (const read of [inXml, prefixed]) {
      expect(told(read)).toEqual(told(json));
      expect(read.reasons).toEqual(json.reasons);
      expect(read.summaries).toEqual([]);
    }
    expect(inXml.files[0]?.source).toBe('bundle.XML');
  });

  test('in XML is read if it is a patient summary; other XML is not imported', async () => {
    const { summaries, reasons } = await sort(
      xml(bundleText([patient, reference({ data: data(pdf('1')) })], { type: 'document' }), 'ips.XML'),
      xml('<ClinicalDocument xmlns="urn:hl7-org:v3"/>', 'cda.xml'),
    );
    expect(summaries.map(({ file: { name } }) => name)).toEqual(['ips.XML']);
    expect(reasons).toEqual([['cda.xml', 'unsupported']]);
  });

  const taken = () => bundleText([patient, reference({ title: 'Brief.pdf', data: data(pdf('1')) })]);
  test('turns raw line breaks in XML attributes into spaces, but keeps escaped ones', async () => {
    const personWith = async (name: string) =>
      (await sort(xml(taken().replace('Adler', name)))).files.map(({ person }) => person?.patientName);
    const [spaced] = await personWith('Ad ler');
    expect(await personWith('Ad\r\nler')).toEqual([spaced]);
    expect(await personWith('Ad&#10;ler')).toEqual([spaced?.replace(' ', '\n')]);
  });

  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  test.each<[string, () => File]>([
    ['nested entities', () => xml(taken(), 'x.xml', `<!DOCTYPE Bundle [<!ENTITY l0 "lol">${laughs}]>`)],
    [
      'an external entity',
      () =>
        xml(taken().replace('Adler', '&x;'), 'x.xml', '<!DOCTYPE Bundle [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    ['an external document type', () => xml(taken(), 'x.xml', '<!DOCTYPE Bundle SYSTEM "https://example.org/x.dtd">')],
    ['an entity of nobody', () => xml(taken().replace('Adler', '&auml;'), 'x.xml')],
    ['another encoding', () => xml(taken(), 'x.xml', '<?xml version="1.0" encoding="ISO-8859-1"?>')],
    ['bytes of another encoding', () => file('x.xml', Buffer.from(taken().replace('Adler', 'Ädler'), 'latin1'))],
    ['UTF-16', () => file('x.xml', Buffer.from(`\ufeff${taken()}`, 'utf16le'))],
    ['UTF-16 without its mark', () => file('x.xml', Buffer.from(taken(), 'utf16le').swap16())],
    ['an attribute twice', () => xml(taken().replace('value=', 'value="x" value='), 'x.xml')],
    ['a prefix of nobody', () => xml(taken().replace('<entry>', '<f:entry/><entry>'), 'x.xml')],
    ['a missing end', () => xml(taken().slice(0, -12), 'x.xml')],
    ['a character that is none', () => xml(taken().replace('Adler', '&#0;'), 'x.xml')],
    ['a control character', () => xml(taken().replace('Adler', 'Ad\u0001ler'), 'x.xml')],
    ['a reference to no character', () => xml(taken().replace('Adler', '&#xFFFE;'), 'x.xml')],
    ['an attribute with a prefix of nobody', () => xml(taken().replace('<entry>', '<entry f:id="1">'), 'x.xml')],
    [
      'elements in each other up to 99 MB',
      () => xml(taken().replace('<entry>', `${'<a>'.repeat(33 * 1024 * 1024)}<entry>`), 'x.xml'),
    ],
    ['more than 100 MB', () => file('x.xml', taken(), new Uint8Array(100 * 1024 * 1024).fill(32))],
    ['a hundred thousand elements', () => xml(taken().replace('<entry>', `${'<a/>'.repeat(100_000)}<entry>`), 'x.xml')],
  ])('with %s is refused in XML', async (_, make) => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('fetched'));
    const { names, summaries, reasons } = await sort(make());
    expect([names, summaries, reasons]).toEqual([[], [], [['x.xml', 'unreadableXml']]]);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('with a thousand namespaces per level is parsed in bounded time', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ` xmlns:n${at}="urn:x"`).join('');
    const levels = Array.from({ length: 50 }).reduce<string>(
      (inner) => `<e${many}>${inner}</e>`,
      '<x/>'.repeat(40_000),
    );
    const { names } = await sort(xml(taken().replace('<entry>', `${levels}<entry>`)));
    expect(names).toEqual(['Brief.pdf']);
  });

  test.each<[string, () => File]>([
    ['a patient summary', () => bundle([patient, reference({ data: data(pdf('1')) })], { type: 'document' })],
    ['a bundle without documents', () => bundle([patient])],
    ['JSON nested 100,000 deep', () => file('a.json', '['.repeat(100_000))],
    ['no JSON', () => file('a.json', '{ "resourceType": "Bundle"')],
  ])('%s is not a FHIR bundle', async (_, make) => {
    const { names, summaries, leftOut } = await sort(make());
    expect([names, summaries.length, leftOut]).toEqual([[], 1, []]);
  });
});
