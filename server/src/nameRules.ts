import { HttpFailure } from './failure';
import { keyProblem } from './objects/keyRules';

function nameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.includes('/')) return 'holds a slash';
  // The route of the upload screen; the app's router doesn't tell case apart.
  if (name.toLowerCase() === 'upload') return 'is “upload”, the name of a screen';
  return keyProblem(name);
}

/**
 * Makes a title or name fit to be a folder of objects and a segment of the app's addresses: trimmed, in Unicode
 * normal form C.
 *
 * @param field Named in the failure.
 * @throws HttpFailure 400 in words for people.
 */
export function checkName(field: 'title' | 'dataset', text: string): string {
  const name = text.normalize('NFC').trim();
  const problem = nameProblem(name);
  if (problem !== undefined) throw new HttpFailure(400, `The field “${field}” is not right: it ${problem}.`);
  return name;
}
