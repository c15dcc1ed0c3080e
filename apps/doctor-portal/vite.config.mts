import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'doctor-portal',
  words: {
    de: {
      title: 'Konsil für Ärztinnen und Ärzte',
      description: 'Anfragen von Patientinnen und Patienten sichten und beantworten.',
    },
    en: { title: 'Konsil for doctors', description: 'Review and answer requests from patients.' },
  },
  ground: '#eceef1',
  prerendered: true,
});
