// The table of libs/ui with its story's 5,000 rows, without Storybook.
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../../../libs/ui/src';
import { FiveThousandRows } from '../../../libs/ui/src/display/DataTable.stories';

const Table = FiveThousandRows.render as () => React.ReactNode;

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider portal="doctor" ground="grey" linkComponent={({ to, ...rest }) => <a href={to} {...rest} />}>
    <Table />
  </UiProvider>,
);
