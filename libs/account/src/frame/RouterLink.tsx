import { Link } from 'react-router-dom';
import type { LinkComponent } from '@konsil/ui';

/** Links of libs/ui, followed by the router. */
export const RouterLink: LinkComponent = ({ to, children, ...rest }) => (
  <Link to={to} {...rest}>
    {children}
  </Link>
);
