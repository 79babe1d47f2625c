/**
 * Creates the file that TissueCyte writes for a section: fields, then the position of each tile in tenths of a µm, which
 * takes two lines.
 */
export function mosaicText(tiles: number): string {
  const fields = [
    'Sample ID:BENCH',
    'comments:Mouse brain',
    'xres:0.875',
    'sections:300',
    'sectionres:45',
    'channels:3',
  ];
  const positions = Array.from({ length: tiles }, (_, tile) => {
    const [column, row] = [tile % 400, Math.floor(tile / 400)];
    return `XPos${column === 0 ? -7_100 * 399 : 7_100}:${123_450 + 7_100 * column}\r\nYPos${column === 0 ? 6_840 : 0}:${-45_670 + 6_840 * row}`;
  });
  return [...fields, ...positions, ''].join('\r\n');
}
