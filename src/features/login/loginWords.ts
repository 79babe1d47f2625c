import { gatherWords } from '../../lib/gatherWords';

/** What the login modal says, but for its reason, which is the error catalogue's. */
export const loginWords = gatherWords({
  loginFailed: 'Login Failed',
  login: 'Login',
});
