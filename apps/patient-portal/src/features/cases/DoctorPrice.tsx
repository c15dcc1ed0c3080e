// @bundle route
import type { ComponentProps } from 'react';
import { priceLines } from '@konsil/contracts/prices';
import { useLocale, useTexts } from '@konsil/i18n';
import { PriceIcon } from '@konsil/ui';
import { Facts } from './new-case/doctor-parts.ts';
import { casePageTexts } from './texts.ts';

export interface DoctorPriceProps {
  doctor: Parameters<typeof priceLines>[0];
}

/** List items with the cost of an answer, or who pays it, and the source of this statement; none without data. */
export function PriceFacts({ doctor }: DoctorPriceProps) {
  const { t } = useTexts(casePageTexts);
  return priceLines(doctor, useLocale()).map(({ text, language, clinic }) => (
    <li key={clinic ?? ''}>
      <PriceIcon />
      <span>
        <span lang={language}>{text}</span>
        <small>{clinic ? t('new.doctor.priceOf', { clinic }) : t('new.doctor.priceOwn')}</small>
      </span>
    </li>
  ));
}

/** The cost alone, shown where a case is about to be sent. */
export function DoctorPrice({ doctor, ...rest }: DoctorPriceProps & ComponentProps<typeof Facts>) {
  return priceLines(doctor, useLocale()).length > 0 ? (
    <Facts {...rest}>
      <PriceFacts doctor={doctor} />
    </Facts>
  ) : null;
}
