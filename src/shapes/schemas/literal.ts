/** What a search reads as words although it looks like syntax. */
import { z } from "zod";
import { count, text } from "./parts.ts";

export const TakenLiterally = z.strictObject({
  start: count.describe("where it begins in `query`, in UTF-16 code units from 0"),
  end: count.describe("where it ends, exclusive; beyond the end of `query` for what a limit cuts off"),
  text: text.describe("the part, at most its first 200 code units and `…`"),
  reason: text.describe("why it cannot be meant as syntax"),
}).describe("A part of a query that looks like syntax and is searched as words.");
