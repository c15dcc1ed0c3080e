import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { BarChart } from './BarChart';

const meta: Meta<typeof BarChart> = {
  title: 'Display/BarChart',
  component: BarChart,
  parameters: usage(
    'BarChart for twelve or so groups of small whole numbers, beside a table that holds the same figures for everybody.',
    'Numbers that no table has. More than two series. Shares of a whole: a table says them better.',
  ),
};
export default meta;

export const Weeks: StoryObj<typeof BarChart> = {
  render: function Chart() {
    const say = useSay();
    const groups = [3, 0, 7, 5].map((received, week) => ({
      key: String(week),
      label: `${2 + 7 * week}.11.`,
      values: [received, week === 1 ? null : received - 1],
    }));
    return (
      <BarChart
        label={say('Eingegangen und beantwortet je Woche', 'Received and answered by week')}
        series={[say('Eingegangen', 'Received'), say('Beantwortet', 'Answered')]}
        groups={groups}
      />
    );
  },
};
