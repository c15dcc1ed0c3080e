import { useEffect } from 'react';
import { useLocale } from '@konsil/i18n';
import { whenIdle } from '@konsil/ui';

const nameManifest = (address: string): void => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]') ?? document.createElement('link');
  link.rel = 'manifest';
  link.href = address;
  if (!link.isConnected) document.head.append(link);
};

/** Links the web app manifest in the current language, which names the installed app. */
export const useManifest = (): void => {
  const locale = useLocale();
  useEffect(() => whenIdle(() => nameManifest(`/manifest.${locale}.webmanifest`)), [locale]);
};
