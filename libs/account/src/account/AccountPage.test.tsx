import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PortalConfig } from '@konsil/api';
import { hasUnsavedChanges, lossWarning } from '@konsil/forms/leave-guard';
import {
  aLogin,
  anAccount,
  anAuthSession,
  aSession,
  aSignIn,
  fakeApi,
  refusalWith,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { AccountPage } from './AccountPage.tsx';

const login = aLogin();
let api: FakeApi;
const open = async (answers: FakeAnswers = {}, config: Partial<PortalConfig> = {}) => {
  api = fakeApi({
    authSession: anAuthSession(login),
    isLoggedIn: login,
    getAccount: anAccount(),
    listSessions: [aSession({ current: true })],
    listSignIns: [],
    listPasskeys: [],
    listIdentities: { linked: [], available: [] },
    getOwnPortrait: { portrait_url: null },
    ...answers,
  });
  await renderInPortal(<AccountPage />, { route: '/patient/account', path: '/patient/account', login, config });
  await screen.findByRole('heading', { name: 'Passwort' });
  return userEvent.setup();
};
afterEach(() => api.restore());

const part = (name: string) => within(screen.getByRole('region', { name }));

test('shows the account holder, and the phone number only to some', async () => {
  await open();
  expect(screen.getByText('miriam.adler@konsil.example')).toBeVisible();
  expect(screen.getByText('+49 151 ••••• 482')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Angaben ändern' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/patient\/patients\/.+\/edit$/),
  );
});

test('the security check-up lists possible improvements, with links', async () => {
  const user = await open({ listSessions: [aSession({ current: true }), aSession()] });
  const check = part('Wie sicher ist Ihr Konto?');
  expect(check.getByText('Ein Punkt könnte besser sein. Es eilt nicht.')).toBeVisible();
  expect(check.getAllByRole('listitem').map(({ textContent }) => textContent)[0]).toMatch(
    /^Könnte besser sein: .*Passkey/,
  );
  expect(check.getByText(/an 2 Stellen angemeldet/)).toBeVisible();
  Element.prototype.scrollIntoView = () => {};
  await user.click(check.getByRole('link', { name: 'Ansehen: Passkeys' }));
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
  await user.click(check.getByRole('link', { name: 'Ansehen: Mobilnummer' }));
  expect(screen.getByRole('heading', { name: 'Mobilnummer' })).toHaveFocus();
});

test('does not ask for a password if the account has none', async () => {
  await open({ getAccount: anAccount({ no_password: true }) });
  const check = part('Wie sicher ist Ihr Konto?');
  expect(check.getByText('Alles in Ordnung. Sie müssen nichts tun.')).toBeVisible();
  expect(check.queryByText(/Passwort/)).toBeNull();
  expect(part('Passwort').getByText(/^Ihr Konto hat kein Passwort\./)).toBeVisible();
  expect(part('Passwort').queryByRole('button')).toBeNull();
});

test('the security check-up lists no improvement if a second factor is set up', async () => {
  await open({ getAccount: anAccount({ second_factor: true, recovery_codes_left: 8 }) });
  expect(part('Wie sicher ist Ihr Konto?').getByText('Alles in Ordnung. Sie müssen nichts tun.')).toBeVisible();
});

test('the check-up never says all is well if loading failed, and a retry keeps input', async () => {
  const user = await open({ listPasskeys: refusalWith('unavailable', 503) });
  const check = part('Wie sicher ist Ihr Konto?');
  expect(check.getByText('Ein Teil davon konnte nicht geprüft werden.')).toBeVisible();
  expect(check.queryByText(/Alles in Ordnung/)).toBeNull();
  await user.click(part('Passwort').getByRole('button', { name: 'Ändern: Passwort' }));
  await user.type(screen.getByLabelText('Aktuelles Passwort'), 'getippt');
  let answer = () => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  api.change({
    listPasskeys: async () => {
      await waits;
      return [];
    },
  });
  await user.click(check.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(screen.getByLabelText('Aktuelles Passwort')).toHaveValue('getippt');
  answer();
  expect(await screen.findByText('Ein Punkt könnte besser sein. Es eilt nicht.')).toBeVisible();
  expect(screen.getByLabelText('Aktuelles Passwort')).toHaveValue('getippt');
});

test('the password changes with the current one; a wrong one is reported at its field', async () => {
  const user = await open({
    changePassword: refusalWith('invalid', 422, {
      errors: [{ path: 'current_password', code: 'passwordWrong', message: '' }],
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Ändern: Passwort' }));
  const form = part('Passwort');
  await user.type(form.getByLabelText('Aktuelles Passwort'), 'falsch');
  await user.type(form.getByLabelText('Neues Passwort'), 'Sommerwind-42');
  await user.type(form.getByLabelText('Passwort wiederholen'), 'Sommerwind-42');
  await user.click(form.getByRole('button', { name: 'Passwort ändern' }));
  await waitFor(() =>
    expect(form.getByLabelText('Aktuelles Passwort')).toHaveAccessibleDescription(
      /Das aktuelle Passwort ist nicht richtig/,
    ),
  );

  api.change({ changePassword: { CSRF_Token: 'c2', Authorization: 't2' } });
  await user.click(form.getByRole('button', { name: 'Passwort ändern' }));
  expect(await form.findByText(/Ihr neues Passwort gilt jetzt/)).toBeVisible();
  // The old token became invalid with the old password.
  await waitFor(() => expect(api.callsOf('listSessions').at(-1)?.headers.get('authorization')).toBe('Token t2'));
});

test('enables the second factor with QR code and code, and shows recovery codes once', async () => {
  const user = await open({
    startSecondFactor: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Konsil:miriam?secret=JBSWY3DPEHPK3PXP' },
    confirmSecondFactor: ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { recovery_codes: ['aaaa-1111', 'bbbb-2222'] }
        : refusalWith('wrong_code', 422),
  });
  await user.click(screen.getByRole('button', { name: 'Einschalten: Zweiter Faktor' }));
  const form = part('Zweiter Faktor');
  await user.type(form.getByLabelText('Aktuelles Passwort'), 'Geheim-1');
  await user.click(form.getByRole('button', { name: 'Weiter' }));
  expect(await form.findByRole('img', { name: 'QR-Code für die Authentifizierungs-App' })).toBeVisible();
  expect(form.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  // The phone with the app cannot scan its own screen: open the app, or copy the key.
  expect(form.getByRole('link', { name: 'Auf diesem Gerät in der App öffnen' })).toHaveAttribute(
    'href',
    'otpauth://totp/Konsil:miriam?secret=JBSWY3DPEHPK3PXP',
  );
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(form.getByRole('button', { name: 'Schlüssel kopieren' }));
  expect(copied).toHaveBeenCalledWith('JBSWY3DPEHPK3PXP');

  await user.type(form.getByLabelText('Code aus der App'), '000000');
  await user.click(form.getByRole('button', { name: 'Zweiten Faktor einschalten' }));
  expect(await form.findByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeVisible();
  await user.clear(form.getByLabelText('Code aus der App'));
  await user.type(form.getByLabelText('Code aus der App'), '123456');
  await user.click(form.getByRole('button', { name: 'Zweiten Faktor einschalten' }));
  expect(await form.findByText('bbbb-2222')).toBeVisible();
  const file = form.getByRole('link', { name: 'Codes als Datei speichern' });
  expect(file).toHaveAttribute('download', 'konsil-wiederherstellungscodes.txt');
  expect(decodeURIComponent(file.getAttribute('href') ?? '')).toMatch(/^data:text\/plain.*,aaaa-1111\nbbbb-2222\n$/s);

  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(form.getByRole('button', { name: 'Codes kopieren' }));
  expect(
    await screen.findAllByText('Das Kopieren hat nicht geklappt. Bitte schreiben Sie die Codes ab.'),
  ).not.toHaveLength(0);
  expect(lossWarning()).toBe('Wir zeigen Ihnen die Wiederherstellungscodes nur jetzt. Haben Sie sie aufbewahrt?');
  await user.click(form.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }));
  expect(form.queryByText('bbbb-2222')).toBeNull();
  expect(hasUnsavedChanges()).toBe(false);
});

test('an unconfirmed address can get another link, or be discarded', async () => {
  const waiting = anAccount({ pending_email: 'neu@konsil.example' });
  const user = await open({
    getAccount: () => waiting,
    resendEmailChange: { ok: true },
    cancelEmailChange: anAccount(),
  });
  const form = part('E-Mail-Adresse');
  expect(form.getByText('neu@konsil.example')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Link erneut senden' }));
  expect(await screen.findByText('Wir haben den Link noch einmal gesendet.')).toBeVisible();

  api.change({ cancelEmailChange: refusalWith('unavailable', 503) });
  await user.click(form.getByRole('button', { name: 'Änderung zurücknehmen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/gerade nicht erreichbar/);
  api.change({ getAccount: anAccount(), cancelEmailChange: anAccount() });
  await user.click(form.getByRole('button', { name: 'Änderung zurücknehmen' }));
  await waitFor(() => expect(form.queryByText('neu@konsil.example')).toBeNull());
  expect(await screen.findByText('Ihre bisherige Adresse bleibt.')).toBeVisible();
  expect(api.callsOf('cancelEmailChange')).toHaveLength(2);
});

test('shows addresses with umlaut domains in Unicode', async () => {
  await open({
    getAccount: anAccount({ email: 'anna@xn--mller-kva.example', pending_email: 'anna@xn--bcher-kva.example' }),
  });
  expect(screen.getByText('anna@müller.example')).toBeVisible();
  expect(screen.getByText('anna@bücher.example')).toBeVisible();
});

test('hides "link sent" after a password change cancelled the change of address', async () => {
  let account = anAccount();
  const user = await open({
    getAccount: () => account,
    changeEmail: () => {
      account = anAccount({ pending_email: 'neu@konsil.example' });
      return { ok: true };
    },
    changePassword: () => {
      account = anAccount();
      return { CSRF_Token: 'c2', Authorization: 't2' };
    },
  });
  await user.click(screen.getByRole('button', { name: 'Ändern: E-Mail-Adresse' }));
  const email = part('E-Mail-Adresse');
  await user.type(email.getByLabelText('Neue E-Mail-Adresse'), 'neu@konsil.example');
  await user.type(email.getByLabelText('Aktuelles Passwort'), 'Geheim-1');
  await user.click(email.getByRole('button', { name: 'Link senden' }));
  expect(await email.findByText(/Wir haben einen Link an die neue Adresse/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Ändern: Passwort' }));
  const form = part('Passwort');
  await user.type(form.getByLabelText('Aktuelles Passwort'), 'Geheim-1');
  await user.type(form.getByLabelText('Neues Passwort'), 'Sommerwind-42');
  await user.type(form.getByLabelText('Passwort wiederholen'), 'Sommerwind-42');
  await user.click(form.getByRole('button', { name: 'Passwort ändern' }));
  expect(await form.findByText(/Ihr neues Passwort gilt jetzt/)).toBeVisible();
  await waitFor(() => expect(email.queryByText('neu@konsil.example')).toBeNull());
  expect(email.queryByText(/Wir haben einen Link/)).toBeNull();
});

test('a new mobile number takes effect once its code was entered', async () => {
  const user = await open({
    sendCode: { resend_at: new Date().toISOString(), expires_at: new Date(Date.now() + 600_000).toISOString() },
    checkCode: { CSRF_Token: 'c', Authorization: 't' },
  });
  await user.click(screen.getByRole('button', { name: 'Ändern: Mobilnummer' }));
  const form = part('Mobilnummer');
  await user.type(form.getByLabelText('Neue Mobilnummer'), '0171 7654321');
  await user.type(form.getByLabelText('Aktuelles Passwort'), 'Geheim-1');
  await user.click(form.getByRole('button', { name: 'Code senden' }));
  const code = await form.findByLabelText('Code aus der SMS');
  expect(code).toHaveFocus();
  api.change({ checkCode: refusalWith('wrong_code', 422) });
  await user.keyboard('000000');
  await user.click(form.getByRole('button', { name: 'Nummer bestätigen' }));
  expect(await form.findByText('Der Bestätigungscode ist nicht richtig')).toBeVisible();
  expect(code).toHaveFocus();
  expect(form.queryByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeNull();
  api.change({ checkCode: { CSRF_Token: 'c', Authorization: 't' } });
  await user.clear(code);
  await user.type(code, '654321');
  await user.click(form.getByRole('button', { name: 'Nummer bestätigen' }));
  expect(await form.findByText(/Ihre neue Mobilnummer gilt jetzt/)).toBeVisible();
  expect(api.callsOf('sendCode')[0]?.body).toEqual({ Handynummer: '+491717654321', current_password: 'Geheim-1' });
});

test('another code for a new mobile number needs the password only once', async () => {
  const user = await open({
    sendCode: { resend_at: new Date().toISOString(), expires_at: new Date(Date.now() + 600_000).toISOString() },
  });
  await user.click(screen.getByRole('button', { name: 'Ändern: Mobilnummer' }));
  const form = part('Mobilnummer');
  await user.type(form.getByLabelText('Neue Mobilnummer'), '0171 7654321');
  await user.type(form.getByLabelText('Aktuelles Passwort'), 'Geheim-1');
  await user.click(form.getByRole('button', { name: 'Code senden' }));
  api.change({
    sendCode: {
      resend_at: new Date(Date.now() + 60_000).toISOString(),
      expires_at: new Date(Date.now() + 660_000).toISOString(),
    },
  });
  await user.click(await form.findByRole('button', { name: 'Neuen Code senden' }));
  expect(await form.findByText(/Ein neuer Code ist unterwegs/)).toBeVisible();
  expect(form.getByLabelText('Code aus der SMS')).toHaveFocus();
  expect(api.callsOf('sendCode').map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ Handynummer: '+491717654321', current_password: 'Geheim-1' })),
  );
});

test('ends one session or all others, never the current one', async () => {
  const phone = aSession({ device: 'Safari, iOS', created_at: new Date().toISOString() });
  const nameless = aSession({ device: '' });
  const user = await open({
    listSessions: [nameless, phone, aSession({ current: true, device: 'Firefox, Windows' })],
    endSession: { ok: true },
    endOtherSessions: { ok: true },
  });
  const sessions = part('Wo Sie angemeldet sind');
  await user.click(await sessions.findByRole('button', { name: /^Safari, iOS abmelden \(angemeldet: Heute, / }));
  await waitFor(() => expect(api.callsOf('endSession')[0]?.params).toEqual({ id: phone.id }));
  const rows = sessions.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Firefox, Windows.*Angemeldet: .*Zuletzt benutzt: .*Dieses Gerät$/);
  expect(rows[1]).toContain('Unbekanntes Gerät');
  expect(sessions.queryByRole('button', { name: /^Firefox, Windows abmelden/ })).toBeNull();
  await user.click(sessions.getByRole('button', { name: 'Alle anderen abmelden' }));
  expect(await screen.findByText('Alle anderen Anmeldungen sind beendet')).toBeVisible();
});

test('shows the configured session lifetime', async () => {
  await open({}, { sessionIdle: 10, sessionAbsolute: 8 });
  const words = 'Eine Anmeldung endet nach 10 Minuten ohne Benutzung, spätestens nach 8 Stunden.';
  expect(part('Wo Sie angemeldet sind').getByText(words)).toBeVisible();
});

test('lists failed sign-ins with their reason, older ones on demand', async () => {
  const entries = Array.from({ length: 7 }, (_, n) => aSignIn({ id: String(n) }));
  const user = await open({
    listSignIns: [aSignIn({ id: 'x', result: 'denied', reason: 'wrong_code', network: '203.0.113.0/24' }), ...entries],
  });
  const signIns = part('Letzte Anmeldungen');
  const [first] = await signIns.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    /Richtiges Passwort, falscher Code.*Firefox, Windows, Netz 203\.0\.113\.0\/24.*Gescheitert/,
  );
  expect(signIns.getAllByRole('listitem')).toHaveLength(5);
  await user.click(signIns.getByRole('button', { name: 'Ältere anzeigen' }));
  expect(signIns.getAllByRole('listitem')).toHaveLength(8);
});

test('an account that cannot be loaded says so, with a retry', async () => {
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login, getAccount: refusalWith('unavailable', 503) });
  await renderInPortal(<AccountPage />, { route: '/patient/account', path: '/patient/account', login });
  expect(await screen.findByText('Das konnte nicht geladen werden.')).toBeVisible();
  api.change({
    getAccount: anAccount(),
    listSessions: [],
    listSignIns: [],
    listPasskeys: [],
    listIdentities: { linked: [], available: [] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByText('miriam.adler@konsil.example')).toBeVisible();
});

test('a doctor selects their languages; input is kept until it is saved', async () => {
  const entry = {
    title: 'Dr.',
    first_name: 'Elif',
    last_name: 'Sandberg',
    specialty: 'Endokrinologie',
    city: 'Berlin',
    languages: ['de', 'ja'],
    reply_days: 5,
    accepts_cases: true,
    about_de: '',
    about_en: '',
    topics: '',
    price_de: '',
    price_en: '',
    practice_name: '',
    practice_address: '',
    practice_phone: '',
    practice_email: '',
    lanr: '',
    bsnr: '',
  };
  const account = anAccount({ role: 'doctor', own_patient: null, doctor: entry });
  const user = await open({
    getAccount: account,
    getSettings: someSettings(),
    saveDoctorProfile: account,
    getDraft: { content: { ...entry, city: 'Bonn' }, updated_at: '2026-11-03T11:00:00.000Z' },
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:05:00.000Z',
    }),
  });
  const form = part('Eintrag im Verzeichnis');
  expect(await form.findByRole('textbox', { name: 'Ort' })).toHaveValue('Bonn');
  await user.click(form.getByText('Sprachen: Deutsch und Japanisch'));
  await user.click(form.getByRole('checkbox', { name: 'Deutsch' }));
  await user.click(form.getByRole('checkbox', { name: 'Japanisch' }));
  await user.click(form.getByRole('button', { name: 'Speichern' }));
  expect(await form.findByRole('link', { name: 'Sprachen: Bitte wählen Sie eine Möglichkeit' })).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Türkisch' }));
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)).toMatchObject({
      params: { key: 'profile' },
      body: { content: { languages: ['tr'], city: 'Bonn' } },
    }),
  );
  await user.click(form.getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(api.callsOf('saveDoctorProfile').at(-1)?.body).toEqual({ ...entry, city: 'Bonn', languages: ['tr'] }),
  );
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
});

test('a doctor whose account will be erased sees the consequences and can keep it', async () => {
  const entry = {
    title: 'Dr.',
    first_name: 'Elif',
    last_name: 'Sandberg',
    specialty: 'Endokrinologie',
    city: 'Berlin',
    languages: ['de'],
    reply_days: 5,
    accepts_cases: true,
    about_de: '',
    about_en: '',
    topics: '',
    price_de: '',
    price_en: '',
    practice_name: '',
    practice_address: '',
    practice_phone: '',
    practice_email: '',
    lanr: '',
    bsnr: '',
  };
  let planned: string | null = '2099-12-22T10:00:00.000Z';
  const user = await open({
    getOwnPortrait: refusalWith('unavailable', 503),
    getAccount: () => anAccount({ role: 'doctor', own_patient: null, doctor: entry, erasure_at: planned }),
    getSettings: someSettings(),
    getDraft: refusalWith('not_found', 404),
    cancelErasure: () => {
      planned = null;
      return { ok: true };
    },
  });
  expect(screen.getByText(/^Ihr Konto wird am Dienstag, 22\.\sDezember\s2099 gelöscht\./)).toBeVisible();
  expect(screen.getByText(/Bis dahin bekommen Sie keine neuen Fälle/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Konto behalten' }));
  await waitFor(() => expect(screen.queryByText(/^Ihr Konto wird am/)).toBeNull());
  expect(await screen.findByText('Ihr Konto bleibt bestehen')).toBeVisible();
});

test('a doctor finds a specialty by its name in either language, or types another', async () => {
  const entry = {
    title: 'Dr.',
    first_name: 'Elif',
    last_name: 'Sandberg',
    specialty: '',
    city: 'Köln',
    languages: ['de'],
    reply_days: 5,
    accepts_cases: true,
    about_de: '',
    about_en: '',
    topics: '',
    price_de: '',
    price_en: '',
    practice_name: '',
    practice_address: '',
    practice_phone: '',
    practice_email: '',
    lanr: '',
    bsnr: '',
  };
  const account = anAccount({ role: 'doctor', own_patient: null, doctor: entry });
  const user = await open({
    getAccount: account,
    getSettings: someSettings(),
    saveDoctorProfile: account,
    getDraft: refusalWith('not_found', 404),
    deleteDraft: { ok: true },
    saveDraft: refusalWith('unavailable', 503),
  });
  const field = () => screen.getByRole('combobox', { name: 'Fachgebiet' });
  await user.type(field(), 'endocrine s');
  await user.click(await screen.findByRole('option', { name: 'Endokrine Chirurgie' }));
  expect(field()).toHaveValue('Endokrine Chirurgie');
  await user.clear(field());
  await user.type(field(), 'Wehrmedizin');
  await user.keyboard('{Escape}');
  await user.click(part('Eintrag im Verzeichnis').getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(api.callsOf('saveDoctorProfile').at(-1)?.body).toEqual({ ...entry, specialty: 'Wehrmedizin' }),
  );
});

test('opening a form focuses its field, closing it focuses the button', async () => {
  const user = await open();
  for (const [button, label] of [
    ['Ändern: E-Mail-Adresse', 'Neue E-Mail-Adresse'],
    ['Einschalten: Zweiter Faktor', 'Aktuelles Passwort'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: button }));
    expect(screen.getByLabelText(label)).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    expect(screen.getByRole('button', { name: button })).toHaveFocus();
  }
});
