import type { Locale } from './codes.ts';
import { foldWord } from './fold.ts';

type Specialty = Readonly<Record<Locale, readonly [string, ...string[]]>>;

/**
 * Specialties in German and English: first the displayed name, then synonyms. The German ones are those of the medical
 * chambers' further-training regulations.
 */
const specialties: readonly Specialty[] = [
  { de: ['Allgemeinmedizin', 'Hausarztmedizin'], en: ['General practice', 'Family medicine', 'GP'] },
  { de: ['Allergologie'], en: ['Allergology', 'Allergy'] },
  { de: ['Allgemeinchirurgie'], en: ['General surgery'] },
  { de: ['Anästhesiologie', 'Anästhesie'], en: ['Anaesthesiology', 'Anesthesiology', 'Anaesthesia'] },
  { de: ['Angiologie', 'Gefäßmedizin'], en: ['Angiology', 'Vascular medicine'] },
  { de: ['Arbeitsmedizin'], en: ['Occupational medicine'] },
  { de: ['Augenheilkunde', 'Ophthalmologie'], en: ['Ophthalmology', 'Eye medicine'] },
  { de: ['Chirurgie'], en: ['Surgery'] },
  { de: ['Dermatologie', 'Haut- und Geschlechtskrankheiten', 'Hautkrankheiten'], en: ['Dermatology', 'Skin diseases'] },
  { de: ['Diabetologie'], en: ['Diabetology', 'Diabetes care'] },
  { de: ['Endokrine Chirurgie'], en: ['Endocrine surgery'] },
  {
    de: ['Endokrinologie', 'Endokrinologie und Diabetologie', 'Hormonerkrankungen'],
    en: ['Endocrinology', 'Endocrinology and diabetology', 'Hormone disorders'],
  },
  {
    de: ['Frauenheilkunde und Geburtshilfe', 'Frauenheilkunde', 'Gynäkologie', 'Geburtshilfe'],
    en: ['Gynaecology and obstetrics', 'Obstetrics and gynecology', 'Gynaecology', 'Gynecology', 'Obstetrics'],
  },
  { de: ['Gastroenterologie', 'Magen-Darm-Erkrankungen'], en: ['Gastroenterology', 'Digestive diseases'] },
  { de: ['Gefäßchirurgie'], en: ['Vascular surgery'] },
  { de: ['Geriatrie', 'Altersmedizin'], en: ['Geriatrics', 'Medicine of old age'] },
  {
    de: ['Hals-Nasen-Ohrenheilkunde', 'Hals-Nasen-Ohren-Heilkunde', 'HNO'],
    en: ['Ear, nose and throat medicine', 'Otorhinolaryngology', 'Otolaryngology', 'ENT'],
  },
  {
    de: ['Hämatologie und Onkologie', 'Hämatologie'],
    en: ['Haematology and oncology', 'Hematology and oncology', 'Haematology', 'Hematology'],
  },
  { de: ['Handchirurgie'], en: ['Hand surgery'] },
  { de: ['Herzchirurgie'], en: ['Cardiac surgery', 'Heart surgery'] },
  { de: ['Humangenetik'], en: ['Human genetics', 'Clinical genetics'] },
  { de: ['Infektiologie', 'Infektionskrankheiten'], en: ['Infectious diseases'] },
  { de: ['Innere Medizin'], en: ['Internal medicine'] },
  { de: ['Kardiologie', 'Herz-Kreislauf-Erkrankungen'], en: ['Cardiology', 'Heart diseases'] },
  {
    de: ['Kinder- und Jugendmedizin', 'Kinderheilkunde', 'Pädiatrie'],
    en: ['Paediatrics', 'Pediatrics', 'Children and adolescents'],
  },
  { de: ['Kinderchirurgie'], en: ['Paediatric surgery', 'Pediatric surgery'] },
  {
    de: ['Kinder- und Jugendpsychiatrie', 'Kinder- und Jugendpsychiatrie und -psychotherapie'],
    en: ['Child and adolescent psychiatry'],
  },
  { de: ['Laboratoriumsmedizin', 'Labormedizin'], en: ['Laboratory medicine'] },
  { de: ['Mund-Kiefer-Gesichtschirurgie'], en: ['Oral and maxillofacial surgery'] },
  { de: ['Nephrologie', 'Nierenerkrankungen'], en: ['Nephrology', 'Kidney diseases'] },
  { de: ['Neurochirurgie'], en: ['Neurosurgery'] },
  { de: ['Neurologie', 'Nervenheilkunde'], en: ['Neurology'] },
  { de: ['Neuroradiologie'], en: ['Neuroradiology'] },
  { de: ['Nuklearmedizin'], en: ['Nuclear medicine'] },
  { de: ['Onkologie', 'Krebsmedizin'], en: ['Oncology', 'Cancer medicine'] },
  { de: ['Orthopädie und Unfallchirurgie'], en: ['Orthopaedics and trauma surgery', 'Orthopedics and trauma surgery'] },
  { de: ['Orthopädie'], en: ['Orthopaedics', 'Orthopedics'] },
  { de: ['Palliativmedizin'], en: ['Palliative medicine'] },
  { de: ['Pathologie'], en: ['Pathology'] },
  { de: ['Physikalische und Rehabilitative Medizin'], en: ['Physical and rehabilitation medicine'] },
  {
    de: ['Plastische und Ästhetische Chirurgie', 'Plastische Chirurgie'],
    en: ['Plastic and aesthetic surgery', 'Plastic surgery'],
  },
  { de: ['Pneumologie', 'Lungenheilkunde'], en: ['Pulmonology', 'Respiratory medicine', 'Lung diseases'] },
  { de: ['Psychiatrie und Psychotherapie', 'Psychiatrie'], en: ['Psychiatry and psychotherapy', 'Psychiatry'] },
  {
    de: ['Psychosomatische Medizin und Psychotherapie', 'Psychosomatik'],
    en: ['Psychosomatic medicine and psychotherapy', 'Psychosomatics'],
  },
  { de: ['Radiologie'], en: ['Radiology'] },
  { de: ['Rheumatologie'], en: ['Rheumatology'] },
  { de: ['Schlafmedizin'], en: ['Sleep medicine'] },
  { de: ['Schmerzmedizin', 'Schmerztherapie'], en: ['Pain medicine', 'Pain therapy'] },
  { de: ['Sportmedizin'], en: ['Sports medicine'] },
  { de: ['Strahlentherapie'], en: ['Radiotherapy', 'Radiation oncology'] },
  { de: ['Thoraxchirurgie'], en: ['Thoracic surgery'] },
  { de: ['Unfallchirurgie'], en: ['Trauma surgery'] },
  { de: ['Urologie'], en: ['Urology'] },
  { de: ['Viszeralchirurgie'], en: ['Visceral surgery', 'Abdominal surgery'] },
];

