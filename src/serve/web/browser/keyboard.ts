/**
 * The keys: `/` goes to the search field, the arrows through the results, Enter opens a result, Escape closes the
 * passage.
 */

export interface KeyboardTarget {
  readonly input: HTMLInputElement;
  hits(): readonly HTMLAnchorElement[];
  isOpen(): boolean;
  close(): void;
  /** Empties the search field. */
  clear(): void;
  /** Opens the first result of what is typed, as soon as there is an answer. */
  openFirst(): Promise<void>;
}

export function createKeyboard({ input, hits, isOpen, close, clear, openFirst }: KeyboardTarget): void {
  const move = (step: number, event: KeyboardEvent): void => {
    const links = hits();
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const isInput = document.activeElement === input;
    // Elsewhere on the page the arrows scroll.
    if (at < 0 && !isInput) return;
    const next = isInput ? (step > 0 ? 0 : -2) : at + step;
    if (next === -2 || next >= links.length) return;
    event.preventDefault();
    const target = next < 0 ? input : links[next]!;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName);
    if (event.key === "/" && !typing) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.key === "ArrowDown") move(1, event);
    else if (event.key === "ArrowUp") move(-1, event);
    else if (event.key === "Escape") {
      if (isOpen()) {
        event.preventDefault();
        close();
      } else if (document.activeElement !== input) input.focus();
      else if (input.value !== "") {
        event.preventDefault();
        clear();
      }
    } else if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      void openFirst();
    }
  });
}
