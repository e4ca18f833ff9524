/** Checks the links of what Antora shows in pages and beside them: partials, and lists of pages. */
import { fileName, joinPath } from "../text/paths.ts";
import { checkLink } from "./check_link.ts";
import type { CheckedLink } from "./checked_link.ts";
import type { DriftDocument } from "./document.ts";
import type { LinkTargets } from "./link_targets.ts";
import type { DriftSubject } from "./subject.ts";
import type { LinkVerdict } from "./verdict.ts";

/** The folder of a component, the module, and what it keeps beside its pages. */
const PART = /^(|.*\/)modules\/([^/]+)\/(?:(nav[\w-]*)\.adoc|partials\/.+\.adoc)$/;
const PAGE = /^(|.*\/)modules\/([^/]+)\/pages\//;
/** A link to another page, whose path does not depend on where the part stands within a page. */
const TO_PAGE = /^xref:[^#{}]+\.adoc(?:#|$)/;
/** More parts are not read. */
const MAX_PARTS = 5000;

/** A component whose pages are documents of a tree. */
interface Component {
  readonly tree: string;
  readonly modules: Set<string>;
}

/** A page of any module of its component may take in a partial, so a link of it is broken where it is so in all. */
export async function antoraPartLinks(
  { repository, read }: Pick<DriftSubject, "repository" | "read">,
  all: readonly DriftDocument[],
  targets: LinkTargets,
): Promise<readonly CheckedLink[]> {
  const components = componentsOf(all);
  const known = new Set(all.map(({ inRepository }) => inRepository));
  const paths = repository.files.filter((path) => PART.test(path) && !known.has(path)).slice(0, MAX_PARTS);
  const checked: CheckedLink[] = [];
  for (const path of components.size === 0 ? [] : paths) {
    const [, component = "", module = "", list] = PART.exec(path)!;
    const found = components.get(component);
    const part = found && await read(path);
    if (part === undefined) continue;
    const modules = list === undefined ? [module, ...[...found!.modules].filter((one) => one !== module)] : [module];
    for (const link of part.links) {
      if (!TO_PAGE.test(link.destination)) continue;
      let verdict: LinkVerdict | undefined;
      for (const one of modules) {
        const place = `${component}modules/${one}/pages/${fileName(path)}`;
        const page = asPage(part, place, found!.tree, repository.top);
        const here = await checkLink(page, link, targets);
        if (verdict === undefined || here.state !== "broken") verdict = here;
        if (here.state !== "broken") break;
      }
      if (verdict !== undefined) checked.push({ document: part, link, verdict, isIgnored: part.isIgnored(link.line) });
    }
  }
  return checked;
}

function componentsOf(all: readonly DriftDocument[]): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>();
  for (const { inRepository, origin } of all) {
    const [, folder, module] = PAGE.exec(inRepository) ?? [];
    if (folder === undefined || module === undefined) continue;
    const known = components.get(folder) ?? { tree: origin.document.tree, modules: new Set() };
    known.modules.add(module);
    components.set(folder, known);
  }
  return components;
}

/** The part as if it were a page of this path. */
function asPage(part: DriftDocument, inRepository: string, tree: string, top: string): DriftDocument {
  const document = { ...part.origin.document, tree };
  return { ...part, inRepository, origin: { document, file: joinPath(top, inRepository) } };
}
