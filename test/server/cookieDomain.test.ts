import { cookieDomainAttribute, sharedCookieDomain } from '../../server/src/environment/cookieDomain';

it.each([
  ['http://localhost:4000', 'http://localhost:3000', 'localhost'],
  ['https://lab.example', 'https://lab.example', 'lab.example'],
  ['https://api.lab.example', 'https://app.lab.example', 'lab.example'],
  ['https://lab.example', 'https://app.lab.example', 'lab.example'],
  ['https://app.lab.example', 'https://lab.example', 'lab.example'],
  ['https://a.example', 'https://b.example', undefined],
  ['http://127.0.0.1:4000', 'http://localhost:3000', undefined],
  ['http://10.0.0.1', 'http://11.0.0.1', undefined],
  ['http://[::1]:4000', 'http://[::1]:3000', '[::1]'],
  ['http://[::1]', 'http://[::2]', undefined],
  ['http://a.localhost:4000', 'http://b.localhost:3000', undefined],
  ['https://api.lab.ac.uk', 'https://app.lab.ac.uk', 'lab.ac.uk'],
  ['https://lab.ac.uk', 'https://api.lab.ac.uk', 'lab.ac.uk'],
  ['https://api.go.it', 'https://app.go.it', 'go.it'],
  ['https://api.io.de', 'https://app.io.de', 'io.de'],
  // Browsers reject cookies for public suffixes.
  ['https://lab.co.uk', 'https://storage.co.uk', undefined],
  ['https://a.ac.jp', 'https://b.ac.jp', undefined],
  ['https://a.com.au', 'https://b.c.com.au', undefined],
  ['https://a.example.', 'https://b.example.', undefined],
  ['https://a.lab.example.', 'https://a.lab.example.', undefined],
])('cookies set by %s and read by %s have the domain %s', (publicUrl, appUrl, domain) => {
  expect(sharedCookieDomain(publicUrl, appUrl)).toBe(domain);
});

it.each(['localhost', 'lab', '127.0.0.1', '[::1]'])('omits the Domain attribute of cookies on %s', (domain) => {
  expect(cookieDomainAttribute(domain)).toBeUndefined();
});

it('sets the Domain attribute of cookies on a domain', () => {
  expect(cookieDomainAttribute('lab.example')).toBe('lab.example');
});
