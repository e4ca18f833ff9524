/** CSS selectors on the tree of a page. */
import { compile, selectAll } from "css-select";
import { RaError } from "../../errors.ts";
import {
  attribute,
  type Element,
  isElement,
  isText,
  type PageNode,
  type Parent,
} from "../../document/formats/html/page_tree.ts";

/** Nodes that all selectors together may look at, for each page. Usual ones look at each node a few times. */
const MAX_LOOKS = 20_000_000;

/** Characters of a selector. */
const MAX_LENGTH = 1000;

export class SelectorTooSlow extends Error {
  override readonly name = "SelectorTooSlow";
}

/** Throws {@link SelectorTooSlow}, and `config-value` for what is not a selector. */
export function createSelection(root: Parent): (selector: string, key: string) => readonly Element[] {
  const adapter = countingAdapter(MAX_LOOKS);
  return (selector, key) =>
    checked(selector, key, () => selectAll<PageNode, Element>(selector, [...root.childNodes], { adapter }));
}

/** Throws `config-value` for what is not a selector. `key` names it in the configuration. */
export function requireSelector(selector: string, key: string): void {
  checked(selector, key, () => compile<PageNode, Element>(selector, { adapter: countingAdapter(MAX_LOOKS) }));
}

function checked<T>(selector: string, key: string, work: () => T): T {
  if (selector.length > MAX_LENGTH) {
    throw new RaError("config-value", `${key}: a selector has at most ${MAX_LENGTH} characters`);
  }
  try {
    return work();
  } catch (cause) {
    if (cause instanceof SelectorTooSlow) throw cause;
    throw new RaError("config-value", `${key}: ${JSON.stringify(selector)} is not a CSS selector`, { cause });
  }
}

type Adapter = NonNullable<NonNullable<Parameters<typeof selectAll<PageNode, Element>>[2]>["adapter"]>;
type Test = (element: Element) => boolean;

/** What the library asks of a tree. `:has` and siblings take it to the same nodes again and again. */
function countingAdapter(most: number): Adapter {
  let looks = 0;
  const look = (count: number): void => {
    looks += count;
    if (looks > most) throw new SelectorTooSlow();
  };
  const textOf = (node: PageNode): string => {
    look(1);
    return isText(node) ? node.value : isElement(node) ? node.childNodes.map(textOf).join("") : "";
  };
  function* elementsOf(nodes: readonly PageNode[]): Generator<Element> {
    const next = [...nodes].reverse();
    for (let node = next.pop(); node !== undefined; node = next.pop()) {
      look(1);
      if (!isElement(node)) continue;
      yield node;
      for (let at = node.childNodes.length - 1; at >= 0; at--) next.push(node.childNodes[at]!);
    }
  }
  const firstOf = (test: Test, nodes: readonly PageNode[]): Element | null => {
    for (const element of elementsOf(nodes)) if (test(element)) return element;
    return null;
  };
  return {
    isTag: isElement,
    getName: ({ tagName }) => tagName,
    getAttributeValue: (element, name) => attribute(element, name) ?? undefined,
    hasAttrib: (element, name) => attribute(element, name) !== null,
    getText: textOf,
    getChildren: (node) => isElement(node) ? node.childNodes : [],
    getParent(node) {
      look(1);
      const parent = node.parentNode;
      return parent !== null && "tagName" in parent ? parent : null;
    },
    getSiblings(node) {
      const siblings = node.parentNode?.childNodes ?? [node];
      look(siblings.length);
      return siblings;
    },
    removeSubsets: (nodes) => nodes,
    existsOne: (test, nodes) => firstOf(test, nodes) !== null,
    findOne: firstOf,
    findAll: (test, nodes) => [...elementsOf(nodes)].filter(test),
    equals: (one, other) => one === other,
  };
}
