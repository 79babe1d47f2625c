import { reservedForCode } from '../../server/src/images/reservedForCode';

const MAPS = `\
00400000-02c00000 r-xp 00000000 fe:00 1234 /usr/bin/node
7f0000000000-7f001fdc0000 rwxp 00000000 00:00 0
7f001fdc0000-7f0020000000 ---p 00000000 00:00 0
7f0020000000-7f0020100000 rw-p 00000000 00:00 0
7f0030000000-7f0030100000 rwxp 00000000 00:00 0
7f0040000000-7f0040100000 rwxs 00000000 00:00 0
`;

it('the memory that V8 reserves for code is that of private mappings that are both writable and executable', () => {
  expect(reservedForCode(MAPS)).toBe(0x1fdc0000 + 0x100000);
});

it('the memory that V8 reserves for code is none in a process without such mappings', () => {
  expect(reservedForCode('00400000-02c00000 r-xp 00000000 fe:00 1234 /usr/bin/node\n')).toBe(0);
});
