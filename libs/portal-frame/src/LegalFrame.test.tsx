import { screen } from '@testing-library/react';
import { useLoginState } from '@konsil/auth';
import { aLogin, anAuthSession, fakeApi } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from './testing.tsx';
import { LegalFrame } from './LegalFrame.tsx';

let api: FakeApi;
afterEach(() => api.restore());

function Page() {
  useLoginState();
  return <LegalFrame signedIn={<p>the portal’s own frame</p>} />;
}
const open = (login: ReturnType<typeof aLogin> | null, portal: 'patient' | 'doctor' = 'patient') => {
  api = fakeApi(login ? { authSession: anAuthSession(login), isLoggedIn: login } : { authSession: {} });
  return renderInPortal(<Page />, { route: '/impressum', path: '/impressum', login, portal });
};

test("legal pages keep the portal's frame for signed-in readers", async () => {
  await open(aLogin());
  expect(await screen.findByText('the portal’s own frame')).toBeVisible();
});

test.each([
  ['nobody is signed in', null, 'patient'],
  ['the registration is not finished', aLogin({ registration: 'code' }), 'patient'],
  ['somebody of the other portal is', aLogin(), 'doctor'],
] as const)('uses the public frame where %s', async (_why, login, portal) => {
  await open(login, portal);
  expect(await screen.findByRole('link', { name: 'Impressum' })).toBeVisible();
  expect(screen.queryByText('the portal’s own frame')).toBeNull();
});
