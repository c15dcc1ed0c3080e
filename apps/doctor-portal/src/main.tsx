import { startPortal } from '@konsil/account';
import { App } from './app/App.tsx';

await startPortal('doctor', App);