/**
 * Body parts, illnesses and job titles by which people search for a specialty, in both languages; the key is its first
 * German name.
 */
const layWords: Readonly<Record<string, string>> = {
  Allgemeinmedizin: 'Hausarzt Hausärztin Hausarztpraxis praktischer Arzt, family doctor general practitioner',
  Allergologie: 'Allergie Allergien Allergiearzt Heuschnupfen Asthma Unverträglichkeit, allergist hay fever',
  Allgemeinchirurgie: 'Operation Leistenbruch Bauch Blinddarm, hernia appendix operation',
  Anästhesiologie:
    'Anästhesist Anästhesistin Narkose Narkosearzt Narkoseärztin Schmerzen, anaesthetist anesthetist anaesthesia narcosis',
  Angiologie:
    'Gefäße Venen Krampfadern Thrombose Durchblutung Arterien Gefäßarzt Bein, veins vessels thrombosis circulation arteries',
  Arbeitsmedizin: 'Betriebsarzt Betriebsärztin Beruf, company doctor work',
  Augenheilkunde:
    'Auge Augen Augenarzt Augenärztin Sehen Grauer Star Grüner Star Netzhaut Linse, eye eyes eye doctor cataract glaucoma retina vision',
  Chirurgie: 'Operation, operation',
  Dermatologie:
    'Haut Hautarzt Hautärztin Hautkrebs Muttermal Leberfleck Ausschlag Akne Neurodermitis Schuppenflechte Haare, skin mole rash acne eczema psoriasis hair',
  Diabetologie: 'Diabetes Zucker Zuckerkrankheit Blutzucker Insulin, sugar blood sugar insulin',
  'Endokrine Chirurgie':
    'Schilddrüse Nebenschilddrüse Nebenniere Kropf Struma Schilddrüsenknoten Hormone Operation, thyroid parathyroid adrenal goitre goiter nodule',
  Endokrinologie:
    'Schilddrüse Nebenschilddrüse Nebenniere Hypophyse Hormone Hormonarzt Diabetes Osteoporose Kropf Schilddrüsenknoten, thyroid parathyroid adrenal pituitary hormones goitre',
  'Frauenheilkunde und Geburtshilfe':
    'Frauenarzt Frauenärztin Gynäkologe Gynäkologin Schwangerschaft Gebärmutter Eierstock Brust Myom Endometriose Regel Wechseljahre Geburt, gynaecologist obstetrician pregnancy womb uterus ovary breast menopause women',
  Gastroenterologie:
    'Magen Darm Leber Galle Bauchspeicheldrüse Speiseröhre Magenspiegelung Darmspiegelung Verdauung Bauch Morbus Crohn Colitis, stomach bowel gut liver gallbladder pancreas colonoscopy digestion',
  Gefäßchirurgie:
    'Gefäße Krampfadern Venen Aorta Aneurysma Halsschlagader Durchblutung Bein, vessels veins aneurysm carotid leg',
  Geriatrie: 'Altersheilkunde Senioren ältere Menschen Alter Sturz Gebrechlichkeit, elderly old people frailty falls',
  'Hals-Nasen-Ohrenheilkunde':
    'HNO-Arzt HNO-Ärztin Ohr Ohren Nase Hals Mandeln Nebenhöhlen Gehör Schwindel Tinnitus Stimme Kehlkopf, ear nose throat tonsils sinus hearing voice dizziness',
  'Hämatologie und Onkologie':
    'Blut Blutarzt Blutkrebs Leukämie Lymphom Lymphknoten Anämie Krebs Tumor, blood leukaemia leukemia lymphoma anaemia cancer tumour lymph',
  Handchirurgie: 'Hand Finger Handgelenk Karpaltunnel Daumen, hand finger wrist carpal tunnel thumb',
  Herzchirurgie: 'Herz Bypass Herzklappe Aorta Operation, heart bypass valve',
  Humangenetik: 'Gene Erbkrankheit Vererbung Gentest, genes hereditary gene test',
  Infektiologie: 'Infektion Infekt Virus Bakterien HIV Tropen Hepatitis, infection virus bacteria tropical',
  'Innere Medizin': 'Internist Internistin innere Organe, internist physician',
  Kardiologie:
    'Herz Herzarzt Herzärztin Herzspezialist Herzrhythmus Bluthochdruck Blutdruck Herzinfarkt Herzschwäche Vorhofflimmern Kreislauf EKG, heart heart doctor blood pressure heart attack rhythm ECG',
  'Kinder- und Jugendmedizin':
    'Kinderarzt Kinderärztin Kind Kinder Baby Säugling Jugendliche, children child baby paediatrician',
  Kinderchirurgie: 'Kind Kinder Baby Operation, child children',
  'Kinder- und Jugendpsychiatrie': 'Kind Kinder Jugendliche ADHS Autismus Seele, child children ADHD autism',
  Laboratoriumsmedizin: 'Labor Blutwerte Laborwerte, laboratory blood values',
  'Mund-Kiefer-Gesichtschirurgie':
    'Kiefer Mund Gesicht Zähne Zahn Weisheitszahn MKG Kieferchirurg, jaw mouth face teeth tooth wisdom tooth',
  Nephrologie: 'Niere Nieren Nierenarzt Dialyse Transplantation, kidney kidneys dialysis',
  Neurochirurgie:
    'Gehirn Hirntumor Rückenmark Wirbelsäule Bandscheibe Bandscheibenvorfall Rücken Nerven, brain brain tumour spine spinal disc slipped disc back nerves',
  Neurologie:
    'Nerven Nervenarzt Nervenärztin Gehirn Kopfschmerzen Migräne Schlaganfall Epilepsie Parkinson Multiple Sklerose MS Demenz Schwindel, nerves brain headache migraine stroke epilepsy dementia dizziness',
  Neuroradiologie: 'Röntgen MRT CT Gehirn Wirbelsäule, x-ray MRI scan brain spine',
  Nuklearmedizin: 'Szintigraphie Szintigramm PET Radiojodtherapie Schilddrüse, scintigraphy PET radioiodine thyroid',
  Onkologie: 'Krebs Krebsarzt Tumor Chemotherapie Metastasen, cancer tumour tumor chemotherapy',
  Orthopädie:
    'Orthopäde Orthopädin Knochen Gelenk Gelenke Knie Hüfte Schulter Rücken Wirbelsäule Bandscheibe Fuß Sprunggelenk Ellenbogen Arm Bein Arthrose Meniskus Kreuzband Prothese, bones joints knee hip shoulder back spine foot ankle elbow arm leg arthrosis osteoarthritis meniscus ligament orthopaedist',
  Palliativmedizin: 'Sterbebegleitung Hospiz unheilbar, hospice end of life',
  Pathologie: 'Gewebe Gewebeprobe Biopsie Befund, tissue biopsy',
  'Physikalische und Rehabilitative Medizin': 'Reha Physiotherapie Krankengymnastik Bewegung, rehab physiotherapy',
  'Plastische und Ästhetische Chirurgie':
    'Schönheitschirurg Brust Narben Verbrennung Nase, cosmetic surgeon breast scars burns',
  Pneumologie:
    'Lunge Lungenarzt Lungenärztin Lungenfacharzt Atem Atmung Asthma COPD Bronchien Husten Pneumologe Pulmologie, lung lungs breathing asthma cough bronchi',
  'Psychiatrie und Psychotherapie':
    'Psychiater Psychiaterin Psychotherapeut Depression Angst Seele Psyche Sucht, psychiatrist depression anxiety mental health addiction',
  'Psychosomatische Medizin und Psychotherapie':
    'Psychotherapeut Psyche Seele Burnout Erschöpfung Stress, psychotherapist burnout stress mental health',
  Radiologie: 'Röntgen Röntgenarzt MRT CT Kernspin Mammographie Bilder, x-ray MRI scan mammography imaging',
  Rheumatologie:
    'Rheuma Gelenke Arthritis Autoimmun Gicht Morbus Bechterew Lupus, rheumatism joints arthritis gout autoimmune',
  Schlafmedizin: 'Schlaf Schlafapnoe Schnarchen Schlaflosigkeit Schlaflabor, sleep apnoea snoring insomnia',
  Schmerzmedizin: 'Schmerz Schmerzen Schmerzarzt Rücken Kopfschmerzen, pain chronic pain back headache',
  Sportmedizin: 'Sport Sportarzt Sportverletzung Muskel, sport injury muscle',
  Strahlentherapie: 'Bestrahlung Strahlen Krebs Tumor, radiation cancer tumour',
  Thoraxchirurgie: 'Lunge Brustkorb Rippen Rippenfell, lung chest ribs',
  Unfallchirurgie:
    'Unfall Knochenbruch Bruch Verletzung Knochen Gelenk Knie Schulter Sprunggelenk Arm Bein Fuß Hüfte, accident fracture broken bone injury knee shoulder ankle arm leg foot hip',
  Urologie:
    'Prostata Blase Niere Harnwege Hoden Nierensteine Harn Männerarzt, prostate bladder kidney urinary testicle kidney stones',
  Viszeralchirurgie:
    'Bauch Darm Leber Galle Gallenblase Magen Bauchspeicheldrüse Schilddrüse Leistenbruch Blinddarm, abdomen bowel liver gallbladder stomach pancreas hernia appendix',
};
/** Specialties that include others: they are found by the same words. */
const covers: Readonly<Record<string, readonly string[]>> = {
  'Orthopädie und Unfallchirurgie': ['Orthopädie', 'Unfallchirurgie'],
};

