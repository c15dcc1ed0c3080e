import { useRoutes } from 'react-router-dom';
import '../simple/texts.ts';
import { routes } from './routes.tsx';

/** The portal: renders the page for the current URL. */
export const App = () => useRoutes(routes);
