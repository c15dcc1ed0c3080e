// @bundle route
interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
  };
}
let parses: ((text: string, type: DOMParserSupportedType) => Document) | undefined;

/** Parses text into a document that runs and loads nothing; only its text is read. */
export const inertDocument = (text: string, type: DOMParserSupportedType): Document => {
  if (!parses) {
    const { trustedTypes } = globalThis as TrustedTypesWindow;
    // Trusted Types refuse plain text; the name is in the portals' CSP (apps/server, hosting/policy.ts).
    const policy = trustedTypes?.createPolicy('konsil-summary', { createHTML: (html) => html });
    parses = (html, of) => new DOMParser().parseFromString(policy?.createHTML(html) ?? html, of);
  }
  return parses(text, type);
};
