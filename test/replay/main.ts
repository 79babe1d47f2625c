import fs from 'node:fs';
import { EXIT, replayText } from './replayText';

/** Replays one file and prints the result. Returns the exit code. */
async function main(): Promise<number> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0)
    return refuse('Name one recording: npm run replay -- FILE [--open [--at STEP]]');
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { code, lines } = await replayText(text);
  process.stdout.write(`${lines.join('\n')}\n`);
  return code;
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return EXIT.noRecording;
}

void main().then((code) => {
  process.exitCode = code;
});
