import { createContract, readDocument } from './contract';

const contract = createContract(readDocument());

/**
 * Validates a response against the OpenAPI document and returns it.
 *
 * @throws Error for an undocumented response.
 */
export async function documented(response: Response, method = 'GET'): Promise<Response> {
  const operation = contract.find(method, new URL(response.url).pathname);
  if (operation === undefined) throw new Error(`${method} ${response.url} is not documented.`);
  const problem = await contract.problemOf(operation, response.clone());
  if (problem !== undefined) throw new Error(problem);
  return response;
}
