import { screen } from '@testing-library/react';
import { aLogin, anAnswer, aProcessOverview, renderWithProviders } from '@konsil/testing';
import { CasePaneContent } from './CasePaneContent';

const at = '2099-12-01T09:00:00.000Z';
const caseWith = (cancelled: { at: string; by: 'patient' | 'doctor' } | null) => {
  const answer = anAnswer({ option: 'schedule_appointment', appointment: { proposed: [at], accepted: at, cancelled, place: 'Praxis am Dom' } });
  const { id, option, answered_at, read_at } = answer;
  return aProcessOverview({ status: cancelled ? 'with_doctor' : 'answered', turn: cancelled ? 'doctor' : 'none', answers: [answer], last_answer: { id, option, answered_at, read_at } });
};
const open = (theCase: ReturnType<typeof caseWith>) => renderWithProviders(<CasePaneContent pane="course" theCase={theCase} afterAnswer={jest.fn()} />, { login: aLogin({ role: 'doctor' }) });

test('the appointment that is to come stands over the course and can be cancelled; a cancelled one leads to other times', async () => {
  const { unmount } = await open(caseWith(null));
  expect(await screen.findByRole('region', { name: 'Termin' })).toHaveTextContent('1. Dezember 2099');
  expect(screen.getByRole('button', { name: 'Termin absagen' })).toBeVisible();
  unmount();
  const theCase = caseWith({ at: '2026-11-23T09:00:00.000Z', by: 'doctor' });
  await open(theCase);
  expect(await screen.findByRole('region', { name: 'Abgesagter Termin' })).toHaveTextContent(/Abgesagt von Ihnen am/);
  expect(screen.queryByRole('button', { name: 'Termin absagen' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Andere Zeiten vorschlagen' })).toHaveAttribute('href', `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/answer`);
});
