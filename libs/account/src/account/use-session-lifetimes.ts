// @bundle route
import { useLocale } from '@konsil/i18n';
import { usePortal } from '@konsil/portal-frame';

/** How long a sign-in lasts, in words; null where the portal's settings do not say it. */
export function useSessionLifetimes(): { idle: string; absolute: string } | null {
  const locale = useLocale();
  const { sessionIdle, sessionAbsolute } = usePortal().config;
  if (!sessionIdle || !sessionAbsolute) return null;
  const inWords = (value: number, unit: 'minute' | 'hour') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  return { idle: inWords(sessionIdle, 'minute'), absolute: inWords(sessionAbsolute, 'hour') };
}
