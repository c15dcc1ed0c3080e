// @bundle topics
import type { ReactNode } from 'react';
import { byHeading, doseLine, doseTimes, knownHeading } from '@konsil/contracts/medication';
import type { MedicationList, Medicine } from '@konsil/contracts/medication-schemas';
import { useFormat, useTexts } from '@konsil/i18n';
import { FactTable, Stack, Text } from '@konsil/ui';
import { MedicationWarnings } from './MedicationWarnings.tsx';
import { medicationTexts } from './texts.ts';

export type MedicationReader = 'patient' | 'doctor';

export interface MedicationTableProps {
  list: MedicationList;
  /** The declared allergies, with which the names are compared. */
  allergies: string;
  reader: MedicationReader;
  /** Buttons for one line of the list, by its place. */
  actions?: (medicine: Medicine, place: number) => ReactNode;
}

/** A line with its place in the list. */
type Placed = Medicine & { place: number };

/** A medication list as a table, with its source and questions about it. */
export function MedicationTable({ list, allergies, reader, actions }: MedicationTableProps) {
  const { t } = useTexts(medicationTexts);
  const headingWord = (heading: string) => {
    const known = knownHeading(heading);
    return known ? t(`headings.${known}`) : heading;
  };
  const placed: Placed[] = list.medicines.map((medicine, place) => ({ ...medicine, place }));
  return (
    <Stack gap={3}>
      <Source list={list} />
      <MedicationWarnings list={list} allergies={allergies} reader={reader} />
      {placed.length > 0 && (
        <FactTable<Placed>
          label={t('label')}
          groups={byHeading(placed).map(({ heading, things }) => ({ heading: headingWord(heading), rows: things }))}
          rowKey={({ place }) => String(place)}
          columns={[
            {
              key: 'name',
              header: t('columns.name'),
              cell: (medicine) => <Name medicine={medicine} reader={reader} />,
            },
            {
              key: 'trade',
              header: t('columns.trade'),
              // A line without a known ingredient has the trade name as its name.
              cell: ({ ingredients, trade_name: trade, form }) =>
                [ingredients.some(({ name }) => name) && trade, form].filter(Boolean).join(', '),
            },
            { key: 'dose', header: t('columns.dose'), cell: (medicine) => <Dose medicine={medicine} /> },
            { key: 'hint', header: t('columns.hint'), cell: ({ hint }) => hint },
            { key: 'reason', header: t('columns.reason'), cell: ({ reason }) => reason },
          ]}
          {...(actions && {
            actions: { header: t('columns.actions'), of: ({ place, ...line }) => actions(line, place) },
          })}
        />
      )}
      {byHeading(list.notes).map(({ heading, things }) => (
        <div key={heading}>
          <Text as="p" tone="muted" size="small">
            {headingWord(heading) || t('notes')}
          </Text>
          {things.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** The plans that a list was read from, and that it was changed since. */
function Source({ list: { sources, edited } }: { list: MedicationList }) {
  const { t } = useTexts(medicationTexts);
  const format = useFormat();
  const origins = sources.map(({ printed_on: day, author }) =>
    t(day ? 'source' : 'sourceUndated', { day: day ? format.day(day) : '', author: author || t('noAuthor') }),
  );
  return (
    <Text as="p" tone="muted" size="small">
      {origins.length > 0 ? `${origins.join('; ')}.${edited ? ` ${t('edited')}` : ''}` : t('byHand')}
    </Text>
  );
}

function Name({ medicine, reader }: { medicine: Medicine; reader: MedicationReader }) {
  const { t } = useTexts(medicationTexts);
  const { ingredients, trade_name: trade, pzn } = medicine;
  const told = ingredients.map(({ name, strength }) => [name, strength].filter(Boolean).join(' ')).filter(Boolean);
  if (ingredients.some(({ name }) => name !== ''))
    return (
      <>
        {told.map((line, at) => (
          <div key={`${at} ${line}`}>{line}</div>
        ))}
      </>
    );
  if (trade) return [trade, ...told].join(' ');
  return (
    <>
      {[t('onlyNumber', { pzn }), ...told].join(' ')}
      <Text as="p" tone="muted" size="small">
        {t(reader === 'patient' ? 'noName' : 'noNameDoctor')}
      </Text>
    </>
  );
}

/** The dose as on the plan; amounts also in words, because 1-0-1-0 has to be learnt. */
function Dose({ medicine }: { medicine: Medicine }) {
  const { t } = useTexts(medicationTexts);
  const { list } = useFormat();
  const { times } = medicine;
  const taken = doseTimes.filter((time) => times && !['', '0'].includes(times[time]));
  return (
    <>
      {doseLine(medicine)}
      {times && taken.length > 0 && (
        <Text as="p" tone="muted" size="small">
          {list(taken.map((time) => t(`amount.${time}`, { amount: times[time] })))}
        </Text>
      )}
    </>
  );
}
