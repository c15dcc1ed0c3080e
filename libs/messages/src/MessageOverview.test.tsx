import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, aPage, aPatientName, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { MessageOverview } from './MessageOverview';

let api: FakeApi;
afterEach(() => api.restore());

const mother = { role: 'patient' as const, name: 'Petra Möller' };
const doctor = { role: 'doctor' as const, name: 'Dr. Weber' };
const petra = aPatientName({ first_name: 'Petra', last_name: 'Möller' });
const lina = aPatientName({ first_name: 'Lina', last_name: 'Möller' });
const open = (messages: ReturnType<typeof aMessage>[]) => {
  api = fakeApi({
    getSettings: someSettings(),
    listMessages: ({ query }) => aPage(query['box'] === 'unread' ? [] : messages),
  });
  return renderWithProviders(<MessageOverview hrefOf={({ id }) => `/messages/${id}`} />, { route: '/doctor/messages' });
};

test('names the patient of a message if the user acts for another person', async () => {
  const about = { sender: mother, to: doctor, direction: 'received' as const, case_name: 'Knie' };
  await open([
    aMessage({ ...about, subject: 'Für mich', patient: petra }),
    aMessage({ ...about, subject: 'Für mein Kind', patient: lina }),
  ]);
  expect(await screen.findByRole('link', { name: /Von Petra Möller.*Für mich.*Fall: Knie$/ })).toBeVisible();
  expect(
    screen.getByRole('link', { name: /Von Petra Möller.*Für mein Kind.*Fall: Knie \(Lina Möller\)$/ }),
  ).toBeVisible();
});

test('a message by a helper names helper and owner, even if a name is missing', async () => {
  const about = { to: doctor, direction: 'received' as const, patient: petra };
  const sender = { role: 'patient' as const, name: 'Ayşe Demir', acting: true };
  await open([
    aMessage({ ...about, subject: 'Heute', sender }),
    aMessage({ ...about, subject: 'Früher', sender: { ...sender, name: '' } }),
  ]);
  expect(await screen.findByText('Von Ayşe Demir für Petra Möller')).toBeVisible();
  expect(screen.getByText('Von Gelöschtes Konto für Petra Möller')).toBeVisible();
});

test('a message shows its author, an excerpt and whether it was read', async () => {
  const beginning = 'Die Punktion ist am Montag um neun.';
  await open([
    aMessage({
      subject: 'Punktion',
      message: `${beginning}\n\n${'Bitte kommen Sie nüchtern. '.repeat(40)}Ende`,
      sender: doctor,
      to: mother,
      direction: 'received',
      unread: true,
    }),
    aMessage({
      subject: 'Danke',
      message: 'Bis Montag!',
      sender: mother,
      to: doctor,
      direction: 'sent',
      unread: false,
      read_at: null,
    }),
    aMessage({
      subject: 'Frage',
      message: 'Darf ich essen?',
      sender: mother,
      to: doctor,
      direction: 'sent',
      unread: false,
      read_at: '2026-11-02T08:00:00Z',
    }),
  ]);
  const [punktion, danke, frage] = await screen.findAllByRole('link');
  expect(punktion).toHaveTextContent(new RegExp(`^Von Dr. Weberneu.*Punktion${beginning} Bitte kommen`));
  expect(punktion).not.toHaveTextContent('Ende');
  expect(danke).toHaveTextContent(/^An Dr. Weber.*Bis Montag!.*· Noch nicht gelesen$/);
  expect(danke).not.toHaveTextContent('neu');
  expect(frage).toHaveTextContent(/· Gelesen$/);
});

test('an empty list differs from one without matches, whose filter can be cleared', async () => {
  const { unmount } = await open([]);
  expect(await screen.findByText(/^Keine Nachrichten gefunden\. Sobald jemand in einem Fall schreibt/)).toBeVisible();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByText('0 Nachrichten')).toBeNull();
  unmount();
  api.restore();
  await open([aMessage({ subject: 'Termin' })]);
  await screen.findByRole('link', { name: /Termin/ });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Anzeigen' }), 'ungelesen');
  expect(await screen.findByText('Zu diesem Filter passt gerade keine Nachricht.')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'Knie');
  expect(await screen.findByText('Keine Nachrichten gefunden zu „Knie“.')).toBeVisible();
  expect(screen.getByText(/Im Text zählen nur ganze Wörter\. Auch die Filter gelten dabei\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Suche und Filter zurücksetzen' }));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(await screen.findByRole('link', { name: /Termin/ })).toBeVisible();
});

test('messages can be sorted oldest first; the order alone is no filter', async () => {
  api = fakeApi({
    getSettings: someSettings(),
    listMessages: ({ query }) =>
      aPage(
        query['box']
          ? []
          : (query['sort'] === 'oldest' ? ['Erste', 'Zweite'] : ['Zweite', 'Erste']).map((subject) =>
              aMessage({ subject }),
            ),
      ),
  });
  await renderWithProviders(<MessageOverview hrefOf={({ id }) => `/messages/${id}`} />, { route: '/doctor/messages' });
  const first = async (subject: string) => expect((await screen.findAllByRole('link'))[0]).toHaveTextContent(subject);
  await first('Zweite');
  const order = screen.getByRole('combobox', { name: 'Reihenfolge' });
  expect(order).toHaveDisplayValue('Neueste zuerst');
  await userEvent.selectOptions(order, 'Älteste zuerst');
  await waitFor(() => first('Erste'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Anzeigen' }), 'ungelesen');
  await userEvent.click(await screen.findByRole('button', { name: 'Filter zurücksetzen' }));
  await waitFor(() => first('Erste'));
  expect(order).toHaveDisplayValue('Älteste zuerst');
});
