interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): { createScriptURL(address: string): string };
  };
}

const trusted = new Map<string, string>();

/**
 * The address of one script of ours, in the form in which Trusted Types let a worker start from it.
 * @param policy its name in the portals' CSP (apps/server, hosting/policy.ts); one policy vouches for one address
 */
export const trustedScript = (policy: string, address: string): string => {
  const { trustedTypes } = globalThis as TrustedTypesWindow;
  if (!trustedTypes) return address;
  const known = trusted.get(policy);
  if (known) return known;
  const vouched = trustedTypes
    .createPolicy(policy, {
      createScriptURL: (asked) => {
        if (asked !== address) throw new TypeError(`${policy} does not vouch for ${asked}`);
        return asked;
      },
    })
    .createScriptURL(address);
  trusted.set(policy, vouched);
  return vouched;
};
