import { csvLine, escapeFormula } from '@data-manager/lib/csv';

it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
  'escapeFormula marks text that begins with %j, which a spreadsheet may run, as text',
  (sign) => {
    expect(escapeFormula(`${sign}1+1`)).toBe(`'${sign}1+1`);
    expect(escapeFormula(`1${sign}1`)).toBe(`1${sign}1`);
  },
);

it.each([',', ';', '\t'])('csvLine keeps a field with %j in one cell in every spreadsheet', (separator) => {
  expect(csvLine(['a', `b${separator}=1+1`])).toBe(`a,"b${separator}=1+1"\r\n`);
});
