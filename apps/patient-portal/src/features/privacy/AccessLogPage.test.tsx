import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auditActions } from '@konsil/contracts/privacy';
import { checkLog } from '@konsil/contracts/audit-chain';
import type { ChainRecord } from '@konsil/contracts/audit-chain';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { anAuditEntry, anId, aPage, aPatient, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AccessLogPage } from './AccessLogPage.tsx';

let api: FakeApi;
beforeEach(() => localStorage.clear());
afterEach(() => api.restore());

const patient = aPatient();
const chainOf = (count: number): ChainRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    at: `2026-11-0${index + 1}T08:00:00.000Z`,
    actor: 'someone',
    role: 'doctor',
    action: 'case.read',
    result: 'allowed',
    case_id: null,
    document_id: null,
    rest: null,
  }));
let chain = chainOf(3);
let signed: string | undefined;
beforeEach(() => (signed = undefined));
const open = async (entries: AuditEntry[], people: number, locale: 'de' | 'en' = 'de', query = '') => {
  api = fakeApi({
    getPatient: patient,
    listAccesses: { ...aPage(entries), people },
    getAuditChain: { items: chain, more: false, sealed: true, ...(signed && { signed }) },
    getSettings: someSettings({ locale }),
  });
  await renderWithProviders(<AccessLogPage />, {
    route: `/patient/privacy/${patient.id}?${query}`,
    path: '/patient/privacy/:patientId',
    locale,
  });
};

test('shows the number of people first, then the accesses by day', async () => {
  await open(
    [
      anAuditEntry({ id: '3', at: '2026-11-04T15:52:00.000Z', action: 'case.answer' }),
      anAuditEntry({ id: '2', at: '2026-11-04T15:31:00.000Z', document_name: 'Arztbrief.pdf' }),
      anAuditEntry({ id: '1', at: '2026-11-02T08:15:00.000Z', action: 'case.read', result: 'denied' }),
    ],
    1,
  );
  expect(await screen.findByRole('heading', { name: '1 Person außer Ihnen' })).toBeVisible();
  expect(screen.getByText('Dr. Elif Sandberg · Letzte 30 Tage')).toBeVisible();
  const days = screen.getAllByRole('region', { name: /November/ });
  expect(days).toHaveLength(2);
  const [answered, read] = within(days[0] as HTMLElement).getAllByRole('listitem');
  expect(answered).toHaveTextContent(/Dr\.\sSandberg hat Ihnen zu dem Fall „Knoten in der Schilddrüse“ geantwortet/);
  expect(read).toHaveTextContent(/hat das Dokument „Arztbrief.pdf“ angesehen/);
});

test('a refused access is never called an opening, and every line says who asked', async () => {
  const denied = { result: 'denied' as const, action: 'case.read' as const };
  await open(
    [
      anAuditEntry({ ...denied, id: '3' }),
      anAuditEntry({ ...denied, id: '2', actor: { role: 'patient', name: '', mine: false } }),
      anAuditEntry({ ...denied, id: '1', actor: { role: 'patient', name: 'Miriam Adler', mine: true } }),
    ],
    0,
  );
  const [doctor, stranger, me] = await screen.findAllByRole('listitem');
  expect(doctor).toHaveTextContent(
    /^Dr\.\sSandberg wollte auf diese Daten zugreifen\. Das wurde abgelehnt, nichts wurde gezeigt\./,
  );
  expect(stranger).toHaveTextContent(/^Jemand mit einem anderen Konto wollte auf diese Daten zugreifen/);
  expect(me).toHaveTextContent(/^Sie wollten auf diese Daten zugreifen/);
});

