import { fetchAhead, startPortal } from '@konsil/account';
import { App } from './app/App.tsx';
import { routes } from './app/routes.tsx';

fetchAhead(routes);
await startPortal('patient', App);
