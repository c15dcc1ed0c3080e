import type { ConsoleLimit } from '@konsil/contracts/console-limits';
import type { QuotaSetting } from '@konsil/contracts/quota-settings';
import { useFormat, useTexts } from '@konsil/i18n';
import { limitsTexts } from './texts';

const storage = { QUOTA_FILES: 'files', QUOTA_MEGABYTES: 'account', QUOTA_CLINIC_MEGABYTES: 'clinic' } as const;
const isStorage = (setting: QuotaSetting): setting is keyof typeof storage => setting in storage;
const periods: Record<number, 'minute' | 'hour' | 'day'> = { 1: 'minute', 60: 'hour', 1440: 'day' };

/** Texts for the names, values and usage of limits. */
export const useLimitWords = () => {
  const { t } = useTexts(limitsTexts);
  const format = useFormat();
  return {
    nameOf: (setting: QuotaSetting): string => t(`names.${setting}`),
    sizeOf: ({ setting, per_minutes: minutes }: ConsoleLimit, size: number | null): string => {
      if (size === null) return t('size.none');
      if (isStorage(setting)) return t(`size.${storage[setting]}`, { size: format.number(size) });
      const words = { most: format.number(size), minutes: format.number(minutes ?? 0) };
      return t(`per.${periods[minutes ?? 0] ?? 'minutes'}`, words);
    },
    usedOf: ({ setting, used }: ConsoleLimit): string =>
      t(`used.${isStorage(setting) ? storage[setting] : 'rate'}`, { used: format.number(Math.ceil(used)) }),
  };
};
