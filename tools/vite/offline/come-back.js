// Runs in the page that is shown without a connection: puts it into the person's language, as libs/i18n chooses it,
// and leads back as soon as the portal answers.
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
// A network that is there may still lead nowhere.
setInterval(comeBack, 5000);
