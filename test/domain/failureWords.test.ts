import type { Failure } from '../../src/domain/failure';
import { failureWords, REFRESHING_WORDS } from '../../src/domain/failureWords';

describe('failureWords', () => {
  it.each<[Failure, string, string]>([
    [{ kind: 'forbidden' }, 'Forbidden access. Request admin to perform this action', 'toast'],
    [{ kind: 'forbidden', message: 'no' }, 'Forbidden access. Request admin to perform this action', 'toast'],
    [{ kind: 'not-found', message: 'No such project' }, 'No such project', 'log'],
    [{ kind: 'refused', status: 409, message: 'title taken' }, 'Request failed with Error title taken', 'toast'],
    [{ kind: 'aborted' }, 'Upload was aborted.', 'none'],
  ])('says of %j: %s (%s)', (failure, text, channel) => {
    expect(failureWords(failure)).toEqual({ text, channel });
  });

  it('names the endpoint and the field of a bad answer', () => {
    const { text } = failureWords({ kind: 'bad-answer', endpoint: 'GET /project', field: 'projects.0.title' });
    expect(text).toMatch(/^Request failed with Error .*GET \/project.*projects\.0\.title/);
  });

  it('has the words of the refresh', () => {
    expect(REFRESHING_WORDS).toBe('Unauthorized access. Attempting to refresh tokens...');
  });
});
