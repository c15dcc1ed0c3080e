addEventListener(
  'error',
  ({ target }) => {
    if (target === window || target.tagName === 'SCRIPT') document.documentElement.dataset.notLoaded = '';
  },
  true,
);