const persons: readonly (readonly [RegExp, string])[] = [
  [/logie$/i, 'loge'],
  [/logie$/i, 'login'],
  [/iatrie$/i, 'iater'],
  [/iatrie$/i, 'iaterin'],
  [/chirurgie$/i, 'chirurg'],
  [/chirurgie$/i, 'chirurgin'],
  [/medizin$/i, 'mediziner'],
  [/medizin$/i, 'medizinerin'],
  [/logy$/i, 'logist'],
  [/surgery$/i, 'surgeon'],
  [/iatrics$/i, 'iatrician'],
  [/iatry$/i, 'iatrist'],
];
/** Job titles: "Kardiologie" as "Kardiologe" and "Kardiologin". */
const personsOf = (name: string): string[] =>
  name
    .split(' ')
    .flatMap((word) =>
      persons.flatMap(([ending, person]) => (ending.test(word) ? [word.replace(ending, person)] : [])),
    );

const known = new Map(
  specialties.flatMap((specialty) =>
    [...specialty.de, ...specialty.en].map((name) => [foldWord(name), specialty] as const),
  ),
);
/** A known name as a whole, or several separated by commas, with separators kept. */
const partsOf = (written: string): string[] =>
  known.has(foldWord(written)) ? [written] : written.split(/(\s*[,;/]\s*)/);

