// @bundle route
import type { HealthTexts, HealthTopic } from '@konsil/contracts/health-profile';
import type { Format, Translate } from '@konsil/i18n';
import type { ReadDose } from './dose.ts';
import type { Left, ReadSummary } from './ips.ts';
import type { ReadEntry } from './ips-entry.ts';
import type de from './locales/de.json';

/** The texts for coded values, in the reader's language. */
export interface Wording {
  t: Translate<typeof de>;
  format: Pick<Format, 'day' | 'list' | 'number'>;
}

// A topic of the health profile holds 10,000 characters, and has some already.
const mostCharacters = 8000;

/** A day, month or year of FHIR, without the time; words stay as they are. */
const dateText = (date: string, { format }: Wording): string => {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?$/.exec(date) ?? [];
  if (!year) return date;
  if (day) return format.day(`${year}-${month}-${day}`);
  return month ? `${month}/${year}` : year;
};

const numberIn = (text: string, { format }: Wording): string =>
  text.replace(/\d+\.\d+/g, (number) => format.number(Number(number)));

const periodUnits = ['s', 'min', 'h', 'd', 'wk', 'mo', 'a'] as const;
const rateText = ({ times, period, unit }: NonNullable<ReadDose['rate']>, { t }: Wording): string => {
  const known = periodUnits.find((one) => one === unit);
  if (!known) return `${times} / ${period} ${unit}`;
  if (period === '1') return t('dose.times', { times, period: t(`dose.per.${known}`) });
  const every = t('dose.every', { period: `${period} ${t(`dose.units.${known}`)}` });
  return times === '1' ? every : t('dose.times', { times, period: every });
};

const moments = ['MORN', 'NOON', 'AFT', 'EVE', 'NIGHT', 'HS', 'PHS', 'WAKE', 'AC', 'ACM', 'ACD', 'ACV'] as const;
const meals = ['PC', 'PCM', 'PCD', 'PCV', 'C', 'CM', 'CD', 'CV'] as const;
const whenText = (code: string, { t }: Wording): string => {
  const [plain = ''] = code.split('.');
  const known = [...moments, ...meals].find((one) => one === plain);
  return known ? t(`dose.when.${known}`) : code;
};
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const dayText = (code: string, { t }: Wording): string => {
  const known = weekdays.find((one) => one === code);
  return known ? t(`dose.days.${known}`) : code;
};

const doseText = (dose: ReadDose, wording: Wording): string => {
  const { t } = wording;
  // Its own words say the dose, so the codes for the same are not repeated.
  const coded = dose.text
    ? []
    : [
        numberIn(dose.amount, wording),
        dose.rate && rateText(dose.rate, wording),
        ...dose.when.map((one) => whenText(one, wording)),
        ...dose.days.map((one) => dayText(one, wording)),
        ...dose.at.map((time) => t('dose.at', { time })),
        dose.rate ? '' : dose.timing,
        dose.count && t('dose.count', { total: dose.count }),
        dose.route,
      ];
  return [
    dose.text,
    ...coded,
    dose.asNeeded && [t('dose.asNeeded'), dose.forWhat].filter(Boolean).join(' '),
    dose.most && t('dose.most', { most: numberIn(dose.most, wording) }),
    dose.from && t('entry.since', { from: dateText(dose.from, wording) }),
    dose.until && t('entry.until', { until: dateText(dose.until, wording) }),
  ]
    .filter(Boolean)
    .join(', ');
};

const timeText = ({ since, until, on, asOf, ordered, age }: ReadEntry, wording: Wording): string[] => {
  const { t } = wording;
  const [from, to] = [dateText(since, wording), dateText(until, wording)];
  const isDay = (date: string) => /^\d{4}/.test(date);
  return [
    from && to && isDay(since) && isDay(until)
      ? t('entry.between', { from, until: to })
      : [
          // Words such as “as a child” say when by themselves.
          isDay(since) ? t('entry.since', { from }) : from,
          isDay(until) ? t('entry.until', { until: to }) : to,
        ]
          .filter(Boolean)
          .join(', '),
    age && t('entry.age', { age }),
    dateText(on, wording),
    asOf && t('entry.asOf', { day: dateText(asOf, wording) }),
    ordered && t('entry.ordered', { day: dateText(ordered, wording) }),
  ].filter(Boolean);
};

/** An entry as a line of the health profile. */
export const entryText = (entry: ReadEntry, wording: Wording): string => {
  const { t } = wording;
  const reactions = entry.reactions.map(({ text, isSevere }) => (isSevere ? t('entry.severe', { text }) : text));
  const details = [
    ...entry.contains.map((text) => numberIn(text, wording)),
    entry.icd,
    ...entry.states.map((state) => t(`entry.states.${state}`)),
    entry.isHighRisk ? t('entry.highRisk') : '',
    ...timeText(entry, wording),
    reactions.length > 0 ? t('entry.reaction', { text: reactions.join('; ') }) : '',
    ...entry.notes,
  ].filter(Boolean);
  const doses = entry.doses.map((dose) => doseText(dose, wording)).filter(Boolean);
  const name = entry.absence ? t(`entry.absent.${entry.absence}`) : entry.name;
  const line = [name, doses.join('; ')].filter(Boolean).join(', ');
  return details.length > 0 ? `${line} (${details.join('; ')})` : line;
};

/** The texts for the health profile, and what is left out. */
export const summaryTexts = ({ parts, left }: ReadSummary, wording: Wording): { texts: HealthTexts; left: Left[] } => {
  const lines: Record<HealthTopic, string[]> = {
    medication: [],
    allergies: [],
    operations: [],
    previous_illnesses: [],
  };
  const cut: Left[] = [];
  for (const part of parts) {
    const text = 'words' in part ? part.words : entryText(part.entry, wording);
    const known = lines[part.topic];
    if (known.includes(text)) continue;
    if (known.join('\n').length + text.length < mostCharacters) known.push(text);
    else
      cut.push({
        section: '',
        title: '',
        names: ['entry' in part ? part.entry.name : ''].filter(Boolean),
        count: 1,
        reason: 'tooLong',
      });
  }
  const [first] = cut;
  const whole = first && { ...first, names: cut.flatMap(({ names }) => names), count: cut.length };
  const texts: HealthTexts = {
    medication: lines.medication.join('\n'),
    allergies: lines.allergies.join('\n'),
    operations: lines.operations.join('\n'),
    previous_illnesses: lines.previous_illnesses.join('\n'),
  };
  return { texts, left: whole ? [...left, whole] : left };
};
