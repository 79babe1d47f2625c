import fs from 'node:fs';
import path from 'node:path';
import { commandsOf, forgottenEvents, formatMachine } from './machine';
import { MACHINES } from './machines';

const README = path.join(__dirname, '../../../../src/transfers/README.md');

/** Returns the README with the table and the chart of each machine between its marks. */
function withMachines(text: string): string {
  return MACHINES.reduce((before, machine) => {
    const [begin, end] = [`<!-- machine: ${machine.name} -->`, `<!-- end of ${machine.name} -->`];
    expect(before).toContain(begin);
    const [head = ''] = before.split(begin);
    return `${head}${begin}\n\n${formatMachine(machine)}\n\n${end}${before.slice(before.indexOf(end) + end.length)}`;
  }, text);
}

it('the README of the transfers has the tables of today’s reducers, which npm run machines updates', () => {
  const text = fs.readFileSync(README, 'utf8');
  const made = withMachines(text);
  if (process.env.REMAKE === '1') fs.writeFileSync(README, made);
  else expect(text).toBe(made);
});

describe.each(MACHINES.map((machine) => [machine.name, machine] as const))('the table of %s', (_name, machine) => {
  it('the table of a machine has every event of its slice', () => {
    expect(forgottenEvents(machine)).toEqual([]);
  });

  it('needs no commands, which change nothing in any phase', () => {
    const changes = machine.phases.flatMap((phase) =>
      commandsOf(machine).map((command) => machine.cell(phase, command)),
    );
    expect(changes.filter((change) => change !== undefined)).toEqual([]);
  });
});
