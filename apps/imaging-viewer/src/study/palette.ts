import { numbers, type Attribute, type DicomJson } from './dicom-json.ts';
import { dicomWeb } from './dicom-web.ts';

const tables = [['00281101', '00281201'], ['00281102', '00281202'], ['00281103', '00281203']] as const;

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const bytesOf = async (attribute: Attribute): Promise<Uint8Array | null> => {
  if (attribute.InlineBinary) return fromBase64(attribute.InlineBinary);
  return attribute.BulkDataURI ? dicomWeb.bulkData(attribute.BulkDataURI) : null;
};

/** The entries of one colour table. Eight-bit tables come one byte an entry, or with each byte in a word of its own. */
function entries(bytes: Uint8Array, [count = 0, , bits = 16]: number[]): number[] {
  const length = count || 65_536;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < length * 2) return Array.from(bytes.subarray(0, length));
  return Array.from({ length }, (_, index) => (bits > 8 ? view.getUint16(index * 2, true) : view.getUint8(index * 2)));
}

/** The same data set with its colour tables as numbers: cornerstone does not read them from InlineBinary or BulkDataURI. */
export async function withPalette(dataSet: DicomJson): Promise<DicomJson> {
  const changed: DicomJson = {};
  for (const [descriptor, table] of tables) {
    const attribute = dataSet[table];
    const bytes = attribute && !attribute.Value ? await bytesOf(attribute) : null;
    if (bytes) changed[table] = { vr: 'OW', Value: entries(bytes, numbers(dataSet, descriptor)) };
  }
  return { ...dataSet, ...changed };
}
