/** The movements of the arrow keys, `Home` and `End` in a grid, by key. */
export const GRID_MOVES = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'start',
  End: 'end',
} as const;
