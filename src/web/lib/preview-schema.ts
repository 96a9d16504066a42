import * as z from 'zod/mini';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { type Problem, problemSchema } from '#shared/contract/problem.ts';

// A file of its own, so that the validator is loaded with the first preview and not with the page.

/** The post in an answer's body, or null when it is not what the contract says. */
export const readPost = (body: unknown): Post | null => z.safeParse(postSchema, body).data ?? null;

/** The problem in an error answer's body, or null when something else answered. */
export const readProblem = (body: unknown): Problem | null => z.safeParse(problemSchema, body).data ?? null;
