// Imported first: sends requests while the rest loads.
import '@konsil/portal-frame/before-start';
import { fetchAhead, startPortal } from '@konsil/portal-frame';
import { App } from './app/App.tsx';
import { routes } from './app/routes.tsx';

fetchAhead(routes);
await startPortal('operator', App);
