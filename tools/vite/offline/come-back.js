// Script of the offline page: switches to the user's language like libs/i18n, and returns as soon as the portal
// responds.
const asked = new URLSearchParams(location.search).get('lang');
const kept = /(?:^|; )konsil_locale=(\w+)/.exec(document.cookie)?.[1];
const templates = [...document.querySelectorAll('template')];
const spoken = [document.documentElement, ...templates].map(({ lang }) => lang);
const locale = [asked, kept, ...navigator.languages.map((language) => language.slice(0, 2))].find((code) =>
  spoken.includes(code),
);
const template = templates.find(({ lang }) => lang === locale);
if (template) {
  document.documentElement.lang = template.lang;
  document.title = template.title;
  document.getElementById('root').replaceChildren(template.content);
}

const comeBack = () =>
  fetch('/config.json', { cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  );
addEventListener('online', comeBack);
// A connected network may still have no internet access.
setInterval(comeBack, 5000);
