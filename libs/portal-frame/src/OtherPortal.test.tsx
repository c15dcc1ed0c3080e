import { waitFor } from '@testing-library/react';
import { fakeApi } from '@konsil/testing';
import { renderInPortal } from './testing.tsx';
import { OtherPortal } from './OtherPortal.tsx';

test('redirects a path of the doctor portal to it, with query and hash', async () => {
  const api = fakeApi({ authSession: {} });
  const { currentPath } = await renderInPortal(<OtherPortal role="doctor" />, {
    route: '/doctor/patient/1?tab=x#y',
    path: '/doctor/*',
    login: null,
  });
  await waitFor(() => expect(currentPath()).toBe('https://doctor.example/doctor/patient/1?tab=x#y'));
  api.restore();
});