test.each([
  ['de', /^Dr\.\sSandberg über das System „Praxissystem Köln“ hat/],
  ['en', /^Dr\sSandberg through the system “Praxissystem Köln”/],
] as const)('distinguishes access through another system from the doctor’s own (%s)', async (locale, sentence) => {
  const actor = { role: 'doctor' as const, name: 'Dr. Elif Sandberg', mine: false };
  const entry = anAuditEntry({ at: '2026-11-04T15:31:00.000Z', action: 'case.read', actor });
  await open(
    [
      { ...entry, id: '2', actor: { ...actor, via: 'Praxissystem Köln' } },
      { ...entry, id: '1' },
    ],
    1,
    locale,
  );
  const [system, own] = await screen.findAllByRole('listitem');
  expect(system).toHaveTextContent(sentence);
  expect(own).toHaveTextContent(/^Dr\.?\sSandberg (hat|opened)/);
});

test('attributes reading to the app, and decisions about the app to the reader', async () => {
  const actor = { role: 'patient' as const, name: 'Miriam Adler', mine: true, via: 'Gesundheitsbuch' };
  const entry = anAuditEntry({ at: '2026-11-04T15:31:00.000Z', actor });
  await open(
    [
      { ...entry, id: '4', action: 'app.end' },
      { ...entry, id: '3', action: 'case.read' },
      { ...entry, id: '2', action: 'case.read', result: 'denied' },
      { ...entry, id: '1', action: 'app.allow' },
    ],
    0,
  );
  const [ended, read, refused, allowed] = await screen.findAllByRole('listitem');
  expect(ended).toHaveTextContent(/^Sie haben den Zugriff der App „Gesundheitsbuch“ beendet/);
  expect(read).toHaveTextContent(/^Die App „Gesundheitsbuch“ hat/);
  expect(refused).toHaveTextContent(/^Die App „Gesundheitsbuch“ wollte/);
  expect(allowed).toHaveTextContent(/^Sie haben der App „Gesundheitsbuch“ erlaubt zu lesen/);
});

test('a long day shows its newest entries, the rest on demand', async () => {
  const documents = Array.from({ length: 9 }, (_, n) =>
    anAuditEntry({
      id: `d${n}`,
      at: `2026-11-04T15:${59 - n}:00.000Z`,
      document_id: anId(),
      document_name: `Brief ${n}.pdf`,
    }),
  );
  await open(
    [...documents, anAuditEntry({ id: 'x', at: '2026-11-04T08:00:00.000Z', action: 'case.read', result: 'denied' })],
    1,
  );
  const day = await screen.findByRole('region', { name: /November/ });
  const shown = () =>
    within(day)
      .getAllByRole('listitem')
      .map((item) => item.textContent ?? '');
  expect(shown()).toHaveLength(6);
  expect(shown().at(-1)).toContain('abgelehnt');
  await userEvent.click(within(day).getByRole('button', { name: 'Noch 4 Einträge an diesem Tag zeigen' }));
  expect(shown()).toHaveLength(10);
  await userEvent.click(within(day).getByRole('button', { name: 'Weniger von diesem Tag zeigen' }));
  expect(shown()).toHaveLength(6);
});

test.each([
  ['', 'Außer Ihnen hat in diesem Zeitraum niemand diese Daten angesehen.'],
  ['who=me', 'Sie selbst haben diese Daten in diesem Zeitraum nicht angesehen.'],
  ['kind=denied', 'In diesem Zeitraum wurde kein Zugriff abgelehnt.'],
  ['kind=denied&who=me', 'Zu dieser Auswahl ist in diesem Zeitraum nichts vermerkt.'],
  ['kind=changed', 'Zu dieser Auswahl ist in diesem Zeitraum nichts vermerkt.'],
])('an empty log (%s) explains exactly what that means', async (query, words) => {
  await open([], 0, 'de', query);
  expect(await screen.findByText(`Keine Einträge gefunden. ${words}`)).toBeVisible();
});

