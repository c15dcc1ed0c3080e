import { emailHtml } from './email-html.ts';

const html = (...paragraphs: string[]) =>
  emailHtml({ subject: 'Neues <b>', text: `${paragraphs.join('\n\n')}\n` }, 'de');

test('a URL on its own line becomes a button, and stays visible', () => {
  const shown = html('Guten Tag,', 'https://konsil.example/a?b=1&c=2');
  expect(shown).toMatch(/<a href="https:\/\/konsil\.example\/a\?b=1&amp;c=2"[^>]*>Bei Konsil öffnen<\/a>/);
  expect(shown).toContain('>https://konsil.example/a?b=1&amp;c=2</a>');
});

test('a URL in a sentence becomes a link; a list stays a list', () => {
  const shown = html('- eins\n- zwei', 'Melden Sie sich an: https://konsil.example/patient');
  expect(shown).toContain('<li>eins</li><li>zwei</li>');
  expect(shown).toMatch(/Melden Sie sich an: <a href="https:\/\/konsil\.example\/patient"/);
});

test('never treats text that people wrote as markup, and loads nothing', () => {
  const shown = html('<img src=x onerror=alert(1)>', 'Von \'a\' & "b" https://x.example/"onclick=alert(1)');
  expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(shown).toContain('<title>Neues &lt;b&gt;</title>');
  expect(shown).not.toMatch(/<img|<script|<link|url\(|"\s*onclick/);
});
