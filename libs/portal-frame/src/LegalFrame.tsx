import type { ReactElement } from 'react';
import { missingStepPath, useAuthState } from '@konsil/auth';
import { PublicFrame } from './PublicFrame.tsx';
import { usePortal } from './portal.ts';

/** The frame of imprint and privacy notice: signed-in readers keep their portal's frame. */
export function LegalFrame({ signedIn }: { signedIn: ReactElement }) {
  const { role } = usePortal();
  const { login } = useAuthState();
  const inside = login?.role === role && !missingStepPath(login.registration);
  return inside ? signedIn : <PublicFrame />;
}
