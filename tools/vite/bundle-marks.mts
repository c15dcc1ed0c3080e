import type { Plugin } from 'vite';

/**
 * `ui` is for all pages, `popups`, `forms`, `topics` (what a case says) and `medicines` (its form) for those that need
 * them; files marked `route` stay with their pages.
 */
const bundles = ['ui', 'popups', 'forms', 'topics', 'medicines', 'route'] as const;
export type BundleName = (typeof bundles)[number];

/**
 * Source files say themselves which shared file they are built into, where their folder does not: `// @bundle popups` as
 * the first line.
 * @returns the plugin that reads the marks, and the test for the groups of a build
 */
export function bundleMarks(): { plugin: Plugin; isMarked: (id: string, bundle: BundleName) => boolean } {
  const bundleOf = new Map<string, BundleName>();
  return {
    plugin: {
      name: 'konsil:bundle-marks',
      enforce: 'pre',
      apply: 'build',
      transform: {
        filter: { code: /^\/\/ @bundle / },
        handler(code, id) {
          const [, word = ''] = /^\/\/ @bundle (\w*)/.exec(code) ?? [];
          const bundle = bundles.find((name) => name === word);
          if (!bundle) throw new Error(`${id}: there is no bundle "${word}", only ${bundles.join(', ')}`);
          bundleOf.set(id, bundle);
        },
      },
    },
    isMarked: (id, bundle) => bundleOf.get(id) === bundle,
  };
}
