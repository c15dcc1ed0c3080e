import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchMenu } from './SearchMenu';

const words = { label: 'Daneben zeigen', placeholder: 'Art oder Quelle', empty: 'Kein Dokument passt dazu.' };

test('loads its options each time it opens', async () => {
  const names = ['Arztbrief', 'Laborbefund'];
  let asked = 0;
  const options = () => {
    asked += 1;
    return names.map((label) => ({ value: label, label }));
  };
  const menu = () => (
    <SearchMenu trigger={<button>Vergleichen</button>} options={options} onChoose={() => undefined} words={words} />
  );
  const { rerender } = render(menu());
  rerender(menu());
  expect(asked).toBe(0);

  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox'));
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await user.keyboard('{Escape}');

  names.push('Histologie');
  await user.click(screen.getByText('Vergleichen'));
  // It is mounted one frame before it is visible.
  await waitFor(() => expect(screen.getByRole('option', { name: 'Histologie' })).toBeVisible());
  expect(asked).toBe(2);
});
