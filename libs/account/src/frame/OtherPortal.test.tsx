import { waitFor } from '@testing-library/react';
import { fakeApi } from '@konsil/testing';
import { renderInPortal } from '../testing.tsx';
import { OtherPortal } from './OtherPortal.tsx';

test('a path of the doctors’ portal leads there, with all it carries', async () => {
  const api = fakeApi({ authSession: {} });
  const { currentPath } = await renderInPortal(<OtherPortal role="doctor" />, {
    route: '/doctor/patient/1?tab=x#y',
    path: '/doctor/*',
    login: null,
  });
  await waitFor(() => expect(currentPath()).toBe('https://doctor.example/doctor/patient/1?tab=x#y'));
  api.restore();
});
