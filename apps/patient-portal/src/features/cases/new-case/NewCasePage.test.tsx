import { screen, waitFor, within } from '@testing-library/react';
import type { Locale } from '@konsil/contracts/first-codes';
import userEvent from '@testing-library/user-event';
import {
  aCase,
  aDoctor,
  aLogin,
  anAuthSession,
  anId,
  aPage,
  aPatientSummary,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { begunCase, ownerOf } from './begun-case.ts';
import { caseNameOf } from './new-case-form.ts';
import { NewCasePage } from './NewCasePage.tsx';

let api: FakeApi;
afterEach(() => {
  api.restore();
  begunCase.drop();
});

const own = aPatientSummary();
const child = aPatientSummary({ id: anId(), first_name: 'Jakob', relationship: 'child' });
const doctor = aDoctor();
const kept = {
  patient: own.id,
  doctor: doctor.id,
  case_name: 'Knoten',
  diagnosis: 'Knoten rechts',
  medical_history: 'Seit August',
  questions: [{ text: 'Was tun?' }],
};
const draftOf = (content: Record<string, unknown>) => ({ content, updated_at: '2026-11-04T09:00:00Z' });

const open = async (answers: Parameters<typeof fakeApi>[0] = {}, route = '/new', locale: Locale = 'de') => {
  api = fakeApi({
    listPatients: aPage([child, own]),
    listDoctors: [doctor, aDoctor({ id: anId(), name: 'Dr. Anton Keil', accepts_cases: false })],
    getDraft: null,
    saveDraft: ({ body }) => ({
      ...draftOf((body as { content: Record<string, unknown> }).content),
      updated_at: new Date().toISOString(),
    }),
    deleteDraft: { ok: true },
    authSession: anAuthSession(aLogin()),
    isLoggedIn: aLogin(),
    ...answers,
  });
  return renderWithProviders(<NewCasePage />, { route, path: '/new', locale });
};

test('validates the concern before the doctors, and focuses the missing field', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Weiter zu Ärztinnen und Ärzten' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Bitte wählen Sie, um wen es geht' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Miriam Adler/ }));
  await user.type(screen.getByRole('textbox', { name: /^Diagnose oder Beschwerde/ }), 'Knoten in der Schilddrüse');
  await user.type(screen.getByRole('textbox', { name: /^Vorgeschichte/ }), 'Seit August');
  await user.type(screen.getByRole('textbox', { name: 'Frage 1' }), 'Was tun?');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Weiter zu Ärztinnen und Ärzten' }));
  expect(await screen.findByRole('heading', { name: 'Wer soll antworten?' })).toHaveFocus();
});

test('keeps the form and its input if the people cannot be loaded', async () => {
  await open({ listPatients: refusalWith('unavailable', 503) });
  const user = userEvent.setup();
  const concern = await screen.findByRole('textbox', { name: /^Diagnose oder Beschwerde/ });
  const retry = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  await user.type(concern, 'Knoten');
  api.change({ listPatients: aPage([child, own]) });
  await user.click(retry);
  expect(await screen.findByRole('radio', { name: /Miriam Adler/ })).toBeVisible();
  expect(concern).toBeVisible();
  expect(concern).toHaveValue('Knoten');
});

const begun = { diagnosis: 'Taubes Bein', medical_history: 'Seit Mai', questions: [{ text: 'Operieren?' }] };
const diagnosis = () => screen.findByRole('textbox', { name: /^Diagnose oder Beschwerde/ });
const take = () => screen.findByRole('button', { name: 'Ja, übernehmen' });

test('moves a case begun on this device into the account only on request', async () => {
  begunCase.keep(begun);
  await open({ listPatients: aPage([own]) });
  expect(await diagnosis()).toHaveValue('');
  expect(await take()).toBeVisible();
  expect(screen.queryByText(/Taubes Bein/)).toBeNull();
  expect(screen.queryByText(/ersetzt dann/)).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: /^Vorgeschichte/ }), 'Seit gestern');
  await waitFor(() => expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({ content: { diagnosis: '' } }));
  expect(begunCase.read()).toEqual(begun);
  await userEvent.click(await take());
  await waitFor(async () => expect(await diagnosis()).toHaveValue('Taubes Bein'));
  expect(screen.getByRole('textbox', { name: 'Frage 1' })).toHaveValue('Operieren?');
  await waitFor(() => expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({ content: begun }));
  await waitFor(() => expect(begunCase.read()).toBeNull());
});

const keepOwn = async (email = aLogin().email) => begunCase.keep(begun, { owner: await ownerOf(email) });

