import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { ProfileForm } from './ProfilePage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('registration data survives a reload, until it is sent', async () => {
  let kept: Record<string, unknown> | null = null;
  const draft = () => kept && { content: kept, updated_at: '2026-11-04T09:00:00Z' };
  api = fakeApi({
    getDraft: draft,
    deleteDraft: { ok: true },
    saveDraft: ({ params, body }) => {
      expect(params.key).toBe('registration');
      kept = (body as { content: Record<string, unknown> }).content;
      return { content: kept, updated_at: '2026-11-04T09:00:00Z' };
    },
    saveUserData: { resend_at: '2099-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' },
  });
  const open = () => renderInPortal(<ProfileForm />);
  const { unmount } = await open();
  const user = userEvent.setup();
  for (const [name, words] of [
    ['Vorname', 'Petra'],
    ['Nachname', 'Möller'],
    ['Geburtsdatum', '21.4.1968'],
  ] as const)
    await user.type(await screen.findByLabelText(name), words);
  await user.click(screen.getByRole('radio', { name: 'weiblich' }));
  await waitFor(() => expect(kept).toMatchObject({ last_name: 'Möller', date_of_birth: '1968-04-21', gender: 'F' }));
  unmount();

  await open();
  expect(await screen.findByLabelText('Nachname')).toHaveValue('Möller');
  expect(screen.getByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'weiblich' })).toBeChecked();
  await user.type(screen.getByLabelText('Mobilnummer'), '+49 (0)171 / 1234567');
  await user.click(screen.getByRole('button', { name: 'Weiter zum Code' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(api.callsOf('saveUserData')[0]?.body).toMatchObject({
    last_name: 'Möller',
    date_of_birth: '1968-04-21',
    Handynummer: '+491711234567',
  });
});

test('every field says why it is asked for', async () => {
  api = fakeApi({ getDraft: null });
  await renderInPortal(<ProfileForm />);
  for (const [name, why] of [
    ['Vorname', /So passen Ihre Befunde zu Ihnen/],
    ['Geburtsdatum', /Ihr Alter zählt bei vielen Befunden/],
    ['Mobilnummer', /An diese Nummer senden wir Ihnen gleich einen Code/],
  ] as const)
    expect(await screen.findByLabelText(name)).toHaveAccessibleDescription(why);
  expect(screen.getByRole('group', { name: /Geschlecht/ })).toHaveAccessibleDescription(/Laborwerte/);
});
