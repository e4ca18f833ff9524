/** The characters that names of two and more letters stand for, as in `\(em` and `\[em]` (`mandoc_char(7)`). */
const NAMES =
  "em — en – hy ‐ lq “ rq ” oq ‘ cq ’ aq ' dq \" Bq „ bq ‚ Fo « Fc » fo ‹ fc › bu • ci ○ ha ^ ti ~ ga ` aa ´ rs \\ sl / sh # at @ " +
  "or | ba | br │ bv ⎪ bb ¦ lB [ rB ] lC { rC } la ⟨ ra ⟩ cp ≲ co © rg ® tm ™ de ° sd ″ fm ′ ps ¶ pc · sc § dg † dd ‡ lh ☜ rh ☞ " +
  "OK ✓ SP ♠ CL ♣ HE ♥ DI ♦ lz ◊ sq □ CR ↵ ul _ ru _ rn ‾ un _ pl + mi − eq = ** ∗ +- ± t+- ± -+ ∓ pc · md ⋅ mu × tmu × di ÷ tdi ÷ f/ ⁄ " +
  "no ¬ tno ¬ <= ≤ >= ≥ << ≪ >> ≫ != ≠ == ≡ ne ≢ =~ ≅ -~ ≃ ~~ ≈ ~= ≈ ap ∼ pt ∝ es ∅ mo ∈ nm ∉ sb ⊂ nb ⊄ sp ⊃ nc ⊅ ib ⊆ ip ⊇ ca ∩ cu ∪ " +
  "AN ∧ OR ∨ te ∃ fa ∀ tf ∴ 3d ∴ st ∋ sr √ sqrt √ su ∑ sum ∑ pd ∂ gr ∇ is ∫ if ∞ Ah ℵ Im ℑ Re ℜ wp ℘ -h ℏ 12 ½ 14 ¼ 34 ¾ S1 ¹ S2 ² S3 ³ " +
  "<- ← -> → <> ↔ da ↓ ua ↑ va ↕ lA ⇐ rA ⇒ hA ⇔ dA ⇓ uA ⇑ r! ¡ r? ¿ ct ¢ Do $ Eu € eu € Ye ¥ Po £ Cs ¤ Fn ƒ Of ª Om º %0 ‰ " +
  "*a α *b β *g γ *d δ *e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ *n ν *c ξ *o ο *p π *r ρ *s σ *t τ *u υ *f ϕ *x χ *q ψ *w ω ts ς " +
  "*A Α *B Β *G Γ *D Δ *E Ε *Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ *T Τ *U Υ *F Φ *X Χ *Q Ψ *W Ω mc µ " +
  "ss ß AE Æ ae æ OE Œ oe œ -D Ð Sd ð TP Þ Tp þ ff ff fi fi fl fl Fi ffi Fl ffl /L Ł /l ł /O Ø /o ø .i ı oA Å oa å " +
  "'A Á 'E É 'I Í 'O Ó 'U Ú 'Y Ý 'a á 'e é 'i í 'o ó 'u ú 'y ý `A À `E È `I Ì `O Ò `U Ù `a à `e è `i ì `o ò `u ù " +
  "~A Ã ~N Ñ ~O Õ ~a ã ~n ñ ~o õ :A Ä :E Ë :I Ï :O Ö :U Ü :a ä :e ë :i ï :o ö :u ü :y ÿ ^A Â ^E Ê ^I Î ^O Ô ^U Û ^a â ^e ê ^i î ^o ô ^u û " +
  ",C Ç ,c ç vS Š vs š vZ Ž vz ž 'C Ć 'c ć a- ¯ a~ ~ a^ ^ ah ˇ ab ˘ a. ˙ ao ˚ ac ¸ ad ¨ ho ˛ coproduct ∐ product ∏ integral ∫ barex | Tm ™";

const parts = NAMES.split(" ");

const CHARACTERS: ReadonlyMap<string, string> = new Map(
  parts.flatMap((name, at) => (at % 2 === 0 && parts[at + 1] !== undefined ? [[name, parts[at + 1]!] as const] : [])),
);

/** Undefined for a name that is not known. */
export function characterOf(name: string): string | undefined {
  const known = CHARACTERS.get(name);
  if (known !== undefined) return known;
  const [, unicode, code] = /^(?:u([0-9A-Fa-f]{4,6})|char(\d{1,3}))$/.exec(name) ?? [];
  const point = unicode === undefined ? Number(code) : parseInt(unicode, 16);
  return point > 31 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    ? String.fromCodePoint(point)
    : undefined;
}

/** Strings that all pages know. */
export const STRINGS: ReadonlyMap<string, string> = new Map([
  ...[["lq", "“"], ["rq", "”"], ["R", "®"], ["Tm", "™"], ["S", ""], ["Ba", "|"], ["Ne", "≠"], ["Ge", "≥"], ["Le", "≤"]],
  ...[["Gt", ">"], ["Lt", "<"], ["Pm", "±"], ["If", "∞"], ["Pi", "π"], ["Na", "NaN"], ["Am", "&"], ["q", '"']],
  ...[["Rq", "”"], ["Lq", "“"], ["lp", "("], ["rp", ")"], ["ua", "↑"], ["va", "↕"], ["<=", "≤"], [">=", "≥"]],
] as [string, string][]);
