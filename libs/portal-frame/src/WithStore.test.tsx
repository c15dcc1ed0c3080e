import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSelector } from 'react-redux';
import type { PortalState } from '@konsil/api/store';
import { useLoginState, useSessionClient } from '@konsil/auth';
import { aLogin, anAuthSession, fakeApi } from '@konsil/testing';
import { renderInPortal } from './testing.tsx';
import { WithStore } from './WithStore.tsx';

function Head() {
  useLoginState();
  const client = useSessionClient();
  const name = useSelector((state: PortalState) => state.user.name);
  return <button onClick={() => void client.refetch()}>{name}</button>;
}

test('the header shows a changed name after the next fetch of the session', async () => {
  const login = aLogin();
  const api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login });
  await renderInPortal(
    <WithStore>
      <Head />
    </WithStore>,
    { login },
  );
  const head = await screen.findByRole('button', { name: 'Miriam Adler' });
  api.change({ authSession: anAuthSession({ ...login, user_fullname: 'Miriam Sommer' }) });
  await userEvent.click(head);
  expect(await screen.findByRole('button', { name: 'Miriam Sommer' })).toBeVisible();
  api.restore();
});
