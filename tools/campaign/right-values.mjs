// The right value of each input, as a function from what was seen to what is wrong.
const tolerance = 6;

const views = ({ documents }, place = 0) => Object.entries(documents[place]?.views ?? {});
const near = (seen, right) =>
  seen?.length === right.length &&
  right.every((shade, at) => [seen[at]].flat().every((one) => Math.abs(one - shade) <= tolerance));
const told = (value) => JSON.stringify(value);

/** Each rule returns what is wrong. */
const accepted =
  (...names) =>
  ({ status, problem, documents }) => {
    const seen = documents.map(({ document }) => document.file_name);
    return status !== 201
      ? [`refused: ${problem}`]
      : names.length > 0 && told(seen) !== told(names)
        ? [`documents ${told(seen)}`]
        : [];
  };
const refused =
  (code, kind) =>
  ({ status, problem, kind: seen }) =>
    status >= 400 && status < 500 && problem === code && seen === kind ? [] : [`${status} ${problem} ${seen}`];

/** Stack by stack and image by image: five greys from left to right; on every renderer. */
const shows =
  (stacks, /** @type {{ place?: number, corner?: string }} */ { place = 0, corner } = {}) =>
  (found) =>
    views(found, place).flatMap(([renderer, view]) => [
      ...(view.stacks.length === stacks.length ? [] : [`${renderer}: ${view.stacks.length} stacks`]),
      ...stacks.flatMap((images, stack) => {
        const { total, images: seen } = view.stacks[stack] ?? { total: 0, images: [] };
        return [
          ...(total === images.length ? [] : [`${renderer}: ${total} images in stack ${stack + 1}`]),
          ...images.flatMap((right, image) =>
            near(seen[image]?.across, right)
              ? []
              : [
                  `${renderer}: image ${image + 1} of stack ${stack + 1} is ${told(seen[image]?.across)}, right is ${told(right)}`,
                ],
          ),
        ];
      }),
      ...(corner && !view.stacks[0]?.images[0]?.corners[0]?.endsWith(corner)
        ? [`${renderer}: corner ${view.stacks[0]?.images[0]?.corners[0]}`]
        : []),
      ...view.complaints.map((complaint) => `${renderer}: ${complaint}`),
    ]);
const previews =
  (right, place = 0) =>
  ({ documents }) =>
    near(documents[place]?.preview?.across, right) ? [] : [`preview ${told(documents[place]?.preview?.across)}`];
const plain = (shade) => [shade, shade, shade, shade, shade];
const drawn = (right, /** @type {{ place?: number, corner?: string }} */ options) => [
  shows([[right]], options),
  previews(right, options?.place),
];
/** Each image ends with a sentence, retry and download. */
const fails = (found) =>
  views(found).flatMap(([renderer, { stacks }]) =>
    stacks.flatMap(({ images }) =>
      images.flatMap(({ phase, notes }) =>
        phase === 'failed' && /Noch einmal versuchen.*Original herunterladen/.test(notes.join(' '))
          ? []
          : [`${renderer}: ${phase}, ${told(notes)}`],
      ),
    ),
  );
/** Both sides are told about this many unreadable files. */
const damaged =
  (count, place = 0) =>
  ({ documents }) =>
    documents[place]?.document.intake?.damaged_count === count
      ? []
      : [`intake ${told(documents[place]?.document.intake)}`];
const leavesOut =
  (...names) =>
  ({ documents }) => {
    const seen = documents[0]?.document.intake?.left_out.map(({ name }) => name) ?? [];
    return told(seen) === told(names) ? [] : [`left out ${told(seen)}`];
  };
const warns =
  (words, place = 0) =>
  (found) =>
    views(found, place).flatMap(([renderer, { stacks }]) => {
      const seen = stacks.flatMap(({ images }) => images.map(({ warnings }) => warnings.join(' ')));
      return seen.every((one) => (words ? words.test(one) : one === '')) ? [] : [`${renderer}: warning ${told(seen)}`];
    });
const names =
  (name, isStranger, place = 0) =>
  ({ documents }) => {
    const { dicom, stranger } = documents[place]?.document ?? {};
    return dicom?.patient_name === name &&
      Boolean(stranger) === isStranger &&
      (!isStranger || stranger.named.name === name)
      ? []
      : [`person ${told([dicom?.patient_name, stranger])}`];
  };
const measures =
  (words, angle = /45,\d°/) =>
  (found) =>
    views(found).flatMap(([renderer, { measured }]) =>
      words.test(measured?.length) && angle.test(measured?.angle) ? [] : [`${renderer}: ${told(measured)}`],
    );
const plays = (found) =>
  views(found).flatMap(([renderer, { every }]) =>
    every > 35 && every < 45 ? [] : [`${renderer}: an image every ${every} ms`],
  );
const document =
  (right, place = 0) =>
  ({ documents }) =>
    Object.entries(right).flatMap(([key, value]) =>
      documents[place]?.document[key] === value ? [] : [`${key} is ${told(documents[place]?.document[key])}`],
    );
