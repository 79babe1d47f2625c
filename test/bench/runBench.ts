import { launchBrowser } from './browser';
import { CASES, NAMED_ONLY } from './cases';
import { tableOf, type Finding } from './report';
import { openStage } from './stage';

const ROUNDS = 5;
const QUICK_ROUNDS = 1;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs the chosen cases, or all that install nothing, and prints a table. */
async function main(): Promise<void> {
  const options = process.argv.slice(2);
  const count = options.includes('--quick') ? QUICK_ROUNDS : ROUNDS;
  const chosen = options.filter((option) => option !== '--quick');
  const unknown = chosen.filter((name) => !(name in CASES));
  if (unknown.length > 0) {
    throw new Error(`No such case: ${unknown.join(', ')}. There are ${Object.keys(CASES).join(', ')}.`);
  }
  const stage = await openStage();
  const browser = await launchBrowser();
  const findings: Finding[] = [];
  try {
    for (const [name, run] of Object.entries(CASES)) {
      const isChosen = chosen.length > 0 ? chosen.includes(name) : !NAMED_ONLY.includes(name);
      if (!isChosen) continue;
      say(`${name} …`);
      findings.push(...(await run(browser, stage, count)));
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  say(`\n${tableOf(findings)}`);
  process.exitCode = findings.every(({ isMet }) => isMet) ? 0 : 1;
}

void main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
