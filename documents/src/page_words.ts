/** What stands around the number of a page. */

/** In languages of which office programs have templates. */
const PAGE_WORDS =
  /^(?:pages?|p|pp|pg|of|seiten?|s|von|aus|de|du|sur|página|pagina|pág|pag|di|van|av|af|sida|side|sivu|strona|str|strana|oldal|z|стр|страница|из|сторінка|з|第|页|頁|ページ|共|쪽|페이지|sayfa)$/iu;

/** Whether a text says nothing but that a number is that of a page. */
export function isPageWords(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => PAGE_WORDS.test(word));
}
