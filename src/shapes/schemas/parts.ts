/** Small parts that many shapes share. */
import { z } from "zod";

export const text: z.ZodString = z.string();
export const texts = z.array(text);
export const count = z.int().min(0);
export const fromOne = z.int().min(1);
/** Present and true, or absent. */
export const mark = z.literal(true).optional();

/** ISO 8601, UTC. */
export const moment = text.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

export const sourceType = z.enum(["local", "git", "web", "document"]);
