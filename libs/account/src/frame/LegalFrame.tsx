import type { ReactElement } from 'react';
import { missingStepPath, useAuthState } from '@konsil/auth';
import { PublicFrame } from './PublicFrame.tsx';
import { usePortal } from './portal.ts';

/** Around the imprint and the privacy notice: somebody who is signed in keeps the frame they came from. */
export function LegalFrame({ signedIn }: { signedIn: ReactElement }) {
  const { role } = usePortal();
  const { login } = useAuthState();
  const inside = login?.role === role && !missingStepPath(login.registration);
  return inside ? signedIn : <PublicFrame />;
}
