import { createContract, readDocument } from './contract';

const contract = createContract(readDocument());

/**
 * Holds an answer to the OpenAPI document and gives it back.
 *
 * @throws Error for an answer that the document doesn't tell of.
 */
export async function documented(response: Response, method = 'GET'): Promise<Response> {
  const operation = contract.find(method, new URL(response.url).pathname);
  if (operation === undefined) throw new Error(`There is no ${method} ${response.url} in the document.`);
  const problem = await contract.problemOf(operation, response.clone());
  if (problem !== undefined) throw new Error(problem);
  return response;
}
