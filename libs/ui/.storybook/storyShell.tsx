import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage, useSay } from './say';
import {
  CasesIcon,
  HelpIcon,
  InboxIcon,
  InfoIcon,
  MailIcon,
  MessagesIcon,
  PatientsIcon,
  PersonIcon,
  SafeIcon,
  SettingsIcon,
  StartIcon,
  TodosIcon,
} from '../src/foundation/icons';
import { PatientShell } from '../src/shell/PatientShell';
import type { PatientShellProps } from '../src/shell/PatientShell';

/** The texts and links that the shell stories share. */
export function useStoryShell() {
  const say = useSay();
  const [language, setLanguage] = useState<string>(useLanguage());
  return {
    words: {
      skip: say('Zum Inhalt', 'Skip to content'),
      mainNavigation: say('Hauptnavigation', 'Main navigation'),
      account: say('Konto und Hilfe', 'Account and help'),
      menu: say('Menü', 'Menu'),
      footer: say('Fußzeile', 'Footer'),
      signOut: say('Abmelden', 'Sign out'),
    },
    home: '#home',
    languages: {
      label: say('Sprache', 'Language'),
      languages: [
        { code: 'de', name: 'Deutsch', href: '?lang=de' },
        { code: 'en', name: 'English', href: '?lang=en' },
      ],
      current: language,
      onChange: setLanguage,
    },
    footer: [
      { to: '#contact', label: say('Kontakt', 'Contact') },
      { to: '#help', label: say('Hilfe', 'Help') },
      { to: '#privacy', label: say('Datenschutz', 'Privacy') },
      { to: '#imprint', label: say('Impressum', 'Imprint') },
    ],
    patientNav: [
      { to: '#start', label: say('Start', 'Home'), icon: <StartIcon /> },
      { to: '#cases', label: say('Fälle', 'Cases'), icon: <CasesIcon />, current: true },
      {
        to: '#messages',
        label: say('Nachrichten', 'Messages'),
        icon: <MessagesIcon />,
        badge: { count: 1, label: say('neu', 'new') },
      },
      { to: '#patients', label: say('Patienten', 'Patients'), icon: <PatientsIcon /> },
    ],
    patientItems: [
      { to: '#account', label: say('Konto', 'Account') },
      { to: '#settings', label: say('Einstellungen', 'Settings') },
      { to: '#log', label: say('Wer hat meine Daten gesehen?', 'Who has seen my data?') },
    ],
    doctorNav: [
      { to: '#inbox', label: say('Eingang', 'Inbox'), icon: <InboxIcon />, badge: { count: 14 }, current: true },
      { to: '#patients', label: say('Patienten', 'Patients'), icon: <PatientsIcon /> },
      { to: '#todos', label: say('Aufgaben', 'To-dos'), icon: <TodosIcon />, badge: { count: 5 } },
      { to: '#messages', label: say('Nachrichten', 'Messages'), icon: <MessagesIcon />, badge: { count: 3 } },
    ],
    accountNav: [
      { to: '#account', label: say('Konto', 'Account'), icon: <PersonIcon /> },
      { to: '#settings', label: say('Einstellungen', 'Settings'), icon: <SettingsIcon /> },
      { to: '#contact', label: say('Kontakt', 'Contact'), icon: <MailIcon /> },
      { to: '#help', label: say('Hilfe', 'Help'), icon: <HelpIcon /> },
    ],
    legal: [
      { to: '#privacy', label: say('Datenschutz', 'Privacy'), icon: <SafeIcon /> },
      { to: '#imprint', label: say('Impressum', 'Imprint'), icon: <InfoIcon /> },
    ],
  };
}

/** Wraps a story in the patient portal's shell, signed in. */
export function StoryPatientShell({
  children,
  ...more
}: Pick<PatientShellProps, 'actingFor' | 'notice' | 'status'> & { children: ReactNode }) {
  const { words, home, languages, footer, patientNav, patientItems } = useStoryShell();
  return (
    <PatientShell
      words={words}
      home={home}
      nav={patientNav}
      languages={languages}
      person={{ name: 'Miriam Adler', items: patientItems }}
      onSignOut={() => undefined}
      footer={footer}
      {...more}
    >
      {children}
    </PatientShell>
  );
}
