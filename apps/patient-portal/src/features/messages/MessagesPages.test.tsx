import { screen } from '@testing-library/react';
import { anAnswer, aNamedDoctor, aPage, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseMessagesPage, NewMessagePage } from './MessagesPages.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const withdrawn = aProcessOverview({ shared: false, turn: 'none' });
const path = '/patient/process/:caseId/messages';
const route = `/patient/process/${withdrawn.id}/messages`;
const serve = () => {
  api = fakeApi({ getCase: withdrawn, listCaseMessages: aPage([]), getSettings: someSettings() });
};

test('after the consent was withdrawn no message is begun, and the page says why', async () => {
  serve();
  await renderWithProviders(<NewMessagePage />, { route, path });
  expect(await screen.findByText('Sie haben Ihre Einwilligung widerrufen. Dr. Elif Sandberg kann diesen Fall nicht mehr sehen und keine Nachricht dazu lesen.')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('its thread can still be read, without a way to write', async () => {
  serve();
  await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByText(/Keine Nachrichten gefunden/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Neue Nachricht' })).not.toBeInTheDocument();
});

test('to a doctor who has left no message is begun, and both pages say why', async () => {
  const theirs = aProcessOverview({ doctor: aNamedDoctor({ left: true }) });
  api = fakeApi({ getCase: theirs, listCaseMessages: aPage([]), getSettings: someSettings(), getDraft: null });
  const { unmount } = await renderWithProviders(<NewMessagePage />, { route, path });
  expect(await screen.findByText(/Sandberg ist nicht mehr bei Konsil und liest keine Nachrichten mehr\.$/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  unmount();
  await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByText(/liest keine Nachrichten mehr\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Neue Nachricht' })).not.toBeInTheDocument();
});

test('who is asked something answers a question, and the way there and the page say so', async () => {
  const answer = anAnswer({ option: 'question_to_patient', answer: 'Seit wann haben Sie die Schmerzen?', read_at: '2026-11-04T09:00:00.000Z' });
  const asked = aProcessOverview({ status: 'with_patient', turn: 'patient', answers: [answer], last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at } });
  api = fakeApi({ getCase: asked, listCaseMessages: aPage([]), getSettings: someSettings(), getDraft: null });
  const { unmount } = await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByRole('link', { name: 'Frage beantworten' })).toHaveAttribute('href', `/patient/process/${asked.id}/messages/new`);
  unmount();
  await renderWithProviders(<NewMessagePage />, { route, path });
  expect(await screen.findByRole('heading', { level: 1, name: 'Frage beantworten' })).toBeVisible();
  expect(screen.getByText('Seit wann haben Sie die Schmerzen?')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Betreff' })).toHaveValue('Antwort auf Ihre Frage');
  expect(screen.getByRole('form')).toHaveAccessibleName('Frage beantworten');
  expect(screen.queryByText('Neue Nachricht')).not.toBeInTheDocument();
});
