// Made-up plans of made-up people, for tests and measurements. Names of medicines are ingredients only, or invented.
/**
 * @param {string} version
 * @param {{ person: string, page?: string, doctor?: string, at?: string }} of
 */
const head = (version, { page = '', person, doctor = 'Dr. Jana Beispiel', at = '2026-11-03T09:12:00' }) =>
  `<MP v="${version}" U="F5FDC0E5E10E44EFBAC1D4A2B540A957"${page} l="de-DE">` +
  `${person}<A lanr="999999900" n="${doctor}" s="Lindenweg 7" z="01234" c="Musterstadt" p="01234-567890" e="praxis@example.org" t="${at}"/>`;

export const petra = '<P g="Petra" f="Möller" b="19680421" s="W"/>';
export const jakob = '<P g="Jakob" f="Weiss" b="20190301" s="M"/>';
export const miriam = '<P g="Miriam" f="Adler" b="19740512" s="W"/>';
const long =
  '<M p="1234562" a="Ramipril Muster 5" f="TAB" m="1" du="1" i="vor dem Essen" r="Bluthochdruck"><W w="Ramipril" s="5 mg"/></M>';
const drops = '<M p="2223945" m="20" v="20" du="6" r="Schlaf"/>';
const onDemand =
  '<S c="411"><M a="Novalgin Muster" f="TRO" t="max. 4-mal 30" du="6" i="bei Schmerzen" r="Schmerzen"><W w="Metamizol" s="500 mg/ml"/></M></S>';
const special =
  '<S t="zu besonderen Zeiten anzuwendende Medikamente"><M p="2239828" a="Pflaster Muster" fd="Pflaster" t="alle drei Tage 1" du="1" i="auf wechselnde Stellen kleben" r="Schmerzen"/></S>';

/** A small plan of each version. */
export const smallPlans = Object.fromEntries(
  ['022', '023', '024', '025', '026', '027', '028'].map((version) => [
    version,
    `${head(version, { person: miriam })}<O ai="Penicillin" w="74" h="172" c="0.95"/><S c="412">${long}${drops}</S>${onDemand}` +
      `${version === '028' ? '<S c="425"><M a="Methotrexat Muster" f="TAB" m="1" wo="1" du="1" r="Rheuma"><W w="Methotrexat" s="10 mg"/></M></S>' : special}` +
      `<S c="422"><X t="Bitte messen Sie Ihren Blutdruck täglich!"/></S></MP>`,
  ]),
);

const ramiprilTwice =
  '<M f="FTA" m="1" du="1" r="Bluthochdruck"><W w="Ramipril" s="2,5 mg"/></M><M a="Penicillin V Muster" f="FTA" m="1" d="1" v="1" du="1" r="Infekt"><W w="Phenoxymethylpenicillin" s="1,5 Mega"/></M>';
/** A plan with what is to be warned of: an ingredient twice, and a declared allergy. */
export const warningPlan = `${head('026', { person: petra })}<O ai="Penicillin" w="74"/><S c="412">${long}${ramiprilTwice}${drops}</S>${onDemand}</MP>`;
export const strangerPlan = `${head('027', { person: jakob })}<S c="412">${long}</S></MP>`;

/** A plan with as many lines as a page and its code hold. */
const ingredients = [
  'Ramipril',
  'Bisoprolol',
  'Amlodipin',
  'Torasemid',
  'Simvastatin',
  'Metformin',
  'Pantoprazol',
  'Levothyroxin',
  'Allopurinol',
  'Tamsulosin',
];
export const fullPlan =
  `${head('026', { person: miriam })}<O ai="Penicillin" w="74"/><S c="412">` +
  ingredients
    .map(
      (name, index) =>
        `<M f="FTA" m="1" v="${index % 2}" du="1" r="Herz und Kreislauf"><W w="${name}" s="${5 * (index + 1)} mg"/></M>`,
    )
    .join('') +
  '</S></MP>';

/** Two pages of one print. */
export const twoPages = [1, 2].map(
  (page) =>
    `${head('026', { person: petra, page: ` a="${page}" z="2"` })}<S c="412">` +
    (page === 1 ? long : '<M f="FTA" v="1" du="1" r="Blutfette"><W w="Simvastatin" s="20 mg"/></M>') +
    '</S></MP>',
);
