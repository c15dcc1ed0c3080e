/** The element that the browser's translation put in place of a text node. */
type StandIn = Element;

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isStandIn = (node: Node | null): node is StandIn => node?.nodeName === 'FONT';

/**
 * Keeps React working while the browser translates the page. Chrome and Edge replace each text node by a `<font>`;
 * React only knows the text node, and throws when it removes it or inserts before it
 * (https://github.com/facebook/react/issues/11538). Such calls are redirected to the replacement; a text that React
 * changes is put back into the page and translated again. Call it once, before React renders.
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

  /** The actual child of `parent` that stands in for `node`. */
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
