import type { LegalKind } from '@konsil/contracts/legal-notices';

export const consoleLegalPaths = {
  list: '/operator/legal',
  add: (kind: LegalKind) => `/operator/legal/${kind}/new`,
  version: (id: string) => `/operator/legal/versions/${id}`,
};
