import { act, render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { answerOptions } from '@konsil/contracts/answer-options';
import * as codes from '@konsil/contracts/codes';
import { problemCodes } from '@konsil/contracts/problem';
import { anamnesisTopics } from '@konsil/contracts/codes';
import {
  changeLocale,
  currentLocale,
  currentVariety,
  defineSimpleTexts,
  fetchTextsEarly,
  initI18n,
  preferredLocale,
  storeLocaleOfUrl,
} from './index.ts';
import { defineTexts, useTexts, type Texts } from './texts.ts';
import { fieldError, problemText } from './field-error.ts';
import { useCommon } from './common.ts';
import { useFieldErrors } from './field-errors/use-field-errors.ts';
import type { TranslateCommon } from './common.ts';
import { instance, type TextLoader } from './instance.ts';
import type { TextTree } from './keys.ts';
import de from './locales/de.json';
import en from './locales/en.json';

const browserSpeaks = (...languages: string[]) => jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

/** A loader with a separate function per language. */
const inEach =
  <T extends TextTree>(loaders: Record<'de' | 'en', () => ReturnType<TextLoader<T>>>): TextLoader<T> =>
  (locale) =>
    loaders[locale as 'de' | 'en']();

class FirstError extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render = () => this.state.message || this.props.children;
}

beforeAll(() => initI18n({ locale: 'de' }));
beforeEach(() => {
  document.cookie = `${codes.localeCookie}=; Max-Age=0`;
});

test("the language is the stored one, else the browser's, else German", async () => {
  browserSpeaks('fr-FR', 'en-US', 'de-DE');
  expect(preferredLocale()).toBe('en');
  browserSpeaks('fr-FR');
  expect(preferredLocale()).toBe('de');
  await changeLocale('en');
  expect(preferredLocale()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  await changeLocale('de');
});

test('stores a language in the URL and removes it from there', () => {
  browserSpeaks('de-DE');
  window.history.replaceState(null, '', '/doctor?view=answered&lang=en#list');
  expect(preferredLocale()).toBe('en');
  expect(storeLocaleOfUrl()).toBe(true);
  expect(window.location.href).toMatch(/\/doctor\?view=answered#list$/);
  expect(preferredLocale()).toBe('en');
  expect(storeLocaleOfUrl()).toBe(false);
  window.history.replaceState(null, '', '/?lang=fr');
  expect(storeLocaleOfUrl()).toBe(false);
  window.history.replaceState(null, '', '/');
});

test('switches the language once its texts are loaded, and loads only those', async () => {
  const english = jest.fn(() => Promise.resolve({ default: { hello: 'Good day, {{name}}' } }));
  const texts = defineTexts(
    'greeting',
    inEach({ de: () => Promise.resolve({ default: { hello: 'Guten Tag, {{name}}' } }), en: english }),
  );
  const Greeting = () => <p>{useTexts(texts).t('hello', { name: 'Ada & Co' })}</p>;

  await act(
    async () =>
      void render(
        <Suspense fallback="…">
          <Greeting />
        </Suspense>,
      ),
  );
  expect(await screen.findByText('Guten Tag, Ada & Co')).toBeVisible();
  expect(english).not.toHaveBeenCalled();

  await act(() => changeLocale('en'));
  expect(screen.getByText('Good day, Ada & Co')).toBeVisible();
  expect(currentLocale()).toBe('en');
  await act(() => changeLocale('de'));
});

test('loads texts when first shown; after sign-in together with their code', async () => {
  const words = () => jest.fn(() => Promise.resolve({ default: { bye: 'Auf Wiedersehen' } }));
  const [before, after] = [words(), words()];
  defineTexts('bye', inEach({ de: before, en: words() }));
  expect(before).not.toHaveBeenCalled();
  fetchTextsEarly();
  const texts = defineTexts('bye-bye', inEach({ de: after, en: words() }));
  expect(before).toHaveBeenCalledTimes(1);
  expect(after).toHaveBeenCalledTimes(1);

  const Bye = () => <p>{useTexts(texts).t('bye')}</p>;
  await act(() => after.mock.results[0]?.value as Promise<void>);
  render(<Bye />);
  expect(screen.getByText('Auf Wiedersehen')).toBeVisible();
});

describe('Simple language', () => {
  const simple = jest.fn(() => Promise.resolve({ default: { case: { new_other: 'Noch {{count}} Fälle' } } }));
  const none = () => Promise.resolve({ default: {} });
  const texts = () =>
    Promise.resolve({ default: { new_one: 'Ein Fall', new_other: '{{count}} Fälle', old: 'Alter Fall' } });

  test('shows the simple text if there is one, else the usual one', async () => {
    defineSimpleTexts(inEach<Record<string, TextTree>>({ de: simple, en: none }));
    const inCase = defineTexts('case', texts);
    const Case = () => {
      const { t } = useTexts(inCase);
      return <p>{[t('new', { count: 1 }), t('new', { count: 2 }), t('old')].join('; ')}</p>;
    };
    await act(
      async () =>
        void render(
          <Suspense fallback="…">
            <Case />
          </Suspense>,
        ),
    );
    expect(await screen.findByText('Ein Fall; 2 Fälle; Alter Fall')).toBeVisible();
    expect(simple).not.toHaveBeenCalled();

    await act(() => changeLocale('de-simple'));
    expect(screen.getByText('Ein Fall; Noch 2 Fälle; Alter Fall')).toBeVisible();
    expect([currentLocale(), currentVariety(), preferredLocale()]).toEqual(['de', 'de-simple', 'de-simple']);
    expect(document.documentElement.lang).toBe('de');

    await act(() => changeLocale('de'));
    expect(screen.getByText('Ein Fall; 2 Fälle; Alter Fall')).toBeVisible();
    expect(preferredLocale()).toBe('de');
  });

  test('stays as it was if its texts cannot be loaded', async () => {
    const lost = new TypeError('Failed to fetch');
    defineSimpleTexts(inEach<Record<string, TextTree>>({ de: () => Promise.reject(lost), en: none }));
    await expect(changeLocale('de-simple')).rejects.toBe(lost);
    expect([currentVariety(), preferredLocale()]).toEqual(['de', 'de']);
  });
});

describe('Texts that fail to load', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module: words.js');
  const gone = () => Promise.reject(lost);
  const words = () => Promise.resolve({ default: { hello: 'Guten Tag' } });
  const show = async (texts: Texts<{ hello: string }>) => {
    const Greeting = () => <p>{useTexts(texts).t('hello')}</p>;
    await act(
      async () =>
        void render(
          <FirstError>
            <Suspense fallback="…">
              <Greeting />
            </Suspense>
          </FirstError>,
        ),
    );
  };

  test('are an error of the component, and never show their keys', async () => {
    await show(defineTexts('gone', gone));
    expect(await screen.findByText(lost.message)).toBeVisible();
  });

  test('keep the current language; a later retry changes it', async () => {
    const english = jest.fn(gone as typeof words);
    await show(defineTexts('gone-in-english', inEach({ de: words, en: english })));
    expect(await screen.findByText('Guten Tag')).toBeVisible();
    await expect(changeLocale('en')).rejects.toBe(lost);
    expect([currentLocale(), preferredLocale()]).toEqual(['de', 'de']);
    english.mockImplementation(() => Promise.resolve({ default: { hello: 'Good day' } }));
    await act(() => changeLocale('en'));
    expect(screen.getByText('Good day')).toBeVisible();
    await act(() => changeLocale('de'));
  });
});

const keysOf = (tree: object, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value as object, `${path}${key}.`),
  );

