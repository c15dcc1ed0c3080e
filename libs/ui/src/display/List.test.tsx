import { render, screen } from '@testing-library/react';
import { UiProvider } from '../foundation/UiProvider';
import { List, ListLinkRow, ListRow } from './List';

const inPortal = (rows: React.ReactNode) =>
  render(
    <UiProvider
      portal="doctor"
      ground="grey"
      linkComponent={({ to, state, children, ...rest }) => (
        <a href={to} data-state={JSON.stringify(state)} {...rest}>
          {children}
        </a>
      )}
    >
      <List>{rows}</List>
    </UiProvider>,
  );

test('a row passes its router state to its page, and is the current one only where it says so', () => {
  inPortal(
    <>
      <ListLinkRow to="/one" title="One" carries={{ search: 'knee' }} current />
      <ListLinkRow to="/two" title="Two" current={false} />
    </>,
  );
  const [one, two] = screen.getAllByRole('link');
  expect(one).toHaveAttribute('data-state', '{"search":"knee"}');
  expect(one).toHaveAttribute('aria-current', 'true');
  expect(two).not.toHaveAttribute('data-state');
  expect(two).not.toHaveAttribute('aria-current');
});

test('a row shows all its parts in reading order', () => {
  inPortal(
    <>
      <ListLinkRow to="/one" title="Title" over="Over" words="Words" detail="Detail" state="State" />
      <ListRow title="Plain" detail="Facts" state="Open" actions={<button>Edit</button>}>
        Below
      </ListRow>
    </>,
  );
  expect(screen.getByRole('link')).toHaveTextContent('OverTitleWordsDetailState');
  expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('PlainFactsOpenEditBelow');
});
