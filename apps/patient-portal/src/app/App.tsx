import { useRoutes } from 'react-router-dom';
import { routes } from './routes.tsx';

/** The portal: one page at a time, by address. */
export const App = () => useRoutes(routes);
