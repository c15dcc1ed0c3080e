import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { useNavigateFromHere } from './index.ts';

let answer = () => {};
const Where = () => <p>{useLocation().pathname}</p>;
function Form() {
  const navigate = useNavigateFromHere();
  return <button onClick={() => (answer = () => navigate('/saved'))}>Save</button>;
}
const open = async () => {
  render(
    <MemoryRouter initialEntries={['/form']}>
      <Where />
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/form?part=2">Part 2</Link>
      <Routes>
        <Route path="/form" element={<Form />} />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByText('Save'));
};

test('a response navigates only while the requesting page is still open', async () => {
  await open();
  fireEvent.click(screen.getByText('Part 2'));
  act(() => answer());
  expect(screen.getByText('/saved')).toBeVisible();
});

test('a response does not navigate once the user has left the page', async () => {
  await open();
  fireEvent.click(screen.getByText('Elsewhere'));
  act(() => answer());
  expect(screen.getByText('/elsewhere')).toBeVisible();
});
