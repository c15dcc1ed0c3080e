/** What a browser's translation put in the place of a text: the text itself is no longer in the page. */
type StandIn = Element;

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isStandIn = (node: Node | null): node is StandIn => node?.nodeName === 'FONT';

/**
 * Lets a page go on while the browser translates it. Chrome and Edge put a `<font>` in front of each text and take the text
 * out; React knows the text alone, and ends with an error when it is to take it away or to put something before it
 * (https://github.com/facebook/react/issues/11538). Here each call for such a text goes to what stands in for it; a text
 * that React changes comes back into the page, where it is translated anew. Call it once, before React draws anything.
 */
export const followTranslation = (): void => {
  const standIns = new WeakMap<Node, StandIn>();
  const taken = new WeakSet<StandIn>();
  const { removeChild, insertBefore } = Node.prototype;

  const comeBack = new MutationObserver((records) => {
    for (const { target } of records) standIns.get(target)?.replaceWith(target);
  });
  const notice = new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const [gone] = removedNodes;
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
      if (!gone || !isText(gone) || gone.isConnected || !standIn || taken.has(standIn)) continue;
      taken.add(standIn);
      standIns.set(gone, standIn);
      comeBack.observe(gone, { characterData: true });
    }
  });
  notice.observe(document.documentElement, { childList: true, subtree: true });

  /** What is really a child of `parent` where React means `node`. */
  const childMeant = (parent: Node, node: Node): Node => {
    const standIn = standIns.get(node);
    return node.parentNode !== parent && standIn?.parentNode === parent ? standIn : node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, childMeant(this, child));
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childMeant(this, before));
    return node;
  };
};
