import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anId, aRequest, aRequestPreview, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { useState } from 'react';
import { SendForm } from './SendForm.tsx';
import { renderSendPage, theCase, usual } from './send-page.fixture.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({ ...usual, ...answers });
  return renderSendPage();
};

test('the consent to a deputy is a separate choice, unchecked by default', async () => {
  const preview = aRequestPreview();
  const deputy = { id: anId(), name: 'Dr. med. Ruth Ohlsen' };
  const away = { from: '2026-12-01', to: '2026-12-12', deputy };
  await open({ previewRequest: { ...preview, doctor: { ...preview.doctor, away } }, sendToDoctor: aRequest() });
  const choice = await screen.findByRole('checkbox', { name: /dass Dr\. med\. Ruth Ohlsen diesen Fall sieht/ });
  expect(choice).not.toBeChecked();
  await userEvent.click(choice);
  await userEvent.click(choice);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Ich willige ein/ }));
  await userEvent.click(screen.getByRole('button', { name: /senden$/ }));
  await waitFor(() => expect(api.callsOf('sendToDoctor')).toHaveLength(1));
  expect(api.callsOf('sendToDoctor')[0]?.body).not.toHaveProperty('deputy');
});

test('a request names the deputy to whom the patient agreed', async () => {
  const preview = aRequestPreview();
  const deputy = { id: anId(), name: 'Dr. med. Ruth Ohlsen' };
  const away = { from: '2026-12-01', to: '2026-12-12', deputy };
  await open({ previewRequest: { ...preview, doctor: { ...preview.doctor, away } }, sendToDoctor: aRequest() });
  await userEvent.click(await screen.findByRole('checkbox', { name: /dass Dr\. med\. Ruth Ohlsen/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Ich willige ein/ }));
  await userEvent.click(screen.getByRole('button', { name: /senden$/ }));
  await waitFor(() => expect(api.callsOf('sendToDoctor')[0]?.body).toMatchObject({ deputy: deputy.id }));
});

test('consent to one deputy is not sent when the deputy has changed', async () => {
  const preview = aRequestPreview();
  const named = (name: string) => ({
    ...preview,
    doctor: { ...preview.doctor, away: { from: '2026-12-01', to: '2026-12-12', deputy: { id: anId(), name } } },
  });
  const [first, second] = [named('Dr. med. Ruth Ohlsen'), named('Dr. Nuri Aydin')];
  function Changing() {
    const [shown, setShown] = useState(first);
    return (
      <>
        <button onClick={() => setShown(second)}>Andere Vertretung</button>
        <SendForm theCase={theCase} preview={shown} onSent={() => undefined} />
      </>
    );
  }
  api = fakeApi({ ...usual, sendToDoctor: aRequest() });
  await renderWithProviders(<Changing />);
  await userEvent.click(await screen.findByRole('checkbox', { name: /dass Dr\. med\. Ruth Ohlsen/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Andere Vertretung' }));
  expect(screen.getByRole('checkbox', { name: /dass Dr\. Nuri Aydin/ })).not.toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Ich willige ein/ }));
  await userEvent.click(screen.getByRole('button', { name: /senden$/ }));
  await waitFor(() => expect(api.callsOf('sendToDoctor')).toHaveLength(1));
  expect(api.callsOf('sendToDoctor')[0]?.body).not.toHaveProperty('deputy');
});

test('consent to other doctors of a clinic is a separate choice with their names', async () => {
  const clinic = { id: anId(), name: 'Klinik am See', doctors: ['Dr. med. Ruth Ohlsen'], doctors_in_all: 3 };
  const alone = { id: anId(), name: 'Klinik am Berg', doctors: [], doctors_in_all: 0 };
  await open({ previewRequest: aRequestPreview({ pools: [clinic, alone] }), sendToDoctor: aRequest() });
  const choice = await screen.findByRole('checkbox', { name: /Ärztinnen und Ärzte von Klinik am See antworten/ });
  expect(choice).not.toBeChecked();
  expect(choice).toHaveAccessibleDescription(/Dr\. med\. Ruth Ohlsen und 2 weitere/);
  expect(screen.queryByRole('checkbox', { name: /Klinik am Berg/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Ich willige ein/ }));
  await userEvent.click(choice);
  await userEvent.click(screen.getByRole('button', { name: /senden$/ }));
  await waitFor(() => expect(api.callsOf('sendToDoctor')[0]?.body).toMatchObject({ pools: [clinic.id] }));
});
