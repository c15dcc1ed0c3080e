import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'patient-portal',
  words: {
    de: {
      title: 'Konsil',
      description: 'Unterlagen zusammenstellen, an Ihre Ärztin oder Ihren Arzt senden, Antwort erhalten.',
    },
    en: { title: 'Konsil', description: 'Put your documents together, send them to your doctor, get an answer.' },
  },
  ground: '#f9f6f1',
  prerendered: true,
});
