import { saveFile } from '@konsil/api/file';
import { useGetStatisticsQuery } from '@konsil/api/statistics';
import { LoadFailed, Waiting } from '@konsil/common';
import { answerOptions } from '@konsil/contracts/answer-options';
import { formatTags } from '@konsil/contracts/first-codes';
import type { Statistics } from '@konsil/contracts/statistics';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  BarChart,
  Button,
  Card,
  DownloadIcon,
  Page,
  PageTitle,
  Section,
  Stack,
  Text,
  VisuallyHidden,
} from '@konsil/ui';
import { csvOf } from './csv';
import { Figures, NumberTable } from './statistics-parts';
import { statisticsTexts } from './texts';

/** The doctor's own numbers: open cases, answer times and kinds of answers, without patients. */
export default function StatisticsPage() {
  const { t } = useTexts(statisticsTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  // Fetched again on each visit, because the numbers age by the day.
  const { data, error, refetch } = useGetStatisticsQuery(undefined, { refetchOnMountOrArgChange: true });

  const save = ({ weeks }: Statistics) => {
    const head = [t('week'), t('received'), t('answered'), t('measured'), t('half'), t('most')];
    const kinds = answerOptions.map((option) => common(`codes.answerOption.${option}`));
    const rows = weeks.map(({ from, received, answered, measured, half_days: half, most_days: most, options }) => [
      from,
      received,
      answered,
      measured,
      half,
      most,
      ...answerOptions.map((option) => options[option]),
    ]);
    // As spreadsheets in the reader's language expect it.
    const separator = format.number(0.5).includes(',') ? ';' : ',';
    saveFile(csvOf([[...head, ...kinds], ...rows], separator), t('file', { day: practiceToday() }));
  };
  return (
    <Page width="wide">
      <PageTitle
        lead={t('lead')}
        actions={
          data && (
            <Button variant="secondary" icon={<DownloadIcon />} onClick={() => save(data)}>
              {t('export')}
            </Button>
          )
        }
      >
        {t('title')}
      </PageTitle>
      {data ? (
        <Numbers statistics={data} />
      ) : error ? (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      ) : (
        <Waiting label={t('loading')} rows={8} />
      )}
    </Page>
  );
}

function Numbers({ statistics }: { statistics: Statistics }) {
  const { t } = useTexts(statisticsTexts);
  const { weeks, ...now } = statistics;
  const figures = [
    { term: t('open'), value: now.open },
    { term: t('overdue'), value: now.overdue },
    { term: t('putOff'), value: now.put_off },
    { term: t('waiting'), value: now.waiting_for_patient },
  ];
  const empty = weeks.every(({ received, answered }) => received === 0 && answered === 0);
  return (
    <Stack gap={5}>
      <Card>
        <Section title={t('now')}>
          <Figures>
            {figures.map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </Figures>
        </Section>
      </Card>
      {empty ? <Text as="p">{t('nothingYet')}</Text> : <Weeks weeks={weeks} />}
    </Stack>
  );
}

const columns = ['week', 'received', 'answered', 'measured', 'half', 'most'] as const;

/** No answer in a week, which is not an answer after no day. */
function None() {
  const { t } = useTexts(statisticsTexts);
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('none')}</VisuallyHidden>
    </>
  );
}

function Weeks({ weeks }: Pick<Statistics, 'weeks'>) {
  const { t } = useTexts(statisticsTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  // The year is in the table and in the file.
  const days = new Intl.DateTimeFormat(formatTags[locale], { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  const short = (day: string) =>
    days
      .formatToParts(new Date(day))
      .map(({ type, value }) => (type === 'literal' ? value : Number(value)))
      .join('');
  const chart = (names: [string, string], values: (week: Statistics['weeks'][number]) => (number | null)[]) => (
    <BarChart
      label={t('chart', { series: format.list(names) })}
      series={names}
      groups={weeks.map((week) => ({ key: week.from, label: short(week.from), values: values(week) }))}
    />
  );
  const all = answerOptions.map((option) => ({
    option,
    count: weeks.reduce((sum, { options }) => sum + options[option], 0),
  }));
  return (
    <>
      <Card>
        <Section title={t('flow')}>
          {chart([t('received'), t('answered')], ({ received, answered }) => [received, answered])}
        </Section>
      </Card>
      <Card>
        <Section title={t('times')}>
          <Stack>
            <Text as="p" tone="muted" size="small">
              {t('timesHint')}
            </Text>
            {chart([t('half'), t('most')], ({ half_days: half, most_days: most }) => [half, most])}
          </Stack>
        </Section>
      </Card>
      <Card>
        <Section title={t('table')}>
          <NumberTable>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" data-wide={name === 'measured' || undefined}>
                    {t(`columns.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...weeks].reverse().map((week) => (
                <tr key={week.from}>
                  <th scope="row">{format.day(week.from)}</th>
                  <td>{week.received}</td>
                  <td>{week.answered}</td>
                  <td data-wide>{week.measured}</td>
                  <td>{week.half_days ?? <None />}</td>
                  <td>{week.most_days ?? <None />}</td>
                </tr>
              ))}
            </tbody>
          </NumberTable>
          <Text as="p" tone="muted" size="small">
            {t('tableHint')}
          </Text>
        </Section>
      </Card>
      <Card>
        <Section title={t('kinds')}>
          <NumberTable>
            <thead>
              <tr>
                <th scope="col">{t('kind')}</th>
                <th scope="col">{t('number')}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ option, count }) => (
                <tr key={option}>
                  <th scope="row">{common(`codes.answerOption.${option}`)}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('total')}</th>
                <td>{all.reduce((sum, { count }) => sum + count, 0)}</td>
              </tr>
            </tfoot>
          </NumberTable>
        </Section>
      </Card>
    </>
  );
}
