import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anAnswer, anId, aNamedDoctor, aPatientName, renderWithProviders } from '@konsil/testing';
import { AnswerLetter } from './AnswerLetter.tsx';
import { AppointmentChoice } from './AppointmentChoice.tsx';

test('the letter shows its kind, the answered questions and the next steps', async () => {
  await renderWithProviders(
    <AnswerLetter
      answer={anAnswer({
        option: 'unable_to_do_anything',
        answer: 'Leider reicht das nicht.',
        reason: 'Die Aufnahmen sind unscharf.',
        next_step: 'Bitte lassen Sie sie wiederholen.',
        question_answers: [
          { question_id: anId(), question: 'Muss das operiert werden?', text: 'Das lässt sich so nicht sagen.' },
        ],
      })}
    />,
  );
  const letter = await screen.findByRole('article');
  expect(within(letter).getByRole('heading', { name: 'Keine Beurteilung möglich' })).toBeVisible();
  expect(within(letter).getByRole('listitem')).toHaveTextContent(
    'Muss das operiert werden?Das lässt sich so nicht sagen.',
  );
  expect(within(letter).getByText('Bitte lassen Sie sie wiederholen.')).toBeVisible();
});

test("the plain-language text comes first, then the doctor's unchanged text", async () => {
  const text = 'Zytologisch benigner Knoten, Bethesda II.';
  await renderWithProviders(
    <AnswerLetter answer={anAnswer({ plain_words: 'Der Knoten ist gutartig.', answer: text })} explained />,
  );
  const parts = (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent);
  expect(parts.slice(0, 2)).toEqual(['In einfachen Worten', 'In Fachsprache']);
  const letter = screen.getByRole('article').textContent;
  expect(letter).toMatch(/In einfachen WortenDer Knoten ist gutartig\.In Fachsprache.*Bethesda II\./);
  await userEvent.click(await screen.findByRole('button', { name: 'benigner' }));
  expect(screen.getByRole('status')).toHaveTextContent('Gutartig');
  expect(screen.getByRole('article')).toHaveTextContent(text);
});

