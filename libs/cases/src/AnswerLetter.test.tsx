import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anAnswer, anId, aDoctor, renderWithProviders } from '@konsil/testing';
import { AnswerLetter } from './AnswerLetter.tsx';
import { AppointmentChoice } from './AppointmentChoice.tsx';

test('a letter names its kind, answers question by question and says what comes next', async () => {
  await renderWithProviders(<AnswerLetter answer={anAnswer({
    option: 'unable_to_do_anything', answer: 'Leider reicht das nicht.', reason: 'Die Aufnahmen sind unscharf.', next_step: 'Bitte lassen Sie sie wiederholen.',
    question_answers: [{ question_id: anId(), question: 'Muss das operiert werden?', text: 'Das lässt sich so nicht sagen.' }],
  })} />);
  const letter = await screen.findByRole('article');
  expect(within(letter).getByRole('heading', { name: 'Keine Beurteilung möglich' })).toBeVisible();
  expect(within(letter).getByRole('listitem')).toHaveTextContent('Muss das operiert werden?Das lässt sich so nicht sagen.');
  expect(within(letter).getByText('Bitte lassen Sie sie wiederholen.')).toBeVisible();
});

test('a recommended doctor is named with specialty and place', async () => {
  await renderWithProviders(<AnswerLetter answer={anAnswer({ option: 'recommendation_different_physician', recommended_doctor: aDoctor({ name: 'Prof. Dr. Vogel', specialty: 'Kardiologie', city: 'Freiburg' }) })} />);
  expect(await screen.findByText('Prof. Dr. Vogel')).toBeVisible();
  expect(screen.getByText(/Kardiologie, Freiburg/)).toBeVisible();
});

const times = ['2099-12-01T09:00:00.000Z', '2099-12-02T13:30:00.000Z'];
const choice = (changes: Partial<Parameters<typeof AppointmentChoice>[0]> = {}) => {
  const accept = jest.fn().mockResolvedValue(true);
  return { accept, element: <AppointmentChoice appointment={{ proposed: times, accepted: null, cancelled: null, place: 'Domstraße 1' }} accept={accept} {...changes} /> };
};

test('an appointment is accepted by choosing a time; without one it says what is missing', async () => {
  const { accept, element } = choice();
  await renderWithProviders(element);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Diesen Termin annehmen' }));
  expect(screen.getByText('Bitte wählen Sie einen Termin')).toBeVisible();
  expect(screen.getByText(/^Passt keine dieser Zeiten\? Antworten Sie mit einer Nachricht/)).toBeVisible();
  expect(accept).not.toHaveBeenCalled();
  await user.click(screen.getAllByRole('radio')[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Diesen Termin annehmen' }));
  expect(accept).toHaveBeenCalledWith(times[1]);
});

test('times that are past cannot be chosen', async () => {
  const { element } = choice({ appointment: { proposed: ['2020-01-01T09:00:00.000Z'], accepted: null, cancelled: null, place: '' } });
  await renderWithProviders(element);
  expect(await screen.findByRole('listitem')).toBeVisible();
  expect(screen.getByText(/^Diese Zeiten sind vorbei\./)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});
