/** Versions of the formats whose text is extracted. Their readers need them, and so does what declares the formats. */

/** Raise it when a page gives another text. */
export const HTML_VERSION = 7;

/** Raise it when a notebook gives another text. */
export const NOTEBOOK_VERSION = 1;

/** Raise it when all kinds of converted documents give another text of the same bytes. */
export const CONVERTED_VERSION = 4;
