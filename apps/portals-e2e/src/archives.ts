import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildDicom } from '@konsil/pixels/made-dicom';

/** The patient number of the only study. */
export const archivedNumber = 'K 4711';
const study = '1.2.9.7';
const side = 64;
/** A bright disc, as the archive stores it for Petra Möller. */
const slice = buildDicom(
  [
    ['00080005', 'CS', 'ISO_IR 192'],
    ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    ['00080018', 'UI', `${study}.1`],
    ['00080020', 'DA', '20240229'],
    ['00080060', 'CS', 'CT'],
    ['00100010', 'PN', 'Möller^Petra'],
    ['00100020', 'LO', archivedNumber],
    ['00100030', 'DA', '19680421'],
    ['0020000d', 'UI', study],
    ['0020000e', 'UI', `${study}.100`],
    ['00200013', 'IS', '1'],
    ['00280002', 'US', [1]],
    ['00280004', 'CS', 'MONOCHROME2'],
    ['00280010', 'US', [side]],
    ['00280011', 'US', [side]],
    ['00280100', 'US', [16]],
    ['00280101', 'US', [16]],
    ['00280102', 'US', [15]],
    ['00280103', 'US', [0]],
    [
      '7fe00010',
      'OW',
      Array.from({ length: side * side }, (_, index) =>
        Math.hypot((index % side) - side / 2, Math.floor(index / side) - side / 2) < 20 ? 1080 : 900,
      ),
    ],
  ],
  'explicit',
  [
    ['00020002', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    ['00020003', 'UI', `${study}.1`],
  ],
);
const described = {
  '0020000D': { vr: 'UI', Value: [study] },
  '00080020': { vr: 'DA', Value: ['20240229'] },
  '00080061': { vr: 'CS', Value: ['CT'] },
  '00081030': { vr: 'LO', Value: ['Abdomen nativ'] },
  '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Möller^Petra' }] },
  '00100020': { vr: 'LO', Value: [archivedNumber] },
  '00100030': { vr: 'DA', Value: ['19680421'] },
  '00201208': { vr: 'IS', Value: [1] },
};

/** The archive of a clinic: DICOMweb with one study, for one account. */
export const startArchive = async (secret: string): Promise<{ server: Server; url: string }> => {
  const server = createServer(({ url = '', headers }, response) => {
    if (headers.authorization !== `Basic ${Buffer.from(`konsil:${secret}`).toString('base64')}`)
      return void response.writeHead(401).end();
    const { searchParams } = new URL(url, 'http://archive');
    if (searchParams.has('PatientID')) {
      response.setHeader('content-type', 'application/dicom+json');
      return void response.end(JSON.stringify(searchParams.get('PatientID') === archivedNumber ? [described] : []));
    }
    response.setHeader('content-type', 'multipart/related; type="application/dicom"; boundary=part');
    response.write('--part\r\ncontent-type: application/dicom\r\n\r\n');
    response.write(slice);
    response.end('\r\n--part--\r\n');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dicom-web` };
};
