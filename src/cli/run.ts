import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorCode } from '../platform/node/errorCode';
import { askToken } from './askToken';
import { compare } from './compare';
import type { Context } from './context';
import { download, FETCHES_LOCK } from './download';
import { CommandError, EXIT, type ExitCode } from './exitCode';
import { follow, FOLLOWS_LOCK } from './follow';
import { cancel, resume, status, type InterruptedPlace } from './interrupted';
import { list } from './list';
import { findLogin, storeLogin } from './login';
import { createOutput, type Streams } from './output';
import { openSession, type Session } from './session';
import { upload } from './upload/upload';

const USAGE = `Usage: dm COMMAND

  dm login URL            asks for an access token, checks it and stores it
  dm ls [PATH]            lists projects, datasets and files
  dm upload FOLDER PATH   checks the files of a folder and uploads them
      --rename            repairs names where only one name is sensible
      --skip-problems     leaves out what has problems
      --yes               uploads in spite of problems, and replaces files
  dm follow FOLDER PATH   uploads the files of a folder as they appear
      --yes               also if that breaks a seal
  dm download PATH FOLDER downloads into a folder, and skips what is there
      --yes               replaces files with other content
  dm compare FOLDER PATH  compares a folder with the server; 0 only if all is identical
  dm status [FOLDER PATH] lists what is interrupted on this computer, and with
                          FOLDER PATH also what another one has begun of its files
  dm resume [FOLDER PATH] continues it
  dm cancel [FOLDER PATH] gives it up

  --record FILE  writes a recording for npm run replay
  --json      each line of the result is an event
  --verbose   says more
  --version, --help

PATH is PROJECT or PROJECT/DATASET. The environment variables DM_URL and DM_TOKEN
stand before what dm login has stored.

Exit codes: 0 done, 1 something failed or differs, 2 wrong use, 3 refused,
4 unreachable, 130 stopped by the user.`;

const OPTIONS = {
  rename: { type: 'boolean', default: false },
  'skip-problems': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  record: { type: 'string' },
  json: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];

/** What the program gives to a command. */
interface Program extends Streams, Pick<Context, 'env' | 'version' | 'script' | 'signal'> {}

/** Runs a command, and resolves with its exit code. */
export async function run(args: readonly string[], { out, err, env, ...program }: Program): Promise<ExitCode> {
  const isJson = args.includes('--json');
  const output = createOutput({ out, err }, isJson);
  try {
    const { values, positionals } = parse(args);
    const home = env.DM_HOME || join(homedir(), '.dm');
    const context = { ...program, env, home, output, isVerbose: values.verbose, record: values.record };
    if (values.version) out.write(`${program.version}\n`);
    else if (values.help || positionals[0] === 'help') out.write(`${USAGE}\n`);
    else return await runCommand(positionals, values, context);
    return EXIT.done;
  } catch (error) {
    const { code, message } = endOf(error);
    output.say(message);
    output.event('error', { code, message });
    return code;
  }
}

/** A folder that can't be read or written is not a fault of the program. */
function endOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof Error && errorCode(error) !== undefined) return new CommandError(EXIT.failed, error.message);
  throw error;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(EXIT.usage, `${error instanceof Error ? error.message : ''}\n\n${USAGE}`);
  }
}

async function runCommand(
  [command, ...operands]: readonly string[],
  values: Values,
  context: Context,
): Promise<ExitCode> {
  switch (command) {
    case 'login': {
      const [url] = count(operands, 1, 1);
      return login(url ?? '', context);
    }
    case 'ls': {
      const [path] = count(operands, 0, 1);
      return inSession(context, (session) => list(session, context, path));
    }
    case 'upload': {
      const [folder = '', path = ''] = count(operands, 2, 2);
      const decisions = { rename: values.rename, skipProblems: values['skip-problems'], yes: values.yes };
      const request = { folder: existingFolder(folder), path, decisions };
      return inSession(context, (session) => upload(session, context, request));
    }
    case 'follow': {
      const [folder = '', path = ''] = count(operands, 2, 2);
      const request = { folder: existingFolder(folder), path, yes: values.yes };
      return inSession(context, (session) => follow(session, context, request), FOLLOWS_LOCK);
    }
    case 'download': {
      const [path = '', folder = ''] = count(operands, 2, 2);
      const request = { path, folder: resolve(folder), yes: values.yes };
      return inSession(context, (session) => download(session, context, request), FETCHES_LOCK);
    }
    case 'compare': {
      const [folder = '', path = ''] = count(operands, 2, 2);
      const request = { folder: existingFolder(folder), path };
      return inSession(context, (session) => compare(session, context, request));
    }
    case 'status':
    case 'resume':
    case 'cancel': {
      const place = interruptedPlace(operands);
      const handle = { status, resume, cancel }[command];
      const lock = command === 'status' ? undefined : FETCHES_LOCK;
      return inSession(context, (session) => handle(session, context, place), lock);
    }
    case undefined:
      throw new CommandError(EXIT.usage, USAGE);
    default:
      throw new CommandError(EXIT.usage, `There is no command ${command}.\n\n${USAGE}`);
  }
}

async function login(url: string, context: Context): Promise<ExitCode> {
  const { env, home, output } = context;
  const token = env.DM_TOKEN?.trim() || (await askToken());
  if (token === '') throw new CommandError(EXIT.usage, 'No access token was entered.');
  const session = await openSession(context, { url, token });
  await session.close();
  storeLogin(home, { url, token });
  output.say(`Signed in to ${url}.`);
  return EXIT.done;
}

/** @param lock of the machine that the command drives */
async function inSession(
  context: Context,
  command: (session: Session) => Promise<ExitCode>,
  lock?: string,
): Promise<ExitCode> {
  const session = await openSession(context, findLogin(context.home, context.env), lock);
  try {
    return await command(session);
  } finally {
    await session.close();
  }
}

function count(operands: readonly string[], least: number, most: number): readonly string[] {
  if (operands.length < least || operands.length > most) throw new CommandError(EXIT.usage, USAGE);
  return operands;
}

function interruptedPlace(operands: readonly string[]): InterruptedPlace | undefined {
  const [folder, path] = operands;
  if (folder === undefined) return undefined;
  count(operands, 2, 2);
  return { folder: existingFolder(folder), path: path ?? '' };
}

function existingFolder(path: string): string {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new CommandError(EXIT.usage, `There is no folder ${folder}.`);
}