test('a case begun with the sign-up of this account leads to the doctors, unasked', async () => {
  await keepOwn();
  await open({ listPatients: aPage([own]), addCase: aCase() });
  expect(await screen.findByRole('heading', { name: 'Wer soll antworten?' })).toBeVisible();
  expect(screen.getByText(/Es gilt für Miriam Adler/)).toBeVisible();
  await waitFor(() => expect(begunCase.read()).toBeNull());
  expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({ content: { ...begun, patient: own.id } });

  await userEvent.click(screen.getAllByRole('button', { name: 'Anliegen ändern' })[0] as HTMLElement);
  expect(await diagnosis()).toHaveValue('Taubes Bein');
  await userEvent.click(screen.getByRole('button', { name: 'Weiter zu Ärztinnen und Ärzten' }));
  await userEvent.click(await screen.findByRole('button', { name: /fragen$/ }));
  await waitFor(() => expect(api.callsOf('addCase')[0]?.body).toMatchObject({ ...begun, questions: ['Operieren?'] }));
});

test('a case begun with the sign-up is neither announced nor offered again once it was discarded', async () => {
  await keepOwn();
  const user = userEvent.setup();
  await open({ listPatients: aPage([own]) });
  expect(await screen.findByText('Ihr Konto ist fertig, und Ihr Anliegen ist da')).toBeVisible();
  await waitFor(() => expect(begunCase.read()).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Entwurf verwerfen' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Entwurf verwerfen' }));
  await waitFor(async () => expect(await diagnosis()).toHaveValue(''));
  expect(screen.queryByRole('button', { name: 'Ja, übernehmen' })).toBeNull();
  await user.type(await diagnosis(), 'Knieschmerz');
  await user.type(screen.getByRole('textbox', { name: /^Vorgeschichte/ }), 'Seit Mai');
  await user.type(screen.getByRole('textbox', { name: 'Frage 1' }), 'Operieren?');
  await user.click(screen.getByRole('button', { name: 'Weiter zu Ärztinnen und Ärzten' }));
  expect(await screen.findByRole('heading', { name: 'Wer soll antworten?' })).toBeVisible();
  expect(screen.queryByText('Ihr Konto ist fertig, und Ihr Anliegen ist da')).toBeNull();
});

test('a case begun with the sign-up asks for whom, where the account has several people', async () => {
  await keepOwn();
  await open();
  expect(await diagnosis()).toHaveValue('Taubes Bein');
  expect(screen.getByRole('radio', { name: /Miriam Adler/ })).not.toBeChecked();
});

test.each([
  ['another account', 'somebody.else@konsil.example', null],
  ['an account with a draft', undefined, draftOf(kept)],
])('a case begun during sign-up is offered only to %s', async (_whom, email, draft) => {
  await keepOwn(email);
  await open({ listPatients: aPage([own]), getDraft: draft });
  expect(await take()).toBeVisible();
  expect(screen.queryByText(/Taubes Bein/)).toBeNull();
});

test('a case begun during sign-up is not opened while the draft cannot be read', async () => {
  await keepOwn();
  await open({ listPatients: aPage([own]), getDraft: refusalWith('internal', 500) });
  expect(await screen.findByText(/^Ihr gespeicherter Entwurf konnte nicht geladen werden/)).toBeVisible();
  expect(await screen.findByRole('textbox', { name: /^Diagnose oder Beschwerde/ })).toHaveValue('');
  expect(begunCase.read()).toEqual(begun);
});

describe.each([
  ['de', /Entwurf ist beschädigt/, /^Diagnose oder Beschwerde/, 'Beschädigten Entwurf verwerfen', /ist verworfen/],
  ['en', /saved draft is damaged/, /^Diagnosis or symptoms/, 'Discard the damaged draft', /is discarded/],
] as const)('A damaged draft (%s)', (locale, sentence, field, giveUp, told) => {
  test('a damaged draft is reported, and overwritten only after it is discarded', async () => {
    const revision = 'a'.repeat(32);
    await open({ getDraft: refusalWith('draft_damaged', 500, { current: { revision } }) }, '/new', locale);
    expect(await screen.findByText(sentence)).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: field }), 'Knoten');
    // Leaving the window would save at once.
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(api.callsOf('getDraft').length).toBeGreaterThan(1));
    expect(api.callsOf('saveDraft')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: giveUp }));
    expect(await screen.findByText(told)).toHaveFocus();
    expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({
      content: { diagnosis: 'Knoten' },
      over: expect.arrayContaining([revision]),
    });
  });
});

