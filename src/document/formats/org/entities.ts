/** Characters that Org's entities stand for. All others are text. */
const NAMES =
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ " +
  "omicron ο pi π rho ρ sigma σ sigmaf ς varsigma ς tau τ upsilon υ phi φ varphi ϕ chi χ psi ψ omega ω Alpha Α Beta Β Gamma Γ Delta Δ " +
  "Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ " +
  "Psi Ψ Omega Ω Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AA Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê Euml Ë Igrave Ì " +
  "Iacute Í Icirc Î Iuml Ï Ntilde Ñ Ograve Ò Oacute Ó Ocirc Ô Otilde Õ Ouml Ö Oslash Ø OElig Œ Scaron Š szlig ß Ugrave Ù Uacute Ú " +
  "Ucirc Û Uuml Ü Yacute Ý Yuml Ÿ agrave à aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë " +
  "igrave ì iacute í icirc î iuml ï ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø oelig œ scaron š ugrave ù uacute ú " +
  "ucirc û uuml ü yacute ý yuml ÿ ETH Ð eth ð THORN Þ thorn þ fnof ƒ real ℜ image ℑ weierp ℘ alefsym ℵ aleph ℵ beth ב dots … hellip … " +
  'cdots ⋯ middot · cdot ⋅ ndash – mdash — quot " acute ´ ldquo “ rdquo ” bdquo „ lsquo ‘ rsquo ’ sbquo ‚ laquo « raquo » lsaquo ‹ ' +
  "rsaquo › circ ˆ vert | vbar | brvbar ¦ S § sect § amp & lt < gt > tilde ~ slash / plus + under _ equal = asciicirc ^ dagger † Dagger ‡ " +
  "dag † ddag ‡ nbsp \u00a0 ensp \u2002 emsp \u2003 thinsp \u2009 curren ¤ cent ¢ pound £ yen ¥ euro € EUR € dollar $ USD $ copy © reg ® " +
  "trade ™ minus − pm ± plusmn ± times × frasl ⁄ colon : div ÷ frac12 ½ frac14 ¼ frac34 ¾ permil ‰ sup1 ¹ sup2 ² sup3 ³ radic √ sum ∑ " +
  "prod ∏ micro µ macr ¯ deg ° prime ′ Prime ″ infin ∞ infty ∞ prop ∝ propto ∝ not ¬ neg ¬ land ∧ wedge ∧ lor ∨ vee ∨ cap ∩ cup ∪ smile ⌣ " +
  "int ∫ therefore ∴ because ∵ sim ∼ cong ≅ simeq ≅ asymp ≈ approx ≈ ne ≠ neq ≠ equiv ≡ le ≤ leq ≤ ge ≥ geq ≥ lessgtr ≶ ll ≪ gg ≫ prec ≺ " +
  "succ ≻ sub ⊂ subset ⊂ sup ⊃ supset ⊃ nsub ⊄ sube ⊆ supe ⊇ setminus ∖ forall ∀ exist ∃ exists ∃ nexists ∄ empty ∅ emptyset ∅ isin ∈ in ∈ " +
  "notin ∉ ni ∋ nabla ∇ ang ∠ angle ∠ perp ⊥ parallel ∥ sdot ⋅ star ⋆ checkmark ✓ larr ← leftarrow ← gets ← lArr ⇐ Leftarrow ⇐ uarr ↑ " +
  "uparrow ↑ uArr ⇑ rarr → to → rightarrow → rArr ⇒ Rightarrow ⇒ darr ↓ downarrow ↓ dArr ⇓ harr ↔ leftrightarrow ↔ hArr ⇔ crarr ↵ " +
  "loz ◊ clubs ♣ spades ♠ hearts ♥ diams ♦ bull • bullet • ast ∗ oplus ⊕ otimes ⊗ smiley ☺ checkmark ✓";

const parts = NAMES.split(/ /);

export const ENTITIES: ReadonlyMap<string, string> = new Map(
  parts.flatMap((name, at) => (at % 2 === 0 && parts[at + 1] !== undefined ? [[name, parts[at + 1]!] as const] : [])),
);
