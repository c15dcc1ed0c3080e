import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { changeLocale, initI18n } from '@konsil/i18n';
import { EmergencyNotice } from './index.ts';

beforeAll(() => initI18n({ locale: 'de' }));

test.each([
  [
    'de',
    'Bei Lebensgefahr: 112. Ärztlicher Bereitschaftsdienst: 116117. Dieses Portal wird nicht rund um die Uhr gelesen.',
  ],
  ['en', 'In an emergency call 112. On-call medical service: 116117. This portal is not read around the clock.'],
] as const)('the emergency numbers are phone links (%s)', async (locale, sentence) => {
  await changeLocale(locale);
  await act(
    async () =>
      void render(
        <Suspense>
          <EmergencyNotice />
        </Suspense>,
      ),
  );
  expect(screen.getByText((_, element) => element?.tagName === 'P')).toHaveTextContent(sentence);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['tel:112', 'tel:116117']);
});
