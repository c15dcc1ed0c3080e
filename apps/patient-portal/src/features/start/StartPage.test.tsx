import { screen, within } from '@testing-library/react';
import { fakeApi } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { StartPage } from './StartPage.tsx';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ authSession: {} });
});
afterEach(() => api.restore());

const words = {
  de: { begin: 'Fall beginnen', facts: 'Gut zu wissen', example: 'So sieht eine Antwort aus', how: 'So geht es' },
  en: { begin: 'Begin a case', facts: 'Good to know', example: 'What an answer looks like', how: 'How it works' },
};

test.each(['de', 'en'] as const)(
  'starts with promise, button, figures and example, in this order (%s)',
  async (locale) => {
    await renderInPortal(<StartPage />, { route: '/', path: '/', login: null, locale });
    const { begin, facts, example, how } = words[locale];
    const order = [
      screen.getByRole('heading', { level: 1 }),
      screen.getByRole('link', { name: begin }),
      await screen.findByRole('region', { name: facts }),
      await screen.findByRole('region', { name: example }),
      screen.getByRole('region', { name: how }),
    ];
    const sorted = [...order].sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    expect(sorted).toEqual(order);
    expect(within(order[2] as HTMLElement).getAllByRole('term')).toHaveLength(3);
    expect(within(order[4] as HTMLElement).getAllByRole('listitem')).toHaveLength(3);
  },
);
