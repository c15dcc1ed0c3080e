import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '@konsil/contracts/codes';
import { urlInPortal, useSessionClient } from '@konsil/auth';
import { PageLoading } from './PageLoading.tsx';
import { usePortal } from './portal.ts';

/** Redirects a path of the other role's portal to it (docs/product.md section 5). */
export function OtherPortal({ role }: { role: Role }) {
  const client = useSessionClient();
  const { config } = usePortal();
  const { pathname, search, hash } = useLocation();
  useEffect(
    () => client.leave(urlInPortal(role, pathname + search + hash, config.portals)),
    [client, config, role, pathname, search, hash],
  );
  return <PageLoading />;
}
