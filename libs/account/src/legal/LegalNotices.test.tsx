import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDashboard, aLegalNotice, fakeApi, refusalWith } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { LegalNotices } from './LegalNotices.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('asks for nothing while everything is accepted', async () => {
  api = fakeApi({ dashboard: aDashboard() });
  await renderInPortal(<LegalNotices />);
  await waitFor(() => expect(api.callsOf('dashboard')).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('changed terms say what changed, and are gone once accepted', async () => {
  const notice = aLegalNotice();
  let accepted = false;
  api = fakeApi({
    dashboard: () => aDashboard(accepted ? {} : { legal_notices: [notice] }),
    acceptLegalText: () => {
      accepted = true;
      return { ok: true };
    },
  });
  await renderInPortal(<LegalNotices />);
  expect(await screen.findByRole('dialog', { name: 'Die Nutzungsbedingungen haben sich geändert' })).toBeVisible();
  expect(screen.getByText('Gebühren stehen jetzt im Text.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Den ganzen Text lesen' })).toHaveAttribute('href', '/nutzungsbedingungen');
  await userEvent.click(screen.getByRole('button', { name: 'Zustimmen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('acceptLegalText').map(({ params }) => params.id)).toEqual([notice.id]);
});

test('shows the newer version if the shown one was replaced', async () => {
  api = fakeApi({
    dashboard: aDashboard({ legal_notices: [aLegalNotice()] }),
    acceptLegalText: refusalWith('not_allowed_now', 409),
  });
  await renderInPortal(<LegalNotices />);
  const button = await screen.findByRole('button', { name: 'Zustimmen' });
  api.change({
    dashboard: aDashboard({ legal_notices: [aLegalNotice({ changes: { de: 'Noch neuer.', en: 'Newer.' } })] }),
  });
  await userEvent.click(button);
  expect(await screen.findByText('Noch neuer.')).toBeVisible();
});

test('postponing the decision shows the next text', async () => {
  api = fakeApi({
    dashboard: aDashboard({
      legal_notices: [aLegalNotice({ known_before: false }), aLegalNotice({ kind: 'privacy' })],
    }),
    acceptLegalText: { ok: true },
  });
  await renderInPortal(<LegalNotices />);
  expect(await screen.findByRole('dialog', { name: 'Es gibt jetzt Nutzungsbedingungen' })).toBeVisible();
  const [later] = screen.getAllByRole('button', { name: 'Später' });
  await userEvent.click(later as HTMLElement);
  expect(await screen.findByRole('dialog', { name: 'Die Datenschutzhinweise haben sich geändert' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Zustimmen' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('acceptLegalText')).toEqual([]);
});
