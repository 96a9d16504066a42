import { JobStop } from '../job-stop.ts';

/**
 * Requests a file, or a part of it. Rejects with JobStop (`refused`) when the answer is an error; with the browser's TypeError when there
 * is none.
 */
export async function fetchSource(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.ok) throw new JobStop('refused', response.status);
  return response;
}
