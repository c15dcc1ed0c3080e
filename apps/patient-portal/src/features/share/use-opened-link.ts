// @bundle route
import { useState } from 'react';
import { addressOf } from '@konsil/api/origin';
import { networkProblem, ProblemError } from '@konsil/api/problem';
import { useGetShareManifestMutation } from '@konsil/api/shares';
import type { ManifestRequest } from '@konsil/contracts/shares';
import { fromResource } from './sealed-content.ts';
import type { SharedItem } from './sealed-content.ts';
import { unseal } from './sealing.ts';
import type { LinkPayload } from './sealing.ts';

export interface OpenedLink {
  items: SharedItem[];
  /** Files that were changed on their way, or sealed with another key. */
  damaged: number;
}

const manifestPath = /^\/api\/shl\/([\w-]{43})$/;

/** The token in a manifest's URL of this installation; null for any other. */
export const tokenOf = ({ url }: LinkPayload): string | null => {
  try {
    const address = new URL(url);
    const ours = new URL(addressOf('/'), window.location.href).origin;
    return address.origin === ours || address.origin === window.location.origin
      ? (manifestPath.exec(address.pathname)?.[1] ?? null)
      : null;
  } catch {
    return null;
  }
};

/** Fetches a link's files and decrypts them on this device. */
export function useOpenedLink(payload: LinkPayload, token: string) {
  const [ask] = useGetShareManifestMutation();
  const [opened, setOpened] = useState<OpenedLink | null>(null);
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);

  const open = async (request: ManifestRequest): Promise<void> => {
    const { files } = await ask({ id: token, body: request }).unwrap();
    const found: OpenedLink = { items: [], damaged: 0 };
    for (const [done, { location, embedded }] of files.entries()) {
      setProgress({ done, count: files.length });
      const response = location ? await fetch(addressOf(new URL(location).pathname)).catch(() => null) : null;
      if (location && !response?.ok) throw new ProblemError(networkProblem);
      try {
        found.items.push(fromResource(await unseal(payload.key, embedded ?? (await response?.text()) ?? '')));
      } catch {
        found.damaged += 1;
      }
    }
    setOpened(found);
  };
  return { open, opened, progress };
}
