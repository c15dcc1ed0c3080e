import { locales, type Locale } from './codes.ts';

/** Fields of work in German and English: the name that is shown first, then others that people write or look for. The German ones are those of the medical chambers' further-training regulations. */
const specialties: readonly Readonly<Record<Locale, readonly [string, ...string[]]>>[] = [
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
  { de: ['Endokrinologie', 'Endokrinologie und Diabetologie', 'Hormonerkrankungen'], en: ['Endocrinology', 'Endocrinology and diabetology', 'Hormone disorders'] },
  { de: ['Frauenheilkunde und Geburtshilfe', 'Frauenheilkunde', 'Gynäkologie', 'Geburtshilfe'], en: ['Gynaecology and obstetrics', 'Obstetrics and gynecology', 'Gynaecology', 'Gynecology', 'Obstetrics'] },
  { de: ['Gastroenterologie', 'Magen-Darm-Erkrankungen'], en: ['Gastroenterology', 'Digestive diseases'] },
  { de: ['Gefäßchirurgie'], en: ['Vascular surgery'] },
  { de: ['Geriatrie', 'Altersmedizin'], en: ['Geriatrics', 'Medicine of old age'] },
  { de: ['Hals-Nasen-Ohrenheilkunde', 'Hals-Nasen-Ohren-Heilkunde', 'HNO'], en: ['Ear, nose and throat medicine', 'Otorhinolaryngology', 'Otolaryngology', 'ENT'] },
  { de: ['Hämatologie und Onkologie', 'Hämatologie'], en: ['Haematology and oncology', 'Hematology and oncology', 'Haematology', 'Hematology'] },
  { de: ['Handchirurgie'], en: ['Hand surgery'] },
  { de: ['Herzchirurgie'], en: ['Cardiac surgery', 'Heart surgery'] },
  { de: ['Humangenetik'], en: ['Human genetics', 'Clinical genetics'] },
  { de: ['Infektiologie', 'Infektionskrankheiten'], en: ['Infectious diseases'] },
  { de: ['Innere Medizin'], en: ['Internal medicine'] },
  { de: ['Kardiologie', 'Herz-Kreislauf-Erkrankungen'], en: ['Cardiology', 'Heart diseases'] },
  { de: ['Kinder- und Jugendmedizin', 'Kinderheilkunde', 'Pädiatrie'], en: ['Paediatrics', 'Pediatrics', 'Children and adolescents'] },
  { de: ['Kinderchirurgie'], en: ['Paediatric surgery', 'Pediatric surgery'] },
  { de: ['Kinder- und Jugendpsychiatrie', 'Kinder- und Jugendpsychiatrie und -psychotherapie'], en: ['Child and adolescent psychiatry'] },
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
  { de: ['Plastische und Ästhetische Chirurgie', 'Plastische Chirurgie'], en: ['Plastic and aesthetic surgery', 'Plastic surgery'] },
  { de: ['Pneumologie', 'Lungenheilkunde'], en: ['Pulmonology', 'Respiratory medicine', 'Lung diseases'] },
  { de: ['Psychiatrie und Psychotherapie', 'Psychiatrie'], en: ['Psychiatry and psychotherapy', 'Psychiatry'] },
  { de: ['Psychosomatische Medizin und Psychotherapie', 'Psychosomatik'], en: ['Psychosomatic medicine and psychotherapy', 'Psychosomatics'] },
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

const folded = (name: string) => name.trim().toLocaleLowerCase('de');
const known = new Map(specialties.flatMap((specialty) => [...specialty.de, ...specialty.en].map((name) => [folded(name), specialty] as const)));
/** A name that is known as a whole, or several with commas between them, their separators kept. */
const partsOf = (written: string): string[] => (known.has(folded(written)) ? [written] : written.split(/(\s*[,;/]\s*)/));

/** A field of work as a doctor wrote it, in the reader's language where its name is known. */
export const specialtyIn = (written: string, locale: Locale): string =>
  partsOf(written).map((part) => {
    const names = known.get(folded(part))?.[locale];
    return !names || names.some((name) => folded(name) === folded(part)) ? part : names[0];
  }).join('');

/** Every word that a field of work is looked for by, in both languages. */
export const specialtyWords = (written: string): string =>
  [written, ...partsOf(written).flatMap((part) => locales.flatMap((locale) => known.get(folded(part))?.[locale] ?? []))].join(' ');

/** The fields of work that are offered, in the alphabetical order of `locale`; `also`: what they are found by, too. */
export const specialtyOptions = (locale: Locale): { value: string; label: string; also: string }[] =>
  specialties.map(({ [locale]: [name] }) => ({ value: name, label: name, also: specialtyWords(name) })).sort((a, b) => a.label.localeCompare(b.label, locale));
