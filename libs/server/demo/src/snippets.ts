import { saveSnippets } from '@konsil/server-doctors/snippets.queries';
import type { DemoPeople } from './accounts.ts';
import type { DemoActions } from './stage.ts';

const ofTheSurgeon = [
  { title: 'Gruß', text: 'Guten Tag, {{first_name}} {{last_name}},\n\nvielen Dank für Ihre Unterlagen. ' },
  {
    title: 'Kontrolle genügt',
    text: 'Der Befund ist gutartig und stabil. Eine Kontrolle mit Ultraschall in zwölf Monaten genügt.',
  },
  {
    title: 'Risiken Halbseite',
    text: 'Bei der Entfernung eines Lappens überwachen wir den Stimmnerv während der ganzen Operation. Eine bleibende Heiserkeit ist selten (unter 1 von 100), eine vorübergehende häufiger (etwa 5 von 100).',
  },
  {
    title: 'Nach der Operation',
    text: 'Sie bleiben zwei Nächte bei uns. Nach zehn Tagen sind leichte Tätigkeiten möglich, nach drei Wochen Sport.',
  },
];
const ofTheCardiologist = [
  { title: 'Gruß', text: 'Guten Tag, {{first_name}} {{last_name}},\n\nich habe Ihre Unterlagen gelesen. ' },
  { title: 'Notfall', text: 'Bei Druck auf der Brust, Luftnot oder Ohnmacht rufen Sie bitte sofort die 112.' },
];

/** The text snippets of the two doctors. */
export const insertSnippets = async (stage: DemoActions, { sandberg, vogel }: DemoPeople, now: Date): Promise<void> => {
  await saveSnippets(stage.work(sandberg, now), ofTheSurgeon);
  await saveSnippets(stage.work(vogel, now), ofTheCardiologist);
};