test('German and English have the same keys', () => expect(keysOf(en)).toEqual(keysOf(de)));

test.each([
  ['role', codes.roles],
  ['locale', codes.locales],
  ['gender', codes.genders],
  ['relationship', codes.relationships],
  ['priority', codes.priorities],
  ['answerOption', answerOptions],
  ['answerOptionForPatient', answerOptions],
  ['medicalKind', codes.medicalKinds],
  ['sourceKind', codes.sourceKinds],
  ['todoTitle', codes.todoTitles],
  ['anamnesisTopic', anamnesisTopics],
] as const)('every %s has a text', (list, values) =>
  expect(Object.keys(de.codes[list]).sort()).toEqual([...values].sort()),
);

test('canonical API labels are the English texts with a plain apostrophe', () => {
  const plain = (words: object): unknown => JSON.parse(JSON.stringify(words).replaceAll('’', "'"));
  expect(plain(en.codes.medicalKind)).toEqual(codes.medicalKindLabels);
  expect(plain(en.codes.sourceKind)).toEqual(codes.sourceKindLabels);
});

test('every problem has a text', () =>
  expect(Object.keys(de.problems).sort()).toEqual([...problemCodes, 'network', 'no_cookies'].sort()));

test('no German text says "du"', () => {
  const informal = /\b(du|dich|dir|dein\w*|euch|euer\w*)\b/i;
  expect(
    keysOf(de)
      .map((key) => instance.getResource('de', 'common', key) as string)
      .filter((text) => informal.test(text)),
  ).toEqual([]);
});

test('a message key of a schema gives its sentence, an unknown one "not valid"', async () => {
  let t: TranslateCommon | undefined;
  const Catch = () => {
    const errorText = useFieldErrors();
    t = useCommon().t;
    return <p>{errorText({ message: 'zipcodeRule' })}</p>;
  };
  render(
    <Suspense>
      <Catch />
    </Suspense>,
  );
  expect(await screen.findByText('Bis zu 5 Ziffern')).toBeInTheDocument();
  const translate = t as TranslateCommon;
  expect(fieldError(translate, { message: 'zipcodeRule' })).toBe('Bis zu 5 Ziffern');
  expect(fieldError(translate, { message: 'emailMissing' })).toBe('Bitte geben Sie Ihre E-Mail-Adresse ein');
  expect(fieldError(translate, { message: 'Invalid input' })).toBe('Diese Angabe ist nicht gültig');
  expect(fieldError(translate, { message: 'email_taken' })).toBe('Es gibt bereits ein Konto mit dieser E-Mail-Adresse');
  expect(fieldError(translate, undefined)).toBeUndefined();
  expect(problemText(translate, 'no_new_documents')).toBe('Seit der letzten Anfrage gibt es keine neuen Unterlagen');
  expect(problemText(translate, 'teapot')).toMatch(/^Bei uns ist ein Fehler/);
});
