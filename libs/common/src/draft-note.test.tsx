import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { initI18n } from '@konsil/i18n';
import { ToastProvider } from '@konsil/ui';
import { DraftQuestion, useDraftNote, type NotedDraft } from './index.ts';

const draft: NotedDraft = {
  status: 'saved',
  savedAt: null,
  replaced: null,
  decided: null,
  takeOver: async () => {},
  keepMine: async () => {},
  bringBack: () => {},
  readAgain: async () => {},
  giveUp: async () => {},
};

describe('A draft of another day shows its date,', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-24T15:00:00'), advanceTimers: true }));
  afterEach(() => jest.useRealTimers());
  const noteOf = (savedAt: string) =>
    String(
      renderHook(() => useDraftNote({ ...draft, savedAt: new Date(savedAt).toISOString() })).result.current,
    ).replace(/\u00a0/g, ' ');

  test.each([
    ['de', 'Gespeichert um 14:32 Uhr', 'Gespeichert am Montag, 23. November um 14:32 Uhr'],
    ['en', 'Saved at 14:32', 'Saved on Monday 23 November at 14:32'],
  ] as const)('in %s', async (locale, today, before) => {
    await initI18n({ locale });
    expect(noteOf('2026-11-24T14:32:00')).toBe(today);
    expect(noteOf('2026-11-23T14:32:00')).toBe(before);
  });
});

describe('A draft that was edited in two windows', () => {
  const network = Object.assign(new Error(), { code: 'network' });

  function Form({ fails }: { fails: boolean }) {
    const [state, setState] = useState<Partial<NotedDraft>>({ status: 'gone' });
    const decide = (decided: Partial<NotedDraft>) => async () => {
      if (fails) throw network;
      setState({ status: 'saved', ...decided });
    };
    const shown: NotedDraft = {
      ...draft,
      ...state,
      takeOver: decide({ decided: 'taken', replaced: {} }),
      keepMine: decide({ decided: 'kept' }),
      bringBack: () => void decide({ decided: 'back', replaced: {} })(),
    };
    const note = useDraftNote(shown);
    return (
      <form aria-label="Form">
        <DraftQuestion draft={shown} />
        <input aria-label="Text" />
        <div data-testid="foot">{note}</div>
      </form>
    );
  }
  const show = async ({ fails = false } = {}) => {
    await initI18n({ locale: 'de' });
    await act(
      async () =>
        void render(
          <Suspense>
            <ToastProvider words={{ region: 'Meldungen', close: 'Schließen' }}>
              <Form fails={fails} />
            </ToastProvider>
          </Suspense>,
        ),
    );
  };
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

  test('says so, with the result of each choice', async () => {
    await show();
    const question = await screen.findByRole('status');
    expect(question).toHaveTextContent('Ihr Text hier ist nicht gespeichert.');
    expect(question).toHaveTextContent('Behalten ersetzt, was dort steht.');
  });

  test('says it above the fields, and leads there from the buttons', async () => {
    await show();
    const question = await screen.findByRole('status');
    expect(question.compareDocumentPosition(screen.getByRole('textbox'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(await screen.findByText('Nicht gespeichert. Warum, steht oben im Formular.')).toBe(
      screen.getByTestId('foot'),
    );
  });

  test('focuses the choice, and can restore the other version', async () => {
    await show();
    await press('Von dort übernehmen');
    expect(await screen.findByText('Hier steht jetzt, was im anderen Fenster stand.')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Text hier behalten' })).not.toBeInTheDocument();
    await press('Vorigen Text zurückholen');
    expect(await screen.findByText('Hier steht wieder Ihr voriger Text.')).toHaveFocus();
  });

  test('keeping the current version leaves nothing to restore', async () => {
    await show();
    await press('Text hier behalten');
    expect(await screen.findByText('Ihr Text von hier gilt.')).toHaveFocus();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('reports an unreadable draft and retries', async () => {
    await show({ fails: true });
    await press('Von dort übernehmen');
    expect(await screen.findByRole('alert')).toHaveTextContent('Keine Verbindung');
    expect(screen.getByRole('button', { name: 'Von dort übernehmen' })).toBeVisible();
  });
});
