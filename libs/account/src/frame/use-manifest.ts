import { useEffect } from 'react';
import { useLocale } from '@konsil/i18n';

/** Names the manifest of the language shown, by which the portal is called when somebody installs it. */
export const useManifest = (): void => {
  const locale = useLocale();
  useEffect(() => {
    const address = `/manifest.${locale}.webmanifest`;
    const link = document.querySelector('link[rel="manifest"]');
    // The same address again would be fetched again.
    if (link && link.getAttribute('href') !== address) link.setAttribute('href', address);
  }, [locale]);
};
