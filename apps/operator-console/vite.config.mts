import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'operator-console',
  words: {
    de: { title: 'Konsil Betrieb', description: 'Den Betrieb von Konsil sehen und steuern.' },
    en: { title: 'Konsil operations', description: 'See and run an installation of Konsil.' },
  },
  ground: '#eceef1',
  prerendered: true,
});
