import { screen } from '@testing-library/react';
import { aPage, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
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