/** A specialty in the reader's language if its name is known, else as written. */
export const specialtyIn = (written: string, locale: Locale): string =>
  partsOf(written)
    .map((part) => {
      const names = known.get(foldWord(part))?.[locale];
      return !names || names.some((name) => foldWord(name) === foldWord(part)) ? part : names[0];
    })
    .join('');

const wordsOf = (text: string): string =>
  ` ${text
    .split(/[^\p{L}\p{M}]+/u)
    .map(foldWord)
    .join(' ')} `;
/** The specialties within a longer name: "Innere Medizin und Kardiologie", "Facharzt für Orthopädie". */
const within = (written: string): Specialty[] => {
  const whole = known.get(foldWord(written));
  if (whole) return [whole];
  const words = wordsOf(written);
  return specialties.filter(({ de, en }) => [...de, ...en].some((name) => words.includes(wordsOf(name))));
};
const allWords = (specialty: Specialty): string[] => {
  const [name] = specialty.de;
  const others = (covers[name] ?? []).flatMap((other) => known.get(foldWord(other)) ?? []);
  return [
    ...specialty.de,
    ...specialty.en,
    ...[...specialty.de, ...specialty.en].flatMap(personsOf),
    layWords[name] ?? '',
    ...others.flatMap(allWords),
  ];
};

// Cached, because a directory search repeats the same few with every letter.
const collected = new Map<string, string>();
const mostCollected = 1000;

/** All search words of a specialty in both languages: names, job titles, body parts and illnesses. */
export const specialtyWords = (written: string): string => {
  const words =
    collected.get(written) ?? [written, ...new Set(partsOf(written).flatMap(within).flatMap(allWords))].join(' ');
  if (collected.size < mostCollected) collected.set(written, words);
  return words;
};

/** The offered specialties, sorted by the alphabet of `locale`; `also`: further search words. */
export const specialtyOptions = (locale: Locale): { value: string; label: string; also: string }[] =>
  specialties
    .map(({ [locale]: [name] }) => ({ value: name, label: name, also: specialtyWords(name) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