/** A page whose preview has more than paper on it. */
const hasPreview =
  (is, place = 0) =>
  ({ documents }) =>
    Boolean(documents[place]?.preview) === is && (!is || documents[place].preview.shades > 4)
      ? []
      : [`preview ${told(documents[place]?.preview)}`];
const isReport =
  (place) =>
  ({ documents }) =>
    documents[place]?.document.report?.lines.length ? [] : ['no report'];

const isNoStranger = ({ documents }) => {
  const stranger = documents[0]?.document.stranger;
  return stranger ? [`stranger ${told(stranger)}`] : [];
};
const images =
  (count) =>
  ({ documents }) =>
    documents[0]?.document.dicom?.images === count ? [] : [`images ${told(documents[0]?.document.dicom)}`];

const copies =
  (count) =>
  ({ documents }) =>
    documents[0]?.document.intake?.copies === count ? [] : [`intake ${told(documents[0]?.document.intake)}`];

const all =
  (...rules) =>
  (found) =>
    rules.flat().flatMap((rule) => rule(found));
const ramp = [8, 64, 128, 192, 248];
const ranged = [40, 80, 120, 160, 200].map(plain);
const values = (right, corner) => all(accepted(), drawn(right, { corner }));
const order = all(accepted(), shows([[22, 73, 125, 176, 227].map(plain)]));
const disc = (...others) => all(accepted(), leavesOut(...others), shows([[48, 99, 150].map(plain)]));
const owned = (right, corner) => all(accepted(), drawn(right, { corner }));

