import { priceLines } from './prices.ts';

const clinic = (name: string, price_de = '', price_en = '') => ({ name, price_de, price_en });

test("is in the reader's language, or in the other one if missing", () => {
  const both = { price_de: '140 €', price_en: '€140' };
  expect(priceLines(both, 'de')).toEqual([{ text: '140 €', language: 'de' }]);
  expect(priceLines(both, 'en')).toEqual([{ text: '€140', language: 'en' }]);
  expect(priceLines({ ...both, price_en: '' }, 'en')).toEqual([{ text: '140 €', language: 'de' }]);
});

test("is the doctor's own, or those of the clinics with their names", () => {
  const clinics = [clinic('Nord', '90 €'), clinic('Ohne'), clinic('Süd', 'Kasse', 'Public insurance')];
  expect(priceLines({ price_de: '140 €', clinics }, 'de')).toEqual([{ text: '140 €', language: 'de' }]);
  expect(priceLines({ price_de: '', clinics }, 'en')).toEqual([
    { text: '90 €', language: 'de', clinic: 'Nord' },
    { text: 'Public insurance', language: 'en', clinic: 'Süd' },
  ]);
});

test('is left out if neither doctor nor clinic gave a price', () => {
  expect(priceLines({}, 'de')).toEqual([]);
  expect(priceLines({ clinics: [clinic('Nord')] }, 'en')).toEqual([]);
});