test('searches on the server; a search without matches can be cleared', async () => {
  await open([], 0);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('searchbox', { name: 'Name, Fall, Dokument suchen' }), 'sandb');
  await waitFor(() => expect(api.callsOf('listAccesses').at(-1)?.query).toMatchObject({ search: 'sandb' }));
  expect(await screen.findByText('Keine Einträge gefunden zu „sandb“.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Suche leeren' }));
  expect(await screen.findByText(/Außer Ihnen hat/)).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test.each([
  ['de', '„sandb“'],
  ['en', '“sandb”'],
] as const)('a printed log in %s quotes search terms in the style of that language', async (locale, quoted) => {
  await open([], 0, locale);
  await userEvent.type(await screen.findByRole('searchbox'), 'sandb');
  expect(await screen.findByText(new RegExp(`· ${quoted}$`))).toBeInTheDocument();
});

test('a missing record is not shown as an empty log', async () => {
  api = fakeApi({ getSettings: someSettings() });
  await renderWithProviders(<AccessLogPage />, {
    route: `/patient/privacy/${patient.id}`,
    path: '/patient/privacy/:patientId',
  });
  expect(await screen.findByRole('heading', { name: 'Diese Akte gibt es nicht.' })).toBeVisible();
});

test('can be filtered by person, period and kind', async () => {
  await open([], 0);
  const user = userEvent.setup();
  expect(await screen.findByRole('heading', { name: '0 Niemand außer Ihnen' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Nur ich' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Zeitraum' }), 'Von Anfang an');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Art des Zugriffs' }), 'Nur angesehen');
  await waitFor(() => expect(api.callsOf('listAccesses').at(-1)?.query).toEqual({ who: 'me', kind: 'seen' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Art des Zugriffs' }), 'Nur abgelehnt');
  await waitFor(() => expect(api.callsOf('listAccesses').at(-1)?.query).toEqual({ who: 'me', result: 'denied' }));
});

test.each(['de', 'en'] as const)(
  'every audited action has a sentence in %s, for others and for the reader',
  async (locale) => {
    const dayOf = (index: number) => new Date(Date.UTC(2026, 9, index + 1, 10)).toISOString();
    const entries = auditActions.flatMap((action, index) => [
      anAuditEntry({ id: `o${index}`, at: dayOf(index), action }),
      anAuditEntry({
        id: `m${index}`,
        at: dayOf(index),
        action,
        actor: { role: 'patient', name: 'Miriam Adler', mine: true },
      }),
    ]);
    await open(entries, 1, locale);
    const sentences = (await screen.findAllByRole('listitem')).map((item) => item.textContent ?? '');
    expect(sentences).toHaveLength(entries.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/other\.|me\.|\{\{|null|undefined/);
  },
);

describe('The check of the log', () => {
  const visit = async (records: ChainRecord[]) => {
    chain = records;
    await open([], 0);
    const card = await screen.findByRole('region', { name: 'Wurde am Protokoll etwas geändert?' });
    await waitFor(() => expect(within(card).queryByText('Ihr Gerät rechnet das Protokoll nach')).toBeNull());
    return card;
  };
  const leave = () => {
    api.restore();
    cleanup();
  };
  const asked = 'Bitte drucken Sie diese Seite, und fragen Sie den Betreiber, was geschehen ist.';

  test('reports an unchanged log since the last visit, with its date', async () => {
    expect(await visit(chainOf(3))).toHaveTextContent(
      'Bis Sie sich abmelden, prüft dieses Gerät ab jetzt bei jedem Besuch',
    );
    leave();
    const card = await visit(chainOf(4));
    expect(card).toHaveTextContent(/Seit Ihrem letzten Besuch am \S+, .* wurde nichts geändert und nichts entfernt\./);
    expect(card).not.toHaveTextContent(asked);
  });

  test.each([
    ['an edited entry', [0, 1, 2], /wurden geändert, vertauscht oder entfernt/],
    ['a swap', [1, 0, 2], /wurden geändert, vertauscht oder entfernt/],
    ['a cut end', [0, 1], /Es fehlen Einträge, die es bei Ihrem Besuch am .* gab/],
    ['a deleted entry', [0, 2], /Es fehlen Einträge, die es bei Ihrem Besuch am .* gab/],
  ])('%s is reported by the log check on every later visit', async (name, kept, sentence) => {
    await visit(chainOf(3));
    leave();
    const tampered = kept.flatMap((index) => chainOf(3)[index] ?? []);
    if (name === 'an edited entry') tampered[1] = { ...(tampered[1] as ChainRecord), result: 'denied' };
    if (name === 'a swap') tampered.forEach((record, index) => (record.seq = index + 1));
    for (let times = 0; times < 2; times += 1) {
      const card = await visit(tampered);
      expect(card).toHaveTextContent(sentence);
      expect(card).toHaveTextContent(asked);
      leave();
    }
    await visit(chainOf(3));
  });

  test('a printed check code can be compared on any device', async () => {
    const card = await visit(chainOf(3));
    const code = card.querySelector('code')?.textContent ?? '';
    expect(code).toMatch(/^3( [0-9a-f]{4}){8}$/);
    leave();
    localStorage.clear();
    const other = await visit(chainOf(5));
    await userEvent.click(within(other).getByText('Mit einem früheren Prüfcode vergleichen'));
    const field = within(other).getByRole('textbox', { name: /^Prüfcode von früher/ });
    await userEvent.type(field, `${code.slice(0, -1)}x`);
    await userEvent.click(within(other).getByRole('button', { name: 'Vergleichen' }));
    expect(field).toHaveAccessibleDescription(/Das ist kein Prüfcode/);
    await userEvent.clear(field);
    await userEvent.type(field, code.toUpperCase());
    await userEvent.click(within(other).getByRole('button', { name: 'Vergleichen' }));
    expect(await within(other).findByText(/Von den Einträgen, zu denen Ihr Code gehört, wurde nichts/)).toBeVisible();
  });

  describe('with the signature of the server', () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const aKey = () => crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
    /** The state of a log as a server with this key signs it. */
    const signedBy = async ({ publicKey, privateKey }: CryptoKeyPair, records: ChainRecord[], person = patient.id) => {
      const { head } = await checkLog(async () => ({ items: records, more: false, sealed: true }));
      const { x } = await crypto.subtle.exportKey('jwk', publicKey);
      const text = [
        encoded({ alg: 'EdDSA', typ: 'konsil-log', jwk: { kty: 'OKP', crv: 'Ed25519', x } }),
        encoded({
          format: 'konsil-log',
          version: 1,
          made_at: '2026-11-20T09:00:00.000Z',
          host: 'konsil.example',
          person,
          log: head,
        }),
      ].join('.');
      const bytes = await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(text));
      return `${text}.${Buffer.from(bytes).toString('base64url')}`;
    };
    const withState = (token: string, seq: number) => {
      const [head, body = '', signature] = token.split('.');
      const statement = JSON.parse(Buffer.from(body, 'base64url').toString()) as { log: { seq: number } };
      return [head, encoded({ ...statement, log: { ...statement.log, seq } }), signature].join('.');
    };
    let key: CryptoKeyPair;
    beforeAll(async () => (key = await aKey()));
    const visitSigned = async (records: ChainRecord[], by = key) => {
      signed = await signedBy(by, records);
      return visit(records);
    };

    test('confirms a valid log signature, and warns that signing out deletes the state', async () => {
      const card = await visitSigned(chainOf(3));
      expect(card).toHaveTextContent('Der Server hat diesen Stand unterschrieben, und die Unterschrift stimmt.');
      expect(card).toHaveTextContent(/Wenn Sie sich abmelden, vergisst dieses Gerät den Stand\./);
      expect(card).not.toHaveTextContent(asked);
    });

    test('reports a signature that does not match the log, and does not store its state', async () => {
      for (const token of [
        await signedBy(key, chainOf(2)),
        withState(await signedBy(key, chainOf(2)), 3),
        await signedBy(key, chainOf(3), anId()),
        'unsigned',
      ]) {
        signed = token;
        const card = await visit(chainOf(3));
        expect(card).toHaveTextContent('Die Unterschrift des Servers passt nicht zu diesem Protokoll.');
        expect(card).toHaveTextContent(asked);
        leave();
      }
      expect(await visitSigned(chainOf(3))).toHaveTextContent(/^.*dieses Gerät ab jetzt bei jedem Besuch/);
    });

    test('reports a log signed by another installation on the next visit', async () => {
      await visitSigned(chainOf(3));
      leave();
      const card = await visitSigned(chainOf(3), await aKey());
      expect(card).toHaveTextContent(/mit einem anderen Schlüssel unterschrieben als bei Ihrem Besuch am/);
      leave();
      // A state without a signature does not replace the known key.
      signed = undefined;
      await visit(chainOf(3));
      leave();
      expect(await visitSigned(chainOf(3), await aKey())).toHaveTextContent(/mit einem anderen Schlüssel/);
    });

    test('says that the browser does not support this kind of signature', async () => {
      const fails = jest
        .spyOn(crypto.subtle, 'importKey')
        .mockRejectedValue(new DOMException('unknown', 'NotSupportedError'));
      expect(await visitSigned(chainOf(3))).toHaveTextContent(
        'Ob die Unterschrift des Servers stimmt, kann dieser Browser nicht prüfen.',
      );
      fails.mockRestore();
    });

    test('the signed state is saved as a file', async () => {
      let saved: Blob | undefined;
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved = blob;
          return 'blob:code';
        },
        revokeObjectURL: () => undefined,
      });
      const pressed = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
      const card = await visitSigned(chainOf(3));
      await userEvent.click(within(card).getByRole('button', { name: 'Prüfcode speichern' }));
      expect(pressed.mock.contexts[0]).toMatchObject({ download: 'pruefcode-2026-11-20.jws' });
      expect(saved?.size).toBe(signed?.length);
      pressed.mockRestore();
    });

    test('a code of an unknown key is not accepted while the log has no signature', async () => {
      const card = await visit(chainOf(2));
      const file = new File([await signedBy(await aKey(), chainOf(3))], 'pruefcode.jws');
      await userEvent.upload(within(card).getByLabelText('Datei oder Foto wählen'), file);
      expect(await within(card).findByText('Es fehlen Einträge, zu denen Ihr Code gehört.')).toBeInTheDocument();
    });

    test.each<[string, () => Promise<string>, ChainRecord[], RegExp]>([
      [
        'a log that goes on',
        () => signedBy(key, chainOf(3)),
        chainOf(5),
        /Von den Einträgen, die es am .* gab, wurde nichts/,
      ],
      ['a cut log', () => signedBy(key, chainOf(3)), chainOf(2), /Es fehlen Einträge, die es am .*beweist es/],
      [
        'an edited log',
        () => signedBy(key, chainOf(3)),
        chainOf(4).map((record) => (record.seq === 2 ? { ...record, action: 'case.write' } : record)),
        /wurden geändert, vertauscht oder entfernt\. Ihr Prüfcode .* beweist es/,
      ],
      [
        'a forged code',
        async () => withState(await signedBy(key, chainOf(3)), 2),
        chainOf(3),
        /Die Unterschrift auf diesem Prüfcode passt nicht/,
      ],
      [
        'a code of another installation',
        async () => signedBy(await aKey(), chainOf(3)),
        chainOf(3),
        /Diesen Prüfcode hat eine andere Installation von Konsil unterschrieben/,
      ],
      [
        'a code of another person',
        () => signedBy(key, chainOf(3), anId()),
        chainOf(3),
        /gehört zum Protokoll einer anderen Person/,
      ],
      ['another file', () => Promise.resolve('Guten Tag'), chainOf(3), /In dieser Datei ist kein Prüfcode/],
    ])('compares a saved state file with the log: %s', async (_name, saved, records, sentence) => {
      const card = await visitSigned(records);
      const file = new File([await saved()], 'pruefcode.jws');
      await userEvent.upload(within(card).getByLabelText('Datei oder Foto wählen'), file);
      expect(await within(card).findByText(sentence)).toBeInTheDocument();
    });
  });
});