test('a case begun on this device replaces a draft only on request', async () => {
  begunCase.keep(begun);
  let save = () => {};
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  await open({
    getDraft: draftOf({ ...kept, doctor: '' }),
    saveDraft: async () => {
      await saved;
      return { ...draftOf(begun), updated_at: '2026-11-04T09:05:00Z' };
    },
  });
  expect(await diagnosis()).toHaveValue('Knoten rechts');
  expect(screen.getByText(/Er ersetzt dann, was hier schon steht/)).toBeVisible();
  await userEvent.click(await take());
  await waitFor(async () => expect(await diagnosis()).toHaveValue('Taubes Bein'));
  await waitFor(() => expect(api.callsOf('saveDraft')).toHaveLength(1));
  expect(begunCase.read()).toEqual(begun);
  save();
  await waitFor(() => expect(begunCase.read()).toBeNull());
});

test("another person's unfinished case can be deleted from the device, with undo", async () => {
  begunCase.keep(begun);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Nein, vom Gerät löschen' }));
  expect(begunCase.read()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ja, übernehmen' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  expect(await take()).toBeVisible();
  expect(begunCase.read()).toEqual(begun);
});

test("discarding a draft keeps another person's unfinished case", async () => {
  begunCase.keep(begun);
  await open({ getDraft: draftOf(kept) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Entwurf verwerfen' }));
  const confirm = await screen.findByRole('alertdialog');
  await user.click(within(confirm).getByRole('button', { name: 'Entwurf verwerfen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(begunCase.read()).toEqual(begun);
});

test('a suggested question is added by one press and no longer offered', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Kann ich damit warten?' }));
  expect(screen.getByRole('textbox', { name: 'Frage 1' })).toHaveValue('Kann ich damit warten?');
  expect(screen.queryByRole('button', { name: 'Kann ich damit warten?' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Weitere Frage' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Welche Risiken gibt es?' }));
  expect(screen.getByRole('textbox', { name: 'Frage 2' })).toHaveValue('Welche Risiken gibt es?');
});

test('the account holder is the default; a link can name another person', async () => {
  await open({}, `/new?patient=${child.id}`);
  const [first, second] = await screen.findAllByRole('radio');
  expect(first).not.toBeChecked();
  expect(second).toBeChecked();
  expect(second).toHaveAccessibleName(/Jakob Adler/);
});

test("each step focuses its heading, one level below the page's", async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=2');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Anliegen ändern' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Worum geht es?' })).toHaveFocus();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

describe('the doctors', () => {
  const heart = aDoctor({ id: anId(), name: 'Dr. Kerem Aydın', specialty: 'Kardiologie', languages: ['de', 'tr'] });
  const draft = draftOf({ ...kept, diagnosis: 'Schilddrüsenknoten' });
  const cards = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

  test('come first if they fit, with the reason; those who take no cases are left out', async () => {
    await open(
      { getDraft: draft, listDoctors: [heart, doctor, aDoctor({ id: anId(), accepts_cases: false })] },
      '/new?step=2',
    );
    expect(await screen.findByText('1 von 2 passt zu Ihrem Anliegen')).toBeVisible();
    expect(cards()).toEqual(['Dr. Elif Sandberg', 'Dr. Kerem Aydın']);
    const [best, other] = screen.getAllByRole('article');
    expect(best).toHaveTextContent('Zu diesem Fach gehört, was Sie schreiben: „Schilddrüsenknoten“.');
    expect(best).toHaveTextContent('Hormone, Schilddrüse und Stoffwechsel');
    expect(other).not.toHaveTextContent('Passt zu Ihrem Anliegen');
  });

  test('are found by lay terms, despite typos, by region and language', async () => {
    await open({ getDraft: draft, listDoctors: [heart, doctor] }, '/new?step=2');
    const user = userEvent.setup();
    const search = await screen.findByRole('searchbox', { name: 'Ärztin oder Arzt' });
    await user.type(search, 'herzartz');
    expect(cards()).toEqual(['Dr. Kerem Aydın']);
    const status = screen.getByText('1 Ärztin oder Arzt').closest('[role="status"]');
    expect(status).toHaveTextContent('Genau „herzartz“ gibt es nicht. Gezeigt wird, was ähnlich geschrieben ist.');
    expect(screen.getByRole('article')).toHaveTextContent(/kein Wort, das wir von diesem Fach kennen/);
    await user.clear(search);
    await user.type(search, 'herz');
    expect(status).toHaveTextContent(/^1 Ärztin oder Arzt$/);
    await user.clear(search);
    await user.click(screen.getByRole('radio', { name: 'Hals, Nase, Ohren (1)' }));
    expect(cards()).toEqual(['Dr. Elif Sandberg']);
    await user.click(screen.getByRole('radio', { name: 'Türkisch (1)' }));
    expect(screen.queryByRole('article')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Alle zeigen' }));
    expect(cards()).toHaveLength(2);
  });

  test('"I don\'t know who fits" leads to the next step', async () => {
    await open({ getDraft: draft, listDoctors: [heart, doctor] }, '/new?step=2');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Ich weiß nicht, wer passt' }));
    expect(screen.getByText(/Wer nicht zuständig ist/).closest('[tabindex="-1"]')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Uns fragen, wer hier antwortet' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Innere Medizin zeigen$/ })).toBeNull();
  });

  test('of general medicine are one press away for somebody who does not know who fits', async () => {
    const general = aDoctor({ id: anId(), name: 'Dr. Ute Haas', specialty: 'Innere Medizin' });
    await open({ getDraft: draft, listDoctors: [heart, doctor, general] }, '/new?step=2');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Innere Medizin zeigen' }));
    expect(cards()).toEqual(['Dr. Ute Haas']);
    expect(screen.getByText('1 Ärztin oder Arzt').closest('[role="status"]')).toHaveFocus();
  });

  test('can be loaded again after a failure', async () => {
    await open({ getDraft: draft, listDoctors: refusalWith('unavailable', 503) }, '/new?step=2');
    expect(await screen.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  });
});

test('asking a second doctor while the case is created for the first creates no second case', async () => {
  const second = aDoctor({ id: anId(), name: 'Dr. Anton Keil' });
  await open(
    { getDraft: draftOf(kept), listDoctors: [doctor, second], addCase: () => new Promise<never>(() => {}) },
    '/new?step=2',
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Dr\.\sSandberg fragen$/ }));
  const asked = screen.getByRole('button', { name: /^Dr\.\sSandberg fragen$/ });
  await waitFor(() => expect(asked).toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(screen.getByRole('button', { name: /^Dr\.\sKeil fragen$/ }));
  expect(asked).toHaveAttribute('aria-disabled', 'true');
  expect(api.callsOf('addCase').map(({ body }) => (body as { doctor: string }).doctor)).toEqual([doctor.id]);
});

test('asking a doctor makes the draft a case and deletes the draft', async () => {
  const created = aCase();
  const { currentPath } = await open({ getDraft: draftOf(kept), addCase: created }, '/new?step=2');
  const user = userEvent.setup();
  expect(await screen.findByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Dr\.\sSandberg fragen$/ }));
  await waitFor(() => expect(api.callsOf('addCase')).toHaveLength(1));
  expect(api.callsOf('addCase')[0]?.body).toEqual({ ...kept, case_name: 'Knoten rechts', questions: ['Was tun?'] });
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  await waitFor(() => expect(currentPath()).toBe(`/patient/process/${created.id}/documents/new`));
});

test('deleting a question focuses the button to add another', async () => {
  await open({ getDraft: draftOf({ ...kept, questions: [{ text: 'Was tun?' }, { text: 'Wann?' }] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Frage 2 entfernen' }));
  expect(screen.getByRole('button', { name: 'Weitere Frage' })).toHaveFocus();
});

test('a restored draft is announced once, not in every step', async () => {
  await open({ getDraft: draftOf(kept) });
  expect(await screen.findByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Weiter zu Ärztinnen und Ärzten' }));
  expect(await screen.findByRole('button', { name: /^Dr\.\sSandberg fragen$/ })).toBeVisible();
  expect(screen.queryByText('Ihr Entwurf ist wieder da.')).not.toBeInTheDocument();
});

test('a server error leads to the step it belongs to', async () => {
  const { currentPath } = await open(
    {
      getDraft: draftOf(kept),
      addCase: refusalWith('invalid', 422, { errors: [{ path: 'diagnosis', code: 'diagnosisMissing', message: '' }] }),
    },
    '/new?step=2',
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Dr\.\sSandberg fragen$/ }));
  await waitFor(() => expect(currentPath()).toBe('/new?step=1'));
  expect(screen.getByRole('link', { name: 'Bitte geben Sie die Diagnose ein' })).toBeVisible();
});

test('the URL of a later step opens the first incomplete one', async () => {
  await open({}, '/new?step=2');
  expect(await screen.findByRole('heading', { name: 'Worum geht es?' })).toBeVisible();
});

test.each([
  ['Knoten in der Schilddrüse', 'Knoten in der Schilddrüse'],
  ['  Rückenschmerzen\nseit dem Umzug', 'Rückenschmerzen'],
  [`Knoten${' und noch einer'.repeat(8)}`, `Knoten${' und noch einer'.repeat(4)} und noch …`],
])('a case is named after its concern: %s', (concern, name) => expect(caseNameOf(concern)).toBe(name));

test('a draft can be discarded, after a confirmation', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=2');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Entwurf verwerfen' }));
  const confirm = await screen.findByRole('alertdialog');
  await user.click(
    screen
      .getAllByRole('button', { name: 'Entwurf verwerfen' })
      .find((button) => confirm.contains(button)) as HTMLElement,
  );
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(await screen.findByRole('heading', { name: 'Worum geht es?' })).toBeVisible();
});