/** @type {Record<string, (found: any) => string[]>} */
export const rightValues = {
  '00 voifn-LINEAR-dx.dcm': values(ramp, 'Breite 2.000 · Mitte 1.000'),
  '00 voifn-LINEAR-enh.dcm': all(
    accepted(),
    shows([[ramp, ramp]], { corner: 'Breite 2.000 · Mitte 1.000' }),
    previews(ramp),
  ),
  '00 voifn-LINEAR.dcm': values(ramp, 'Breite 2.000 · Mitte 1.000 HU'),
  '00 voifn-none.dcm': values(ramp, 'Breite 2.000 · Mitte 1.000 HU'),
  '00 voifn-sigmoid.dcm': values([33, 68, 128, 188, 222], 'Breite 2.000 · Mitte 1.000 HU'),
  '01 scan-dct.pdf': all(accepted(), hasPreview(true)),
  '01 scan-jpx.pdf': all(accepted(), hasPreview(true)),
  '03 order-none.zip': order,
  '03 order-one.zip': order,
  '05 dup-sop-two-series.zip': all(accepted(), shows([[plain(48)], [plain(201)]])),
  '06 nm-slope.dcm': values([8, 64, 128, 192, 250], 'Breite 54.000 · Mitte 27.000'),
  '06 pet-bqml.dcm': values([8, 64, 128, 192, 250], 'Breite 54.000 · Mitte 27.000 Bq/ml'),
  '09 j2k-cut.dcm': all(accepted(), fails, damaged(1)),
  '09 j2k-junk.dcm': all(accepted(), fails, damaged(1)),
  '09 jpeg-cut.dcm': all(accepted(), fails, damaged(1)),
  '10 aspect-ratio.dcm': all(accepted(), measures(/Pixel/)),
  '10 aspect-spacing.dcm': all(accepted(), measures(/\d mm/)),
  '12 voi-lut.dcm': values([0, 0, 254, 255, 255], 'Kontrast der Datei: NORMAL'),
  '13 padding.dcm': all(accepted(), shows([[[0, 28, 104, 179, 245]]])),
  '14 two-patients.zip': all(
    accepted('two-patients – Miriam Adler.dcm', 'two-patients – Otto Brandt.dcm'),
    names('Miriam Adler', false, 0),
    names('Otto Brandt', true, 1),
    warns(null, 0),
    warns(/Otto Brandt.*Miriam Adler/, 1),
  ),
  '16 name-100-utf8.dcm': all(accepted(), names('Jörg Müller', true), warns(/Jörg Müller/)),
  '16 name-192-latin1.dcm': all(accepted(), names('Jörg Müller', true), warns(/Jörg Müller/)),
  '18 pn-comma.dcm': all(accepted(), names('Miriam Adler', false), warns(null)),
  '18 pn-rev.dcm': all(accepted(), names('Miriam Adler', false), warns(null)),
  '18 pn-space.dcm': all(accepted(), names('Adler Miriam', false), warns(null)),
  '21 cd-inner-zip.zip': disc('INDEX.HTM', 'help/docs.zip'),
  '21 cd-viewer-exe.zip': disc('viewer/viewer.exe', 'viewer/lib.dll'),
  '21 cd-weasis-jar.zip': disc('weasis/weasis-launcher.jar'),
  '22 cd-encap.zip': all(
    accepted('cd-encap.zip', 'Befundbericht.pdf', 'cd-encap.dcm'),
    shows([[48, 99, 150].map(plain)]),
    hasPreview(true, 1),
    isReport(2),
  ),
  '22 encap-pdf.dcm': all(accepted('Befundbericht.pdf'), hasPreview(true)),
  '22 sr.dcm': all(accepted('sr.dcm'), isReport(0)),
  '25 xfa.pdf': all(accepted(), document({ form: true }), hasPreview(false)),
  '27 dx-both-spacing.dcm': all(accepted(), measures(/mm am Detektor \(etwa [\d,]+ mm im Körper\)$|mm am Detektor/)),
  '27 xa-imager-spacing.dcm': all(accepted(), measures(/Pixel$|mm am Detektor/)),
  '28 nopreamble.dcm': values([4, 61, 125, 188, 245]),
  '30 cine-ft.dcm': all(accepted(), plays),
  '30 cine-vector.dcm': all(accepted(), plays),
  '30 cine-zero.dcm': all(accepted(), plays),

  'negative slope and LINEAR_EXACT': owned([250, 191, 127, 63, 5], 'Breite 252 · Mitte 126'),
  'pixel measures of each frame': all(accepted(), shows([[plain(60), plain(180)]])),
  'enhanced object of two orientations': all(accepted(), shows([[30, 60, 90].map(plain), [200, 160].map(plain)])),
  'padding range that ends below': all(accepted(), warns(null)),
  'overlay plane': all(accepted(), shows([[[255, 255, 128, 192, 250]]])),
  'overlay plane in the pixels': all(accepted(), shows([[[255, 64, 128, 192, 250]]])),
  'names in ISO 2022': all(accepted(), names('Miriam Adler · 山田 太郎', false), warns(null)),
  'progressive JPEG, cut': refused('truncated'),
  'baseline JPEG, cut': refused('truncated'),
  'PNG, cut': refused('truncated'),
  'interlaced PNG, cut': refused('truncated'),
  TIFF: refused('fileType', 'tiff'),
  'TIFF called JPEG': refused('fileType', 'tiff'),
  HEIC: refused('fileType', 'heic'),
  'ZIP of images in a ZIP': refused('nested_zip'),
  'ZIP in a ZIP beside an image': all(accepted(), leavesOut('innen.zip')),
  'RTF called ZIP': refused('fileType', 'rtf'),
  'Pages called ZIP': refused('fileType', 'pages'),
  'ODT called ZIP': refused('fileType', 'opendocument'),
  'Word called ZIP': refused('fileType', 'word'),
  'XFA with pages of its own': all(accepted(), document({ form: undefined }), hasPreview(true)),
  'page without words or pictures': accepted(),
  'two windows, a function for each': owned([5, 63, 127, 191, 250], 'Breite 252 · Mitte 126'),
  // Along the normal of a sagittal orientation, from the left side to the right.
  'order by position in a sagittal series': all(accepted(), shows([ranged.toReversed()])),
  'order by slice location': all(accepted(), shows([ranged])),
  'one UID for three images and a copy': all(accepted(), images(3), copies(1)),
  'RLE frame that is too short': all(accepted(), fails, damaged(1)),
  'namesakes born on different days': all(
    ({ documents }) => (documents.length === 2 ? [] : [`${documents.length} documents`]),
    names('Miriam Adler', false, 0),
    names('Miriam Adler', true, 1),
  ),
  'Latin-1 without a character set': all(accepted(), names('Jörg Müller', true)),
  'UTF-8 in ISO 2022': all(accepted(), names('Jörg Müller', true)),
  'UTF-8 without a character set': all(accepted(), names('Jörg Müller', true)),
  'Cyrillic called Latin-1': all(accepted(), names('Анна Иванова', false)),
  'the name ADLER^MIRIAM^^Dr.': all(accepted(), isNoStranger),
  'the name Adler, Dr. Miriam': all(accepted(), isNoStranger),
  'the name MIRIAM ADLER': all(accepted(), isNoStranger),
  'the name Adler^Miriam=^': all(accepted(), isNoStranger),
  'the name Adler,Miriam': all(accepted(), isNoStranger),
  'disc with a video, an encrypted manual and folders of a Mac': all(accepted(), images(2)),
  'report in CDA beside an image': all(accepted(), images(1)),
  'PDF that only has attachments': all(accepted(), document({ form: undefined })),
  'detector of MG': all(accepted(), measures(/mm am Detektor/)),
  'detector of CR': all(accepted(), measures(/mm am Detektor/)),
  'no preamble, implicit syntax': owned([5, 63, 127, 191, 250]),
  'no preamble, with its meta group': owned([5, 63, 127, 191, 250]),
  'cine of a recommended rate of 0 and a frame time of 0': all(accepted(), plays),
  'cine of a frame time of 40 and a cine rate that differs': all(accepted(), plays),
  'one slice with a wrong checksum': all(accepted(), damaged(1)),
};
