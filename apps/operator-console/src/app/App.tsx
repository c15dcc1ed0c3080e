import { useRoutes } from 'react-router-dom';
import { routes } from './routes.tsx';

/** The console: renders the page for the current URL. */
export const App = () => useRoutes(routes);
