import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'doctor-portal',
  port: 5300,
  title: 'Konsil für Ärztinnen und Ärzte',
  description: 'Anfragen von Patientinnen und Patienten sichten und beantworten.',
  prerendered: true,
});