test("questions show plain language first; the reader can switch to the doctor's text", async () => {
  const answer = anAnswer({
    answer: 'Unauffällig.',
    question_answers: [
      { question_id: anId(), question: 'Operieren?', text: 'Hemithyreoidektomie.', plain_words: 'Ja, die Hälfte.' },
      { question_id: anId(), question: 'Wann?', text: 'Bis Januar.' },
    ],
  });
  const { unmount } = await renderWithProviders(<AnswerLetter answer={answer} explained />);
  const asked = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await screen.findByRole('radio', { name: 'Beides' });
  expect(asked()).toEqual(['Operieren?Ja, die Hälfte.In FachspracheHemithyreoidektomie.', 'Wann?Bis Januar.']);
  await userEvent.click(screen.getByRole('radio', { name: 'Einfach' }));
  expect(asked()).toEqual(['Operieren?Ja, die Hälfte.', 'Wann?Bis Januar.']);
  await userEvent.click(screen.getByRole('radio', { name: 'Fachlich' }));
  expect(asked()).toEqual(['Operieren?Hemithyreoidektomie.', 'Wann?Bis Januar.']);
  unmount();
  await renderWithProviders(<AnswerLetter answer={answer} reader="doctor" />);
  expect(await screen.findByText('Hemithyreoidektomie.')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test.each([
  ['de', 'Guten Tag Miriam Adler,'],
  ['en', 'Dear Miriam Adler,'],
] as const)('a greeting by name comes first for the patient (%s)', async (locale, greeting) => {
  const answer = anAnswer({ plain_words: 'Gutartig.', answer: 'Bethesda II.' });
  const { unmount } = await renderWithProviders(<AnswerLetter answer={answer} patient={aPatientName()} />, { locale });
  const letter = (await screen.findByRole('article')).textContent;
  expect(letter).toContain(greeting);
  expect(letter.indexOf(greeting)).toBeLessThan(letter.indexOf('Gutartig.'));
  unmount();
  await renderWithProviders(<AnswerLetter answer={answer} />, { locale });
  expect(await screen.findByText('Gutartig.')).toBeVisible();
  expect(screen.queryByText(greeting)).toBeNull();
});

test("adds no greeting if the doctor's text has one", async () => {
  const answer = anAnswer({ answer: 'Guten Tag, Frau Adler,\n\nes ist gutartig.' });
  await renderWithProviders(<AnswerLetter answer={answer} patient={aPatientName()} />);
  expect(await screen.findByText(/^Guten Tag, Frau Adler/)).toBeVisible();
  expect(screen.queryByText('Guten Tag Miriam Adler,')).toBeNull();
});

test('the greeting is in the language of the answer if that can be detected', async () => {
  const answer = anAnswer({
    answer: 'The nodule is benign, and there is no need for an operation. You can wait and have it checked in a year.',
  });
  await renderWithProviders(<AnswerLetter answer={answer} patient={aPatientName()} />);
  expect(await screen.findByText('Dear Miriam Adler,')).toHaveAttribute('lang', 'en');
});

test('does not call the questions "your questions" for the doctor', async () => {
  const answer = anAnswer({ question_answers: [{ question_id: anId(), question: 'Warten?', text: 'Ja.' }] });
  await renderWithProviders(<AnswerLetter answer={answer} reader="doctor" />);
  expect(await screen.findByRole('heading', { name: 'Antworten auf die Fragen' })).toBeVisible();
});

test('headings inside the letter are one level below its title', async () => {
  const answer = anAnswer({
    option: 'unable_to_do_anything',
    reason: 'Die Aufnahmen sind unscharf.',
    next_step: 'Bitte lassen Sie sie wiederholen.',
  });
  const { unmount } = await renderWithProviders(<AnswerLetter answer={answer} headingLevel={3} />);
  expect(await screen.findByRole('heading', { level: 3, name: 'Keine Beurteilung möglich' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Warum das nicht möglich ist',
    'Was Sie jetzt tun können',
  ]);
  unmount();
  await renderWithProviders(<AnswerLetter answer={answer} />);
  expect(await screen.findAllByRole('heading', { level: 3 })).toHaveLength(2);
});

test('a recommended doctor is named with specialty and place', async () => {
  await renderWithProviders(
    <AnswerLetter
      answer={anAnswer({
        option: 'recommendation_different_physician',
        recommended_doctor: aNamedDoctor({ name: 'Prof. Dr. Vogel', specialty: 'Kardiologie', city: 'Freiburg' }),
      })}
    />,
  );
  expect(await screen.findByText('Prof. Dr. Vogel')).toBeVisible();
  expect(screen.getByText(/Kardiologie, Freiburg/)).toBeVisible();
});

test("a recommended specialty is shown in the reader's language", async () => {
  await renderWithProviders(
    <AnswerLetter
      answer={anAnswer({ option: 'recommendation_different_physician', recommended_specialty: 'Nuklearmedizin' })}
    />,
    { locale: 'en' },
  );
  expect(await screen.findByText('Specialty: Nuclear medicine')).toBeVisible();
});

const times = ['2099-12-01T09:00:00.000Z', '2099-12-02T13:30:00.000Z'];
const choice = (changes: Partial<Parameters<typeof AppointmentChoice>[0]> = {}) => {
  const accept = jest.fn().mockResolvedValue(true);
  return {
    accept,
    element: (
      <AppointmentChoice
        appointment={{ proposed: times, accepted: null, cancelled: null, place: 'Domstraße 1' }}
        accept={accept}
        holds
        {...changes}
      />
    ),
  };
};

test('accepts the chosen time, or says that none is chosen', async () => {
  const { accept, element } = choice();
  await renderWithProviders(element);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Diesen Termin annehmen' }));
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('Bitte wählen Sie einen Termin');
  await user.click(within(screen.getByRole('alert')).getByRole('link'));
  expect(screen.getAllByRole('radio')[0]).toHaveFocus();
  expect(screen.getByText(/^Passt keine dieser Zeiten\? Antworten Sie mit einer Nachricht/)).toBeVisible();
  expect(accept).not.toHaveBeenCalled();
  await user.click(screen.getAllByRole('radio')[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Diesen Termin annehmen' }));
  expect(accept).toHaveBeenCalledWith(times[1]);
});

test('labels the choice of times once, as visible heading and as group name', async () => {
  const answer = anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: times, accepted: null, cancelled: null, place: 'Domstraße 1' },
  });
  await renderWithProviders(<AnswerLetter answer={answer} appointment={choice().element} />);
  expect(await screen.findByRole('heading', { name: 'Vorgeschlagene Termine' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Wählen Sie einen Termin' })).toHaveAccessibleDescription(
    'Ort: Domstraße 1',
  );
  expect(screen.getByText('Wählen Sie einen Termin')).toHaveStyle({ position: 'absolute' });
});

test('a time that passes while the page is open can no longer be chosen', async () => {
  jest.useFakeTimers({ now: new Date('2099-12-01T08:59:00.000Z'), advanceTimers: true });
  const { accept, element } = choice();
  await renderWithProviders(element);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement);
  jest.setSystemTime(new Date('2099-12-01T09:00:00.000Z'));
  await user.click(screen.getByRole('button', { name: 'Diesen Termin annehmen' }));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Diese Zeit ist inzwischen vorbei. Bitte wählen Sie eine andere.',
  );
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(accept).not.toHaveBeenCalled();
  jest.useRealTimers();
});

test('proposed times that are no longer valid are shown without a choice', async () => {
  await renderWithProviders(choice({ holds: false }).element);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText(/^Diese Vorschläge gelten nicht mehr\./)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('past times cannot be chosen', async () => {
  const { element } = choice({
    appointment: { proposed: ['2020-01-01T09:00:00.000Z'], accepted: null, cancelled: null, place: '' },
  });
  await renderWithProviders(element);
  expect(await screen.findByRole('listitem')).toBeVisible();
  expect(screen.getByText(/^Diese Zeiten sind vorbei\./)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('pressing a glossary term shows its explanation to the patient, and hides it', async () => {
  await renderWithProviders(<AnswerLetter explained answer={anAnswer({ answer: 'Eine Biopsie ist nicht nötig.' })} />);
  const word = await screen.findByRole('button', { name: 'Biopsie' });
  expect(word).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(word);
  expect(screen.getByRole('status')).toHaveTextContent('Eine kleine Probe aus dem Gewebe');
  expect(word).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(word);
  expect(screen.queryByRole('status')).toBeNull();
});

test('an answer in another language says so, and its text is marked for screen readers', async () => {
  const english = anAnswer({ answer: 'The nodule is benign, and you do not have to be operated on.' });
  const { unmount } = await renderWithProviders(<AnswerLetter explained answer={english} />);
  expect(await screen.findByText('Auf Englisch geschrieben')).toBeVisible();
  expect(screen.getByText(/The nodule is/).closest('[lang]')).toHaveAttribute('lang', 'en');
  expect(await screen.findByRole('button', { name: 'benign' })).toBeVisible();
  unmount();
  await renderWithProviders(
    <AnswerLetter explained answer={anAnswer({ answer: 'Der Knoten ist gutartig und wird nicht operiert.' })} />,
  );
  expect(await screen.findByText(/Der Knoten/)).toBeVisible();
  expect(screen.queryByText(/geschrieben$/)).toBeNull();
});

test('the doctor reads the letter without explanations', async () => {
  await renderWithProviders(<AnswerLetter answer={anAnswer({ answer: 'Eine Biopsie ist nicht nötig.' })} />);
  expect(await screen.findByText('Eine Biopsie ist nicht nötig.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a pin links to its place if the document exists, and is plain text otherwise', async () => {
  const region = { left: 0.1, top: 0.4, width: 0.8, height: 0.05 };
  const document = { medical_kind_code: 'letter' as const, issue_date: '2026-11-16', source_name: 'Klinikum Südhafen' };
  const pinned = (number: number, words: string, there: boolean) => ({
    number,
    words,
    place: {
      kind: 'page' as const,
      document_id: `6a3e0d6f-6a3e-4a55-9a39-0c2e6d0b6f1${number}`,
      page: 2,
      region,
      document,
      there,
    },
  });
  const answer = anAnswer({
    answer: 'Erhöht [1], früher nicht [2]. Siehe [3].',
    pins: [pinned(1, 'Der Wert', true), pinned(2, '', false)],
  });
  const { unmount } = await renderWithProviders(<AnswerLetter answer={answer} documentPath={(id) => `/seite/${id}`} />);
  const links = await screen.findAllByRole('link', { name: 'Beleg 1: Der Wert' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(2).fill('/seite/6a3e0d6f-6a3e-4a55-9a39-0c2e6d0b6f11#page=2&at=0.1000,0.4000,0.8000,0.0500'),
  );
  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.getByText('Dieses Dokument gibt es nicht mehr, oder es liegt im Archiv.')).toBeVisible();
  unmount();
  await renderWithProviders(<AnswerLetter answer={answer} />);
  expect(await screen.findByText('[1] Der Wert')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByText('Stelle ansehen')).toBeNull();
});
