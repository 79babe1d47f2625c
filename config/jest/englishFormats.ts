// Tests expect texts in one locale regardless of the machine's.
Intl.NumberFormat = inEnglish(Intl.NumberFormat);
Intl.DateTimeFormat = inEnglish(Intl.DateTimeFormat);

/** Returns the formatter with American English as its default locale. */
function inEnglish<Formatter extends typeof Intl.NumberFormat | typeof Intl.DateTimeFormat>(own: Formatter): Formatter {
  return new Proxy(own, {
    construct: (target, [locale = 'en-US', ...options]: unknown[]) =>
      Reflect.construct(target, [locale, ...options]) as object,
  });
}
