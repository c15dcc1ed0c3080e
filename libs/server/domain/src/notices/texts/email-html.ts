import type { Locale } from '@konsil/contracts/codes';
import { html, type Html } from '@konsil/server-platform/http/page';
import { openHere } from '../texts.ts';
import type { EmailText } from './templates.ts';

// Mail programs know no variables: the values of the light theme's tokens.
const ink = '#27488c';
const words = '#1f222e';
const muted = '#575b68';
const ground = '#f9f6f1';
const type = "18px/1.5 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif";

const address = /https?:\/\/[^\s<>"]+/g;
const onlyAddress = /^https?:\/\/\S+$/;
const link = (to: string, color = ink): Html =>
  html`<a href="${to}" style="color: ${color}; overflow-wrap: anywhere">${to}</a>`;

/** A line with its URLs as links. */
const line = (text: string): Html => {
  const links = text.match(address) ?? [];
  return html`${text.split(address).map((part, at) => [part, links[at] ? link(links[at]) : ''])}`;
};

/** The URL stays visible below its button: people are told to check where a link leads. */
const button = (to: string, locale: Locale): Html =>
  html`<p style="margin: 24px 0 8px"><a href="${to}" style="display: inline-block; padding: 14px 22px; border-radius: 10px; background: ${ink}; color: #ffffff; font-weight: 600; text-decoration: none">${openHere[locale]}</a></p>
<p style="margin: 0 0 20px; font-size: 14px">${link(to, muted)}</p>`;

const paragraph = (text: string, locale: Locale): Html => {
  if (onlyAddress.test(text)) return button(text, locale);
  const lines = text.split('\n');
  if (lines.every((one) => one.startsWith('- ')))
    return html`<ul style="margin: 0 0 16px; padding-left: 22px">${lines.map((one) => html`<li>${line(one.slice(2))}</li>`)}</ul>`;
  return html`<p style="margin: 0 0 16px">${lines.map((one, at) => [at > 0 ? html`<br>` : '', line(one)])}</p>`;
};

/** The text of an e-mail with the product's look. It loads nothing from anywhere. */
export const emailHtml = ({ subject, text }: EmailText, locale: Locale): string =>
  html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin: 0; background: ${ground}; color: ${words}; font: ${type}">
<div style="max-width: 560px; margin: 0 auto; padding: 24px 16px">
<p style="margin: 0 0 16px; font-size: 22px; font-weight: 600; color: ${ink}">Konsil</p>
<div style="padding: 24px; border-radius: 18px; background: #ffffff">
${text
  .trim()
  .split('\n\n')
  .map((one) => paragraph(one, locale))}
</div>
</div>
</body>
</html>
`.html;
