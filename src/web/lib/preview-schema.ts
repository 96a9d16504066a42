import * as z from 'zod/mini';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { type Problem, problemSchema } from '#shared/contract/problem.ts';

// A separate file, so that the validator is loaded with the first preview and not with the page.

/** Parses the post in a response body; returns null when it does not match the contract. */
export const parsePost = (body: unknown): Post | null => z.safeParse(postSchema, body).data ?? null;

/** Parses the problem document in an error response; returns null when it does not match the contract. */
export const readProblem = (body: unknown): Problem | null => z.safeParse(problemSchema, body).data ?? null;
