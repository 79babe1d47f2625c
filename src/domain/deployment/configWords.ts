import { gatherWords } from '../../lib/gatherWords';

/** What is wrong with a deployment's `config.json`: said of the file, or of one of its keys. */
export const configWords = gatherWords({
  noObject: 'config.json is not a JSON object',
  missing: 'is missing',
  noText: 'is not a text',
  noAddress: 'is not an absolute http(s) URL',
});
