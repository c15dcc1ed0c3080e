import PDFDocument from 'pdfkit';
import { formatTags, type Locale } from '@konsil/contracts/first-codes';

/** @property title in our own words: pdfkit writes it into XML as it is */
export interface FileOptions {
  title: string;
  locale: Locale;
  created: Date;
}

// PDF/A allows only properties that are known or described in the file; PDF/UA's own one is neither.
const accessible = `
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas>
                <rdf:Bag>
                    <rdf:li rdf:parseType="Resource">
                        <pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
                        <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                        <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                        <pdfaSchema:property>
                            <rdf:Seq>
                                <rdf:li rdf:parseType="Resource">
                                    <pdfaProperty:name>part</pdfaProperty:name>
                                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                                    <pdfaProperty:category>internal</pdfaProperty:category>
                                    <pdfaProperty:description>Indicates which part of ISO 14289 standard is followed</pdfaProperty:description>
                                </rdf:li>
                            </rdf:Seq>
                        </pdfaSchema:property>
                    </rdf:li>
                </rdf:Bag>
            </pdfaExtension:schemas>
        </rdf:Description>
        `;

/** An empty file for the archive and for screen readers: PDF/A-3a and PDF/UA-1. */
export const archivableFile = (
  { title, locale, created }: FileOptions,
  margins: PDFKit.PDFDocumentOptions['margins'],
): PDFKit.PDFDocument => {
  if (/[&<>]/.test(title)) throw new Error('The title of a PDF file must not need escaping.');
  const pdf = new PDFDocument({
    size: 'A4',
    ...(margins ? { margins } : {}),
    bufferPages: true,
    lang: formatTags[locale],
    displayTitle: true,
    info: { Title: title, Creator: 'Konsil', CreationDate: created },
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    // Opened without a name it would count as another font, and be reread with every word.
    ...({ font: null } as object),
  });
  pdf.appendXML(accessible);
  return pdf;
};
