import { act, waitFor } from '@testing-library/react';
import { signOutLossWarning } from '@konsil/forms/leave-guard';
import { resetUser } from '@konsil/api';
import { fakeApi, renderWithProviders } from '@konsil/testing';
import { caseId, photo } from '../testing/a-queue.ts';
import { KeptUploads } from './KeptUploads.tsx';
import { uploadQueue } from './uploads.ts';

const api = fakeApi({});
afterAll(() => api.restore());

test('every page warns that signing out deletes unsent photos', async () => {
  const { store } = await renderWithProviders(<KeptUploads />);
  expect(signOutLossWarning()).toBeUndefined();
  await act(() => uploadQueue().add(caseId, ['a.jpg', 'b.jpg'].map(photo), new Set()));
  await waitFor(() =>
    expect(signOutLossWarning()).toBe(
      '2 Dateien sind noch nicht hochgeladen. Wenn Sie sich abmelden, gehen sie verloren.',
    ),
  );
  await act(async () => void store.dispatch(resetUser()));
  await waitFor(() => expect(signOutLossWarning()).toBeUndefined());
});
