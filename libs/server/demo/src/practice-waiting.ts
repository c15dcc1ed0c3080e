import type { PracticeCase } from './practice.ts';
import { lab, letter, report } from './sources.ts';

/** What waits for the surgeon's answer beside the first pair's case. */
export const waitingCases: PracticeCase[] = [
  {
    person: ['Petra', 'Novak', 'F', '1961-06-02', 'Gereonswall', '31', '50670', 'Köln'], name: 'Hyperkalzämie, Verdacht auf Adenom', sent: [4, '10:20'], priority: 'high', ultrasound: { daysAgo: 15, size: 26 },
    diagnosis: 'Zu viel Kalzium im Blut, Verdacht auf Nebenschilddrüsenadenom', history: 'Seit dem Sommer müde und durstig, im Oktober ein Nierenstein.', questions: ['Muss die Nebenschilddrüse heraus?', 'Wie dringend ist das?'],
    letters: [lab(10, [['Kalzium', '2,89 mmol/l', '2,15 – 2,50'], ['Parathormon', '142 pg/ml', '15 – 65'], ['Phosphat', '0,71 mmol/l', '0,84 – 1,45'], ['25-OH-Vitamin D', '18 ng/ml', '> 30']], 'Kalzium kontrolliert und bestätigt.')],
    message: { at: [1, '17:45'], subject: 'Durst', text: 'Ich trinke inzwischen vier Liter am Tag. Ist das in Ordnung, bis ich von Ihnen höre?' },
    doctorTodo: { title: 'Labor am Rheinauhafen anrufen', content: 'Nachforderung: Kalzium im 24-Stunden-Urin.', inDays: 0, priority: 'high' },
  },
  {
    person: ['Deniz', 'Özkan', 'M', '1988-11-27', 'Keupstraße', '7', '51063', 'Köln'], name: 'Nebennierentumor links, 4,1 cm', sent: [1, '14:05'], priority: 'high',
    diagnosis: 'Raumforderung der linken Nebenniere', history: 'Im CT wegen Rückenschmerzen entdeckt. Blutdruck schwankt seit einem Jahr.', questions: ['Ist der Tumor gefährlich?', 'Geht die Operation minimalinvasiv?'],
    letters: [
      letter(20, 'radiologie', 'Dr. Moritz Behrens, Facharzt für Radiologie', ['CT des Bauchraums', 'Glatt begrenzte Raumforderung der linken Nebenniere von 4,1 cm, nativ 24 HE, verzögertes Auswaschen des Kontrastmittels.'], ['Beurteilung', 'Kein sicheres Adenom. Hormonelle Abklärung und chirurgische Vorstellung empfohlen.']),
      lab(8, [['Metanephrin im Plasma', '68 ng/l', '< 90'], ['Normetanephrin im Plasma', '131 ng/l', '< 180'], ['Cortisol nach Dexamethason', '3,4 µg/dl', '< 1,8'], ['Aldosteron/Renin', '11', '< 20']]),
    ],
    doctorTodo: { title: 'CT-Aufnahmen anfordern', content: 'Nur der Befund ist da, die Bilder fehlen.', inDays: 2, priority: 'normal' },
  },
  {
    person: ['Luis', 'Brandauer', 'M', '1954-01-09', 'Rheinuferstraße', '12', '50996', 'Köln'], name: 'Rezidiv nach Thyreoidektomie', sent: 125, priority: 'high', ultrasound: { daysAgo: 9, size: 34 },
    diagnosis: 'Verdacht auf Rückfall eines papillären Schilddrüsenkarzinoms', history: '2021 wurde die Schilddrüse entfernt, danach Radiojodtherapie. Jetzt steigt das Thyreoglobulin.', questions: ['Ist eine zweite Operation sinnvoll?', 'Wie groß ist das Risiko für den Stimmnerv beim zweiten Mal?'],
    letters: [
      report('op', 'OP-Bericht', 1720, 'klinikum', 'Dr. Anselm Kern, Chirurgische Klinik', ['Eingriff', 'Totale Thyreoidektomie mit zentraler Lymphknotenentfernung.'], ['Verlauf', 'Beide Stimmbandnerven dargestellt, Signal am Ende beidseits regelrecht.']),
      lab(14, [['Thyreoglobulin', '4,8 µg/l', '< 0,2'], ['Tg-Antikörper', '12 IU/ml', '< 40'], ['TSH', '0,08 mU/l', '0,40 – 4,00']], 'Thyreoglobulin vor sechs Monaten 1,1 µg/l.'),
    ],
  },
  {
    person: ['Hanna', 'Wieczorek', 'F', '1992-08-18', 'Zülpicher Straße', '205', '50937', 'Köln'], name: 'Zweitmeinung Strumaresektion', sent: [3, '11:30'], priority: 'normal', ultrasound: { daysAgo: 33, size: 48 },
    diagnosis: 'Knotenstruma beidseits', history: 'Der Hals ist sichtbar dicker geworden. Mir wurde geraten, die ganze Schilddrüse entfernen zu lassen.', questions: ['Muss die ganze Schilddrüse entfernt werden?', 'Kann ich danach Kinder bekommen?'],
    letters: [letter(30, 'endokrin', 'Dr. Silke Arendt, Fachärztin für Endokrinologie', ['Befund', 'Struma multinodosa, rechts 34 ml, links 28 ml. TSH 1,1 mU/l. Punktion des größten Knotens: Bethesda II.'], ['Vorschlag', 'Operation wegen der Größe. Umfang mit der Patientin zu besprechen.'])],
  },
  {
    person: ['Otto', 'Falkenrath', 'M', '1947-04-30', 'Am Römerturm', '3', '50667', 'Köln'], name: 'Calcitonin grenzwertig erhöht', sent: [2, '09:15'], priority: 'normal',
    diagnosis: 'Calcitonin 14 pg/ml bei kleinem Knoten', history: 'Zufällig bei der Vorsorge aufgefallen. Ich nehme Pantoprazol.', questions: ['Kann das vom Magenmittel kommen?'],
    letters: [lab(11, [['Calcitonin', '14,2 pg/ml', '< 10,0'], ['CEA', '2,0 µg/l', '< 4,7'], ['TSH', '2,3 mU/l', '0,40 – 4,00']], 'Protonenpumpenhemmer können Calcitonin erhöhen.')],
  },
  {
    person: ['Joana', 'Mbeki-Sommer', 'F', '1985-12-11', 'Dürener Straße', '89', '50931', 'Köln'], name: 'Autonomes Adenom, Radiojod oder OP', sent: [2, '15:40'], priority: 'normal', ultrasound: { daysAgo: 25, size: 40 },
    diagnosis: 'Heißer Knoten links', history: 'Herzklopfen und drei Kilo Gewichtsverlust seit August.', questions: ['Radiojod oder Operation?', 'Wie lange falle ich bei der Arbeit aus?', 'Brauche ich danach Tabletten?'],
    letters: [
      letter(22, 'nuklear', 'Dr. Ines Falk, Fachärztin für Nuklearmedizin', ['Szintigrafie', 'Der 28 mm große Knoten links speichert vermehrt, das übrige Gewebe ist unterdrückt.'], ['Vorschlag', 'Radiojodtherapie oder Entfernung des linken Lappens. Beides ist möglich.']),
      lab(22, [['TSH', '0,04 mU/l', '0,40 – 4,00'], ['fT3', '5,2 ng/l', '2,0 – 4,4'], ['fT4', '17,9 ng/l', '9,3 – 17,0']]),
    ],
  },
  {
    person: ['Arne', 'Petersen', 'M', '1970-02-23', 'Luxemburger Straße', '310', '50939', 'Köln'], name: 'Narbenbeschwerden nach OP', sent: [1, '16:50'], priority: 'normal',
    diagnosis: 'Spannende Narbe am Hals', history: 'Vier Monate nach der Operation zieht die Narbe beim Schlucken.', questions: ['Was kann ich gegen das Ziehen tun?'],
    letters: [report('op', 'OP-Bericht', 128, 'klinikum', 'Dr. Anselm Kern, Chirurgische Klinik', ['Eingriff', 'Entfernung des linken Schilddrüsenlappens. Verlauf ohne Besonderheiten, Hautnaht fortlaufend.'])],
    message: { at: 260, subject: 'Foto der Narbe', text: 'Soll ich Ihnen noch ein Foto der Narbe schicken?' },
  },
  {
    person: ['Maja', 'Lindqvist', 'F', '2001-07-05', 'Weyerstraße', '52', '50676', 'Köln'], name: 'Morbus Basedow, Orbitopathie', sent: 300, priority: 'normal',
    diagnosis: 'Morbus Basedow mit Augenbeteiligung', history: 'Seit Mai Thiamazol. Die Augen tränen und drücken.', questions: ['Ist bei den Augen eine Operation besser als Radiojod?'],
    letters: [
      report('consultation', 'Konsilbericht', 7, 'augen', 'Dr. Viola Stern, Augenambulanz', ['Befund', 'Endokrine Orbitopathie, CAS 3 von 7. Keine Beteiligung des Sehnervs.'], ['Empfehlung', 'Keine Radiojodtherapie ohne Kortisonschutz. Selen 200 µg am Tag.']),
      lab(9, [['TSH', '< 0,01 mU/l', '0,40 – 4,00'], ['fT4', '19,4 ng/l', '9,3 – 17,0'], ['TRAK', '11,8 IU/l', '< 1,75']]),
    ],
  },
  {
    person: ['Cornelia', 'Hartung', 'F', '1966-10-16', 'Berrenrather Straße', '140', '50937', 'Köln'], name: 'Kontrolle Restgewebe', sent: [3, '08:50'], priority: 'low', ultrasound: { daysAgo: 12, size: 16 },
    diagnosis: 'Zustand nach Schilddrüsenoperation 2015', history: 'Jährliche Kontrolle, keine Beschwerden.', questions: ['Reicht die nächste Kontrolle in zwei Jahren?'],
    letters: [lab(12, [['TSH', '1,3 mU/l', '0,40 – 4,00'], ['Thyreoglobulin', '6 µg/l', '< 55']])],
  },
  {
    person: ['Giulia', 'Rossi', 'F', '1990-09-29', 'Aachener Straße', '64', '50674', 'Köln'], name: 'Hashimoto und Kinderwunsch', sent: [2, '12:10'], priority: 'low',
    diagnosis: 'Hashimoto-Thyreoiditis', history: 'Seit zwei Jahren L-Thyroxin 75. Wir möchten ein Kind.', questions: ['Welcher TSH-Wert ist vor einer Schwangerschaft gut?', 'Muss ein kleiner Knoten vorher operiert werden?'],
    letters: [lab(16, [['TSH', '3,1 mU/l', '0,40 – 4,00'], ['fT4', '13,2 ng/l', '9,3 – 17,0'], ['Anti-TPO', '640 IU/ml', '< 34']])],
  },
  {
    person: ['Emil', 'Tannhauser', 'M', '1939-03-07', 'Vorgebirgstraße', '21', '50677', 'Köln'], name: 'Jodallergie, Alternativen', sent: [1, '09:35'], priority: 'low',
    diagnosis: 'Überfunktion, Unverträglichkeit von jodhaltigem Kontrastmittel', history: 'Nach einem CT 2017 Hautausschlag am ganzen Körper.', questions: ['Welche Behandlung geht ohne Jod?'],
    letters: [letter(18, 'roth', 'Dr. Hannes Roth, Facharzt für Allgemeinmedizin', ['Anlass', 'Subklinische Hyperthyreose, TSH 0,12 mU/l. Dokumentierte Reaktion auf Iohexol.'], ['Frage', 'Ist eine Operation bei Herzschwäche NYHA II vertretbar?'])],
  },
  {
    person: ['Jan', 'Kowalczyk', 'M', '1977-05-13', 'Severinstraße', '101', '50678', 'Köln'], name: 'Schluckbeschwerden, Kloßgefühl', sent: 40, ultrasound: { daysAgo: 5, size: 22 },
    diagnosis: 'Kloßgefühl im Hals', history: 'Seit drei Monaten, vor allem abends. Gewicht stabil.', questions: ['Kommt das von der Schilddrüse?'],
    letters: [report('consultation', 'Konsilbericht', 6, 'hno', 'Dr. Paula Nissen, Fachärztin für HNO-Heilkunde', ['Befund', 'Kehlkopf und Stimmlippen unauffällig, leichte Rötung der hinteren Rachenwand.'], ['Beurteilung', 'Kein Tumor. Reflux wahrscheinlich, Schilddrüse bitte mitbeurteilen.'])],
  },
  {
    person: ['Selin', 'Yildirim', 'F', '1995-06-21', 'Venloer Straße', '388', '50825', 'Köln'], name: 'Zufallsbefund Halslymphknoten', sent: 15, ultrasound: { daysAgo: 3, size: 18 },
    diagnosis: 'Vergrößerter Lymphknoten links am Hals', history: 'Beim Ultraschall wegen Nackenschmerzen aufgefallen. Kein Fieber.', questions: ['Muss der Lymphknoten entnommen werden?', 'Wie lange kann ich warten?'],
    letters: [letter(3, 'radiologie', 'Dr. Moritz Behrens, Facharzt für Radiologie', ['Ultraschall des Halses', 'Lymphknoten im Level III links, 14 mm, oval, Hilus erhalten. Schilddrüse unauffällig.'], ['Empfehlung', 'Kontrolle in sechs Wochen oder fachärztliche Beurteilung.'])],
  },
];
