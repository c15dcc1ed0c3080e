import { render, screen } from '@testing-library/react';
import { Link } from './link';
import { UiProvider } from './UiProvider';

describe('A link', () => {
  it('uses the router inside the portal and the browser everywhere else', () => {
    render(
      <UiProvider
        portal="doctor"
        ground="grey"
        linkComponent={({ to, children }) => <a href={`/routed${to}`}>{children}</a>}
      >
        <Link to="/doctor">Eingang</Link>
        <Link to="tel:112">112</Link>
        <Link to="#main">Zum Inhalt</Link>
      </UiProvider>,
    );
    expect(screen.getByRole('link', { name: 'Eingang' })).toHaveAttribute('href', '/routed/doctor');
    expect(screen.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112');
    expect(screen.getByRole('link', { name: 'Zum Inhalt' })).toHaveAttribute('href', '#main');
  });

  it('sets its portal and ground on the page', () => {
    render(
      <UiProvider portal="patient" ground="plain">
        <p>Start</p>
      </UiProvider>,
    );
    expect(document.documentElement).toHaveAttribute('data-portal', 'patient');
    expect(document.documentElement).toHaveAttribute('data-ground', 'plain');
  });
});
