// @bundle route
import {
  fieldOf,
  isObject,
  isYes,
  lineOf,
  listOf,
  numberOf,
  textOf,
  textsOf,
  type Json,
} from '@konsil/documents-upload/fhir-json';
import { conceptText } from './concept.ts';

/** How a medicine is taken, as far as the file says it. */
export interface ReadDose {
  text: string;
  /** `2 tablet`, `5–10 mL`, `2 mL/h`. */
  amount: string;
  /** Times in a period; `unit` as in FHIR: s, min, h, d, wk, mo, a. */
  rate: { times: string; period: string; unit: string } | null;
  /** The code of a time of day or a meal, such as MORN; its offset in minutes is not read. */
  when: string[];
  /** `08:00`. */
  at: string[];
  /** mon to sun. */
  days: string[];
  /** A name for the timing, or a code of it such as BID. */
  timing: string;
  count: string;
  asNeeded: boolean;
  forWhat: string;
  route: string;
  /** The most in a period. */
  most: string;
  from: string;
  until: string;
}

const quantity = (value: unknown): string =>
  isObject(value)
    ? [textOf(value['comparator']), textOf(value['value']), textOf(value['unit']) || ucum(value)]
        .filter(Boolean)
        .join(' ')
    : '';
const ucum = ({ code }: Json): string => (textOf(code) === '1' ? '' : textOf(code));
const span = (low: unknown, high: unknown): string => [low, high].map(textOf).filter(Boolean).join('–');
const range = (value: unknown): string => {
  const [low, high] = [fieldOf(value, 'low'), fieldOf(value, 'high')];
  const unit = [high, low].map((one) => textOf(fieldOf(one, 'unit')) || textOf(fieldOf(one, 'code'))).find(Boolean);
  return [span(fieldOf(low, 'value'), fieldOf(high, 'value')), unit].filter(Boolean).join(' ');
};
/** A ratio, without a denominator that is one of something countable: `30 mg`, `0.05 mg / 1 ml`. */
export const ratio = (value: unknown): string => {
  const [upper, lower] = [fieldOf(value, 'numerator'), fieldOf(value, 'denominator')];
  const countable =
    !isObject(lower) ||
    !/ucum|unitsofmeasure/.test(textOf(lower['system'])) ||
    /^(?:\{.*\}|1|)$/.test(textOf(lower['code']));
  const isOne = numberOf(fieldOf(lower, 'value')) === 1;
  return [quantity(upper), countable && isOne ? '' : quantity(lower)].filter(Boolean).join(' / ');
};

const rateOf = (repeat: unknown): ReadDose['rate'] => {
  const field = (name: string) => fieldOf(repeat, name);
  const period = span(field('period'), field('periodMax'));
  const unit = textOf(field('periodUnit'));
  // A unit without its number is not a rate (an example of HL7 has that).
  if (!period || !unit) return null;
  return { times: span(field('frequency'), field('frequencyMax')) || '1', period, unit };
};

export const readDose = (dosage: Json, language: string): ReadDose => {
  const timing = dosage['timing'];
  const repeat = fieldOf(timing, 'repeat');
  const field = (name: string) => fieldOf(repeat, name);
  const [dose] = listOf(dosage['doseAndRate']);
  const rate = rateOf(repeat);
  const neededFor = conceptText(dosage['asNeededCodeableConcept'], language);
  const bounds = field('boundsPeriod');
  return {
    text: [lineOf(dosage['text']), lineOf(dosage['patientInstruction'])]
      .concat(listOf(dosage['additionalInstruction']).map((one) => conceptText(one, language)))
      .filter((one, at, all) => one !== '' && all.indexOf(one) === at)
      .join(', '),
    amount: [
      quantity(dose?.['doseQuantity'] ?? dosage['dose']) || range(dose?.['doseRange']),
      quantity(dose?.['rateQuantity']) || range(dose?.['rateRange']) || ratio(dose?.['rateRatio']),
    ]
      .filter(Boolean)
      .join(', '),
    rate,
    when: textsOf(field('when')),
    at: textsOf(field('timeOfDay')).map((time) => time.slice(0, 5)),
    days: textsOf(field('dayOfWeek')),
    timing: conceptText(fieldOf(timing, 'code'), language),
    count: rate || textOf(field('periodUnit')) ? '' : textOf(field('count')),
    asNeeded: isYes(dosage['asNeededBoolean']) || isYes(dosage['asNeeded']) || neededFor !== '',
    forWhat: neededFor,
    route: conceptText(dosage['route'], language),
    most: ratio(dosage['maxDosePerPeriod']),
    from: textOf(fieldOf(bounds, 'start')),
    until: textOf(fieldOf(bounds, 'end')),
  };
};
