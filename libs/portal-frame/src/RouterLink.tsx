import { Link } from 'react-router-dom';
import type { LinkComponent } from '@konsil/ui';

/** Makes links of libs/ui use the router. */
export const RouterLink: LinkComponent = ({ to, children, ...rest }) => (
  <Link to={to} {...rest}>
    {children}
  </Link>
);
