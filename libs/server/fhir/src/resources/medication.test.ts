import type { Medicine } from '@konsil/contracts/medication-schemas';
import { statementsOf } from './medication.ts';

const dosageOf = (changes: Partial<Medicine>) => {
  const medicine: Medicine = {
    heading: 'Dauermedikation',
    ingredients: [{ name: 'Muster', strength: '' }],
    trade_name: '',
    pzn: '',
    form: '',
    times: { morning: '1', noon: '', evening: '', night: '' },
    dose: '',
    unit: 'Stück',
    hint: '',
    reason: '',
    ...changes,
  };
  const medication_list = { medicines: [medicine], notes: [], sources: [], edited: false };
  const told = statementsOf({ medication: '', medication_list }, { id: 'x', subject: {} });
  return told[0]?.dosage?.[0];
};
const valueOf = (morning: string) =>
  dosageOf({ times: { morning, noon: '', evening: '', night: '' } })?.doseAndRate?.[0]?.doseQuantity?.value;

test.each([
  ['1', 1],
  ['½', 0.5],
  ['1,5', 1.5],
  ['0,125', 0.125],
  ['1000', 1000],
  // One or a thousand, and ten or a thousand of them: no number is guessed.
  ['1.000', undefined],
  ['20.000', undefined],
  ['1,000', undefined],
  ['⅓', undefined],
  ['1-2', undefined],
  ['valueOf', undefined],
])('an amount of %s is the number %s', (amount, value) => {
  expect(valueOf(amount)).toBe(value);
});

test.each([
  ['Dauermedikation', '', true],
  ['', 'vor dem Essen', true],
  ['Wöchentliche Anwendung', '', false],
  ['zu besonderen Zeiten anzuwendende Medikamente', '', false],
  ['Anwendung unter die Haut', '', false],
  ['Jeden zweiten Tag', '', false],
  ['Bedarfsmedikation', '', false],
  ['Dauermedikation', 'nur montags', false],
  ['Dauermedikation', '1x pro Woche', false],
  ['Dauermedikation', 'Mo und Do', false],
])('a time of day below "%s" with the hint "%s" is daily: %s', (heading, hint, daily) => {
  expect(dosageOf({ heading, hint })?.timing !== undefined).toBe(daily);
});

test('a dose below a heading for other days includes the heading', () => {
  expect(dosageOf({ heading: 'Wöchentliche Anwendung' })?.text).toBe('Wöchentliche Anwendung: 1-0-0-0 Stück');
  expect(dosageOf({})?.text).toBe('1-0-0-0 Stück');
});
